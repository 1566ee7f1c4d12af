"""Stocks of which nobody else knows how much is left (docs/protocol-cards.md, section 4)."""
