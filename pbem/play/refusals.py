"""The refusals of an order: each paragraph against it, for the whole and for each unit alone.

The rules refuse an order by the first paragraph that it breaks. If an order has several units, each
is judged by itself too, so that it is seen who is to blame for what.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pbem.errors import IllegalOrder
from pbem.kit import asking, plain
from pbem.kit.contract import Order
from pbem.play.play import Play

PARTS_MOST = 12
"""So many units of one order are judged."""


class Against(msgspec.Struct, frozen=True):
    """A paragraph against an order: ``order`` is the part of it that is judged, as a line.

    ``why`` it is refused in words, ``instead`` what would be legal (may be empty).
    """

    order: str
    paragraph: str
    why: str
    instead: str


def against(play: Play, order: Order) -> list[Against]:
    """Return each paragraph against an order of the side that is asked; nothing where it is legal.

    The first is against the whole, those after it against one unit of it, as if it were alone.
    """
    whole = _refusal(play, order)
    return [] if whole is None else [whole, *_parts(play, order)]


def is_legal(play: Play, order: Order) -> bool:
    """Say whether the open question may be answered by an order."""
    return asking.is_legal(play.game, play.position, order)


def spellings(name: str) -> tuple[str, str]:
    """Return how a name is written, in small letters: whole, and without the side before it."""
    folded = plain.lower(name)
    return folded, folded.rpartition(":")[2]


def _refusal(play: Play, order: Order) -> Against | None:
    game = play.game
    try:
        game.check(play.position, order)
    except IllegalOrder as error:
        return Against(game.text(order), error.paragraph, error.why, error.instead)
    return None


def _parts(play: Play, order: Order) -> Iterator[Against]:
    """Judge each unit of an order of several by itself: what is against it would be so alone."""
    game = play.game
    known = game.names["UNIT"].words if "UNIT" in game.names else ()
    units = {spelling for one in known for spelling in spellings(one)}
    for name in order.__struct_fields__:
        value = getattr(order, name)
        if not (isinstance(value, tuple) and len(value) > 1):
            continue
        if not all(isinstance(one, str) and plain.lower(one) in units for one in value):
            continue
        for one in value[:PARTS_MOST]:
            refused = _refusal(play, msgspec.structs.replace(order, **{name: (one,)}))
            if refused is not None:
                yield refused
