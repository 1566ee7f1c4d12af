"""A tournament's plan: read it, and found the tournament by it."""
