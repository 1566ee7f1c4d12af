"""Propose a game by one link, answer such a link, and carry new events in one."""
