"""Floor 1, who a player is: key files, player cards, fingerprints."""
