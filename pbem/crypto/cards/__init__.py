"""Decks that nobody deals and hands that nobody else sees (docs/protocol-cards.md, section 3)."""
