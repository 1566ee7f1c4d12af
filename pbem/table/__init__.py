"""The protocol: seats, the active player, dice, secrets, clock, and the replay of a log."""
