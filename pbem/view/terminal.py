"""A picture drawn in a terminal, of whichever kind its map is."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.kit.picture import AreaPicture, HexPicture, Picture
from pbem.view import areamap, hexmap

WIDTH = 100
"""Columns to draw in where nobody knows better."""


def draw(picture: Picture, *, width: int | None = None, colour: bool = True) -> str:
    """Return the map with all that stands beside it, as lines for a terminal of ``width`` columns.

    ``width`` None: `WIDTH`. Without ``colour`` the text is free of escape sequences, and ASCII as
    far as the picture's own texts are. Text of others is escaped.
    """
    columns = width or WIDTH
    if isinstance(picture, AreaPicture):
        if picture.leaves:  # thousands of places: the position in words lists those that are held
            picture = replace(picture, areas=(), counters=())
        lines = areamap.lines(picture, columns, colour=colour)
    else:
        lines = hexmap.lines(picture, columns, colour=colour)
    return "\n".join(lines) + "\n"


def map_alone(picture: HexPicture, *, width: int, colour: bool) -> str:
    """Return a hex map as lines without what stands beside it: title, legend and lists.

    ``width``, ``colour``: as for `draw`.
    """
    return "\n".join(hexmap.map_lines(picture, width, colour=colour)) + "\n"
