"""Logs with one fault each: how they are made, and which finding each must give."""
