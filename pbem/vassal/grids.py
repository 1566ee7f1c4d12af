"""Grids of a board as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from pbem.vassal.described import Grid, Hex, Numbers, Pixel, Regions, Square, Zone, Zones
from pbem.vassal.trees import inside, kind, number, thousandths, truth, whole

_HEX_WIDTH = 866_025
"""Millionths: a column of hexes is so much narrower than a hex is high, unless a board says so."""


def grid_of(element: Element) -> Grid | None:
    """Return the grid below a board, with its zones; None if there is none."""
    for child in _children(element):
        if kind(child) == "ZonedGrid":
            zones = [_zone(one) for one in inside(child, "Zone")]
            return Zones(zones, _plain(child))
    return _plain(element)


def _children(element: Element) -> Iterator[Element]:
    """Yield what stands directly below an element, or in a folder there."""
    for child in element:
        if ".folder." in child.tag:
            yield from _children(child)
        else:
            yield child


def _plain(element: Element) -> Hex | Square | Regions | None:
    for child in _children(element):
        if kind(child) == "HexGrid":
            return _hex(child)
        if kind(child) == "SquareGrid":
            return Square(
                thousandths(child, "dx"), thousandths(child, "dy"),
                whole(child, "x0"), whole(child, "y0"), _snaps(child), _numbers(child),
            )  # fmt: skip
        if kind(child) == "RegionGrid":
            return Regions(
                [_region(one) for one in inside(child, "Region")], truth(child, "snapto")
            )
    return None


def _region(element: Element) -> tuple[str, int, int]:
    return element.get("name", ""), whole(element, "originx"), whole(element, "originy")


def _hex(element: Element) -> Hex:
    dy = thousandths(element, "dy") or 64_500
    dx = thousandths(element, "dx") or dy * _HEX_WIDTH // 1_000_000
    return Hex(
        dx, dy, whole(element, "x0"), whole(element, "y0", 32),
        truth(element, "sideways"), _snaps(element), _numbers(element),
    )  # fmt: skip


def _snaps(element: Element) -> int:
    return int(element.get("snapTo") != "false")  # VASSAL 2 did not write it


def _numbers(element: Element) -> Numbers | None:
    for one in inside(element, "HexGridNumbering", "SquareGridNumbering"):
        return Numbers(
            first=one.get("first", "H")[:1],
            format=one.get("locationFormat", "$gridLocation$"),
            h=_axis(one, "h"),
            v=_axis(one, "v"),
            sep=one.get("sep", ""),
            stagger=truth(one, "stagger"),
        )
    return None


def _axis(element: Element, axis: str) -> tuple[str, int, int, int]:
    return (
        element.get(f"{axis}Type", "N")[:1],
        whole(element, f"{axis}Off", 1),
        max(0, min(9, whole(element, f"{axis}Leading", 1))),
        truth(element, f"{axis}Descend"),
    )


def _zone(element: Element) -> Zone:
    return Zone(
        element.get("name", ""),
        element.get("locationFormat", "$name$"),
        [_point(part) for part in element.get("path", "").split(";") if "," in part],
        truth(element, "useParentGrid"),
        _plain(element),
    )


def _point(text: str) -> Pixel:
    x, _, y = text.partition(",")
    return number(x), number(y)


def covered(grid: Grid | None) -> Pixel:
    """Return the size that a grid's points and zones cover, for a board without a picture."""
    points = list(_points(grid))
    return max((x for x, _ in points), default=0), max((y for _, y in points), default=0)


def _points(grid: Grid | None) -> Iterator[Pixel]:
    if isinstance(grid, Regions):
        yield from ((x, y) for _, x, y in grid.regions)
    elif isinstance(grid, Zones):
        for zone in grid.zones:
            yield from zone.path
            yield from _points(zone.grid)
        yield from _points(grid.grid)
