"""Modules that are made again for each game, because they need more of it than a setting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

from pbem.kit.contract import Game

M = TypeVar("M")


class ForGame(Generic[M]):
    """A module that is not made yet; `of` makes it."""

    def __init__(self, make: Callable[[Any], M]) -> None:
        self.make = make

    def of(self, game: Game[Any, Any]) -> M:
        """Return the module of one game."""
        return self.make(game)


def for_game(make: Callable[[Any], M]) -> M:
    """Return a module that `pbem.kit.game.ModularGame` makes when a game is made.

    Args:
        make: Takes the game and returns the module: most often the module's class.

    Returns:
        A placeholder for the module until then. Its type is that of the module, so that mypy
        compares what ``make`` returns with what a game expects.
    """
    return cast("M", ForGame(make))
