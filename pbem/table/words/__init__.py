"""What happened at a table, in words."""
