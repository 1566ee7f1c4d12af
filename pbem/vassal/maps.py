"""Maps, boards, decks, and what lies on a map at the start of every game.

``root``: the root of a module's build file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pbem.vassal import refusal
from pbem.vassal.described import SHORT, Board, Deck, Map, Pixel, Stack, Type
from pbem.vassal.grids import covered, grid_of
from pbem.vassal.naming import pixels, place_at
from pbem.vassal.pictures import Pictures
from pbem.vassal.sequences import split
from pbem.vassal.traits import definition
from pbem.vassal.trees import inside, kind, truth, whole
from pbem.vassal.types import Describer

_KINDS = {"PlayerHand": "hand", "PrivateMap": "private", "WidgetMap": "sheet"}
_SLOTS = ("PieceSlot", "CardSlot")


class Pieces(NamedTuple):
    """The kinds of pieces that a module has, by id, and where each slot of its tree went."""

    cards: dict[str, Type]
    counters: dict[str, Type]
    ids: dict[Element, str]

    def below(self, element: Element) -> list[str]:
        """Return the ids of the pieces below an element, in order."""
        return [self.ids[one] for one in inside(element, *_SLOTS) if one in self.ids]


def free(name: str, taken: Mapping[str, object]) -> str:
    """Return a name that is not in ``taken``: the same, or with a number after it."""
    number, found = 2, name
    while found in taken:
        found, number = f"{name} ({number})", number + 1
    return found


def pieces_of(root: Element, describer: Describer) -> Pieces:
    """Describe every piece slot of a module; raises `ModuleRefused`."""
    found = Pieces({}, {}, {})
    known: dict[tuple[str, str], str] = {}
    for number, (path, slot) in enumerate(_slots(root, []), 1):
        piece = definition(slot.text or "")
        if piece is None:
            continue
        gpid = (slot.get("gpid") or f"s{number}")[:SHORT]
        key = (gpid, piece.type)
        if key not in known:  # a set-up repeats what a palette has
            known[key] = _unused(gpid, found)
            kinds = found.cards if kind(slot) == "CardSlot" else found.counters
            kinds[known[key]] = describer.describe(piece, path)
        found.ids[slot] = known[key]
    return found


def _unused(gpid: str, found: Pieces) -> str:
    number, name = 2, gpid
    while name in found.cards or name in found.counters:
        number, name = number + 1, f"{gpid}.{number}"
    return name


def _slots(element: Element, path: list[str]) -> Iterator[tuple[list[str], Element]]:
    """Yield the slots below an element, with the names of what they stand in."""
    for child in element:
        if kind(child) in _SLOTS:
            yield path, child
            continue
        name = child.get("entryName")
        if kind(child) in ("SetupStack", "DrawPile", "PieceWindow"):
            name = child.get("name", name)
        yield from _slots(child, path if name is None else [*path, name])


def maps_of(root: Element, pieces: Pieces, pictures: Pictures) -> dict[str, Map]:
    """Describe the maps of a module, by name."""
    found: dict[str, Map] = {}
    for element in root.iter():
        name = element.get("mapName")
        if name is not None:
            found[free(name, found)] = _map(element, pieces, pictures)
    return found


def _map(element: Element, pieces: Pieces, pictures: Pictures) -> Map:
    boards: dict[str, Board] = {}
    for one in inside(element, "Board"):
        boards[free(one.get("name", ""), boards)] = _board(one, pictures)
    what = _KINDS.get(kind(element), "map")
    found = Map(what, (whole(element, "edgeWidth"), whole(element, "edgeHeight")), boards, [])
    if what in ("hand", "private"):
        found.owners = [side for side in split(element.get("side", ""), ",") if side]
        found.shown = truth(element, "visible")
    named: dict[str, dict[str, Pixel]] = {}
    stacks = (_stack(one, boards, pieces, named) for one in inside(element, "SetupStack"))
    found.start = [one for one in stacks if one.of]
    return found


def _board(element: Element, pictures: Pictures) -> Board:
    image, grid = element.get("image", ""), grid_of(element)
    size = pictures.size(image)
    guessed = int(bool(image) and size is None)
    if size is None:
        given = whole(element, "width"), whole(element, "height")
        size = covered(grid) if guessed or min(given) <= 0 else given
    size = min(size[0], refusal.SIDE), min(size[1], refusal.SIDE)
    return Board(size, image, guessed, grid)


def _stack(
    element: Element, boards: dict[str, Board], pieces: Pieces, named: dict[str, dict[str, Pixel]]
) -> Stack:
    """Return a stack. It stands at a pixel, or at a place whose name its board has."""
    owner = element.get("owningBoard", "")
    on = owner if owner in boards else next(iter(boards), "")
    at: Pixel = (whole(element, "x"), whole(element, "y"))
    of = pieces.below(element)
    if on not in boards:
        return Stack(at, of, owner)
    if truth(element, "useGridLocation"):
        if not named:
            named |= {name: pixels(board) for name, board in boards.items()}
        place = element.get("location", "")
        for one in (on, *boards):
            if place in named[one]:
                return Stack(named[one][place], of, owner, place)
    return Stack(at, of, owner, place_at(boards[on], at))


def decks_of(root: Element, pieces: Pieces) -> dict[str, Deck]:
    """Describe the decks of a module, by name."""
    found: dict[str, Deck] = {}
    for element in root.iter():
        if element.get("mapName") is not None:
            for one in inside(element, "DrawPile"):
                name = free(one.get("name", ""), found)
                found[name] = _deck(one, element.get("mapName", ""), pieces)
    return found


def _deck(element: Element, on: str, pieces: Pieces) -> Deck:
    of = pieces.below(element)
    owners = (
        split(element.get("deckOwners", ""), ",") if truth(element, "deckRestrictAccess") else []
    )
    return Deck(
        at=(whole(element, "x"), whole(element, "y")),
        board=element.get("owningBoard", ""),
        choose=truth(element, "allowSelect"),
        cup=int(bool(of) and all(one in pieces.counters for one in of)),
        down=element.get("faceDown", ""),
        into=element.get("reshuffleTarget", "") if truth(element, "reshufflable") else "",
        map=on,
        of=of,
        owners=[one for one in owners if one],
        reverse=truth(element, "reversible"),
        several=truth(element, "allowMultiple"),
        shuffle=element.get("shuffle", ""),
        up=truth(element, "drawFaceUp"),
    )
