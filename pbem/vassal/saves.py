"""Saved games: where each piece stands, and what it shows.

``root``: the root of a module's build file.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pbem.vassal import refusal
from pbem.vassal.contents import Contents, unpack
from pbem.vassal.described import SHORT, Map, Pixel, Placed, Setup
from pbem.vassal.made import Kinds, gpid_of
from pbem.vassal.maps import free
from pbem.vassal.naming import place_at
from pbem.vassal.refusal import ModuleRefused
from pbem.vassal.sequences import commands, split
from pbem.vassal.traits import Definition, Trait
from pbem.vassal.trees import inside as below
from pbem.vassal.trees import number, truth
from pbem.vassal.types import layers_of, level_of, marks_of, values_of

_SCRAMBLED = b"!VCSK"
_BOARDS = "BoardPicker\t"


class _Stood(NamedTuple):
    """The place of a piece in a stack or deck."""

    height: int
    deck: str = ""


class _Board(NamedTuple):
    """A board where a saved game has laid it."""

    name: str
    corner: Pixel


def files_of(root: Element) -> dict[str, str]:
    """Return the set-ups that a module offers, each with the file of its saved game."""
    found: dict[str, str] = {}
    for one in below(root, "PredefinedSetup"):
        file = one.get("file", "")
        if file and truth(one, "useFile"):
            found[free(one.get("name", ""), found)] = file
    return found


class Saves:
    """Reads the saved games of a module."""

    def __init__(self, contents: Contents, maps: Mapping[str, Map], kinds: Kinds) -> None:
        self._contents = contents
        self._maps = maps
        self._kinds = kinds

    def setups(self, root: Element, only: str | None) -> dict[str, Setup]:
        """Return the set-ups that a module offers, by name.

        ``only``: the one of which to read the pieces; None: read those of all.
        """
        return {
            name: self._setup(file, read=only in (None, name))
            for name, file in files_of(root).items()
        }

    def _setup(self, file: str, *, read: bool) -> Setup:
        if file not in self._contents.sizes:
            return Setup(file, missing=1)
        if not read:
            return Setup(file)
        try:
            return self._read(file)
        except ModuleRefused as error:  # which costs this set-up alone
            return Setup(file, refused=str(error))

    def _read(self, file: str) -> Setup:
        found = Setup(file)
        said = commands(saved_text(self._contents, file), refusal.COMMANDS)
        laid: dict[str, list[_Board]] = {}
        stood: dict[str, _Stood] = {}
        added: list[tuple[str, Definition]] = []
        for one in said:
            if one.startswith("+/"):
                self._added(one, found, stood, added)
            elif _BOARDS in one:
                name, _, rest = one.partition(_BOARDS)
                laid[name] = self._laid(name, rest.split("\t"))
            elif one.startswith("GlobalProperty\t"):
                parts = split(one.partition("\t")[2], ";")
                if len(parts) > 2:
                    found.values[parts[1]] = parts[2]
        found.boards = {name: [one.name for one in boards] for name, boards in laid.items()}
        for name, piece in added:
            placed = self._placed(piece, stood.get(name), laid, found.values)
            if placed:
                found.pieces[f"p{len(found.pieces) + 1}"] = placed
        found.values = {k: v for k, v in found.values.items() if 0 < len(v) <= SHORT}
        return found

    def _added(
        self, command: str, setup: Setup, stood: dict[str, _Stood],
        added: list[tuple[str, Definition]],
    ) -> None:  # fmt: skip
        parts = split(command, "/")
        if len(parts) < 4:
            return
        _, name, kind, state = parts[:4]
        if kind == "stack":
            ids = [one for one in split(state, ";")[3:] if not one.startswith("@@")]
            stood |= {one: _Stood(height) for height, one in enumerate(ids)}
        elif kind.startswith("deck;"):
            deck = [*split(kind, ";"), *[""] * 14][13]
            ids = [one for one in split([*split(state, ";"), *[""] * 5][4], ",") if one]
            stood |= {one: _Stood(height, deck) for height, one in enumerate(ids)}
            setup.decks[deck] = len(ids)
        else:
            added.append((name, Definition(kind, state)))

    def _laid(self, name: str, parts: list[str]) -> list[_Board]:
        """Return the boards of a map in their places: name, column and row of each."""
        known = self._maps.get(name)
        cells = [
            (number(row), number(column), board.removesuffix("/rev"))
            for board, column, row in zip(parts[::3], parts[1::3], parts[2::3], strict=False)
        ][: refusal.BOARDS]
        sizes = {one: board.size for one, board in known.boards.items()} if known else {}
        found: list[_Board] = []
        for row, column, board in cells:
            left = (one for y, x, one in cells if y == row and x < column)
            above = (one for y, x, one in cells if x == column and y < row)
            corner = (
                sum(sizes.get(one, (0, 0))[0] for one in left),
                sum(sizes.get(one, (0, 0))[1] for one in above),
            )
            found.append(_Board(board, corner))
        return found

    def _placed(
        self, piece: Definition, stood: _Stood | None, laid: Mapping[str, list[_Board]],
        world: Mapping[str, str],
    ) -> Placed | None:  # fmt: skip
        """Return where a piece stands; None if it is on no map."""
        traits = self._kinds.describer.prototypes.expand(piece)
        bare = split(traits[-1].state, ";")
        on, at = bare[0], (number([*bare, "", ""][1]), number([*bare, "", ""][2]))
        if traits[-1].name != "piece" or (on in ("null", "") and not (stood and stood.deck)):
            return None
        found = Placed(self._kinds.of(piece, traits, gpid_of(traits)))
        if stood and stood.deck:
            found.deck, found.z = stood.deck, stood.height
        else:
            found.map, found.at, found.place = on, at, self._place(on, at, laid.get(on, []))
            found.z = stood.height if stood else 0
        self._show(found, traits, world)
        return found

    def _place(self, on: str, at: Pixel, boards: list[_Board]) -> str:
        known = self._maps.get(on)
        if known is None:
            return ""
        x, y = at[0] - known.edge[0], at[1] - known.edge[1]
        for one in boards:
            board = known.boards.get(one.name)
            here = x - one.corner[0], y - one.corner[1]
            inside = board and 0 <= here[0] < board.size[0] and 0 <= here[1] < board.size[1]
            if board and (inside or len(boards) == 1):
                return place_at(board, here)
        return ""

    def _show(self, found: Placed, traits: list[Trait], world: Mapping[str, str]) -> None:
        """Add what a piece shows: levels of its layers, facing, mask, values."""
        values = {name: value.now for name, value in values_of(traits).items()}
        known = values | marks_of(traits)
        found.layers = [level_of(one, known, world).level for one in layers_of(traits)]
        kind = self._kinds[found.type]
        before = {name: value.now for name, value in kind.values.items()}
        found.values = {
            name: value
            for name, value in values.items()
            if name in before and value != before[name] and len(value) <= SHORT
        }
        for one in traits:
            if one.name == "rotate":
                found.facing = number(one.state)
            elif one.name == "obs":
                found.masked = int(split(one.state, ";")[0] not in ("null", ""))


def saved_text(contents: Contents, file: str) -> str:
    """Return a saved game as its text; ``file``: its name in the module. Raises `ModuleRefused`."""
    data = contents.read(file, refusal.SAVED)
    if not data.startswith(_SCRAMBLED):
        inner = unpack(BytesIO(data))
        if "savedGame" not in inner.sizes:
            raise ModuleRefused("There is no saved game in it.")
        data = inner.read("savedGame", refusal.SAVED)
    if data.startswith(_SCRAMBLED):
        try:
            key = int(data[5:7], 16)
            plain = bytes.fromhex(data[7:].decode("ascii").strip())
            data = plain.translate(bytes(one ^ key for one in range(256)))
        except ValueError:  # also with a sign before the key
            raise ModuleRefused("The saved game is damaged or cut short.") from None
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise ModuleRefused("The saved game is not in UTF-8.") from None
