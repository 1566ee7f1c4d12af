"""The names of the sides of a tournament's game."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.table.library import Library
from pbem.tournament.history import History


def called(history: History, sides: Iterable[str], library: Library | None = None) -> str:
    """Return sides by their display names, as in a sentence: U.S. and Japan.

    Args:
        history: The tournament, whose terms name the game.
        sides: Ids of sides.
        library: Has the rules; without it, or without the rules in it, sides have their ids.
    """
    board = history.found.board
    names = (
        {} if library is None else library.side_names(board.rules, board.scenario, board.options)
    )
    return " and ".join(names.get(side, side) for side in sides)
