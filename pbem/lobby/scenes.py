"""Pictures of games in the lobby: the part of a map where most counters stand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.files import MIB, read_plain
from pbem.kit.picture import AreaPicture
from pbem.view.drawing import svg

if TYPE_CHECKING:
    from pbem.kit.picture import Picture

WIDE, HIGH = 14.0, 6.4
"""How much of a map is seen, in counters."""

_DICE = Path(__file__).parent / "page" / "dice.svg"
"""The picture for a game that has dice and cards, and no map."""
_NUMBER = r"(-?[\d.]+)"
_COUNTER = re.compile(rf'<rect class="counter [^>]* x="{_NUMBER}" y="{_NUMBER}" width="{_NUMBER}"')
_SIZE = re.compile(rf'width="{_NUMBER}" height="{_NUMBER}" viewBox="[^"]*"')


def scene(picture: Picture) -> bytes:
    """Return a map as a small picture shows it: all of one on which nobody stands."""
    if isinstance(picture, AreaPicture) and not picture.areas:
        return read_plain(_DICE, MIB)
    drawing = svg(picture, words=False, beside=False, titled=False, legend=False)
    counters = [tuple(map(float, found)) for found in _COUNTER.findall(drawing)]
    size = _SIZE.search(drawing)
    if not counters or size is None:
        return drawing.encode()
    one = max(width for _, _, width in counters)
    whole = float(size[1]), float(size[2])
    part = min(1.0, whole[0] / (WIDE * one), whole[1] / (HIGH * one))
    wide, high = part * WIDE * one, part * HIGH * one
    spots = sorted({(x + half / 2, y + half / 2) for x, y, half in counters})

    def seen(spot: tuple[float, float]) -> int:
        return sum(abs(x - spot[0]) < wide / 2 and abs(y - spot[1]) < high / 2 for x, y in spots)

    x, y = max(spots, key=seen)
    left = max(0.0, min(whole[0] - wide, x - wide / 2))
    top = max(0.0, min(whole[1] - high, y - high / 2))
    box = f'width="{wide:g}" height="{high:g}" viewBox="{left:.1f} {top:.1f} {wide:g} {high:g}"'
    return (drawing[: size.start()] + box + drawing[size.end() :]).encode()
