"""Count what a VASSAL module has, a second time, from VASSAL's file format alone.

This script shares no line with `pbem/vassal/`. It keeps no limits, so run it on trusted files only:
`python vassal/counted.py MODULE.vmod [DESCRIPTION.json]` from `tests/`. With a description (`pbem
table describe MODULE.vmod`), it prints each difference; its exit code is then 1.
"""

from __future__ import annotations

import io
import itertools
import json
import math
import re
import sys
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

Spot = tuple[float, float]
MAPS = (".module.Map", ".module.PlayerHand", ".module.PrivateMap", ".widget.WidgetMap")
CUT = 40


def split(text: str, sign: str) -> list[str]:
    """Return the parts of a list; a backslash before the sign makes it a letter of its part."""
    parts = re.split(rf"(?<!\\){re.escape(sign)}", text)
    plain = (part.replace("\\" + sign, sign) for part in parts)
    return [one[1:-1] if len(one) > 1 and one[0] == one[-1] == "'" else one for one in plain]


def below(element: ET.Element, *ends: str) -> list[ET.Element]:
    return [one for one in element.iter() if one is not element and one.tag.endswith(ends)]


def innermost(text: str) -> list[str]:
    """Return the fields of the bare piece, the last of traits that stand in one another."""
    while len(levels := split(text, "\t")) > 1:
        text = "\t".join(levels[1:])
    return split(text, ";")


# --- names of places ---------------------------------------------------------------------------


def numeral(number: int, kind: str, zeros: int) -> str:
    """Return a row's or column's number, as digits or as a repeated letter."""
    sign, number = "-" * (number < 0), abs(number)
    if kind == "A":
        return sign + "".join(chr(65 + left % 26) for left in range(number, -1, -26))
    return sign + f"{number:0{zeros + 1}d}"


class Cells:
    """A regular grid: its cells by column and row, each with a middle and a name."""

    def __init__(self, grid: ET.Element, size: Spot) -> None:
        self.hexes = grid.tag.endswith("HexGrid")
        self.turned = self.hexes and grid.get("sideways") == "true"
        self.dx, self.dy = float(grid.get("dx", 0)), float(grid.get("dy", 0))
        self.x, self.y = float(grid.get("x0", 0)), float(grid.get("y0", 0))
        found = below(grid, "GridNumbering")
        self.numbers = found[0] if found else None
        self.size = size

    def middle(self, column: int, row: int) -> Spot:
        low = self.dy / 2 if self.hexes and column % 2 else 0
        x, y = self.x + column * self.dx, self.y + row * self.dy + low
        return (y, x) if self.turned else (x, y)

    def at(self, spot: Spot) -> tuple[int, int]:
        """Return the cell whose middle is nearest."""
        x, y = spot[::-1] if self.turned else spot
        column, row = round((x - self.x) / self.dx), round((y - self.y) / self.dy)
        about = itertools.product(range(column - 1, column + 2), range(row - 2, row + 2))
        return min(about, key=lambda cell: math.dist(self.middle(*cell), spot))

    def name(self, column: int, row: int) -> str | None:
        if self.numbers is None:
            return None
        given = self.numbers.attrib
        odd = column % 2
        most = [math.floor(of / by + 0.5) for of, by in zip(self.size, self._steps(), strict=True)]
        flags = ("vDescend", "hDescend") if self.turned else ("hDescend", "vDescend")
        back = [given.get(one) == "true" for one in flags]
        if self.turned:
            most.reverse()
        if back[0]:
            column = most[0] - column
        if back[1]:
            row = most[1] - row
        if self.hexes and given.get("stagger", "true") == "true" and odd:
            row += -1 if back[1] else 1
        across, down = (
            numeral(at + int(given.get(f"{sign}Off", 1)), given.get(f"{sign}Type", "N"),
                    int(given.get(f"{sign}Leading", 1)))
            for at, sign in ((column, "h"), (row, "v"))
        )  # fmt: skip
        both = (across, down) if given.get("first", "H") == "H" else (down, across)
        text = given.get("locationFormat", "$gridLocation$")
        for word, is_ in (
            ("gridLocation", given.get("sep", "").join(both)), ("row", down), ("column", across),
        ):  # fmt: skip
            text = text.replace(f"${word}$", is_)
        return text

    def _steps(self) -> Spot:
        """Return by what VASSAL divides a board's width and height to count backwards."""
        return (self.dy, self.dx) if self.hexes else (self.dx, self.dy)

    def all(self) -> list[tuple[str, Spot]]:
        """Return each cell whose middle lies on the board, with its name."""
        wide, high = self.size[::-1] if self.turned else self.size
        columns = range(-2, math.ceil(wide / self.dx) + 3) if self.dx else ()
        rows = range(-2, math.ceil(high / self.dy) + 3) if self.dy else ()
        found = [
            (self.name(*cell) or "", self.middle(*cell))
            for cell in itertools.product(columns, rows)
        ]
        return [one for one in found if one[0] and self._inside(one[1])]

    def _inside(self, spot: Spot) -> bool:
        return all(
            0 <= math.floor(at + 0.5) < most for at, most in zip(spot, self.size, strict=True)
        )


