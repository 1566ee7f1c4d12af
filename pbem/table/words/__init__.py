"""The events at a table, in sentences."""
