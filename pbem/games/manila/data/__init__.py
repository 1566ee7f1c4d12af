"""What a pack of Manila holds, how it is checked, and the tables that a game looks things up in."""
