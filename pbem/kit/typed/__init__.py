"""Typed text: orders, standing orders, data packs, cases."""
