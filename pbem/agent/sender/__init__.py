"""Who sent a message, and whether a program wrote it."""
