"""Replays and their checker, in browsers. It is a package as `tests/board` is."""
