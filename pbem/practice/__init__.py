"""A place to try things: both sides, one's own dice, and back again (docs/practice.md)."""
