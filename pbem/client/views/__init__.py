"""Looking at games: the position, what happened, what is legal, all games at one look."""
