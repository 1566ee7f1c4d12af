"""The content of a pack of Saipan, its checks, and the tables that a game looks things up in."""
