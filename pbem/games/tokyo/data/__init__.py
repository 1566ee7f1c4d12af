"""What a pack of Tokyo holds, how it is checked, and the tables that a game looks things up in."""
