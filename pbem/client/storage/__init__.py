"""What lies on the shelf: finding a game, logs put away and brought back, what was damaged."""
