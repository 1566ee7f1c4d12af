"""Sign events, from opening a game to its end."""
