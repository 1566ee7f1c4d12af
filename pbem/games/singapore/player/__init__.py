"""A player who plays Singapore by himself."""
