"""Table files without a map, made of a few words: dice and cards for a game elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import yaml

from pbem.client.client import Client
from pbem.client.input_files import found
from pbem.client.output_files import place
from pbem.client.storage.packs import Pack, keep_pack, show_pack
from pbem.crypto.text import escape
from pbem.errors import FormError, PackError
from pbem.files import read_plain
from pbem.games.table.data.pack import CARDS_MOST, named
from pbem.kit.typed import strict_yaml
from pbem.log.disk import explaining, write_new

TABLE = "table"
"""The rules that play a table file."""

_SIDE = re.compile(r"[^a-z0-9]+")
_HEAD = """\
# A table file: dice and cards for a game that stands elsewhere. You may change it before you open
# a game with it. Check it with: pbem pack check FILE --game table
"""


class Box(msgspec.Struct, kw_only=True):
    """A table as somebody asks for it: names, and what is typed beside each.

    ``decks``: the titles of cards, or what is typed for them.
    """

    title: str
    sides: Sequence[str] = ()
    dice: Mapping[str, str] = {}
    faces: Mapping[str, str] = {}
    decks: Mapping[str, str | Sequence[str]] = {}
    cups: Mapping[str, str] = {}
    values: Mapping[str, str] = {}


class MadeBox(msgspec.Struct, frozen=True):
    """A table file that was written: its ``digest`` is what the opening of a game names."""

    file: str
    digest: str
    sides: list[str]


def new_box(box: Box, to: Path) -> MadeBox:
    """Write the table file of a box.

    Raises:
        FormError: A word is not right.
        PackError: The table cannot be played.
        LogFileError: The file is there already, or cannot be written.
    """
    whole, pack = _made(box)
    path = place(to, f"{code(box.title) or TABLE}.yaml")
    write_new(path, whole, shared=True)
    return MadeBox(str(path), pack.digest, [one.partition("=")[0] for one in box.sides])


def keep_box(client: Client, box: Box) -> Pack:
    """Keep the table file of a box for new games; raises FormError, PackError, LogFileError."""
    return keep_table(client, _made(box)[0])


def keep_table(client: Client, data: bytes) -> Pack:
    """Keep a table file for new games; raises PackError.

    ``data``: its bytes.
    """
    pack = show_pack(TABLE, data)
    keep_pack(client, pack.digest, data)
    return pack


def _made(box: Box) -> tuple[bytes, Pack]:
    """Return the table file of a box, which can be played."""
    text: str = yaml.safe_dump(
        _data(box), allow_unicode=True, sort_keys=False, default_flow_style=None, width=96
    )
    whole = (_HEAD + text).encode()
    try:
        return whole, show_pack(TABLE, whole)
    except PackError as error:
        # Without the place in a file that is not there yet.
        raise FormError(re.sub(r"^the pack(, line \d+, column \d+)? ?", "", str(error))) from None


def made_lines(made: MadeBox) -> list[str]:
    """Say what was written, and what to do next."""
    seats = " ".join(f"--seat {side}=HANDLE" for side in made.sides)
    return [
        f"Wrote {made.file}, digest {made.digest[:16]}...",
        f"Open a game with it: pbem new table --pack {made.file} {seats}",
        "Your mail carries the file to your opponents.",
    ]


def _data(box: Box) -> dict[str, Any]:
    sides = {}
    for one in box.sides:
        code, _, name = one.partition("=")
        sides[code] = name or named(code)
    if not sides:
        raise FormError("Name the sides of the game, as in --side crown --side league.")
    data: dict[str, Any] = {"table": "box", "title": box.title, "sides": sides}
    data["dice"] = dict(box.dice)
    data["faces"] = {name: _words(said) for name, said in box.faces.items()}
    data["decks"] = {name: _deck(name, said, sides) for name, said in box.decks.items()}
    data["shuffle"] = "late" if box.decks else ""
    data["cups"] = {name: list(_titles("--cup", name, said)) for name, said in box.cups.items()}
    data["values"] = {name: _number(name, said) for name, said in box.values.items()}
    return {key: value for key, value in data.items() if value}


def _deck(name: str, said: str | Sequence[str], sides: Mapping[str, str]) -> dict[str, Any]:
    cards = list(_titles("--deck", name, said) if isinstance(said, str) else said)
    return {"for": name, "cards": cards} if name in sides else {"cards": cards}


def _titles(option: str, name: str, said: str) -> Iterator[str]:
    """Yield the titles of a file with one on each line, or those that stand between commas."""
    if "," in said:
        yield from _words(said)
        return
    path = found(Path(said))
    with explaining(path, "Reading"):
        text = read_plain(path, strict_yaml.LIMIT)
    try:
        lines = [line.strip() for line in text.decode("utf-8-sig").splitlines()]
    except UnicodeDecodeError:
        raise FormError(f"{path} is not UTF-8 text. Save it as UTF-8.") from None
    titles = [line for line in lines if line]
    if not 0 < len(titles) <= CARDS_MOST:
        raise FormError(
            f"{option} {escape(name)}: {path} has {len(titles)} titles. Write 1 to {CARDS_MOST}, "
            "each on a line of its own."
        )
    yield from titles


def _words(said: str) -> list[str]:
    return [word.strip() for word in said.split(",")]


def _number(name: str, said: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,6}", said):
        raise FormError(f"--value {escape(name)}={escape(said)} is not right. Write a number.")
    return int(said)


def code(title: str) -> str:
    """Return a title as a code: small letters and digits; empty if it has other letters."""
    return _SIDE.sub("-", title.lower()).strip("-")[:40] if title.isascii() else ""
