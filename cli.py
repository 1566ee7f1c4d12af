"""The pbem command."""
