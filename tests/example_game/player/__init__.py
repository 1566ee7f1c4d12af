"""A player of either side."""
