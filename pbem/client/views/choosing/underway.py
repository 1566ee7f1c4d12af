"""The attack that waits for an answer or for dice, as it is marked on the map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from pbem.client.views.choosing.choice import Choice
    from pbem.play.play import Play


class Mark(msgspec.Struct, frozen=True):
    """An attack: who attacks what, as `pbem.kit.contract.Game.underway` says; or a place alone."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    against: tuple[str, ...]


def marks(play: Play, written: Iterable[Choice] = ()) -> list[Mark]:
    """Return what is fought in a play; what the orders ``written`` say themselves is left out."""
    said = [(set(one.units), set(one.against)) for one in written]
    return [
        Mark(one.units, one.path, one.against)
        for one in play.game.underway(play.position)
        if not any(units >= set(one.units) and on >= set(one.against) for units, on in said)
    ]
