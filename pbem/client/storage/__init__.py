"""Find games, archive them, repair damage, keep the sides of a branch point."""
