"""The pairings of the next round, in every format."""
