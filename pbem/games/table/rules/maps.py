"""Maps, kinds of pieces and the set-up of a table, to be looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pbem.games.table.data.forms import TableData
from pbem.games.table.data.pieces import MapData, TypeData, pieces_of
from pbem.games.table.rules.position import Piece

FACE_DOWN = "face down"


class Maps(NamedTuple):
    """The lookups of maps and pieces."""

    places: Mapping[str, frozenset[str]]
    sheets: Mapping[str, MapData]
    types: Mapping[str, TypeData]
    setup: Mapping[str, Piece]
    cards: Mapping[str, Sequence[str]] = {}
    """The names of the cards of each deck."""

    def pictures(self) -> tuple[str, ...]:
        """Return the names of the pictures of boards and pieces, boards first, each once."""
        boards = (board.image for one in self.sheets.values() for board in one.boards)
        kinds = self.types.values()
        faces = (image for one in kinds for layer in one.layers for image in layer.images)
        every = (*boards, *(one.base for one in kinds), *faces)
        return tuple(dict.fromkeys(name for name in every if name))

    def kind(self, piece: Piece) -> TypeData:
        """Return the kind of a piece; of one face down its deck alone."""
        if piece.card is not None:
            return TypeData(f"{piece.card[0].partition('#')[0]} {FACE_DOWN}")
        return self.types.get(piece.type) or TypeData(piece.title)

    def kind_of_card(self, title: str) -> str:
        """Return the one kind of piece that is called as a card; nothing if there is none."""
        found = [name for name, one in self.types.items() if one.name == title]
        return found[0] if len(found) == 1 else ""

    def every(self) -> list[str]:
        """Return every place of every map, in order."""
        return [f"{name}/{place}" for name, here in self.places.items() for place in sorted(here)]


def maps_of(data: TableData, cards: Mapping[str, Sequence[str]]) -> Maps:
    """Return what a table file has of maps and pieces; ``cards``: deck -> names of its cards."""
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
    return Maps(places, found.maps, found.types, setup, cards)
