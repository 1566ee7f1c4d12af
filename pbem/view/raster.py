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
BYTES_MOST = 120_000
"""The limit of a picture: with a log, its text and the report, a message stays within
`docs/mail.md`."""

DRAWN_MOST = 400
"""The limit of several maps: with more places and counters nothing could be read, or drawn soon."""

_SET = re.compile(r"(--[a-z]+):([^;}]+)")
_USED = re.compile(r"var\((--[a-z]+)(?:,([^)]+))?\)")


def png(picture: Picture) -> bytes | None:
    """Return a map as PNG; None where nothing here can make one, or it is too large."""
    many = isinstance(picture, AreaPicture) and len(picture.areas) + len(picture.counters)
    if isinstance(picture, AreaPicture) and picture.leaves and many > DRAWN_MOST:
        picture = replace(picture, areas=(), counters=(), leaves=(), moves=())
    made = svg(picture, words=False, beside=False, titled=False, legend=False)
    return _png(with_colours(made))


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


def with_colours(drawing: str) -> str:
    """Return a drawing with the values of its variables, the first of each: those of the light."""
    values: dict[str, str] = {}
    for name, value in _SET.findall(drawing.partition("</style>")[0]):
        values.setdefault(name, value)
    return _USED.sub(lambda found: values.get(found[1], found[2] or found[0]), drawing)
