"""Tokyo in words: orders, standing answers and cases as people write them, telling, pictures."""
