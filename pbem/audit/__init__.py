"""Judges logs: verifies one, compares several, says how far each can be trusted."""
