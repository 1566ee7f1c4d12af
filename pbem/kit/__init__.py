"""The common parts of board wargames; knows no game by name."""
