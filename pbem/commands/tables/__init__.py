"""The commands ``pbem table``: play a game that pbem does not know."""
