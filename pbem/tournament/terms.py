"""What the terms of a tournament may be (docs/tournaments.md, 2)."""

from __future__ import annotations

from pbem.crypto import signing
from pbem.tournament import kinds

PAIR_OUTCOMES = ("first", "second", "draw", "none")
TABLE_TIES = ("buchholz", "buchholz-cut-1", "progressive", "wins")
"""Tie-breaks that mean something where three sit at a table."""


def contradiction(found: kinds.Found) -> str:
    """Say what in the terms contradicts itself; empty where nothing does."""
    board, points, form = found.board, found.points, found.format
    sides = [side for held in board.sides for side in held]
    after = form.after if isinstance(form, kinds.Ladder) else None
    tables = isinstance(form, kinds.Tables)
    told = {
        "checkpoints are signed by the key of its director, or by one that is not admitted": (
            found.checkpoints.key == found.director.sign
            or not signing.admissible_key(bytes.fromhex(found.checkpoints.key))
        ),
        "tables have three sets of sides, all other formats two": len(board.sides) != 2 + tables,
        f"at tables the tie-breaks are {', '.join(TABLE_TIES)}": (
            tables and not {*found.ties} <= {*TABLE_TIES}
        ),
        "AREA rates games of two, and at a table there are three": (
            tables and any(isinstance(one, kinds.Area) for one in found.ratings)
        ),
        "a side is held by two": len(sides) != len(set(sides)),
        "a rating system stands there twice": len({type(one) for one in found.ratings})
        != len(found.ratings),
        "an elimination is ordered by the round reached, so it has no tie-breaks": (
            bool(found.ties) and isinstance(form, kinds.Elimination)
        ),
        "a ladder is ordered by its places, so it has no tie-breaks": (
            bool(found.ties) and isinstance(form, kinds.Ladder)
        ),
        "a tie-break stands there twice": len(set(found.ties)) != len(found.ties),
        "a key stands twice in the order that it goes on from": (
            after is not None and len({*after.order}) != len(after.order)
        ),
        "a win gives less than a draw, a draw less than a loss, or a win nothing": (
            not points.win >= points.draw >= points.loss or not points.win
        ),
        "its dice policy needs an umpire, or is that of a practice": (
            board.dice == "self" or (board.dice == "umpire" and not board.umpire)
        ),
    }
    return next((why for why, wrong in told.items() if wrong), "")


def misfit(found: kinds.Found, data: object) -> str:
    """Say what of an event does not fit how many sit at a board; empty where all does."""
    seats = len(found.board.sides)
    if isinstance(data, kinds.Pair) and any(len(board) != seats for board in data.boards):
        return f"at a board of this tournament there are {seats}"
    if isinstance(data, kinds.ResultOf | kinds.Rule) and data.outcome != "none":
        of_pair = data.outcome in PAIR_OUTCOMES
        if of_pair != (seats == 2):
            told = "places, as 1-3-2" if of_pair else "first, second, draw or none"
            return f"how a board of {seats} ends is said by {told}"
    return ""
