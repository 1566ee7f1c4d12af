"""A player's identity: key files, player cards, fingerprints."""
