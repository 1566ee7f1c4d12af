"""The board, in browsers. It is a package: one browser serves all its tests, and then ends."""
