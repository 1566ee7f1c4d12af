"""What the director takes in, and decides."""
