"""Session at a game: its verified table, the keys and offers beside it, drafts of orders."""
