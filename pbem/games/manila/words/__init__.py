"""Manila in words: orders, standing answers and cases as typed, descriptions, pictures."""
