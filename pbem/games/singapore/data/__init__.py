"""The content of a pack of Singapore, and the tables made of it."""
