"""The sizes of a module's pictures, from their first bytes. No picture is ever decoded here."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from pbem.vassal import refusal
from pbem.vassal.contents import Contents
from pbem.vassal.described import Pixel
from pbem.vassal.refusal import ModuleRefused

_HEAD = 1 << 20
_FOLDER = "images/"
_SVG = re.compile(rb"<svg\b[^>]*>")


class Pictures:
    """The pictures of a module by name, and the names that are missing.

    ``drawn``: names of pictures that VASSAL draws from a description, so that no file has them.
    """

    def __init__(self, contents: Contents, drawn: Collection[str] = ()) -> None:
        self._contents = contents
        names = (name for name in contents.sizes if name.startswith(_FOLDER))
        self._here = {name.removeprefix(_FOLDER): name for name in names}
        self._drawn = drawn
        self.missing: set[str] = set()
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
        wide, high = size_of(found) or (0, 0)
        return found if kind_of(found) and wide * high <= refusal.AREA else b""

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
        return found if found and 0 < min(found) <= max(found) <= refusal.SIDE else None


def kind_of(data: bytes) -> str:
    """Return the media type of a PNG, GIF, JPEG or SVG picture; nothing for anything else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data.startswith(b"\xff\xd8"):
        return "image/jpeg"
    return "image/svg+xml" if _SVG.search(data[: 1 << 16]) else ""


def size_of(data: bytes) -> Pixel | None:
    """Return width and height of a PNG, GIF, JPEG or SVG picture; None for anything else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    if data.startswith((b"GIF87a", b"GIF89a")) and len(data) >= 10:
        return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    if data.startswith(b"\xff\xd8"):
        return _jpeg(data)
    found = _SVG.search(data[: 1 << 16])
    return _svg(found[0].decode("utf-8", "replace")) if found else None


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


def _svg(tag: str) -> Pixel | None:
    given = dict(re.findall(r"\s(width|height|viewBox)\s*=\s*[\"']([^\"']{1,80})", tag))
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
