"""Games without signatures: simulations, players who look ahead, the general tests."""
