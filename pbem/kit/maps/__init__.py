"""Hexes and other places: how they are numbered, laid out, and walked."""
