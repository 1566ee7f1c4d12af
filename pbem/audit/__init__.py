"""Judging logs: verify one, compare several, say how far each can be trusted."""
