"""A VASSAL module of our own making, *Two Fords*: built here, drawn here, with every feature once.

Its numbers are those that the tests expect. `files` gives its files, `packed` a `.vmod` of them.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

ESC = "\x1b"
BUILD = "VASSAL.build."
MAP = f"{BUILD}module.map."
GRID = f"{MAP}boardPicker.board."
LONG = "What the card says has forty-one letters."


def png(width: int, height: int) -> bytes:
    """Return a grey picture of a size."""

    def part(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = b"".join(b"\0" + bytes([160]) * width for _ in range(height))
    return (
        b"\x89PNG\r\n\x1a\n"
        + part(b"IHDR", head)
        + part(b"IDAT", zlib.compress(rows))
        + part(b"IEND", b"")
    )


# --- lists in lists, as the format writes them -------------------------------------------------


def listed(parts: list[str], sign: str) -> str:
    """Return parts as one list."""
    done = []
    for part in parts:
        quoted = part.endswith("\\") or (part[:1] == "'" == part[-1:])
        inner = part.replace(sign, "\\" + sign)
        done.append(f"'{inner}'" if quoted else inner)
    return sign.join(done)


def nested(parts: list[str]) -> str:
    """Return traits as one list, each level inside the one before."""
    text = parts[-1]
    for part in parts[-2::-1]:
        text = listed([part, text], "\t")
    return text


def piece(*traits: tuple[str, str], name: str = "null") -> str:
    """Return a piece: traits with their states, outermost first, the bare piece last."""
    types, states = nested([one for one, _ in traits]), nested([one for _, one in traits])
    return listed(["+", name, types, states], "/")


def bare(gpid: str, name: str = "", image: str = "", at: str = "null;0;0") -> tuple[str, str]:
    return f"piece;;;{image};{name}", f"{at};{gpid};0"


def layer(
    images: str, *, names: str = "", follows: str = "", first: int = 1, name: str = "",
    always: bool = True, level: int = 1,
) -> tuple[str, str]:  # fmt: skip
    """Return a layer of pictures."""
    parts = [
        "emb2", "Activate", "2", "" if always else "A", "", "2", "", "", "2", "", "", "", "1",
        "false", "0", "0", images, names, "true", name, "", "",
        "true" if follows else "false", follows, str(first), "1", "true" if always else "false",
        "", "", "",
    ]  # fmt: skip
    return listed(parts, ";"), str(level)


STEPS = layer("blue.png,blue-back.png", names="Blue,+ (reduced)", name="Steps")
UNIT = [STEPS, ("mark;Side", "Blue"), ("mark;Speech", LONG), ("footprint;84", "true"),
        ("immob;g;N;R;", "")]  # fmt: skip
CARD = [
    ("obs;70,130;back.png;Flip;Gback.png;A Blue card;sides:Blue:Solitaire;Peek;;false;;", "null;"),
    ("return;Discard;68,130;Blue discards;Select;;2;false;", ""),
    ("macro;Draw;Draw;70,130;;;57\\,0;false", ""),
]
MARKER = piece(("prototype;Trench", ""), bare("90", "Trench"))

PROTOTYPES = {
    "Unit": [*UNIT, bare("")],
    "Guard": [("prototype;Unit", ""), ("rotate;6;;;;;;;;;;;;true", "0"), bare("")],
    "Card": [*CARD, bare("")],
    "Trench": [layer("trench.png"), bare("")],
}

COUNTERS = {
    "1": [("prototype;Unit", ""), bare("1", "1st Foot")],
    "2": [("prototype;Guard", ""), ("hide;H;Hide;;", ""), bare("2", "Guards")],
    "3": [
        layer("day.png,night.png", follows="Phase", name="Sky"),
        layer("a.png,b.png,c.png", follows="{Weather + 1}", level=3),
        bare("3", "Weather", "weather.svg"),
    ],
    "4": [
        layer("one.png,two.png,three.png", names="+ I,+ II,+ III", follows="Strength"),
        ("PROP;Strength;true,1,3,false;:65\\,130\\,P\\,1;", "2"),
        (f"placemark;Dig;84,130;{MARKER.replace(';', chr(92) + ';')};null;0;0;false;;;90;0;false",
         ""),
        ("prototype;Nobody", ""),
        ("sendto;To the ford;70,130;Field;;0;0;;;;0;0;0;;R;;North Ford;;", ";;"),
        bare("4", "Red Horse", "red.png"),
    ],
    "5": [("globalkey;;57", ""), ("immob;n;V;R;", ""), bare("5", "Events")],
    "6": [
        ("label;;;32;;0,0,0;c;0;c;0;c;c;$pieceName$ ($label$);Serif;1;0;Text;;false", "Reserve"),
        ("sparkle;1;2", ""),
        layer("gone.png", always=False, level=-1),
        bare("6", "Box", "box.png"),
    ],
    "7": [bare("7", "Ney", "chit.png")],
    "8": [bare("8", "Davout", "chit.png")],
}  # fmt: skip
CARDS = {
    "20": "Ambush", "21": "Fog; and rain #2", "22": "Supplies", "23": "Reserves",
}  # fmt: skip


class Grow:
    """Builds XML: `Grow(root)("module.Map", mapName="Field")` adds a child and returns it."""

    def __init__(self, element: ET.Element) -> None:
        self.element = element

    def __call__(self, tag: str, body: str = "", **given: str) -> Grow:
        tag = tag if tag.startswith(("VASSAL.", "fords.", "entry")) else BUILD + tag
        child = ET.SubElement(self.element, tag, given)
        child.text = body
        return Grow(child)


def build() -> ET.Element:
    """Return the build file as a tree."""
    root = ET.Element(
        f"{BUILD}GameModule",
        name="Two Fords", version="1.2", VassalVersion="3.7.5", description="A small game",
    )  # fmt: skip
    grow = Grow(root)
    roster = grow("module.PlayerRoster")
    for side in ("Blue", "Red", "Solitaire"):
        roster("entry", side)
    world = grow("module.properties.GlobalProperties")
    world(
        "module.properties.GlobalProperty",
        name="Phase", initialValue="2", min="1", max="2", isNumeric="true",
    )  # fmt: skip
    grow("fords.Chatter")
    defined = grow("module.PrototypesContainer")("module.folder.PrototypeFolder", name="All")
    for name, traits in PROTOTYPES.items():
        defined("module.PrototypeDefinition", piece(*traits), name=name, description="")
    _field(grow)
    _hand(grow)
    _palette(grow)
    _tools(grow)
    return root


def _slot(grow: Grow, gpid: str) -> None:
    grow("widget.PieceSlot", piece(*COUNTERS[gpid]), gpid=gpid, entryName=gpid)


def _cards(grow: Grow, *gpids: str) -> None:
    for gpid in gpids:
        text = piece(
            ("prototype;Card", ""), bare(gpid, CARDS[gpid].replace(";", "\\;"), f"card{gpid}.png")
        )
        grow("widget.CardSlot", text, gpid=gpid, entryName=gpid)


def _field(grow: Grow) -> None:
    field = grow("module.Map", mapName="Field", edgeWidth="10", edgeHeight="20")
    picker = field("module.map.BoardPicker")
    board = picker("module.map.boardPicker.Board", name="Meadow", image="meadow.png")
    zones = board(f"{GRID}ZonedGrid")
    zone = zones(
        f"{GRID}mapgrid.Zone",
        name="Fords", locationFormat="$gridLocation$", path="0,300;400,300;400,400;0,400",
        useParentGrid="false",
    )  # fmt: skip
    regions = zone(f"{GRID}RegionGrid", snapto="true")
    regions(f"{GRID}Region", name="North Ford", originx="100", originy="350")
    regions(f"{GRID}Region", name="South Ford", originx="300", originy="350")
    zones(
        f"{GRID}mapgrid.Zone",
        name="Camp", locationFormat="$name$ $gridLocation$", path="300,0;400,0;400,100;300,100",
        useParentGrid="true",
    )  # fmt: skip
    hexes = zones(
        f"{GRID}HexGrid",
        dx="52.0", dy="60.0", x0="30", y0="30", sideways="false", snapTo="true",
    )  # fmt: skip
    hexes(
        f"{GRID}mapgrid.HexGridNumbering",
        first="H", sep="", hType="N", vType="N", hLeading="1", vLeading="1", hOff="1", vOff="1",
        hDescend="false", vDescend="false", stagger="false", locationFormat="$gridLocation$",
    )  # fmt: skip
    for name, x, y, gpids in (("Line", "82", "60", "1 2"), ("Ford", "100", "350", "4")):
        stack = field("module.map.SetupStack", name=name, x=x, y=y, useGridLocation="false")
        for gpid in gpids.split():
            _slot(stack, gpid)
    stack = field(
        "module.map.SetupStack",
        name="South", x="0", y="0", location="South Ford", useGridLocation="true",
    )  # fmt: skip
    stack("widget.PieceSlot", piece(*COUNTERS["1"]), gpid="1", entryName="1")
    _decks(field("module.folder.MapSubFolder", name="Decks"))


def _decks(folder: Grow) -> None:
    deck = {"shuffle": "Always", "faceDown": "Always", "drawFaceUp": "true", "width": "60",
            "allowSelect": "false", "allowMultiple": "false", "reversible": "false"}  # fmt: skip
    events = folder(
        "module.map.DrawPile",
        name="Blue events", x="500", y="40", deckOwners="Blue,Solitaire",
        deckRestrictAccess="true", reshufflable="false", **deck,
    )  # fmt: skip
    _cards(events, "20", "21")
    later = folder(
        "module.map.DrawPile",
        name="Blue later", x="500", y="140", reshufflable="true", reshuffleTarget="Blue events",
        **deck,
    )  # fmt: skip
    _cards(later, "22", "23")
    folder(
        "module.map.DrawPile",
        name="Blue discards", x="500", y="240", reshufflable="true",
        reshuffleTarget="Blue events", **deck,
    )  # fmt: skip
    cup = folder("module.map.DrawPile", name="Marshals", x="500", y="340", **deck)
    _slot(cup, "7")
    _slot(cup, "8")


def _hand(grow: Grow) -> None:
    hand = grow("module.PlayerHand", mapName="Blue hand", side="Blue,Solitaire", visible="false")
    hand("module.map.BoardPicker")(
        "module.map.boardPicker.Board", name="Hand", width="300", height="100"
    )
    sheet = grow("module.ChartWindow", name="Record")(
        "widget.MapWidget", entryName="Sheet"
    )("widget.WidgetMap", mapName="Record")  # fmt: skip
    board = sheet("module.map.BoardPicker")(
        "module.map.boardPicker.Board", name="Lost", image="lost.png"
    )
    squares = board(f"{GRID}SquareGrid", dx="40.0", dy="50.0", x0="20", y0="25", snapTo="true")
    squares(
        f"{GRID}mapgrid.SquareGridNumbering",
        first="V", sep="-", hType="N", vType="A", hLeading="0", vLeading="0", hOff="1", vOff="0",
        hDescend="false", vDescend="false", locationFormat="$gridLocation$",
    )  # fmt: skip


def _palette(grow: Grow) -> None:
    tabs = grow("module.PieceWindow", name="Pieces")("widget.TabWidget", entryName="Markers")
    for gpid in ("3", "5", "6"):
        _slot(tabs, gpid)


def _tools(grow: Grow) -> None:
    grow("module.DiceButton", name="Fire", nDice="2", nSides="6", plus="1", addToTotal="0",
         reportTotal="true", prompt="false")  # fmt: skip
    siege = grow("module.SpecialDiceButton", name="Siege")("module.SpecialDie", name="Wall")
    for text in ("holds", "holds", "falls"):
        siege("module.SpecialDieFace", text=text, value="0", icon="")
    usual = grow("module.SpecialDiceButton", name="Die of the module")("module.SpecialDie", name="")
    for number in "1234":
        usual("module.SpecialDieFace", text=number, value=number, icon="")
    track = grow("module.turn.TurnTracker", name="Turns")
    day = track("module.turn.CounterTurnLevel", name="Day", start="1", incr="1", loop="true",
                loopLimit="5")  # fmt: skip
    day("module.turn.ListTurnLevel", name="Phase", list="Move,Fight")
    grow("module.ChartWindow", name="Charts")(
        "widget.Chart", chartName="Fire table", fileName="fire.png"
    )
    for name, file in (("Long game", "long.vsav"), ("Short game", "short.vsav")):
        grow("module.PredefinedSetup", name=name, file=file, useFile="true", isMenu="false")


# --- the saved game ----------------------------------------------------------------------------


DECK = "deck;true;0,0,0;60;80;Always;Always;false;true;false;;;"


def saved() -> list[str]:
    """Return the commands of the saved game."""
    unit = [("mark;Side", "Blue"), ("footprint;84", "true"), ("immob;g;N;R;", "")]
    line = "Field;92;80"  # which is hex 0201, after an edge of 10 and 20
    return [
        "begin_save",
        piece(layer("blue.png,blue-back.png", level=2), *unit, bare("1", "1st Foot", at=line),
              name="101"),
        piece(layer("blue.png,blue-back.png"), *unit, ("rotate;6", "4"),
              bare("2", "Guards", at=line), name="102"),
        piece(layer("one.png,two.png,three.png", follows="Strength", level=1),
              ("PROP;Strength;true,1,3,false;:", "3"),
              bare("4", "Red Horse", "red.png", at="Field;110;370"), name="103"),
        piece(layer("trench.png"), bare("90", "Trench", at="Field;310;370"), name="104"),
        piece(bare("", "Drawn by hand", "chalk.png", at="Record;60;75"), name="105"),
        piece(*CARD, bare("20", "Ambush", "card20.png", at="Field;510;60"), name="106"),
        piece(*CARD, bare("21", "Fog", "card21.png", at="Field;510;60"), name="107"),
        piece(bare("7", "Ney", "chit.png", at="null;0;0"), name="108"),
        piece(("immob;n;V;R;", ""), bare("5", "Events", at="Field;20;30"), name="109"),
        "+/201/stack/Field;92;80;101;102;@@1",
        f"+/202/{DECK};Blue events;;;;false/Field;510;60;true;107,106",
        f"+/203/{DECK};Marshals;;;;false/Field;510;360;true;108",
        "FieldBoardPicker\tMeadow\t0\t0",
        "RecordBoardPicker\tLost\t0\t0",
        "GlobalProperty\t;Phase;1;Module",
        "end_save",
    ]  # fmt: skip


def scrambled(commands: list[str], key: int = 0x5A) -> bytes:
    """Return a saved game as its file has it."""
    inside = listed(commands[1:], ESC)  # the rest of the list stands one level further in
    text = listed([commands[0], inside], ESC)
    return b"!VCSK%02x" % key + bytes(one ^ key for one in text.encode()).hex().encode()


def archive(files: dict[str, bytes]) -> bytes:
    """Return files as a ZIP file, always the same bytes."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            made.writestr(info, data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def files() -> dict[str, bytes]:
    """Return all files of the module."""
    pictures = {
        "meadow.png": (600, 400), "blue.png": (40, 40), "blue-back.png": (40, 40),
        "day.png": (30, 20), "night.png": (30, 20), "one.png": (44, 44), "two.png": (44, 44),
        "three.png": (44, 44), "red.png": (44, 44), "box.png": (25, 35), "chit.png": (20, 20),
        "trench.png": (50, 10), "back.png": (60, 80), "a.png": (5, 5), "b.png": (5, 5),
        "c.png": (5, 5), "gone.png": (9, 9), "chalk.png": (12, 12), "fire.png": (8, 8),
        **{f"card{one}.png": (60, 80) for one in CARDS},
    }  # fmt: skip
    svg = b'<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="x" viewBox="0 0 33 22"><rect/></svg>'
    return {
        "buildFile.xml": ET.tostring(build(), encoding="utf-8"),
        "moduledata": b"<data/>",
        "long.vsav": archive({"savedGame": scrambled(saved())}),
        "images/weather.svg": svg,
        **{f"images/{name}": png(*size) for name, size in pictures.items()},
    }


def packed(to: Path, changed: dict[str, bytes] | None = None) -> Path:
    """Write the module as a `.vmod` file, with some files changed or added."""
    to.write_bytes(archive(files() | (changed or {})))
    return to


def unpacked(to: Path) -> Path:
    """Write the module as a folder."""
    for name, data in files().items():
        path = to / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return to
