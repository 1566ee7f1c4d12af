"""On no map a name, number, mark or counter overlaps another, in any position of any kept game."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product, takewhile
from math import hypot
from pathlib import Path
from typing import NamedTuple

import pytest

from long import far
from pbem.games import registry
from pbem.kit.picture import AreaPicture, Picture
from pbem.log.file import read_events
from pbem.table.library import Library
from pbem.table.table import Table
from pbem.view.drawing import svg
from pbem.view.drawing.page import EDGE

LOGS = Path(__file__).resolve().parents[2] / "logs"
GAMES = ("lantern", "saipan", "manila", "meiktila", "tokyo", "singapore")
KEPT = [path for game in GAMES for path in sorted(LOGS.glob(f"{game}/*.pbem"))]
SVG = "{http://www.w3.org/2000/svg}"
LETTER, FIGURE = 0.62, 0.73
"""How wide a bold letter is by its size, on the average, in the fonts that people have, and how
high a figure or a capital stands above its line."""
BELOW = 0.2
"""How far letters such as g reach below their line."""
NEAR = 0.1
"""Points by which numbers of a drawing are rounded."""
EVERY = far(7, 1)
"""One in so many positions is looked at every day."""


class Box(NamedTuple):
    """A drawn thing, and its place."""

    what: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        return (
            self.left < other.right - NEAR
            and other.left < self.right - NEAR
            and self.top < other.bottom - NEAR
            and other.top < self.bottom - NEAR
        )


def pictures(path: Path, every: int = 1) -> Iterator[Picture]:
    """Yield the map after each event of a log, once for each place where counters stand."""
    table, seen = Table(Library(registry.find)), set[object]()
    for event in read_events(path):
        table.take(event)
        if table.play is None or event.seq % every:
            continue
        game = table.play.game
        picture = game.picture(game.view(table.play.position, None))
        shaped = isinstance(picture, AreaPicture)
        if isinstance(picture, AreaPicture) and not picture.shapes:
            continue  # the board of a battle is of boxes
        lies = picture.counters if isinstance(picture, AreaPicture) else picture.pieces
        if (shaped, lies) not in seen:
            seen.add((shaped, lies))
            yield picture


def written(text: ET.Element) -> Box:
    """Return where a text stands."""
    size, words = float(text.get("font-size", "")), text.text or ""
    wide = (0.64 if words.isdigit() else LETTER) * size * len(words) / 2
    x, line = float(text.get("x", "")), float(text.get("y", ""))
    if "middle" not in text.get("class", "").split():
        x += wide  # it is the left end
    low = 0.0 if words.isdigit() else BELOW
    return Box(words, x - wide, line - FIGURE * size, x + wide, line + low * size)


def held(one: ET.Element) -> Box:
    """Return where the mark of a hex lies."""
    if one.tag == f"{SVG}circle":
        x, y, r = (float(one.get(key, "")) for key in ("cx", "cy", "r"))
        return Box(f"mark at {x} {y}", x - r, y - r, x + r, y + r)
    x, y, wide, high = (float(one.get(key, "")) for key in ("x", "y", "width", "height"))
    return Box(f"mark at {x} {y}", x, y, x + wide, y + high)


def boxes(drawn: str) -> list[Box]:
    """Return names, numbers and marks, and the counters that lie on top."""
    root = ET.fromstring(drawn)  # noqa: S314 - our own text
    found = []
    for text in root.iter(f"{SVG}text"):
        cls = (text.get("class") or "").split()
        if cls[:1] in (["name"], ["number"], ["sea"]):
            found.append(written(text))
    if any(one.get("class", "").startswith("number") for one in root.iter(f"{SVG}text")):
        beneath = takewhile(lambda one: one.get("class") != "names", root)
        marks = ("held", "plain")
        found += [held(one) for one in beneath if (one.get("class") or "").split(" ")[0] in marks]
    for stack in (one for one in root.iter(f"{SVG}g") if one.get("class") == "stack"):
        tops: dict[tuple[float, float], Box] = {}
        for piece in stack.iter(f"{SVG}g"):
            if piece.get("class") != "piece":
                continue
            rect = next(
                one for one in piece.iter(f"{SVG}rect") if "counter" in one.get("class", "")
            )
            x, y, wide, high = (float(rect.get(a, "")) for a in ("x", "y", "width", "height"))
            what = f"{stack.get('data-place')} {piece.get('data-unit')}"
            near = next((at for at in tops if abs(at[0] - x) < 4 and abs(at[1] - y) < 3), (x, y))
            tops[near] = Box(what, x, y, x + wide, y + high)  # the last of a pile lies on top
        found += tops.values()
    return found


CELL = 40.0
"""Boxes in one square of this size may meet."""


def meeting(found: Iterable[Box]) -> Iterator[tuple[Box, Box]]:
    """Yield each two boxes that overlap, some of them twice."""
    cells: defaultdict[tuple[int, int], list[Box]] = defaultdict(list)
    for one in found:
        across = range(int(one.left // CELL), int(one.right // CELL) + 1)
        down = range(int(one.top // CELL), int(one.bottom // CELL) + 1)
        for cell in product(across, down):
            cells[cell].append(one)
    for some in cells.values():
        yield from (pair for pair in combinations(some, 2) if pair[0].overlaps(pair[1]))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_nothing_overlaps(path: Path) -> None:
    wrong = {
        (one.what, other.what)
        for picture in pictures(path, EVERY)
        for one, other in meeting(boxes(svg(picture, words=False)))
    }
    assert wrong == set()


ACROSS = {
    "manila": {"10", "32", "33", "34", "36"},
    "singapore": {"Sarimbun", "Bukit-Panjang"},
}
"""Areas in which a name has no room: a border crosses a few of its letters."""
ROMAN = 0.57
"""How wide a letter of a screen's sans serif is by its size, on the average."""


