"""A picture drawn into a file, of whichever kind its map is: for the eye, a printer, a web page."""

from __future__ import annotations

from pathlib import Path

from pbem import plot
from pbem.kit.picture import AreaPicture, Picture
from pbem.view import drawing_areas, drawing_hexes


def draw(path: Path, picture: Picture) -> None:
    """Draw the map, its legend, every piece and the notes into an ``.svg`` or ``.png`` file.

    The same picture gives the same bytes. Text of others is escaped. Raises what `plot.check` and
    `plot.save` raise.
    """
    plot.check(path)
    with plot.style():
        if isinstance(picture, AreaPicture):
            page = drawing_areas.page(picture)
        else:
            page = drawing_hexes.page(picture)
        plot.save(page.finished(), path)
