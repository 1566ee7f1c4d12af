"""A sensible player of Meiktila: neither random nor clever, always legal."""
