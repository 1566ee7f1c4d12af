"""What the events of a tournament's log hold."""
