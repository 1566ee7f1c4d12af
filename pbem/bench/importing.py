"""The cost of a VASSAL module: reading it, and playing the table that is made of it.

The module is made here, as large as the largest card-driven one that was tried: so many kinds of
pieces, traits of each, places, cards, and pieces of its saved game.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import process_time
from xml.etree import ElementTree as ET

import msgspec

from pbem.bench.measure import Row, at_most, interleaved, processor_seconds
from pbem.client.storage.packs import newest
from pbem.client.storage.tables import TABLE, as_yaml
from pbem.kit.copying import copied
from pbem.play.lists import read_text
from pbem.selfplay.unsigned import begin
from pbem.table.library import data_digest
from pbem.vassal import reading

SETUP = "Campaign"
READ = 15.0
"""Seconds of processor time in which a module is to be read."""
FILE = 1024.0
"""kB that a table file may have."""
DRAG = 50.0
"""Milliseconds in which a move is to be read and tried."""

_SIGN = "VASSAL.build."
_BOARD = 3_600, 2_400
"""Pixels of the picture of a board: 26 MB of noise."""


class Size(msgspec.Struct, frozen=True):
    """How large a module is; ``scripts``: traits of each piece that only scripts have.

    ``face``: pixels of a counter's picture, each way; 0: there are no pictures.
    """

    kinds: int = 780
    scripts: int = 183
    places: int = 500
    cards: int = 70
    pieces: int = 690
    sides: tuple[str, ...] = ("Blue", "Red")
    face: int = 0


LARGE = Size(scripts=20, cards=0, pieces=3_000, sides=("Blue",), face=117)
"""A module of 90 MB with pictures, for one player."""


def importing_rows(folder: Path, size: Size, rounds: int) -> list[Row]:
    """Measure reading a module, its table file, and moves on that table."""
    module = folder / "measured.vmod"
    write_module(module, size)
    read = [processor_seconds(lambda: reading.read_table(module, SETUP)) for _ in range(rounds)]
    made = reading.read_table(module, SETUP).made
    pack = as_yaml(made.data)
    rules = newest(TABLE)
    begun = process_time()
    data = rules.data(pack)
    taken = process_time() - begun
    play = begin(rules.of(data).game("table", {}, data))
    side, piece = play.position.turn, next(iter(play.position.pieces))
    line = f"move {piece} to Place 7; flip {piece}; over"
    spent = interleaved(
        {
            "copied": lambda: copied(play.position),
            "digested": lambda: data_digest(play.position),
            "moved": lambda: read_text(play, side, line),
        },
        rounds * 5,
    )
    what = f"a module of {size.kinds} kinds and {size.pieces} pieces"
    return [
        at_most(f"{what}, read", min(read), READ, "s", f"{module.stat().st_size / 1e6:.1f} MB"),
        at_most(f"{what}, its table file", len(pack) / 1024, FILE, "kB"),
        Row(f"{what}, its table file read", 1000 * taken, "ms"),
        Row(f"{what}, position copied", 1000 * spent["copied"], "ms"),
        Row(f"{what}, position digested", 1000 * spent["digested"], "ms"),
        at_most(f"{what}, a move tried", 1000 * spent["moved"], DRAG, "ms"),
    ]


def write_module(path: Path, size: Size) -> None:
    """Write a module with one saved game; the same bytes each time."""
    root = ET.Element(f"{_SIGN}GameModule", name="Measured", version="1", VassalVersion="3.7.5")
    roster = _child(root, "module.PlayerRoster")
    for side in size.sides:
        ET.SubElement(roster, "entry").text = side
    field = _child(root, "module.Map", mapName="Field")
    picker = _child(field, "module.map.BoardPicker")
    looks = {"image": "board.png"} if size.face else {"width": "6000", "height": "4000"}
    board = _child(picker, "module.map.boardPicker.Board", name="Board", **looks)
    regions = _child(board, "module.map.boardPicker.board.RegionGrid", snapto="true")
    for number in range(size.places):
        x, y = _at(number)
        _child(
            regions, "module.map.boardPicker.board.Region",
            name=f"Place {number}", originx=str(x), originy=str(y),
        )  # fmt: skip
    for side in size.sides:
        deck = _child(
            field, "module.map.DrawPile", name=side, faceDown="Always", shuffle="Always",
            deckRestrictAccess="true", deckOwners=side,
        )  # fmt: skip
        for number in range(size.cards):
            gpid = f"{side[0]}{number}"
            slot = _child(deck, "widget.CardSlot", gpid=gpid, entryName=gpid)
            slot.text = _piece(gpid, [], f"{side} card {number}")
    palette = _child(root, "module.PieceWindow", name="Pieces")
    for number in range(size.kinds):
        slot = _child(palette, "widget.PieceSlot", gpid=f"k{number}", entryName=f"k{number}")
        own = [*_traits(number), ("prototype;Scripts", "")]
        slot.text = _piece(f"k{number}", own, f"Unit {number}")
    defined = _child(root, "module.PrototypesContainer")
    scripts = _child(defined, "module.PrototypeDefinition", name="Scripts")
    scripts.text = _piece("", _scripts(size), "")
    _child(root, "module.PredefinedSetup", name=SETUP, file="campaign.vsav", useFile="true")
    saved = "begin_save" + "".join("\x1b" + one for one in _saved(size)) + "\x1bend_save"
    scrambled = b"!VCSK5a" + bytes(one ^ 0x5A for one in saved.encode()).hex().encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (
            ("buildFile.xml", ET.tostring(root, encoding="utf-8")), ("campaign.vsav", scrambled),
        ):  # fmt: skip
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, 8)
        if size.face:
            names = [name for number in range(size.kinds) for name in _faces(number)]
            drawn = dict.fromkeys(names, _noise(size.face, size.face))
            for name, content in {"board.png": _noise(*_BOARD), **drawn}.items():
                archive.writestr(zipfile.ZipInfo(f"images/{name}", (2020, 1, 1, 0, 0, 0)), content)


def _noise(wide: int, high: int) -> bytes:
    """Return a PNG picture of noise in colour, which cannot be packed: as heavy as pictures get."""
    chance = Random(wide * high)  # noqa: S311 - it is the same each time
    rows = b"".join(b"\0" + chance.randbytes(3 * wide) for _ in range(high))
    head = wide.to_bytes(4) + high.to_bytes(4) + bytes([8, 2, 0, 0, 0])
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 0)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)
        for kind, data in parts
    )


def _faces(number: int) -> tuple[str, str]:
    """Return the names of the pictures of a kind: its front and its back."""
    return f"u{number}.png", f"u{number}b.png"


def _child(parent: ET.Element, tag: str, **given: str) -> ET.Element:
    return ET.SubElement(parent, _SIGN + tag, given)


def _at(number: int) -> tuple[int, int]:
    return 100 + 140 * (number % 25), 100 + 110 * (number // 25)


def _traits(number: int) -> list[tuple[str, str]]:
    """Return what a kind has of its own: a layer of two faces, and a mark."""
    faces = ",".join(_faces(number))
    layer = f"emb2;Activate;2;;;2;;;2;;;;1;false;0;0;{faces};,+ (reduced);true"
    return [(f"{layer};Steps;;;false;;1;1;true;;;", "1"), ("mark;Side", "Blue")]


def _scripts(size: Size) -> list[tuple[str, str]]:
    """Return traits that only scripts have, each as long as most are."""
    keys = (f"globalkey;Move {at};;65,130;" for at in range(size.scripts))
    asks = '{Side == "Blue" && Place == "Camp" && Moved == "" && Steps > 1}'
    return [(f"{key}{asks};false;0;;;;;Field;;;{asks}", "") for key in keys]


def _saved(size: Size) -> list[str]:
    """Return the commands of the saved game: its board, pieces, and both decks."""
    pieces = ["FieldBoardPicker\tBoard\t0\t0"]
    deck = "deck;true;0,0,0;60;80;Always;Always;false;true;false;;;"
    for side in size.sides:
        names = [f"{side[0]}{number}" for number in range(size.cards)]
        pieces += (_piece(one, [], one, one, "Field;0;0") for one in names)
        pieces.append(f"+/{side}/{deck};{side};;;;false/Field;0;0;true;{','.join(names)}")
    for number in range(size.pieces):
        x, y = _at(number % size.places)
        kind = number % size.kinds
        bare = f"Field;{x};{y}"
        traits = [*_traits(kind), *_scripts(size)]  # in saved games no prototype is named
        pieces.append(_piece(f"k{kind}", traits, f"Unit {kind}", f"{number}", bare))
    return pieces


def _piece(
    gpid: str, traits: Sequence[tuple[str, str]], title: str, name: str = "null",
    at: str = "null;0;0",
) -> str:  # fmt: skip
    """Return a piece as such files write it: each trait one level further in."""
    whole = [*traits, (f"piece;;;;{title}", f"{at};{gpid};0")]
    types, states = ("\t".join(_nested([one[which] for one in whole])) for which in (0, 1))
    return "/".join(("+", name, types.replace("/", "\\/"), states))


def _nested(parts: Sequence[str]) -> list[str]:
    """Return parts that a tab between them makes a nested list of."""
    last = len(parts) - 1
    return [part + "\\" * at * (at < last) for at, part in enumerate(parts)]
