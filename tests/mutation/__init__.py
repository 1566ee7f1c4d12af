"""Small faults put into the program, to see whether its tests notice (tests/mutation/README.md)."""
