"""Orders, reports, pictures and charts of a hex-and-counter game."""
