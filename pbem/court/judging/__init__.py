"""From copies to statements: what follows of each game from all that was handed in."""
