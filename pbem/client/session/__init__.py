"""Work on one game: its verified table, keys, offers and drafts of orders."""
