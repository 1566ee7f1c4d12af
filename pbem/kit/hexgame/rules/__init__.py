"""The chapters of a hex-and-counter game; each function can be called alone."""
