"""The data of a hex-and-counter game: their form, what may be wrong with them, look-up tables."""
