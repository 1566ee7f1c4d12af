"""Many drawings of one map as the differences between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from typing import TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from pbem.kit.picture import Area, AreaPicture, Picture, Space
from pbem.view.drawing import room_for, svg

Place = TypeVar("Place", Space, Area)

Cut: TypeAlias = tuple[int, int, list[int]]
"""After so many parts so many are taken out, and these are put in."""


class Film(msgspec.Struct):
    """Drawings one after the other, each as cuts in the one before; the first begins with none.

    ``parts``: every line of SVG that any of them has, and every group that is one place, in the
    order in which they first came; a drawing is a list of their numbers. The cuts of a drawing come
    the last first, so that none moves what another is about.
    """

    parts: list[str]
    frames: list[list[Cut]]


class Filming:
    """A film while it is made: maps are collected, and drawn when all are known, to lie alike.

    Maps have most of their places in common; each is kept once.
    """

    def __init__(self) -> None:
        self._pictures: list[Picture] = []
        self._places: dict[Space | Area, Space | Area] = {}

    def __len__(self) -> int:
        return len(self._pictures)

    def add(self, picture: Picture) -> int:
        """Return the number of the drawing of a map; one like the last is not drawn again."""
        if not self._pictures or picture != self._pictures[-1]:
            self._pictures.append(self._kept(picture))
        return len(self._pictures) - 1

    def drawn(self, progress: Callable[[int], None]) -> tuple[Film, str]:
        """Return the film, and the last of its drawings; ``progress`` hears how many are done."""
        room = room_for(self._pictures)
        numbers: dict[str, int] = {}
        frames: list[list[Cut]] = []
        last: list[int] = []
        drawing = ""
        for picture in self._pictures:
            drawing = svg(picture, styled=False, words=False, beside=False, titled=False, room=room)
            now = [numbers.setdefault(part, len(numbers)) for part in parts(drawing)]
            frames.append(cuts(last, now))
            last = now
            progress(len(frames))
        return Film(list(numbers), frames), drawing

    def _kept(self, picture: Picture) -> Picture:
        if isinstance(picture, AreaPicture):
            return replace(picture, areas=tuple(map(self._place, picture.areas)))
        return replace(picture, spaces=tuple(map(self._place, picture.spaces)))

    def _place(self, place: Place) -> Place:
        return self._places.setdefault(place, place)  # type: ignore[return-value]  # it is equal


def parts(drawing: str) -> Iterator[str]:
    """Cut a drawing into lines; a group that has a place's data is one part, whatever is in it."""
    group: list[str] = []
    depth = 0
    for line in drawing.splitlines():
        if group:
            group.append(line)
            depth += line.startswith("<g") - (line == "</g>")
            if not depth:
                yield "\n".join(group)
                group = []
        elif line.startswith("<g") and " data-" in line:
            group, depth = [line], 1
        else:
            yield line


def cuts(old: list[int], new: list[int]) -> list[Cut]:
    """Return what makes ``new`` of ``old``, the last cut first."""
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    end = 0
    while end < min(len(old), len(new)) - same and old[-1 - end] == new[-1 - end]:
        end += 1
    before, after = old[same : len(old) - end], new[same : len(new) - end]
    found = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return [
        (same + at, to - at, after[first:last])
        for kind, at, to, first, last in reversed(found)
        if kind != "equal"
    ]
