"""What a pack of Meiktila holds, how it is checked, and the tables of a game."""
