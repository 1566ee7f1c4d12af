"""A toy game and groups of players, for tests of the table."""
