"""A table file out of a module: facts alone, one set-up, as data for the rules called `table`.

No picture goes in, no sentence of a card, no value of more than `SHORT` characters. Pictures are
named, so that players who own the module see them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from pbem.crypto.text import escape
from pbem.vassal.described import SHORT, Deck, Dice, Map, Module, Pixel, Placed, Turn, Type
from pbem.vassal.naming import pixels
from pbem.vassal.refusal import ModuleRefused

START = "start"
"""The set-up of a module that saves none: what its maps and decks have at the start."""
CARDS_MOST = 250
SIDES_MOST = 8
CHARTS_MOST, TURNS_MOST, VALUE_MOST = 100, 100, 999_999
PLACES_MOST = 4_000
"""Limits of table files: `pbem.games.table.data` has the same."""
PIXELS = 100_000
_KIND = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_NUMBERS = re.compile(r"[0-9]+(?:d[0-9]+)?|d[0-9]+")
_NOBODY = {"solitaire", "solo", "observer", "referee", "moderator", "umpire", "spectator"}
"""Seats of a module that are no side."""
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e]+")
_UNWRITTEN = re.compile(r"[;#\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")


class Made(NamedTuple):
    """A table file as plain data, and what is not in it: a line for each."""

    data: dict[str, Any]
    left_out: list[str]


def table_of(module: Module, setup: str | None) -> Made:
    """Return the table file of a set-up of a module; ``setup``: its name.

    None: the only set-up, or the start if there is none.

    Raises:
        ModuleRefused: There is no such set-up, it cannot be read, or a name has to be given.
    """
    return _Maker(module).table(chosen(module, setup))


def smaller(made: Made) -> Made:
    """Return a table file without the kinds of pieces that its set-up does not use."""
    used = {one["type"] for one in made.data.get("setup", {}).values()}
    types = {name: one for name, one in made.data["types"].items() if name in used}
    gone = len(made.data["types"]) - len(types)
    line = f"kinds of pieces that are not in this set-up, or the file would be too large: {gone:,}"
    return Made(made.data | {"types": types}, [*made.left_out, line])


def chosen(module: Module, setup: str | None) -> str:
    """Return the name of a set-up, as `table_of` takes it; raises `ModuleRefused`."""
    here = [name for name, one in module.setups.items() if not one.missing and not one.refused]
    if setup is None and len(here) < 2:
        return here[0] if here else START
    names = ", ".join(escape(name) for name in [*here, START])
    if setup is None:
        raise ModuleRefused(f"Choose a set-up with --setup: {names}.")
    if setup in module.setups:
        found = module.setups[setup]
        if found.missing:
            raise ModuleRefused(f"The module has no file {escape(found.file)} for this set-up.")
        if found.refused:
            raise ModuleRefused(f"The saved game of this set-up is refused. {found.refused}")
    if setup not in module.setups and setup != START:
        raise ModuleRefused(f"There is no set-up {escape(setup)}. Choose one of these: {names}.")
    return setup


def clean(text: str) -> str:
    """Return a name as a table file has it: one line, without the signs that orders use."""
    text = " ".join(_UNWRITTEN.sub(" ", text).split())
    return text if len(text) <= SHORT else text[: SHORT - 1].rstrip() + "\u2026"


def code(text: str, taken: Iterable[str], otherwise: str) -> str:
    """Return a short name of small letters, digits and hyphens that is not ``taken``.

    ``otherwise``: the name if a text has no such letters, and what begins one that is a number.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    short = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:28].strip("-") or otherwise
    if _NUMBERS.fullmatch(short):  # orders say so how many, or which dice
        short = f"{otherwise}-{short}"[:28]
    number, found, before = 2, short, set(taken)
    while found in before:
        found, number = f"{short}-{number}", number + 1
    return found


def codes(names: Iterable[str], otherwise: str) -> dict[str, str]:
    """Return a code for each name, no code twice; ``otherwise``: as for `code`."""
    found: dict[str, str] = {}
    for name in names:
        found[name] = code(name, found.values(), otherwise)
    return found


def is_picture(file: str) -> bool:
    """Return whether a chart is a picture, by the name of its file."""
    return file.lower().endswith((".png", ".gif", ".jpg", ".jpeg", ".svg"))


