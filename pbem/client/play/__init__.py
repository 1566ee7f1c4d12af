"""Acting at a game, from opening it to its end: whatever signs an event."""
