"""Directing a tournament, playing in one, and recomputing one from files."""
