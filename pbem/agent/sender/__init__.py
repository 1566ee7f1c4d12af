"""The sender of a message, and whether a program wrote it."""
