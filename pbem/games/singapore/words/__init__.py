"""Singapore in words: orders, standing answers, tellings, pictures, cases."""
