"""The data of Raids."""
