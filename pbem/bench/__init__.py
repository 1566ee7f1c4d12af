"""Top room: what the program costs, measured in ratios (docs/performance.md)."""
