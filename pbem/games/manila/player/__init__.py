"""A sensible player of Manila: neither random nor clever, always legal."""
