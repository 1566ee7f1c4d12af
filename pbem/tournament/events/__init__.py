"""What the events of a tournament's log hold: its terms, players' words, what its director says."""