class Regions:
    """Points with names; the nearest one names a spot."""

    def __init__(self, grid: ET.Element) -> None:
        self.points = [
            (one.get("name", ""), (float(one.get("originx", 0)), float(one.get("originy", 0))))
            for one in below(grid, ".Region")
        ]

    def all(self) -> list[tuple[str, Spot]]:
        return self.points

    def named(self, spot: Spot) -> str | None:
        if not self.points:
            return None
        return min(self.points, key=lambda one: math.dist(one[1], spot))[0]


class Places:
    """The names of places of one board: zones before the grid below them."""

    def __init__(self, board: ET.Element, size: Spot) -> None:
        self.size = size
        self.zones: list[tuple[ET.Element, list[Spot], Cells | Regions | None]] = []
        zoned = next((one for one in board if one.tag.endswith("ZonedGrid")), None)
        behind = board if zoned is None else zoned
        self.behind = self._grid(behind)
        for zone in () if zoned is None else below(zoned, ".Zone"):
            corners = [
                (float(x), float(y))
                for x, y in (pair.split(",") for pair in zone.get("path", "").split(";") if pair)
            ]
            own = zone.get("useParentGrid") != "true"
            self.zones.append((zone, corners, self._grid(zone) if own else self.behind))

    def _grid(self, parent: ET.Element) -> Cells | Regions | None:
        for child in parent:
            if child.tag.endswith((".HexGrid", ".SquareGrid")):
                return Cells(child, self.size)
            if child.tag.endswith(".RegionGrid"):
                return Regions(child)
        return None

    def name(self, spot: Spot) -> str | None:
        """Return the name of the place at a spot."""
        for zone, corners, grid in self.zones:
            if inside(spot, corners):
                return self._in_zone(zone, named(grid, spot))
        return named(self.behind, spot) or None

    def _in_zone(self, zone: ET.Element, cell: str | None) -> str | None:
        text = zone.get("locationFormat", "$name$").replace("$name$", zone.get("name", ""))
        return text.replace("$gridLocation$", cell or "").strip() or None

    def all(self) -> set[str]:
        """Return names: each region, each cell whose middle is on the board, each zone that shows.

        A zone below other zones shows nowhere, so no piece can lie in it. A region in its own zone
        is a place even so: VASSAL sends pieces to it by its name.
        """
        grids = [grid for _, _, grid in self.zones] + [self.behind]
        spots = [spot for grid in grids if grid for _, spot in grid.all()]
        spots += self._lattice()
        found = {name for spot in spots if (name := self.name(spot))}
        for _, corners, grid in self.zones:
            points = grid.points if isinstance(grid, Regions) else []
            found |= {name for name, spot in points if inside(spot, corners)}
        return found

    def _lattice(self) -> list[Spot]:
        """Return spots all over the board that lie in a zone which names itself alone."""
        across, down = ([size * at / 150 for at in range(150)] for size in self.size)
        spots = itertools.product(across, down)
        return [spot for spot in spots if self._alone(spot)]

    def _alone(self, spot: Spot) -> bool:
        over = next((zone for zone, corners, _ in self.zones if inside(spot, corners)), None)
        return over is not None and "gridLocation" not in over.get("locationFormat", "$name$")


def named(grid: Cells | Regions | None, spot: Spot) -> str | None:
    if isinstance(grid, Cells):
        return grid.name(*grid.at(spot))
    return grid.named(spot) if grid else None


def inside(spot: Spot, corners: list[Spot]) -> bool:
    """Return whether a spot lies in a polygon: a ray to the right crosses its sides oddly often."""
    x, y = spot
    crossed = 0
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossed += 1
    return crossed % 2 == 1


# --- a module ----------------------------------------------------------------------------------


