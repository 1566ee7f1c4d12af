"""What The Ford is played with."""
