"""Directs a tournament, plays in one, recomputes one, publishes it."""
