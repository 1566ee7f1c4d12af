"""A fuzz of the table: random events of all parties with all keys, and what must hold of each."""
