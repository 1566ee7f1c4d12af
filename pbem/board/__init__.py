"""A game on a map in one's own browser, served to this machine alone (docs/board.md)."""
