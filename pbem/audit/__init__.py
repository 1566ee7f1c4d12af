"""Judging logs: verify, audit, numbered cases, simulation, measurements."""
