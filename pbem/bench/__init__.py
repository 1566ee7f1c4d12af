"""Measures what the program costs, in ratios (docs/performance.md)."""
