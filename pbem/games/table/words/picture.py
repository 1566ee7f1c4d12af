"""A table as a screen shows it: its maps with their pieces, and a box for what lies beside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from pbem.games.table.rules import pieces
from pbem.games.table.rules.dicing import words
from pbem.games.table.rules.hidden import hand
from pbem.games.table.rules.position import Piece, Position, Thrown
from pbem.games.table.rules.questions import left_in
from pbem.games.table.rules.setting import Setting
from pbem.games.table.words.outlines import leaves_of, map_of
from pbem.games.table.words.report import ROLLS_SHOWN, lying
from pbem.kit import plain
from pbem.kit.picture import Area, AreaPicture, Box, Counter, Look, Side
from pbem.kit.shapes import Leaf
from pbem.kit.wording import counted

TAG = 3
"""Letters of a side's name that stand for it."""
SHORT = 10
"""Characters of the short name of a place."""
STACK_MOST, DRAWN_MOST = 120, 4_000
"""So many pieces of one place are drawn, the upper ones; and so many of all maps."""
BOX_MOST = 12
"""So many pieces of the box are named."""
LOST = Look(hidden=True)


def picture(setting: Setting, position: Position) -> AreaPicture:
    """Return the maps of a table, and the boxes beside them."""
    sides = {side: Side(setting.side_names[side], side[:TAG]) for side in setting.sides}
    boxes = tuple(_boxes(setting, position))
    if not setting.data.maps:
        return AreaPicture(
            title=setting.data.title, areas=(), counters=(), sides=sides, kinds={}, boxes=boxes
        )
    lies = pieces.stacks(position)
    leaves, areas = _with_pixels(setting, lies)
    counters, left_out = _counters(setting, position, lies)
    notes = (f"{counted(left_out, 'piece')} lie under others and are not drawn.",)
    return AreaPicture(
        title=setting.data.title,
        areas=areas,
        counters=counters,
        sides=sides,
        kinds={},
        boxes=boxes,
        notes=notes if left_out else (),
        leaves=leaves,
    )


# --- places --------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _places(setting: Setting) -> dict[str, tuple[Area, ...]]:
    """Return every place of every map as an area, by the code of the map."""
    return {
        code: tuple(_area(at, row, at.partition("/")[2]) for at in leaf.spots)
        for row, (code, leaf) in enumerate(leaves_of(setting).items())
    }


def _area(at: str, row: int, name: str) -> Area:
    return Area(
        id=at, column=0, row=row, name=name, short=name[:SHORT], terrain="", modifier="",
        holder="", contested=False, flag=False, next_to=(),
    )  # fmt: skip


def _with_pixels(
    setting: Setting, lies: Mapping[str, Sequence[str]]
) -> tuple[tuple[Leaf, ...], tuple[Area, ...]]:
    """Return maps and places, with the pixels at which pieces stand as places of their own.

    The map of a hand is there only if something lies on it.
    """
    sheets, fixed = setting.maps.sheets, leaves_of(setting)
    more: dict[str, dict[str, tuple[int, int]]] = {}
    for at in lies:
        name, apart, pixel = at.partition("@")
        if apart and name in fixed:
            x, _, y = pixel.partition(",")
            more.setdefault(name, {})[at] = int(x), int(y)
    used = {map_of(at) for at in lies}
    shown = [code for code in fixed if sheets[code].kind != "hand" or code in used]
    leaves = [_with(fixed[code], more[code]) if code in more else fixed[code] for code in shown]
    areas = [area for code in shown for area in _places(setting)[code]]
    for row, code in enumerate(fixed):
        areas += [_area(at, row, "") for at in more.get(code, ())]
    return tuple(leaves), tuple(areas)


def _with(leaf: Leaf, spots: Mapping[str, tuple[int, int]]) -> Leaf:
    """Return a map with more spots; those that lie beyond its edge are drawn at the edge."""
    wide, high = leaf.size
    kept = {at: (max(0, min(wide, x)), max(0, min(high, y))) for at, (x, y) in spots.items()}
    return replace(leaf, spots={**leaf.spots, **kept})


# --- pieces --------------------------------------------------------------------------------------


def _counters(
    setting: Setting, position: Position, lies: Mapping[str, Sequence[str]]
) -> tuple[tuple[Counter, ...], int]:
    """Return the pieces that are drawn, the lowest of each place first, and how many are not."""
    known = {(deck, place): number for deck, place, number in position.known}
    faces, found, out = Faces(setting, known), list[Counter](), 0
    for at, names in lies.items():
        if at == pieces.BOX:
            continue
        shown = names[-max(1, min(STACK_MOST, DRAWN_MOST - len(found))) :]
        out += len(names) - len(shown)
        stack = [_counter(faces, at, name, position.pieces[name]) for name in shown]
        found += sorted(stack, key=lambda one: not (one.look and one.look.spent))
    return tuple(found), out


