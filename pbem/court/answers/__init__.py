"""The answer to each claim, and what it rests on."""
