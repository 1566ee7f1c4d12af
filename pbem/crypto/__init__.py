"""Floor 0, bytes in and bytes out: canonical JSON, signatures, VRF, dice, commitments, decks."""
