"""The content of the events of a tournament's log."""
