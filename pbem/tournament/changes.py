"""Changes of terms: what may change, and from which round on (docs/tournaments.md, 2)."""

from __future__ import annotations

import msgspec

from pbem.tournament.events.kinds import Change, Found
from pbem.tournament.events.term_kinds import Solitaire, Swiss, Tables
from pbem.tournament.events.terms import contradiction
from pbem.tournament.history import History

COUNTED = Swiss | Tables | Solitaire
"""Formats whose terms say how many rounds there are."""


def why_none(history: History, change: Change) -> str:
    """Say why a change cannot be made, or changes nothing; empty where it can."""
    found, board, rounds = history.found, change.board, change.rounds
    length = rounds or history.length
    reported = {
        f"round {change.from_} is paired": change.from_ < history.next_round,
        f"there is no round {change.from_}": bool(length) and change.from_ > length,
        "it changes nothing": board is None and rounds is None,
        f"it has {rounds} rounds already": rounds is not None and rounds == history.length,
        "only a Swiss, tables and games by score have an agreed number of rounds": (
            rounds is not None and not isinstance(found.format, COUNTED)
        ),
        "it has that game already": board is not None and board == history.board_in(change.from_),
        "the sides of the first and the second player cannot change": (
            board is not None and board.sides != found.board.sides
        ),
    }
    return next((why for why, wrong in reported.items() if wrong), "")


def contradicts(found: Found, change: Change) -> str:
    """Say what in the terms contradicts itself after a change; empty where nothing does."""
    board = found.board if change.board is None else change.board
    return contradiction(msgspec.structs.replace(found, board=board))
