"""What one player's own software knows and writes: records, secrets, hands, what is signed."""
