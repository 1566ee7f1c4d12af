"""The places of counters in the box of an area: side by side in lines, each side on its own.

After orders that are not signed yet nothing moves that was there before: what leaves an area
leaves a gap, what comes takes slots that were free, and boxes are as high as they were.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections import defaultdict
from collections.abc import Iterator, Sequence

from pbem.kit.picture import Area, AreaPicture, Counter, Inset

ACROSS, FEWER, MANY, BESIDE = 3, 2, 12, 4
"""Counters side by side in a box; fewer where a row reaches further than so many half boxes. On a
board beside the map they are square, and so more of them fit."""

LEAST_ROWS = 1
"""Lines of counters that every box has room for."""

Slot = tuple[int, int, int]
"""Column and line in a box, and how many counters lie below it there."""


def side_by_side(picture: AreaPicture | Inset) -> int:
    """Return how many counters lie side by side in a box.

    Fewer where many boxes stand in a row: so the map is no wider than can be read.
    """
    if not isinstance(picture, AreaPicture):
        return BESIDE
    columns = max((area.column for area in picture.areas), default=0)
    return FEWER if columns > MANY else ACROSS


def lines(picture: AreaPicture | Inset) -> dict[int, int]:
    """Return for each row of areas how many lines of counters the fullest of them needs."""
    across = side_by_side(picture)
    here: dict[str, Counted[str]] = {area.id: Counted() for area in picture.areas}
    for counter in picture.counters:
        here[counter.area][counter.side] += 1
    found: dict[int, int] = {}
    for area in picture.areas:
        many = sum(-(-count // across) for count in here[area.id].values())
        found[area.row] = max(found.get(area.row, LEAST_ROWS), many)
    return found


def in_lines(
    area: Area, counters: Sequence[Counter], ranks: Sequence[str], across: int
) -> Iterator[Slot]:
    """Yield the slot of each counter of `ranked`, ``across`` a line: each side's begin a line.

    ``ranks``: as for `ranked`.
    """
    row = 0
    for side in _sides(area, ranks):
        many = sum(counter.side == side for counter in counters)
        yield from ((number % across, row + number // across, 0) for number in range(many))
        row += -(-many // across)


def ranked(area: Area, counters: Sequence[Counter], ranks: Sequence[str]) -> list[Counter]:
    """Return the counters of an area side by side; those of its holder stand first.

    ``ranks``: all sides, in the order of the others.
    """
    return [one for side in _sides(area, ranks) for one in counters if one.side == side]


def as_before(
    counters: Sequence[Counter], before: Sequence[tuple[Counter, Slot]], room: int, across: int
) -> list[Slot]:
    """Return the slot of each of ``counters`` in a box with ``room`` lines, which has none more.

    ``before``: which lay there, and where; they lie there still. ``across``: how many lie side by
    side. A counter that comes takes what was free, then gaps. If all is taken, it lies upon the
    last slot.
    """
    lay: defaultdict[tuple[str, str], list[Slot]] = defaultdict(list)
    for counter, slot in before:
        lay[counter.side, counter.label].append(slot)
    named = [lay[one.side, one.label] for one in counters]  # several may have one name
    kept = [slots.pop(0) if slots else None for slots in named]
    used = {slot for _, slot in before}
    every = [(column, row, 0) for row in range(room) for column in range(across)]
    free = [slot for slot in every if slot not in used]
    free += [slot for slot in every if slot in used and slot not in kept]
    column, row, _ = every[-1]
    coming = sum(slot is None for slot in kept)
    piled = ((column, row, high) for high in range(1, 1 + coming))
    rest = iter([*free, *piled])
    return [slot or next(rest) for slot in kept]


def _sides(area: Area, ranks: Sequence[str]) -> list[str]:
    return sorted(ranks, key=lambda side: side != area.holder)