class Counted:
    """Pieces, places, decks and set-ups of one module."""

    def __init__(self, path: Path, sizes: dict[tuple[str, str], Spot] | None = None) -> None:
        self.files = zipfile.ZipFile(path)
        names = set(self.files.namelist())
        build = "buildFile.xml" if "buildFile.xml" in names else "buildFile"
        self.root = ET.fromstring(self.files.read(build))  # noqa: S314 - the caller trusts it
        self.sizes = sizes or {}
        slots = below(self.root, ".CardSlot")
        self.cards = {one.get("gpid", "") for one in slots}
        self.counters = {one.get("gpid", "") for one in below(self.root, ".PieceSlot")} - self.cards
        self.maps = {one.get("mapName", ""): one for one in below(self.root, *MAPS)}
        self.places = {
            (name, board.get("name", "")): Places(board, self._size(name, board))
            for name, element in self.maps.items()
            for board in below(element, ".boardPicker.Board")
        }
        self.decks = {
            pile.get("name", ""): [one.get("gpid", "") for one in below(pile, "Slot")]
            for pile in below(self.root, ".DrawPile")
        }
        self.setups = {
            one.get("name", ""): self._saved(one.get("file", ""))
            if one.get("file") in names
            else None
            for one in below(self.root, ".PredefinedSetup")
            if one.get("file")
        }

    def _size(self, map_: str, board: ET.Element) -> Spot:
        if board.get("width") and not board.get("image"):
            return float(board.get("width", 0)), float(board.get("height", 0))
        given = self.sizes.get((map_, board.get("name", "")))
        return given or picture_size(self.files, board.get("image", ""))

    def start(self) -> list[tuple[str, int, int, int]]:
        """Return stacks that lie on maps before any set-up: map, pixel, how many pieces.

        Authors leave empty stacks as headings; those lie nowhere.
        """
        return sorted(
            (name, *self._lies(name, stack), len(below(stack, "Slot")))
            for name, element in self.maps.items()
            for stack in below(element, ".SetupStack")
            if below(stack, "Slot")
        )

    def _lies(self, map_: str, stack: ET.Element) -> tuple[int, int]:
        """Return where a stack lies: at its pixel, or at the point of the region that it names."""
        if stack.get("useGridLocation") == "true":
            owner = stack.get("owningBoard")
            for (name, board), places in self.places.items():
                if name != map_ or owner not in {None, "", board}:
                    continue
                for grid in [*(grid for _, _, grid in places.zones), places.behind]:
                    points = dict(grid.points) if isinstance(grid, Regions) else {}
                    if stack.get("location") in points:
                        x, y = points[stack.get("location", "")]
                        return int(x), int(y)
        return int(stack.get("x", 0)), int(stack.get("y", 0))

    def at_start(self) -> list[tuple[str, str, str]]:
        """Return each such stack's map, the name of its place in VASSAL, and the name here."""
        found = []
        for name, element in self.maps.items():
            boards = below(element, ".boardPicker.Board")
            for stack in below(element, ".SetupStack"):
                if not below(stack, "Slot"):
                    continue
                names = [one.get("name", "") for one in boards]
                board = stack.get("owningBoard", "")
                board = board if board in names else names[0]
                spot = float(stack.get("x", 0)), float(stack.get("y", 0))
                here = self.places[name, board].name(spot)
                found.append((name, stack.get("location", ""), here or ""))
        return found

    def _saved(self, file: str) -> dict[str, Any]:
        raw = self.files.read(file)
        if raw.startswith(b"PK"):
            raw = zipfile.ZipFile(io.BytesIO(raw)).read("savedGame")
        key = int(raw[5:7], 16)
        text = bytes(one ^ key for one in bytes.fromhex(raw[7:].decode())).decode()
        pieces: dict[str, list[str]] = {}
        held: dict[str, tuple[str, str, str, int]] = {}
        decks: dict[str, int] = {}
        for command in commands(text):
            if not command.startswith("+/"):
                continue
            _, name, kind, state, *_ = split(command, "/")
            if kind == "stack" or kind.startswith("deck;"):
                where = split(state, ";")
                if kind == "stack":
                    inside_, deck = [one for one in where[3:] if not one.startswith("@@")], ""
                else:
                    inside_ = [one for one in where[4].split(",") if one] if len(where) > 4 else []
                    deck = split(kind, ";")[13]
                    decks[deck] = len(inside_)
                for height, one in enumerate(inside_):
                    held[one] = (where[0], ";".join(where[1:3]), deck, height)
            else:
                pieces[name] = innermost(state)
        found = []
        for name, (own_map, own_x, own_y, gpid, *_) in pieces.items():
            bare = (own_map, f"{own_x};{own_y}", "", 0)
            map_, at, deck, height = held.get(name, bare)
            if map_ != "null":
                found.append((gpid, map_, *map(int, at.split(";")), deck, height))
        return {"pieces": found, "decks": decks, "boards": boards_of(text, self.maps)}

    def saved_places(self, setup: str) -> Counter[tuple[str, str, str]]:
        """Count the pieces of a set-up by piece, map and place, of decks by deck."""
        saved = self.setups[setup]
        assert saved is not None
        found: Counter[tuple[str, str, str]] = Counter()
        for gpid, map_, x, y, deck, _ in saved["pieces"]:
            if deck:
                found[gpid, "", f"deck {deck}"] += 1
                continue
            element = self.maps[map_]
            edge = [int(element.get(one, 0)) for one in ("edgeWidth", "edgeHeight")]
            board = (saved["boards"].get(map_) or [next(b for m, b in self.places if m == map_)])[0]
            found[gpid, map_, self.places[map_, board].name((x - edge[0], y - edge[1])) or ""] += 1
        return found


