"""The table protocol: seats, the pen, dice, secrets, clock; the replay of a log."""
