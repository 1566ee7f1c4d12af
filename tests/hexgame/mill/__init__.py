"""The Mill, a test game."""
