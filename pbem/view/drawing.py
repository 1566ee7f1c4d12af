"""A picture drawn into a file, of whichever kind its map is: for the eye, a printer, a web page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem import plot
from pbem.kit.picture import AreaPicture, Picture
from pbem.view import drawing_areas, drawing_hexes

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(path: Path, picture: Picture) -> None:
    """Draw the map, its legend, every piece and the notes into an ``.svg`` or ``.png`` file.

    The same picture gives the same bytes. Text of others is escaped. Raises what `plot.check` and
    `plot.save` raise.
    """
    plot.check(path)
    with plot.style():
        plot.save(_figure(picture), path)


def svg(picture: Picture) -> str:
    """Return what `draw` would write into an ``.svg`` file; raises what `plot.check_here` does."""
    plot.check_here()
    with plot.style():
        return plot.rendered(_figure(picture), ".svg").decode()


def _figure(picture: Picture) -> Figure:
    if isinstance(picture, AreaPicture):
        return drawing_areas.page(picture).finished()
    return drawing_hexes.page(picture).finished()
