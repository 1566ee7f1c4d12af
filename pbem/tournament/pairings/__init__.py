"""Who meets whom in the next round, in every format."""
