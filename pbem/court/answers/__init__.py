"""What is said of each claim, and what it rests on."""
