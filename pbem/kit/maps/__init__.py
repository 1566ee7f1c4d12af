"""Hexes and other places: numbers, layout, paths."""
