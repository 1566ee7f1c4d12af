"""Reach: what a unit can reach and at what cost, who can come to a place or beside it.

It is read off the legal orders and what each is on the map (`pbem.kit.contract.Arrow`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from pbem.kit.contract import Arrow
from pbem.kit.picture import AreaPicture, HexPicture, Picture, Space, part_of
from pbem.kit.wording import movement


class Reach(msgspec.Struct, frozen=True):
    """The places that one unit can reach -> movement points, null if none are spent.

    They are counted as `Legal.half_points` says.

    ``at``: where it stands, empty where it is on no map; ``after``: the order after which that is
    so, empty where it is so now.
    """

    unit: str
    at: str
    places: dict[str, int | None]
    after: str = ""


class Comers(msgspec.Struct, frozen=True):
    """The units that can come to a place, or beside it, at what cost, or can attack it now.

    ``near``: who stands beside it. ``later``, ``later_beside``: order -> who can come to it, or
    beside it, after that, who now cannot; ``tried``: whether orders were looked after.
    """

    place: str
    into: dict[str, int | None]
    beside: dict[str, int | None]
    attackers: list[str]
    near: list[str] = []
    later: dict[str, dict[str, int | None]] = {}
    later_beside: dict[str, dict[str, int | None]] = {}
    tried: bool = False


def reach(unit: str, at: str, arrows: Iterable[Arrow]) -> Reach | None:
    """Return what a unit can reach by these orders alone; None where it goes nowhere.

    ``at``: the place where it stands. ``arrows``: what each order is on the map.
    """
    places: dict[str, int | None] = {}
    for arrow in arrows:
        if arrow.units == (unit,) and arrow.path:
            _least(places, arrow.path[-1], arrow.cost)
    return Reach(unit, at, _cheapest(places)) if places else None


def comers(place: str, arrows: Iterable[Arrow], picture: Picture) -> Comers | None:
    """Return who can come to a place of the map by these orders; None where it is no place.

    ``arrows``: what each order is on the map.
    """
    near = beside(picture, place)
    if near is None:
        return None
    into: dict[str, int | None] = {}
    next_to: dict[str, int | None] = {}
    attackers: dict[str, None] = {}
    for arrow in arrows:
        for unit in arrow.units:
            if arrow.path and arrow.path[-1] == place:
                _least(into, unit, arrow.cost)
            if arrow.path and arrow.path[-1] in near:
                _least(next_to, unit, arrow.cost)
            if place in arrow.against:
                attackers[unit] = None
    standing = sorted(unit for unit, at in _units(picture) if at in near)
    return Comers(place, _cheapest(into), _cheapest(next_to), list(attackers), standing)


def comers_later(found: Comers, arrows: Mapping[str, Arrow], picture: Picture) -> Comers:
    """Add who can come after another order.

    ``arrows``: "order; order" -> what that is on the map.
    """
    near = beside(picture, found.place) or frozenset()
    into: dict[str, dict[str, int | None]] = {}
    next_to: dict[str, dict[str, int | None]] = {}
    for line, arrow in arrows.items():
        after, end = line.rpartition("; ")[0], arrow.path[-1] if arrow.path else ""
        for unit in arrow.units:
            if end == found.place and unit not in found.into:
                _least(into.setdefault(after, {}), unit, arrow.cost)
            if end in near and unit not in found.beside:
                _least(next_to.setdefault(after, {}), unit, arrow.cost)
    return replace(
        found,
        later={after: _cheapest(units) for after, units in into.items()},
        later_beside={after: _cheapest(units) for after, units in next_to.items()},
        tried=True,
    )


def _units(picture: Picture) -> Iterator[tuple[str, str]]:
    """Yield the name of each unit on the map, and where it stands."""
    if isinstance(picture, AreaPicture):
        yield from ((one.label, one.area) for one in picture.counters)
    else:
        for one in picture.pieces:
            if not one.marker:
                yield one.name or one.label, one.space


def _least(found: dict[str, int | None], key: str, cost: int | None) -> None:
    old = found.get(key)
    if key not in found or (cost is not None and (old is None or cost < old)):
        found[key] = cost


def _cheapest(costs: Mapping[str, int | None]) -> dict[str, int | None]:
    return dict(sorted(costs.items(), key=lambda one: (one[1] or 0, one[0])))


# --- the map -----------------------------------------------------------------------------------


def beside(picture: Picture, place: str) -> frozenset[str] | None:
    """Return the places beside one; None where the map has no such place."""
    if isinstance(picture, AreaPicture):
        areas = {area.id: area.next_to for area in picture.areas}
        return frozenset(areas[place]) if place in areas else None
    spaces = {space.id: space for space in picture.spaces}
    if place not in spaces:
        return None
    around = set(_around(picture, spaces[place]))
    return frozenset(one.id for one in picture.spaces if (one.column, one.row) in around)


def _around(picture: HexPicture, space: Space) -> Iterator[tuple[int, int]]:
    """Yield column and row of the six spaces around one, on the map or not."""
    column, row = space.column, space.row
    low = (column + 1) % 2 == (picture.low_columns == "odd")
    yield from ((column, row - 1), (column, row + 1))
    for side in (column - 1, column + 1):
        yield from ((side, row), (side, row + 1 if low else row - 1))


def costs_on(picture: Picture, found: Reach, *, halves: bool = False) -> HexPicture | None:
    """Return the part of a hex map that a unit can reach, its cost in each hex; None of Areas.

    ``halves``: the costs were counted in half points.
    """
    if isinstance(picture, AreaPicture):
        return None
    part = part_of(picture, {*found.places, found.at})
    spaces = (
        replace(one, mark=_mark(found.places.get(one.id, 0), halves=halves)) for one in part.spaces
    )
    return replace(part, spaces=tuple(spaces))


def _mark(cost: int | None, *, halves: bool) -> str:
    return movement(cost, halves=halves) if cost else ""
