"""A tournament in words: lines, events, letters."""
