"""Messages that carry logs, and what mail programs make of them."""
