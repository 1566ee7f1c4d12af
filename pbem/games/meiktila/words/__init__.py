"""Meiktila in words: orders, answers and cases as people write them, telling, pictures."""
