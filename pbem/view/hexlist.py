"""The text below a hex map: its legend, its places, every counter, and notes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from pbem.crypto.text import escape
from pbem.kit.picture import HexPicture, Piece, Space
from pbem.view.hexsides import Sides
from pbem.view.paint import counter_ink, in_columns, paint, wrapped

SEA = ("sea", "ocean", "water", "lake", "off")
"""Terrain that is left blank, and cut off around the land where nothing stands in it."""

ENTRY_INDENT = 21
"""The column where the words of an entry in the list of counters begin."""


class Lists:
    """A picture's texts as lines of ``width`` columns; ``sides``: whose counters there are.

    ``colour``: with escape sequences.
    """

    def __init__(
        self, picture: HexPicture, sides: Sequence[str], width: int, *, colour: bool
    ) -> None:
        self.picture = picture
        self.sides = sides
        self.width = width
        self.colour = colour
        self.names = {space.id: space for space in picture.spaces}

    def legend(self, shown: Sequence[Space], sides: Sides) -> list[str]:
        """Explain the signs of the hexes that are drawn.

        ``shown``: these hexes. ``sides``: their hexsides.
        """
        used = dict.fromkeys(space.terrain for space in shown)
        parts = [
            f"{self.symbol(word)} {escape(word.replace('_', ' '))}"
            for word in sorted(used)
            if word not in SEA
        ]
        low = "Even" if self.picture.low_columns == "even" else "Odd"
        wet = any(space.terrain in SEA for space in self.picture.spaces)
        water = "; a hex without walls is water" if wet else ""
        reported = [
            f"Ground: {', '.join(parts)}{water}.",
            f"{low} columns sit half a hex lower. A hex is its column, then its row.",
            *sides.legend(),
        ]
        if any(space.mark for space in shown):
            reported.append("The mark of a hex follows its ground.")
        if self.picture.holders:
            signs = self.picture.holders.items()
            held = (f"{escape(sign)[:1]} {self._name(side)}" for side, sign in signs)
            reported.append(f"Holders, before the ground: {', '.join(held)}.")
        if self.picture.brackets:
            left = (f"{escape(sign)[:1]} {self._name(side)}"
                    for side, sign in self.picture.brackets.items())  # fmt: skip
            reported.append(f"Left of a counter: {', '.join(left)}.")
        reported += [escape(line) for line in self.picture.key]
        return [line for one in reported for line in wrapped(one, self.width)]

    def _name(self, side: str) -> str:
        return escape(self.picture.name(side))

    def symbol(self, terrain: str) -> str:
        """Return the one character of a terrain."""
        return escape(self.picture.symbols.get(terrain, "?"))[:1]

    def held(self, space: Space) -> str:
        """Return the mark of the side that holds a hex, if it has one."""
        return escape(self.picture.holders.get(space.holder, ""))[:1]

    def ground(self, space: Space) -> str:
        """Return who holds a hex, what it is, and its mark: ``8C4``."""
        return self.held(space) + self.symbol(space.terrain) + escape(space.mark)[:2]

    def places(self) -> list[str]:
        """List every place with a name, by hex."""
        named = sorted((space for space in self.picture.spaces if space.name), key=_by_id)
        if not named:
            return []
        entries = [f"{escape(s.id)} {self.ground(s):>4} {escape(s.name)}" for s in named]
        return [f"Places ({len(named)})", *in_columns(entries, self.width, ENTRY_INDENT), ""]

    def pieces(self) -> list[str]:
        """List every counter by side: where it stands, on what, its label and what it is."""
        reported: list[str] = []
        ordered = sorted(self.picture.pieces, key=lambda piece: self.sides.index(piece.side))
        for side, group in groupby(ordered, key=lambda piece: piece.side):
            pieces = list(group)
            code = counter_ink(self.sides.index(side))
            mark = paint(code, f" {self._name(side)} ", colour=self.colour)
            reported.append(f"{mark} {len(pieces)} on the map")
            entries = [self._entry(piece) for piece in sorted(pieces, key=_by_place)]
            reported += [*in_columns(entries, self.width, ENTRY_INDENT), ""]
        return reported

    def _entry(self, piece: Piece) -> str:
        space = self.names.get(piece.space)
        ground = "" if space is None else escape(space.terrain)
        reported = escape(piece.text)
        if not piece.text.startswith(piece.label):
            reported = f"{escape(piece.label):5} {reported}"
        return f"{escape(piece.space)} {ground:9.9} {reported}"

    def notes(self) -> list[str]:
        """Return the picture's own notes."""
        return [line for note in self.picture.notes for line in wrapped(escape(note), self.width)]


def _by_place(piece: Piece) -> str:
    return piece.space


def _by_id(space: Space) -> str:
    return space.id
