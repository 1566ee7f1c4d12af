"""What a pack of Singapore holds, and the tables made of it."""
