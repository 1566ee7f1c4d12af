"""What Raids is played with."""
