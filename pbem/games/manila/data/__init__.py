"""The content of a pack of Manila, its checks, and the tables that a game looks things up in."""
