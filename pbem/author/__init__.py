"""The tools of an author of a game: a skeleton that runs (``new``), and checks of a module."""
