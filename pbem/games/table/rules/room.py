"""The room that a log has for cards: a draw and a shuffle have others write, who choose nothing.

A log has a share for each player (docs/protocol.md, section 2). Cards without end would use up that
of an opponent, who could then order nothing, or not even do what they owe.
"""

from __future__ import annotations

from pbem.errors import IllegalOrder
from pbem.games.table.rules.position import Position

ROOM = 3 << 20
"""Bytes that one player writes at most because of shuffles and draws."""
SHUFFLE, CARD, DRAWN = 6_000, 340, 1_700
"""Bytes for a shuffle, for each card in it, and for each card that is drawn, at most.

A shuffle counts its place in the event that opens all decks at the end, too. A card that is drawn
counts as one drawn alone, with dice for the part that it comes from.
"""


def taken(position: Position) -> int:
    """Return how many bytes each player has written, or owes, for the cards so far."""
    parts = [part for pile in position.piles.values() for part in pile.parts]
    due = sum(one.many for one in position.drawing)
    drawn = sum(part.drawn for part in parts) + due
    return SHUFFLE * len(parts) + CARD * sum(part.size for part in parts) + DRAWN * drawn


def check(position: Position, paragraph: str, more: int) -> None:
    """Raise `IllegalOrder` where ``more`` bytes have no room; ``paragraph``: of the order."""
    if taken(position) + more > ROOM:
        raise IllegalOrder(
            paragraph,
            "the cards of this game have filled their room in the log",
            "Agree on a result, and go on in a new game.",
        )
