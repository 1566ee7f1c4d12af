"""A tournament's log as a transparency log: heads, receipts, files."""