def in_box(box: Box, line: Sequence[tuple[float, float]]) -> bool:
    """Say whether a line runs through a box; its points are taken a point apart."""
    return any(
        box.left < x + (p - x) * n / parts < box.right
        and box.top < y + (q - y) * n / parts < box.bottom
        for (x, y), (p, q) in pairwise(line)
        for parts in (max(1, round(hypot(p - x, q - y))),)
        for n in range(parts)
    )


@pytest.mark.parametrize("name", ACROSS)
def test_no_border_runs_through_the_name_of_an_area(name: str) -> None:
    """It lies within its own area, but for those that are too small for it."""
    picture = next(pictures(next(iter(sorted(LOGS.glob(f"{name}/*.pbem"))))))
    assert isinstance(picture, AreaPicture)
    assert picture.shapes is not None
    root = ET.fromstring(svg(picture, words=False, titled=False))  # noqa: S314 - our own text
    texts = [one for one in root.iter(f"{SVG}text") if "name" in one.get("class", "").split()]
    crossed = set()
    for area, text in zip(picture.areas, texts, strict=True):
        whole = written(text)
        wide = (whole.right - whole.left) * ROMAN / LETTER
        middle = "middle" in text.get("class", "").split()
        left = whole.left + (whole.right - whole.left - wide) / 2 if middle else whole.left
        box = whole._replace(left=left - EDGE, right=left + wide - EDGE)
        box = box._replace(top=box.top - EDGE, bottom=box.bottom - EDGE)
        for line in picture.shapes.outlines.get(area.id, ()):
            if in_box(box, (*line, line[0])):
                crossed.add(area.id)
    assert crossed <= ACROSS[name]


def beyond(drawn: str) -> list[str]:
    """Return the rectangles that reach beyond the sheet they are drawn on."""
    root = ET.fromstring(drawn)  # noqa: S314 - our own text
    _, _, wide, high = map(float, root.get("viewBox", "").split())
    sheet = Box("sheet", 0, 0, wide, high)
    found = (held(one) for one in root.iter(f"{SVG}rect") if one.get("class") != "sheet")
    return [
        one.what
        for one in found
        if one.left < sheet.left
        or one.top < sheet.top
        or one.right > sheet.right
        or one.bottom > sheet.bottom
    ]


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_all_is_drawn_within_the_sheet(path: Path) -> None:
    """With a margin and without one, as a board has it."""
    for picture in pictures(path, EVERY):
        for titled in (True, False):
            assert beyond(svg(picture, words=False, beside=False, titled=titled)) == []
