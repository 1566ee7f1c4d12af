"""A place to try things: both sides, one's own dice, and undo (docs/practice.md)."""
