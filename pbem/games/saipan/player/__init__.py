"""A computer player of Saipan: neither random nor clever, always legal."""