def boards_of(text: str, maps: dict[str, ET.Element]) -> dict[str, list[str]]:
    """Return which boards lie on each map of a saved game."""
    found = {}
    for command in commands(text):
        head, *rest = command.split("\t")
        if head.endswith("BoardPicker") and head[:-11] in maps:
            found[head[:-11]] = [name.removesuffix("/rev") for name in rest[::3] if name]
    return found


def commands(text: str) -> list[str]:
    """Return the commands of a saved game, of which each may itself be a list."""
    parts = split(text, "\x1b")
    return parts if len(parts) == 1 else [one for part in parts for one in commands(part)]


def picture_size(files: zipfile.ZipFile, name: str) -> Spot:
    """Return the size of a picture that is PNG, GIF or JPEG, or nothing."""
    try:
        data = files.read(f"images/{name}")
    except KeyError:
        return 0, 0
    if data[:4] == b"\x89PNG":
        return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    if data[:3] == b"GIF":
        return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    at = 2
    while data[:2] == b"\xff\xd8" and at < len(data):
        if 0xC0 <= data[at + 1] <= 0xCF and data[at + 1] not in {0xC4, 0xC8, 0xCC}:
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return 0, 0


# --- compared with a description -----------------------------------------------------------------


def differences(module: Path, told: dict[str, Any]) -> list[str]:
    """Return how a description differs from this count, a line each."""
    sizes = {
        (name, board): (float(one["size"][0]), float(one["size"][1]))
        for name, map_ in told["maps"].items()
        for board, one in map_["boards"].items()
    }
    own = Counted(module, sizes)
    wrong: list[str] = []

    def same(what: str, here: Any, there: Any) -> None:
        if here != there:
            wrong.append(f"{what}: counted {here}, told {there}")

    same("cards", sorted(own.cards), sorted(told["cards"]))
    same("counters", sorted(own.counters), sorted(told["counters"]))
    same("maps", sorted(own.maps), sorted(told["maps"]))
    same("boards", sorted(own.places), sorted(sizes))
    same("decks", own.decks, {name: deck["of"] for name, deck in told["decks"].items()})
    stacks = sorted(
        (name, *stack["at"], len(stack["of"]))
        for name, map_ in told["maps"].items()
        for stack in map_["start"]
    )
    same("stacks on maps", own.start(), stacks)
    for name, setup in told["setups"].items():
        saved = own.setups[name]
        if saved is None or "missing" in setup:
            same(f"{name}: its file", saved is None, "missing" in setup)
            continue
        same(f"{name}: decks", saved["decks"], setup["decks"])
        here = own.saved_places(name)
        faceless = {gpid for gpid, one in told["counters"].items() if one.get("machinery")}
        there = Counter(
            (one["t"], "", f"deck {one['deck']}")
            if "deck" in one
            else (one["t"], one["m"], one.get("place", ""))
            for one in setup["pieces"].values()
        )
        known = own.cards | own.counters
        same(f"{name}: pieces", sum(here.values()), sum(there.values()))
        for key in sorted({*here, *there}):
            if key[0] in known and key[0] not in faceless:
                same(f"{name}: {key}", here[key], there[key])
    return wrong


def report(module: Path) -> list[str]:
    """Return what is counted, in lines."""
    own = Counted(module)
    lines = [f"cards {len(own.cards)}, counters {len(own.counters)}, maps {len(own.maps)}"]
    lines += [f"  places of {key}: {len(places.all())}" for key, places in own.places.items()]
    lines.append(f"decks {len(own.decks)}, cards in them {sum(map(len, own.decks.values()))}")
    for name, saved in own.setups.items():
        lines.append(f"  set-up {name}: {len(saved['pieces']) if saved else 'no file'}")
    kept = [one for one in own.at_start() if one[1]]
    same = sum(here == there for _, here, there in kept)
    return [*lines, f"stacks that lie where VASSAL kept that they lie: {same} of {len(kept)}"]


def main(module: str, *descriptions: str) -> int:
    """Print what is counted, and each difference."""
    wrong: list[str] = []
    for one in descriptions:
        wrong += differences(Path(module), json.loads(Path(one).read_bytes()))
    last = f"{len(wrong)} differences"
    sys.stdout.write("\n".join([*report(Path(module)), *wrong, last]) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
