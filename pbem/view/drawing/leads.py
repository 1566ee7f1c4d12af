"""The foot of the box of an area: where one can go from there.

On a map where all of that is too long to be read, what the lines between boxes say is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap
from typing import NamedTuple, TypeAlias

from pbem.crypto.text import escape
from pbem.kit.picture import Area, AreaPicture, Inset, neighbours, signs_before
from pbem.view.drawing.boxes import LETTERS

ADVANCE = 0.62
"""Width of a letter by its size: of names that begin with capitals and signs."""

Place: TypeAlias = tuple[int, int]
"""The column and row of a box."""


class Leads(NamedTuple):
    """The lines at the foot of each box, by its area, escaped.

    ``far``: they name those areas alone whose boxes do not touch it.
    """

    lines: dict[str, tuple[str, ...]]
    far: bool


class _Leads(NamedTuple):
    """The ways from an area whose box lies at a place: ids, and how each is written."""

    area: str
    at: Place
    to: tuple[str, ...]
    written: tuple[str, ...]


def leads_of(picture: AreaPicture | Inset, wide: float) -> Leads:
    """Return what stands at the foot of boxes, ``wide`` points across; of an inset nothing."""
    if isinstance(picture, Inset):
        return Leads({area.id: () for area in picture.areas}, far=False)
    signs = signs_before(picture)
    every = tuple(
        _Leads(area.id, _place(area), (*area.next_to, *area.across), tuple(neighbours(area, signs)))
        for area in picture.areas
    )
    return _set(every, int(wide / (ADVANCE * LETTERS)))


@lru_cache(maxsize=16)
def _set(every: tuple[_Leads, ...], letters: int) -> Leads:
    """Set the feet of all boxes of a map, which are the same from one map of a game to the next."""
    found = {one.area: _wrapped("to", one.written, letters) for one in every}
    far = any(len(lines) > 1 for lines in found.values())
    if far:
        at = {one.area: one.at for one in every}
        for area, here, to, written in every:
            beyond = [
                word
                for id_, word in zip(to, written, strict=True)
                if id_ not in at or not touch(here, at[id_])
            ]
            found[area] = _wrapped("also to", beyond, letters)
    return Leads(found, far)


def _wrapped(begins: str, words: Sequence[str], letters: int) -> tuple[str, ...]:
    if not words:
        return ()
    return tuple(wrap(escape(" ".join([begins, *words])), letters, break_on_hyphens=False))


def _place(area: Area) -> Place:
    return area.column, area.row


def touch(one: Place, other: Place) -> bool:
    """Return whether two boxes, by column and row, meet along a line."""
    (column, row), (other_column, other_row) = one, other
    across, down = abs(other_column - column), abs(other_row - row)
    return across == 2 if not down else down == 1 and across <= 1
