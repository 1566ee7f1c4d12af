"""The past of a game: event by event, step by step, and as one page for a browser."""
