"""Look at games: position, history, what is legal, all games at once."""
