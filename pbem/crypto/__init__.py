"""Bytes in, bytes out: canonical JSON, signatures, VRF, dice, commitments, decks."""
