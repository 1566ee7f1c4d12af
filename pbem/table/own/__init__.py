"""One player's own side of a table: record, seals, hands, signatures."""
