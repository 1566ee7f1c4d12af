"""The commands that make pages for others: replays, and the folder for browsers."""
