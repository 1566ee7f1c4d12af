"""A base for hex-and-counter games: a game is a file of data, and as few functions as it needs."""
