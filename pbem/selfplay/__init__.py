"""Games without signatures: simulations, computer players, the general tests."""
