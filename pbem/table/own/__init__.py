"""What one player's client knows and writes: record, seals, hands, signatures."""
