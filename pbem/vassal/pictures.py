"""The sizes of a module's pictures, from their first bytes. No picture is ever decoded here."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache

from pbem.vassal import drawings, refusal
from pbem.vassal.contents import Contents
from pbem.vassal.described import Pixel
from pbem.vassal.refusal import ModuleRefused

_HEAD = 1 << 20
_FOLDER = "images/"
SVG = "image/svg+xml"


class Pictures:
    """The pictures of a module by name.

    ``missing``: the names that no file has; ``large``: those of too many pixels for a board.
    ``drawn``: names of pictures that VASSAL draws from a description, so that no file has them.
    """

    def __init__(self, contents: Contents, drawn: Collection[str] = ()) -> None:
        self._contents = contents
        names = (name for name in contents.sizes if name.startswith(_FOLDER))
        self._here = {name.removeprefix(_FOLDER): name for name in names}
        self._drawn = drawn
        self.missing: set[str] = set()
        self.large: set[str] = set()
        self.size = cache(self._size)

    def path(self, name: str) -> str | None:
        """Return the file of a picture; None if there is none."""
        return next((self._here[one] for one in (name, f"{name}.gif") if one in self._here), None)

    def bytes_of(self, name: str) -> int:
        """Return how many bytes the file of a picture has; 0 if there is none."""
        path = self.path(name)
        return 0 if path is None else self._contents.sizes[path]

    def read(self, name: str, most: int) -> bytes:
        """Return a picture, as far as it is one of at most ``most`` bytes; nothing otherwise.

        A few bytes can make a picture of many pixels: what a browser could not hold is none.
        """
        path = self.path(name)
        if path is None or self._contents.sizes[path] > most:
            return b""
        try:
            found = self._contents.read(path, most)
        except ModuleRefused:  # one damaged picture costs that picture
            return b""
        return found if is_shown(found) else b""

    def face(self, name: str) -> Pixel | None:
        """Return the size of a picture that a board can show; None for any other."""
        size = self.size(name)
        return None if name in self.large else size

    def _size(self, name: str) -> Pixel | None:
        """Return width and height; None if there is no such picture, or none that can be read."""
        if not name or name.startswith("/"):  # which VASSAL has itself
            return None
        path = self.path(name)
        if path is None:
            if name not in self._drawn:
                self.missing.add(name)
            return None
        try:
            found = size_of(self._contents.head(path, _HEAD))
        except ModuleRefused:  # one damaged picture costs that picture
            return None
        if not found or not 0 < min(found) <= max(found) <= refusal.SIDE:
            return None
        if found[0] * found[1] > refusal.AREA:
            self.large.add(name)
        return found


def is_shown(data: bytes) -> bool:
    """Return whether a browser can hold a picture: it says how large it is, and is not too large.

    A drawing can hold pictures and fonts, as text. No picture in it may be a drawing again.
    """
    return drawings.is_light(data, area_of) if kind_of(data) == SVG else area_of(data) is not None


def area_of(data: bytes) -> int | None:
    """Return the pixels of a PNG, GIF or JPEG picture that a browser can hold; None for others."""
    kind, size = kind_of(data), size_of(data)
    if kind in ("", SVG) or not size or min(size) <= 0 or size[0] * size[1] > refusal.AREA:
        return None
    return None if kind == "image/gif" and _frame(data) is None else size[0] * size[1]


def kind_of(data: bytes) -> str:
    """Return the media type of a PNG, GIF, JPEG or SVG picture; nothing for anything else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data.startswith(b"\xff\xd8"):
        return "image/jpeg"
    return SVG if drawings.first_of(data[:_HEAD]) is not None else ""


def size_of(data: bytes) -> Pixel | None:
    """Return width and height of a PNG, GIF, JPEG or SVG picture; None for anything else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    if data.startswith((b"GIF87a", b"GIF89a")) and len(data) >= 10:
        screen, frame = _pair(data, 6), _frame(data) or (0, 0)
        return max(screen[0], frame[0]), max(screen[1], frame[1])  # as browsers make it
    if data.startswith(b"\xff\xd8"):
        return _jpeg(data)
    first = drawings.first_of(data[:_HEAD])
    return None if first is None else _svg(first)


def _pair(data: bytes, at: int) -> Pixel:
    """Return two numbers of a GIF file."""
    one, other = data[at : at + 2], data[at + 2 : at + 4]
    return int.from_bytes(one, "little"), int.from_bytes(other, "little")


def _frame(data: bytes) -> Pixel | None:
    """Walk over the parts of a GIF file to its first frame; return the size of that."""
    at = 13 + (3 << (data[10] & 7) + 1 if len(data) > 10 and data[10] & 0x80 else 0)
    while data[at : at + 1] == b"!":
        at += 2
        while data[at : at + 1] not in (b"", b"\0"):
            at += 1 + data[at]
        at += 1
    return _pair(data, at + 5) if data[at : at + 1] == b"," and len(data) >= at + 9 else None


def _jpeg(data: bytes) -> Pixel | None:
    """Walk over the parts of a JPEG file to its frame."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        part = data[at + 1]
        if 0xC0 <= part <= 0xCF and part not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        bare = part in (0x01, 0xFF) or 0xD0 <= part <= 0xD8
        at += (1 if part == 0xFF else 2) if bare else 2 + int.from_bytes(data[at + 2 : at + 4])
    return None


def _svg(given: Mapping[str, str]) -> Pixel | None:
    lengths = [
        re.fullmatch(r"([0-9.]{1,12})(?:px)?", given.get(one, "")) for one in ("width", "height")
    ]
    box = given.get("viewBox", "").replace(",", " ").split()
    try:
        if lengths[0] and lengths[1]:
            return round(float(lengths[0][1])), round(float(lengths[1][1]))
        return (round(float(box[2])), round(float(box[3]))) if len(box) == 4 else None
    except (ValueError, OverflowError):
        return None
