"""Logs, players and results in a database."""
