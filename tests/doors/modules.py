"""Table files: modules of another program, the games saved with them, and boxes of few words."""

from __future__ import annotations

import json
from functools import cache
from io import BytesIO
from pathlib import Path

import msgspec

import fords
from doors.door import Door
from doors.scratch import folder
from pbem.client.storage.boxes import Box, new_box
from pbem.client.storage.packs import show_pack
from pbem.client.storage.tables import LIMIT, TABLE, as_yaml
from pbem.errors import FormError, LogFileError, PackError
from pbem.vassal.contents import unpack
from pbem.vassal.pictures import Pictures
from pbem.vassal.reading import describe
from pbem.vassal.refusal import ModuleRefused
from pbem.vassal.tables import chosen, smaller, table_of

SETUP = "Long game"
_APART = b"\n==\n"
_NAMES = ("buildFile.xml", "save", "images/weather.svg", "images/blue.png")


def module(data: bytes) -> None:
    """Read a module; each table file that comes of it can be played."""
    try:
        contents = unpack(BytesIO(data))
        found = describe(contents)
        pictures = Pictures(contents)
        for name in contents.sizes:
            pictures.read(name.removeprefix("images/"), 1 << 16)
        for setup in found.setups:
            made = table_of(found, chosen(found, setup))
            if len(as_yaml(made.data)) > LIMIT:
                made = smaller(made)
            show_pack(TABLE, as_yaml(made.data))
    except (ModuleRefused, PackError) as error:
        str(error).encode()


@cache
def _files() -> dict[str, bytes]:
    return fords.files()


def modules() -> list[bytes]:
    """Return our own module, and the same with what it leaves out."""
    small = {name: data for name, data in _files().items() if not name.startswith("images/")}
    return [fords.archive(_files()), fords.archive(small), fords.archive({"buildFile": b"<a/>"})]


def parts(data: bytes) -> None:
    """Read a module of these files: a build file, a saved game as it says, and two pictures."""
    files = dict(zip(_NAMES, data.split(_APART), strict=False))
    saved = files.pop("save", None)
    if saved is not None:
        key = bytes(one ^ 0x5A for one in saved).hex().encode()
        files["long.vsav"] = fords.archive({"savedGame": b"!VCSK5a" + key})
    module(fords.archive(files))


def parted() -> list[bytes]:
    """Return the files of our own module."""
    text = fords.listed([fords.saved()[0], fords.listed(fords.saved()[1:], fords.ESC)], fords.ESC)
    files = _files()
    whole = [files[_NAMES[0]], text.encode(), files[_NAMES[2]], files[_NAMES[3]]]
    return [_APART.join(whole[:number]) for number in range(1, len(whole) + 1)]


def box(data: bytes) -> None:
    """Make a table file of a form and of a file of titles; what was made can be played."""
    first, _, titles = data.partition(_APART)
    try:
        asked = msgspec.json.decode(first, type=Box)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return
    with folder() as here:
        (here / "titles.txt").write_bytes(titles)
        decks = {name: _within(here, said) for name, said in asked.decks.items()}
        cups = {name: _within(here, said) for name, said in asked.cups.items()}
        asked = msgspec.structs.replace(asked, decks=decks, cups=cups)
        try:
            made = new_box(asked, here / "made.yaml")
        except (FormError, PackError, LogFileError) as error:
            str(error).encode()
            return
        shown = show_pack(TABLE, Path(made.file).read_bytes())
        assert shown.digest == made.digest


def _within(here: Path, said: str) -> str:
    """Name the one file that there is, whatever file is asked for."""
    return said if "," in said else str(here / "titles.txt")


def boxes() -> list[bytes]:
    """Return forms of a box with all that it can have."""
    form = {
        "title": "Salt Road War", "sides": ["crown", "league=The League"],
        "dice": {"battle": "2d6"}, "faces": {"siege": "holds, holds, falls"},
        "decks": {"crown": "titles.txt", "news": "Rain,Thaw"}, "cups": {"weather": "clear,storm"},
        "values": {"vp": "8"},
    }  # fmt: skip
    bare = {"title": "Dice", "sides": ["a"], "dice": {"x": "1d6"}}
    titles = b"Low water\nSalt tax\n\nSappers\n"
    return [json.dumps(form).encode() + _APART + titles, json.dumps(bare).encode()]


DOORS = {
    "module": Door(module, modules, 32_768),
    "module-files": Door(parts, parted, 65_536),
    "box": Door(box, boxes, 2048),
}
