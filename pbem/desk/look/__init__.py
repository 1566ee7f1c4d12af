"""Looking at games, and what the desk says of them, line by line."""
