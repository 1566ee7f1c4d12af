"""One rulebook each: positions, orders, adjudication, data."""
