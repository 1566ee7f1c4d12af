"""A computer player of Meiktila: neither random nor clever, always legal."""
