"""All ways in which dice can fall, and the exact odds of an order."""
