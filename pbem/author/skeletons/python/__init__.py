"""A small game in Python, on the defaults of the kit."""
