"""Singapore in words: orders, standing orders, tellings, pictures, cases."""
