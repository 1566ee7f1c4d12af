"""A player's own software: keys, cards, logs, orders, and mail that arrived."""
