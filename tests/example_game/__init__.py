"""The Ford: one hex, one unknown counter, one secret; the example of a rules module."""
