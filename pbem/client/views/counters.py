"""The owner of a counter that somebody names or points at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pbem.kit.picture import AreaPicture, HexPicture
from pbem.play.refusals import spellings

if TYPE_CHECKING:
    from pbem.kit.picture import Picture


class Enemy(NamedTuple):
    """A counter that is not one's own: its ``name``, the ``place`` where it stands."""

    name: str
    place: str


def enemy_in(picture: Picture, side: str, name: str, at: str) -> Enemy | None:
    """Return the counter of another side that a name means; None if it means none.

    Args:
        picture: The map.
        side: The side that looks.
        name: The name.
        at: The place of the counter. If it is empty, the only counter of this name is meant, and a
            counter of the looking side comes first.
    """
    meant = name.casefold()
    called = [one for one in _counters(picture) if meant in spellings(one[0])]
    here = [one for one in called if not at or one[1] == at]
    if any(whose == side for *_, whose in here):
        return None
    return next((Enemy(*one[:2]) for one in here), None)


def enemies_at(picture: Picture, side: str, name: str) -> Enemy | None:
    """Return who is in the place of this name, if it is no counter of your own; else None.

    ``side``: your own.
    """
    there = [one for one in _counters(picture) if one[1].casefold() == name.casefold()]
    if not there or any(whose == side for *_, whose in there):
        return None
    return Enemy("the enemy", there[0][1])


def held_by_others(picture: Picture, side: str) -> set[str]:
    """Return the places where a counter of another side stands that is no ally."""
    friends = {"", side}
    if isinstance(picture, AreaPicture) and (own := picture.sides.get(side)) and own.camp:
        friends |= {one for one, other in picture.sides.items() if other.camp == own.camp}
    return {place for _, place, whose in _counters(picture) if whose not in friends}


def units_of(picture: Picture, side: str) -> set[str]:
    """Return the names of the counters of a side on the map."""
    return {name for name, _, whose in _counters(picture) if whose == side}


def is_own(picture: Picture, side: str, name: str) -> bool:
    """Say whether a side has a counter of this name, on the map or off it."""
    own = [one for one, _, whose in _counters(picture) if whose == side]
    own += [one.label for tray in picture.trays if tray.side == side for one in tray.holds]
    return any(name.casefold() in spellings(one) for one in own)


def _counters(picture: Picture) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each counter on the map, where it stands and whose it is."""
    if isinstance(picture, HexPicture):
        yield from ((one.name or one.label, one.space, one.side) for one in picture.pieces)
    else:
        yield from ((one.label, one.area, one.side) for one in picture.counters)
