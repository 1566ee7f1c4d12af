"""The table protocol: seats, the pen, dice, secrets, clock; the replay that folds a log."""
