"""What the dice can make of an order: every end of it, with its exact chance."""
