"""The table file: its form, its checks, and the one that comes with pbem."""
