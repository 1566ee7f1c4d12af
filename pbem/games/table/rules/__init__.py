"""The things on a table, the questions, and the effect of each order."""
