"""A drawn map as PNG, for mail: programs that read mail show no SVG (docs/decisions).

The drawing is `pbem.view.drawing`'s own. Edges are not smoothed, which keeps the file small.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pbem.kit.picture import AreaPicture
from pbem.view.drawing import svg
from pbem.view.drawing.style import PAPER

if TYPE_CHECKING:
    from pbem.kit.picture import Picture

WIDTHS = (640, 480, 360)
"""Pixels; the next one is tried where a picture is too large."""
READ_LEAST = 4.0
"""Pixels of the smallest letters that are drawn: nobody could read lower ones, which take most of
the time and of the bytes."""
BYTES_MOST = 120_000
"""The limit of a picture: with a log, its text and the report, a message stays within
`docs/mail.md`."""

DRAWN_MOST = 400
"""The limit of several maps: with more places and counters nothing could be read, or drawn soon."""

_SET = re.compile(r"(--[a-z]+):([^;}]+)")
_USED = re.compile(r"var\((--[a-z]+)(?:,([^)]+))?\)")
_WIDE = re.compile(r'<svg [^>]*?width="([\d.]+)"')
_WORDS = re.compile(r'<text [^>]*?font-size="([\d.]+)".*?</text>', re.DOTALL)


def png(picture: Picture) -> bytes | None:
    """Return a map as PNG; None where nothing here can make one, or it is too large."""
    many = isinstance(picture, AreaPicture) and len(picture.areas) + len(picture.counters)
    if isinstance(picture, AreaPicture) and picture.leaves and many > DRAWN_MOST:
        picture = replace(picture, areas=(), counters=(), leaves=(), moves=())
    made = svg(picture, words=False, beside=False, titled=False, legend=False)
    return _png(with_colours(legible(made)))


@lru_cache(maxsize=8)  # a mail is often made twice: to be shown, and to be saved
def _png(drawing: str) -> bytes | None:
    try:
        import resvg_py  # noqa: PLC0415 - a browser build has none
    except ImportError:
        return None
    for width in WIDTHS:
        made = resvg_py.svg_to_bytes(
            svg_string=drawing,
            width=width,
            background=PAPER,
            shape_rendering="crisp_edges",
        )
        if len(made) <= BYTES_MOST:
            return bytes(made)
    return None


def legible(drawing: str) -> str:
    """Return a drawing without the words that nobody could read at the widest of `WIDTHS`."""
    wide = _WIDE.match(drawing)
    if wide is None:
        return drawing
    least = READ_LEAST * float(wide[1]) / WIDTHS[0]
    return _WORDS.sub(lambda found: "" if float(found[1]) < least else found[0], drawing)


def with_colours(drawing: str) -> str:
    """Return a drawing with the values of its variables, the first of each: those of the light."""
    values: dict[str, str] = {}
    for name, value in _SET.findall(drawing.partition("</style>")[0]):
        values.setdefault(name, value)
    return _USED.sub(lambda found: values.get(found[1], found[2] or found[0]), drawing)
