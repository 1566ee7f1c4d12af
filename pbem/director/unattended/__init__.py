"""Run a tournament by its director's written plan, and ask them about all else."""
