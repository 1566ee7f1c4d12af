"""Floor 5, a player's own software: keys, cards, logs, orders, and what came in the mail."""
