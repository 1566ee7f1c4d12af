"""Meiktila in words: orders, answers and cases as typed, descriptions, pictures."""
