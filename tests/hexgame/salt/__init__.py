"""The Salt Road, a test game."""
