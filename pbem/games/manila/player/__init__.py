"""A computer player of Manila: neither random nor clever, always legal."""
