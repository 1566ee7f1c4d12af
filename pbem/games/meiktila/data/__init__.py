"""The content of a pack of Meiktila, its checks, and the tables of a game."""
