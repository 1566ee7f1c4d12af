"""What board wargames share; knows no game by name."""