class _Maker:
    def __init__(self, module: Module) -> None:
        self.module = module
        seats = [side for side in module.sides if side.strip().lower() not in _NOBODY]
        self.sides = codes(seats[:SIDES_MOST], "side")
        self.maps = codes(module.maps, "map")
        self.types = {**module.counters, **module.cards, **module.made}
        self.kinds = _kinds(self.types)
        self.left_out: list[str] = []
        if seats[SIDES_MOST:]:
            gone = ", ".join(map(escape, seats[SIDES_MOST:]))
            self.left_out.append(f"sides, of which a table has {SIDES_MOST}: {gone}")

    def table(self, setup: str) -> Made:
        saved = self.module.setups.get(setup)
        if saved is None:
            pieces, boards = self._at_start(), {}
        else:
            pieces, boards = saved.pieces, saved.boards
        pieces = {name: one for name, one in pieces.items() if not self.types[one.type].machinery}
        sides = {short: clean(name) or short for name, short in self.sides.items()}
        data: dict[str, Any] = {
            "table": "open",
            "title": clean(self.module.name) or "A game",
            "module": {
                "name": clean(self.module.name),
                "version": clean(self.module.version),
                "build": self.module.build,
                "setup": clean(setup),
            },
            "sides": sides or {"first": "First", "second": "Second"},
        }
        data |= self._dice()
        decks, cups = self._decks(pieces)
        data["decks"], data["cups"] = decks, cups
        data["shuffle"] = "late" if decks else ""
        data["values"] = self._values(saved.values if saved else {})
        data["tracks"] = self._tracks(data["values"])
        data["charts"] = self._charts()
        data["maps"] = {
            self.maps[name]: self._map(name, one, boards.get(name))
            for name, one in self.module.maps.items()
        }
        data["types"] = {self.kinds[name]: _type(one) for name, one in self._on_table().items()}
        on_maps = {name: one for name, one in pieces.items() if not one.deck}
        stand = {name: one for name, one in on_maps.items() if self._stands(one)}
        if len(stand) < len(on_maps):
            gone = len(on_maps) - len(stand)
            self.left_out.append(f"pieces that stand on no map of the module: {gone:,}")
        data["setup"] = {name: self._piece(one) for name, one in stand.items()}
        self.left_out += _add_places(data)
        return Made({key: value for key, value in data.items() if value}, self.left_out)

    def _on_table(self) -> dict[str, Type]:
        """Return the kinds of pieces that have a face."""
        found = {name: one for name, one in self.types.items() if not one.machinery}
        without = len(self.types) - len(found)
        if without:
            self.left_out.append(f"kinds of pieces without a face, which serve scripts: {without}")
        return found

    # --- dice, values, decks ---

    def _dice(self) -> dict[str, Any]:
        dice: dict[str, str] = {}
        faces: dict[str, list[str]] = {}
        for name, one in self.module.dice.items():
            short = code(name, [*dice, *faces], "dice")
            if one.special:
                self._special(short, one, dice, faces)
            elif 0 < (one.dice or 0) < 100 and 1 < (one.faces or 0) < 1000:
                plus = f"{one.plus:+d}" if one.plus and abs(one.plus) < 1000 else ""
                dice[short] = f"{one.dice}d{one.faces}{plus}"
            else:
                self.left_out.append(
                    f"dice {escape(name)}: it has no usual number of dice or faces"
                )
        return {"dice": dice, "faces": faces}

    def _special(
        self, short: str, one: Dice, dice: dict[str, str], faces: dict[str, list[str]]
    ) -> None:
        """Add dice with faces of their own; those that count from 1 are usual dice."""
        for die in one.special:
            texts = [clean(text) or str(value) for value, text in die.faces]
            name = (
                short
                if len(one.special) == 1
                else code(f"{short} {die.name}", [*dice, *faces], short)
            )
            if texts == [str(number + 1) for number in range(len(texts))] and len(texts) > 1:
                dice[name] = f"1d{len(texts)}"
            elif len(texts) > 1:
                faces[name] = texts

    def _values(self, saved: Mapping[str, str]) -> dict[str, int]:
        """Return the numbers of the whole game that some layer follows."""
        layers = (layer for one in self.types.values() for layer in one.layers if layer.everywhere)
        wanted = sorted({layer.follows for layer in layers})
        found: dict[str, int] = {}
        for name in wanted:
            first = self.module.values.get(name)
            text = saved.get(name, first.now if first else "")
            if re.fullmatch(r"-?[0-9]{1,6}", text):
                found[code(name, found, "value")] = int(text)
        return found

    def _tracks(self, values: dict[str, int]) -> dict[str, Any]:
        """Return the levels of turn tracks, each a value of its own, which begins as it says."""
        found: dict[str, Any] = {}
        for title, levels in self.module.turns.items():
            self._level(title, levels, values, found)
        return found

    def _level(
        self, title: str, levels: Sequence[Turn], values: dict[str, int], found: dict[str, Any]
    ) -> None:
        for number, one in enumerate(levels):
            first = 1 if one.start is None else one.start
            names = [clean(item) or str(at) for at, item in enumerate(one.items[:TURNS_MOST], 1)]
            last = first + len(names) - 1 if one.items else one.end or first + TURNS_MOST
            called = title if len(levels) == 1 else f"{title} {number + 1}"
            if first <= last <= VALUE_MOST and first >= -VALUE_MOST:
                name = code(called, values, "turn")
                values[name] = first
                found[name] = {"title": clean(called) or "Turn", "first": first, "last": last}
                if names:
                    found[name]["names"] = names
            self._level(f"{called} step", one.levels, values, found)

    def _charts(self) -> dict[str, str]:
        """Return the charts that are pictures."""
        files = {clean(title) or "Chart": file for title, file in self.module.charts.items()}
        return {title: file for title, file in [*files.items()][:CHARTS_MOST] if is_picture(file)}

    def _decks(self, pieces: Mapping[str, Placed]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return decks and cups: their cards and counters by title."""
        held: dict[str, list[str]] = {}
        for one in sorted(pieces.values(), key=lambda one: one.z):
            if one.deck:
                held.setdefault(one.deck, []).append(one.type)
        open_ = {name: found for name in held if (found := self._open(name, held))}
        into = {name: self._into(name, held) for name in held if name not in open_}
        short = codes(held, "deck")
        decks: dict[str, Any] = {}
        cups: dict[str, Any] = {}
        for name, first in held.items():
            if into.get(name) != name:
                continue
            later = [one for one in into if one != name and into[one] == name]
            cards = [*first, *(card for one in later for card in held[one])]
            titles = self._titles(cards)
            heaps = {heap: held[one] for one, (heap, of) in open_.items() if of == name}
            lies = {heap: self._titles(under) for heap, under in heaps.items()}
            if len(titles) + sum(map(len, lies.values())) > CARDS_MOST:
                self.left_out.append(f"deck {escape(name)}: it has more than {CARDS_MOST} cards")
            elif len(self.sides) < 2 or all(card in self.module.counters for card in cards):
                cups[short[name]] = titles
            else:
                every = [*cards, *heaps.get("discards", ()), *heaps.get("removed", ())]
                faces = [self.kinds[card] for card in every]
                deck: dict[str, Any] = {"cards": titles, "faces": faces}
                owner = self._owner(name, cards)
                if owner:
                    deck["for"] = owner
                if later:
                    deck["start"] = len(first)
                    deck["later"] = {short[one]: len(held[one]) for one in later}
                decks[short[name]] = deck | lies
        return decks, cups

    def _titles(self, cards: Iterable[str]) -> list[str]:
        return [clean(self.types[card].name) or self.kinds[card] for card in cards]

    def _open(self, name: str, held: Mapping[str, list[str]]) -> tuple[str, str] | None:
        """Return what a pile that lies face up is of another deck: its discards, or removed.

        Discards are shuffled into that deck. Cards that never are left the game: they belong to the
        one deck of the same owner that others are shuffled into.
        """
        pile = self.module.decks.get(name)
        if (
            pile is None
            or pile.down != "Never"
            or all(one in self.module.counters for one in held[name])
        ):
            return None
        owner = self._owner(name, held[name])
        mains = {one.into for one in self.module.decks.values()} & held.keys() - {name}
        fits = [one for one in held if one in mains and self._owner(one, held[one]) == owner]
        if pile.into:
            return ("discards", pile.into) if pile.into in fits else None
        return ("removed", fits[0]) if owner and len(fits) == 1 else None

    def _into(self, name: str, held: Mapping[str, list[str]]) -> str:
        """Return the deck into which another is shuffled later, if both have the same owner."""
        deck = self.module.decks.get(name)
        to = deck.into if deck else ""
        other = self.module.decks.get(to)
        if to not in held or to == name or other is None or other.into:
            return name
        same = self._owner(name, held[name]) == self._owner(to, held[to])
        return to if same else name

    def _owner(self, name: str, cards: Iterable[str]) -> str:
        """Return the side that alone draws: as the deck says, or as the masks of its cards do."""
        deck: Deck | None = self.module.decks.get(name)
        masks = [self.types[card].mask for card in cards]
        said = [set(mask.sides) if mask else set() for mask in masks]
        named = (
            set(deck.owners) if deck and deck.owners else set.intersection(*said) if said else set()
        )
        owners = [self.sides[one] for one in self.sides if one in named]
        return owners[0] if len(owners) == 1 else ""

    # --- maps and pieces ---

    def _map(self, name: str, one: Map, laid: list[str] | None) -> dict[str, Any]:
        """Return a map with the boards that the set-up lays, or its first."""
        names = [board for board in laid or list(one.boards)[:1] if board in one.boards]
        boards = [
            {"name": clean(board), **msgspec.to_builtins(one.boards[board])} for board in names
        ]
        places: dict[str, Pixel] = {}
        right = 0
        for board in names:  # boards of a map lie side by side
            for place, (x, y) in pixels(one.boards[board]).items():
                places.setdefault(clean(place), (x + right, y))
            right += one.boards[board].size[0]
        found: dict[str, Any] = {"name": clean(name) or self.maps[name], "kind": one.kind}
        owners = [self.sides[side] for side in one.owners if side in self.sides]
        if owners:
            found["for"] = owners
        return found | {
            "boards": boards,
            "places": [[place, x, y] for place, (x, y) in places.items() if place],
        }

    def _stands(self, one: Placed) -> bool:
        """Return whether a piece stands on a map, not too far from its boards."""
        at = max(map(abs, one.at), default=0) if one.at else PIXELS + 1
        return one.map in self.maps and at < PIXELS

    def _piece(self, one: Placed) -> dict[str, Any]:
        kind = self.types[one.type]
        found: dict[str, Any] = {"type": self.kinds[one.type], "map": self.maps.get(one.map, "")}
        if one.at and one.map in self.module.maps:
            left, top = self.module.maps[one.map].edge
            found["at"] = [one.at[0] - left, one.at[1] - top]
        if clean(one.place):
            found["place"] = clean(one.place)
        if one.z:
            found["z"] = one.z
        if one.layers != [layer.level for layer in kind.layers]:
            found["layers"] = one.layers
        if kind.facings and one.facing % kind.facings:
            found["facing"] = one.facing % kind.facings
        if one.values:
            found["values"] = one.values
        return found

    def _at_start(self) -> dict[str, Placed]:
        """Return what the maps and decks of a module have at the start."""
        found: dict[str, Placed] = {}

        def add(placed: Placed) -> None:
            placed.layers = [layer.level for layer in self.types[placed.type].layers]
            found[f"p{len(found) + 1}"] = placed

        for name, one in self.module.maps.items():
            first = next(iter(one.boards), "")
            for stack in one.start:
                if stack.board in ("", first):
                    for z, kind in enumerate(stack.of):
                        x, y = stack.at
                        at = x + one.edge[0], y + one.edge[1]
                        add(Placed(kind, map=name, at=at, place=stack.place, z=z))
        for name, deck in self.module.decks.items():
            for z, kind in enumerate(deck.of):
                add(Placed(kind, deck=name, z=z))
        return found


def _kinds(types: Iterable[str]) -> dict[str, str]:
    """Return the name of each kind of piece in a table file: its own, if that can be written."""
    found = {name: name for name in types if _KIND.fullmatch(name)}
    for name in types:
        if name not in found:
            found[name] = code(name, found.values(), "kind")
    return found


def _add_places(data: dict[str, Any]) -> Iterator[str]:
    """Add the places of pieces that their maps lack: those beyond the edge of a board.

    Yields a line for each map that has more places than a table file can have. A piece on one of
    those stands at its pixel.
    """
    known = {name: {place for place, _, _ in one["places"]} for name, one in data["maps"].items()}
    for one in data["setup"].values():
        place = one.get("place")
        if place and place not in known[one["map"]]:
            known[one["map"]].add(place)
            data["maps"][one["map"]]["places"].insert(0, [place, *one["at"]])
    for name, one in data["maps"].items():
        gone = {place for place, _, _ in one["places"][PLACES_MOST:]}
        if gone:
            one["places"] = one["places"][:PLACES_MOST]
            for piece in data["setup"].values():
                if piece["map"] == name and piece.get("place") in gone:
                    del piece["place"]
            yield f"places of {one['name']}, of which a map has {PLACES_MOST:,}: {len(gone):,}"


def _type(one: Type) -> dict[str, Any]:
    """Return a kind of piece as a table file has it: without menus, which are a module's own."""
    found: dict[str, Any] = msgspec.to_builtins(one)
    found["name"] = clean(found.pop("bare", "") or one.name)
    found.pop("sends", None)
    for names in ("marks", "values"):
        if names in found:
            found[names] = {name: value for name, value in found[names].items() if name.isascii()}
    if one.mask:
        found["mask"]["name"] = clean(one.mask.name)
    for layer in found.get("layers", ()):
        if layer.pop("by_script", None):
            layer.pop("names", None)
        if not layer.pop("everywhere", None):
            layer.pop("follows", None)
        if "name" in layer:
            layer["name"] = clean(layer["name"])
        if "names" in layer:
            layer["names"] = [clean(name) for name in layer["names"]]
        layer["images"] = [_UNSEEN.sub("", image) for image in layer["images"]]
    return found
