"""Tokyo in words: orders, standing orders and cases as typed, descriptions, pictures."""
