"""Shows a game: maps, positions, readable history."""
