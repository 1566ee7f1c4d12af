"""A computer player of Race to Tokyo: neither random nor clever, always legal."""
