"""The log of a tournament as a transparency log: heads, receipts, and all of it as files."""
