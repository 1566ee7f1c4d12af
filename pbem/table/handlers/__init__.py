"""What each kind of event does with what lies on the table: one room for each promise."""
