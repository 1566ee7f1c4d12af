"""The content of a pack of Tokyo, its checks, and the tables that a game looks things up in."""
