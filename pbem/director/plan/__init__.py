"""A tournament's plan, and what it is founded by."""
