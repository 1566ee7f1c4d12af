"""A player who plays Singapore by themselves."""
