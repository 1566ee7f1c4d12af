"""Several games for each pairing: which boards a match has.

Source: docs/tournaments.md, section 4.
"""

from __future__ import annotations

from collections.abc import Iterable

Board = tuple[int, ...]


def boards_of(pairs: Iterable[Board], legs: int) -> tuple[Board, ...]:
    """Return the boards of all pairs, ``legs`` each in a row: the two are first in turn."""
    return tuple(pair[:: -1 if leg % 2 else 1] for pair in pairs for leg in range(legs))


def pairs_of(boards: tuple[Board, ...], legs: int) -> tuple[Board, ...] | None:
    """Return whose boards these are; None if they are not those of whole matches.

    ``legs``: the boards of a match.
    """
    pairs = boards[::legs]
    return pairs if boards_of(pairs, legs) == boards else None
