"""Luck: what the dice of verified logs promised, what fell, and whether that is out of the way."""
