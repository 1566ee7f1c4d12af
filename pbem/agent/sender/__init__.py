"""Whose a message is: its heading, its postmark, whether a program wrote it."""
