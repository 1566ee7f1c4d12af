"""The Camp, a test game."""
