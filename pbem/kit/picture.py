"""Where pieces stand on which map: what a rules module hands to whoever draws it."""

from __future__ import annotations

import msgspec


class Space(msgspec.Struct, frozen=True):
    """A hex of the map: ``column`` and ``row`` count from 0, ``terrain`` is the data's word."""

    id: str
    column: int
    row: int
    terrain: str


class Piece(msgspec.Struct, frozen=True):
    """A counter or marker in a space: ``label`` is at most 5 characters, ``text`` says it whole."""

    space: str
    side: str
    label: str
    text: str


class Picture(msgspec.Struct, frozen=True):
    """A hex map with pieces; ``low_columns``: the "even" or "odd" ones sit half a hex lower.

    ``symbols`` gives each terrain word its one-character symbol, ``notes`` are lines to print
    beside the map (what is reconstructed, tracks, boxes).
    """

    title: str
    spaces: tuple[Space, ...]
    pieces: tuple[Piece, ...]
    symbols: dict[str, str]
    low_columns: str
    notes: tuple[str, ...] = ()
