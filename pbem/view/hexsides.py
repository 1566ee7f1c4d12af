"""The sides of hexes that matter on a map - rivers, boundaries - and the roads that cross them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pbem.crypto.text import escape
from pbem.kit.picture import Edges, HexPicture, Space
from pbem.view.paint import ink

ROAD = "="
"""The sign of a hex with a road in it."""

SEVERAL = "&"
"""The mark of a side that is made of more than one kind."""

INKS = (("boundary", (231, 160)), ("river", (195, 27)), ("zone", (231, 90)))
"""Part of a kind's name -> its colours, ink and paper, numbers of the 256-colour palette."""
OTHER_INK = (16, 214)


class Wall(NamedTuple):
    """A side that matters: the sign that it is made of, and its escape sequence."""

    sign: str
    code: str


class Sides:
    """The hexsides and roads of a picture; hexes are given by column and row from 0."""

    def __init__(self, picture: HexPicture) -> None:
        self._odd_is_low = picture.low_columns == "even"
        self._edges = picture.edges
        self._spaces = {(space.column, space.row): space for space in picture.spaces}
        self._kinds: dict[frozenset[str], list[Edges]] = {}
        for kind in picture.edges:
            for pair in kind.pairs:
                self._kinds.setdefault(frozenset(pair), []).append(kind)
        self._joined = {frozenset(pair) for pair in picture.roads}
        self.with_road = {name for pair in picture.roads for name in pair}

    def low(self, column: int) -> bool:
        """Whether a column sits half a hex lower; the picture's words count from 1."""
        return (column % 2 == 1) == self._odd_is_low

    def left(self, column: int, row: int, half: int) -> Wall | None:
        """Return the left side of a hex in its upper (0) or lower (1) half, if it matters."""
        beside = row + half - (not self.low(column))
        return self._wall((column, row), (column - 1, beside), lying=False)

    def below(self, column: int, row: int) -> Wall | None:
        """Return the lowest side of a hex, if it matters."""
        return self._wall((column, row), (column, row + 1), lying=True)

    def _wall(self, here: tuple[int, int], there: tuple[int, int], *, lying: bool) -> Wall | None:
        one, other = self._spaces.get(here), self._spaces.get(there)
        if one is None or other is None:
            return None
        kinds = self._kinds.get(frozenset((one.id, other.id)), [])
        if not kinds:
            return None
        sign = kinds[0].lying if lying else kinds[0].standing
        return Wall(escape(sign)[:1] if len(kinds) == 1 else SEVERAL, _code(kinds[0]))

    def legend(self) -> Iterator[str]:
        """Say what the walls are made of, and which road hexes no road joins."""
        if self._edges:
            reported = ", ".join(f"{_signs(kind)} {escape(kind.name)}" for kind in self._edges)
            more = [
                f"{_pair(names)} {' and '.join(escape(kind.name) for kind in kinds)}"
                for names, kinds in sorted(self._kinds.items(), key=lambda item: sorted(item[0]))
                if len(kinds) > 1
            ]
            yield f"Walls: {reported}" + (f", {SEVERAL} both: {', '.join(more)}." if more else ".")
        if self.with_road:
            apart = [_pair(names) for names in self._touching() if names not in self._joined]
            but = f", except {', '.join(apart)}" if apart else ""
            yield f"{ROAD} road: it joins all neighbouring road hexes{but}."

    def _touching(self) -> Iterator[frozenset[str]]:
        """Yield every pair of hexes side by side that both have a road."""
        for (column, row), space in sorted(self._spaces.items()):
            above = row - (not self.low(column))
            beside = ((column - 1, above), (column - 1, above + 1), (column, row + 1))
            for other in (self._spaces.get(spot) for spot in beside):
                if other is not None and self._road(space) and self._road(other):
                    yield frozenset((space.id, other.id))

    def _road(self, space: Space) -> bool:
        return space.id in self.with_road


def _pair(names: frozenset[str]) -> str:
    return "/".join(escape(name) for name in sorted(names))


def _signs(kind: Edges) -> str:
    return " ".join(dict.fromkeys(escape(sign)[:1] for sign in (kind.standing, kind.lying)))


def _code(kind: Edges) -> str:
    word = kind.name.lower()
    return ink(next((inks for part, inks in INKS if part in word), OTHER_INK), bold=True)
