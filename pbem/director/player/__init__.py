"""Play in a tournament: enter, open, join, look."""
