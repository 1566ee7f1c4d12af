"""A computer player of either side."""
