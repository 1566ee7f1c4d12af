"""What the terms of a tournament may be (docs/tournaments.md, 2)."""

from __future__ import annotations

from pbem.crypto import signing
from pbem.tournament import kinds


def contradiction(found: kinds.Found) -> str:
    """Say what in the terms contradicts itself; empty where nothing does."""
    board, points, form = found.board, found.points, found.format
    sides = [side for held in board.sides for side in held]
    after = form.after if isinstance(form, kinds.Ladder) else None
    told = {
        "checkpoints are signed by the key of its director, or by one that is not admitted": (
            found.checkpoints.key == found.director.sign
            or not signing.admissible_key(bytes.fromhex(found.checkpoints.key))
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
