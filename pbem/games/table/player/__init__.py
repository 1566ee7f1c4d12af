"""A player who keeps a table going."""
