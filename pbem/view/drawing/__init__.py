"""A map drawn as SVG, of whichever kind it is: for the eye, a printer, a web page, the board.

There is one drawing for all of them. It has structure: a group for each place, which says its name
and holds its title, and one for each counter; how these look is a style's matter, `style`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from pbem.errors import FormError
from pbem.kit.picture import AreaPicture, HexPicture, Picture
from pbem.log.disk import write_over
from pbem.view.drawing import areas, hexes
from pbem.view.drawing.page import Page
from pbem.view.drawing.part import CARD, Frame, seen, window
from pbem.view.drawing.slots import lines
from pbem.view.drawing.style import stylesheet

SUFFIX = ".svg"

__all__ = ["CARD", "Frame", "card", "check", "draw", "room_for", "stylesheet", "svg"]


def check(path: Path) -> None:
    """Raise FormError for a file that is not named as one with a drawing is: ``NAME.svg``."""
    if path.suffix.lower() != SUFFIX:
        raise FormError(
            f"{path.name}: name a file that ends with {SUFFIX}. Every browser shows and prints it"
        )


def draw(path: Path, picture: Picture) -> None:
    """Draw the map, its legend, every piece and the notes into an ``.svg`` file.

    The same picture gives the same bytes. Text of others is escaped.

    Raises:
        FormError: The name of the file does not end in ``.svg``.
        LogFileError: The disk refuses. The old file is unchanged then.
    """
    check(path)
    write_over(path, svg(picture).encode(), "Drawing", shared=True)


def svg(
    picture: Picture,
    *,
    styled: bool = True,
    words: bool = True,
    beside: bool = True,
    titled: bool = True,
    room: Mapping[int, int] | None = None,
    before: Picture | None = None,
    legend: bool = True,
) -> str:
    """Return the drawing as SVG.

    Args:
        picture: The map.
        styled: With its style inside; a page that has `stylesheet` leaves it out.
        words: With everything in words below the map.
        beside: With the counters off the map, and boards such as a battle's.
        titled: With its title above it, and a margin.
        room: The result of `room_for`, if several maps should lie alike.
        before: The map before orders that are not signed: no box grows, and counters that stay keep
            their places.
        legend: With the legend of a hex map below it. Without it the map is as wide as its hexes.
    """
    if isinstance(picture, HexPicture) and not legend:
        page = hexes.page(picture, words=words, trays=beside, titled=titled, legend=False)
    else:
        page = _page(picture, room, before, words=words, beside=beside, titled=titled)
    return page.finished(stylesheet() if styled else "")


def card(picture: Picture, frame: Frame = CARD) -> str:
    """Return the part of the map where the counters are, as SVG for a card (`part`).

    It has neither title nor words, nor letters that are too small to be read there. ``frame``: the
    form of the part.
    """
    if isinstance(picture, HexPicture):
        page = hexes.page(picture, trays=False, titled=False, legend=False)
    else:
        page = areas.page(picture, words=False, beside=False, titled=False)
    part = window(page, frame)
    shown = seen(page.parts[: page.map_parts], part)
    return page.cut_out((part.x, part.y), (part.wide, part.high), shown, stylesheet())


def room_for(pictures: Iterable[Picture]) -> dict[int, int]:
    """Return the room that all of some maps need, so that each can be drawn alike.

    A hex map always lies alike; of a map of areas the boxes are as high as they are full.
    """
    found: dict[int, int] = {}
    for picture in pictures:
        if isinstance(picture, AreaPicture) and not picture.leaves:
            for row, many in lines(picture).items():
                found[row] = max(found.get(row, 0), many)
    return found


def _page(
    picture: Picture,
    room: Mapping[int, int] | None,
    before: Picture | None,
    *,
    words: bool,
    beside: bool,
    titled: bool,
) -> Page:
    if isinstance(picture, AreaPicture):
        lay = before if isinstance(before, AreaPicture) else None
        return areas.page(picture, words=words, beside=beside, titled=titled, room=room, before=lay)
    return hexes.page(picture, words=words, trays=beside, titled=titled)
