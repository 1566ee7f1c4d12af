"""What an author of a game needs: a skeleton that runs (``new``), and checks of a module."""
