"""Maps, kinds of pieces and the set-up of a table, to be looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pbem.games.table.data.forms import TableData
from pbem.games.table.data.pieces import TypeData, pieces_of
from pbem.games.table.rules.position import Piece


class Maps(NamedTuple):
    """What is looked up of maps and pieces."""

    places: Mapping[str, frozenset[str]]
    types: Mapping[str, TypeData]
    setup: Mapping[str, Piece]

    def every(self) -> list[str]:
        """Return every place of every map, in order."""
        return [f"{name}/{place}" for name, here in self.places.items() for place in sorted(here)]


def maps_of(data: TableData) -> Maps:
    """Return what a table file has of maps and pieces."""
    found = pieces_of(data)
    places = {name: frozenset(place for place, _, _ in one.places)
              for name, one in found.maps.items()}  # fmt: skip
    setup = {}
    for name, one in found.setup.items():
        at = f"{one.map}/{one.place}"
        if not one.place and one.at:
            at = f"{one.map}@{one.at[0]},{one.at[1]}"
        first = tuple(layer.level for layer in found.types[one.type].layers)
        up = first if one.layers is None else one.layers
        setup[name] = Piece(one.type, at, one.z, up, one.facing)
    return Maps(places, found.types, setup)
