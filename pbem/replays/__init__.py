"""The past of a game: looked at event by event and step by step, and as one file for a browser."""
