"""Looking at a game: maps, positions, readable history."""
