"""Lantern Bridge: the first game of this project's own, on the base for hex-and-counter games."""
