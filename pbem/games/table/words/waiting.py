"""Cards that come when another side is asked: no mail is needed for them alone.

Another player's program adds or removes a layer before a card comes. A list ends there, unless its
cards wait until the list gives the turn away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from pbem.games.table.rules import orders as o
from pbem.kit import plain
from pbem.kit.contract import RawOrder
from pbem.kit.typed.orders import Pass

LATER = "later"
"""The last word of an order whose cards wait."""

_WAITING = frozenset(str(one.__struct_config__.tag) for one in get_args(o.Waiting))
_HANDING = frozenset(str(one.__struct_config__.tag) for one in (*get_args(o.Handing), Pass))
_NAME_NEXT = frozenset({"", "from", "to", "into", "of"})
"""Words after which a deck stands, even if it is called `later`."""


def patient(raws: Sequence[RawOrder]) -> list[RawOrder]:
    """Let the cards of orders wait before which a list surely goes on to give the turn away."""
    hands = [at for at, raw in enumerate(raws) if raw["do"] in _HANDING]
    last = hands[-1] if hands else 0
    return [*map(waiting, raws[:last]), *raws[last:]]


def waiting(raw: RawOrder) -> RawOrder:
    """Return an order so that its cards wait; one without such cards as it is."""
    if raw["do"] == "if":
        return {**raw, "then": waiting(raw["then"])}
    return {**raw, "wait": True} if raw["do"] in _WAITING else raw


def split(do: str, rest: str) -> tuple[str, bool]:
    """Return the rest of a line that begins with ``do``, and whether `later` ended it."""
    before, _, last = rest.rpartition(" ")
    named = before.rpartition(" ")[2] in _NAME_NEXT
    later = do in _WAITING and plain.lower(last) == LATER and not named
    return (before, True) if later else (rest, False)


def word(waits: bool) -> list[str]:
    """Return what an order that ``waits`` ends with."""
    return [LATER] if waits else []
