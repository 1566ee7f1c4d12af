"""One player's knowledge and writing at their client: record, seals, hands, signatures."""