def _counter(faces: Faces, at: str, name: str, piece: Piece) -> Counter:
    word, look = faces.of(piece)
    facing = f", facing {piece.facing}" if piece.facing else ""
    side = faces.side(piece)
    return Counter(area=at, side=side, label=name, text=f"{word}{facing}", kind=word, look=look)


class Faces:
    """The looks and owners of pieces: worked out once for pieces that are alike.

    ``known``: deck and place -> the card there, if who looks knows it.
    """

    def __init__(self, setting: Setting, known: Mapping[tuple[str, int], int]) -> None:
        self._setting = setting
        self._known = known
        self._sides: dict[str, str] = {}
        self._looks: dict[tuple[Any, ...], tuple[str, Look]] = {}

    def of(self, piece: Piece) -> tuple[str, Look]:
        """Return what a piece shows in words, and how it looks."""
        if piece.card is not None:
            word = pieces.face(self._setting.maps, piece)
            number = self._known.get(piece.card)
            if number is not None:
                word = f"{word}: {self._setting.cards[piece.card[0].partition('#')[0]][number]}"
            return word, LOST
        key = (piece.type, piece.title, piece.up)
        if key not in self._looks:
            word, raw = pieces.face(self._setting.maps, piece), self._raw(piece.type)
            if word == piece.type:  # a kind without a name
                word = self._image(piece).rpartition(".")[0].replace("_", " ") or word
            serves = bool(raw.get("fixed")) and not self._setting.maps.kind(piece).name
            self._looks[key] = word, Look(spent=serves)  # what only serves the map is pale
        return self._looks[key]

    def _image(self, piece: Piece) -> str:
        """Return the name of the picture that is seen of a piece."""
        kind = self._setting.maps.kind(piece)
        images = [kind.base]
        for layer, level in zip(kind.layers, piece.up, strict=True):
            if 0 < level <= len(layer.images):
                images.append(layer.images[level - 1])
        return next((one for one in reversed(images) if one), "")

    def side(self, piece: Piece) -> str:
        """Return whose a piece is, if its module says so by a mark or a palette; else nothing."""
        return self.side_of(piece.type)

    def side_of(self, kind: str) -> str:
        """Return whose the pieces of a kind are, as `side` does."""
        if kind not in self._sides:
            self._sides[kind] = self._side(self._raw(kind))
        return self._sides[kind]

    def _raw(self, kind: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._setting.data.types.get(kind, {})
        return found

    def _side(self, raw: Mapping[str, Any]) -> str:
        marks, within = raw.get("marks"), raw.get("in")
        said = [*(marks.values() if isinstance(marks, dict) else ()),
                *(within if isinstance(within, list) else ())]  # fmt: skip
        lower = {plain.lower(one) for one in said if isinstance(one, str)}
        names = self._setting.side_names
        return next((side for side in names if lower & _called(side, names[side])), "")


def _called(side: str, name: str) -> set[str]:
    """Return how a module may call a side, in small letters: its initials too."""
    initials = "".join(word[0] for word in plain.words(name))
    return {side, plain.lower(name), *([plain.lower(initials)] if len(initials) > 1 else [])}


# --- beside the maps -----------------------------------------------------------------------------


def _boxes(setting: Setting, position: Position) -> Iterator[Box]:
    names = setting.side_names
    waits = [f"{names[side]} waits" for side in reversed(position.back)]
    yield Box("Turn", (names[position.turn], *waits))
    if position.thrown:
        rolls = reversed(position.thrown[-ROLLS_SHOWN:])
        yield Box("Last rolls", tuple(_roll(setting, one) for one in rolls))
    if position.values:
        yield Box("Values", tuple(f"{name} {now}" for name, now in position.values.items()))
    if setting.data.decks:
        held = {side: len(hand(position, side)) for side in setting.sides}
        hands = (f"{names[side]} {counted(held[side], 'card')}" for side in setting.sides)
        yield Box("Hands", tuple(hands))
    for deck, pile in position.piles.items():
        yield Box(f"Deck {deck}", (f"{pile.left} left", *lying(setting, position, deck)))
    if boxed := [name for name, one in position.pieces.items() if one.at == pieces.BOX]:
        shown = [pieces.called(setting.maps, position, name) for name in boxed[-BOX_MOST:]]
        more = len(boxed) - len(shown)
        yield Box("In the box", (*reversed(shown), *([f"and {more} more"] if more else [])))
    for cup, out in position.out.items():
        yield Box(f"Cup {cup}", (f"{left_in(setting, position, cup)} left", *out))


def _roll(setting: Setting, one: Thrown) -> str:
    fell = ", ".join(one.says or map(str, one.got))
    total = "" if one.says or len(one.got) == 1 else f", total {one.total}"
    return f"{one.label}: {words(setting, one.dice, 1, 0)} gives {fell}{total}"
