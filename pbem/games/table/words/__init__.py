"""A table in words: orders, facts, reports, charts, numbered cases."""
