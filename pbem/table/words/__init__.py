"""What happened at a table, in sentences."""
