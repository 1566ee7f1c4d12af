"""Floor 6, the board: a map to play on in one's own browser, served to this machine alone."""
