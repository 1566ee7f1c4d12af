"""The Ford in words and pictures."""
