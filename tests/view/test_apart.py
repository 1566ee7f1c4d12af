"""On a map in shapes no name and no counter overlaps another, in any position of any kept game."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.games import registry
from pbem.kit.picture import AreaPicture
from pbem.log.file import read_events
from pbem.table.library import Library
from pbem.table.table import Table
from pbem.view.drawing import svg

LOGS = Path(__file__).resolve().parents[2] / "logs"
KEPT = [*sorted(LOGS.glob("manila/*.pbem")), *sorted(LOGS.glob("singapore/*.pbem"))]
SVG = "{http://www.w3.org/2000/svg}"
LETTER = 0.6
"""How wide a bold letter is by its height, on the average, in the fonts that people have."""


class Box(NamedTuple):
    """What is drawn somewhere, and where."""

    what: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def pictures(path: Path) -> Iterator[AreaPicture]:
    """Yield the map after each event of a log, once for each place where counters stand."""
    table, seen = Table(Library(registry.find)), set[object]()
    for event in read_events(path):
        table.take(event)
        if table.play is None:
            continue
        game = table.play.game
        picture = game.picture(game.view(table.play.position, None))
        if isinstance(picture, AreaPicture) and picture.shapes and picture.counters not in seen:
            seen.add(picture.counters)
            yield picture


def boxes(picture: AreaPicture) -> list[Box]:
    """Return the names and the counters that lie on top."""
    root = ET.fromstring(svg(picture, words=False))  # noqa: S314 - our own text
    parents = {child: parent for parent in root.iter() for child in parent}
    found = []
    for text in root.iter(f"{SVG}text"):
        if (text.get("class") or "").startswith("name"):
            high = float(text.get("font-size", ""))
            half = LETTER * high * len(text.text or "") / 2
            x, y = float(text.get("x", "")), float(text.get("y", ""))
            found.append(Box(text.text or "", x - half, y - 0.8 * high, x + half, y + 0.2 * high))
    for stack in (one for one in root.iter(f"{SVG}g") if one.get("class") == "stack"):
        tops: dict[tuple[float, float], Box] = {}
        for piece in stack.iter(f"{SVG}g"):
            if piece.get("class") != "piece":
                continue
            rect = next(
                one for one in piece.iter(f"{SVG}rect") if "counter" in one.get("class", "")
            )
            x, y, wide, high = (float(rect.get(a, "")) for a in ("x", "y", "width", "height"))
            what = f"{parents[piece].get('data-place')} {piece.get('data-unit')}"
            near = next((at for at in tops if abs(at[0] - x) < 3 and abs(at[1] - y) < 3), (x, y))
            tops[near] = Box(what, x, y, x + wide, y + high)  # the last of a pile lies on top
        found += tops.values()
    return found


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_nothing_overlaps(path: Path) -> None:
    wrong = {
        (one.what, other.what)
        for picture in pictures(path)
        for one, other in combinations(boxes(picture), 2)
        if one.overlaps(other)
    }
    assert wrong == set()
