"""Import entries and results, pair, rule, close."""
