"""Orders about pieces as players write them.

A piece is written by its name on the table, such as p17, or by what it shows if only one piece
shows that. A place is written without its map if only one map has it. Each reader reads the
``rest`` of a line, after its first word, and raises `FormError` if it knows no such piece, kind or
place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pbem.errors import FormError
from pbem.games.table.rules import orders as o
from pbem.games.table.rules import pieces
from pbem.games.table.rules.position import Position
from pbem.games.table.rules.setting import Setting
from pbem.kit import plain
from pbem.kit.contract import Order
from pbem.kit.typed.suggest import did_you_mean

WRITE: Mapping[str, str] = {
    "move": "move PIECE to PLACE",
    "set": "set PIECE LAYER LEVEL",
    "turn": "turn PIECE 60",
    "new": "new KIND at PLACE",
    "lay": "lay CARD at PLACE",
    "reveal": "reveal PIECE",
    "seal": "seal for LABEL",
    "place": "place PIECE at PLACE + PIECE at PLACE",
}
"""How each order is written."""

ALSO: Mapping[str, str] = {
    "stack": "stack PIECE on PIECE",
    "box": "box PIECE",
    "flip": "flip PIECE",
    "step": "step PIECE -1",
}
"""Other ways to write a move or a face."""


def words(order: Order) -> Iterable[str] | None:
    """Return the words after an order's own; None if it is not about pieces."""
    match order:
        case o.Move(what, to, under):
            return [*what, "to", to, *(["under"] if under else [])]
        case o.Face(name, layer, level):
            return [name, str(layer), str(level)]
        case o.Turn(name, facing):
            return [name, str(facing)]
        case o.New(kind, to):
            return [kind, "at", to]
    return _words(order)


def _words(order: Order) -> Iterable[str] | None:
    match order:
        case o.Reveal(name):
            return [name]
        case o.Seal(label):
            return ["for", label]
        case o.Placement(moves):
            return [" + ".join(f"{name} at {to}" for name, to in moves) or NOTHING]
    return None


def _pieces(setting: Setting, position: Position, said: str) -> tuple[str, ...]:
    """Read one or more pieces."""
    names = {plain.lower(name): name for name in position.pieces}
    low = [plain.lower(word) for word in plain.words(said.replace(",", " "))]
    if low and all(word in names for word in low):
        return tuple(names[word] for word in low)
    shown = [
        name
        for name, one in sorted(position.pieces.items())
        if plain.lower(pieces.face(setting.maps, one)) == plain.lower(said)
    ]
    if len(shown) == 1:
        return (shown[0],)
    if shown:
        raise FormError(f"{said!r} can be {', '.join(shown[:8])}; write one of these")
    kinds = {pieces.face(setting.maps, one) for one in position.pieces.values()}
    raise FormError(f"there is no piece {said!r}{did_you_mean(said, [*names, *kinds]) or ''}")


def _piece(setting: Setting, position: Position, said: str) -> str:
    found = _pieces(setting, position, said)
    if len(found) != 1:
        raise FormError("write one piece")
    return found[0]


def place(setting: Setting, said: str) -> str:
    """Read a place: with its map, or without it if only one map has such a place.

    Raises:
        FormError: There is no such place, or there are several.
    """
    maps = setting.maps.places
    low = plain.lower(said)
    if low == pieces.BOX or said.partition("/")[0] in maps or said.partition("@")[0] in maps:
        return low if low == pieces.BOX else said
    found = [
        f"{name}/{place}"
        for name, places in maps.items()
        for place in places
        if plain.lower(place) == low
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise FormError(f"{said!r} can be {', '.join(sorted(found)[:5])}; write one of these")
    every = {place for places in maps.values() for place in places}
    raise FormError(f"there is no place {said!r}{did_you_mean(said, every) or ''}")


def move(setting: Setting, position: Position, rest: str) -> Order | None:
    """Read `move PIECE PIECE to PLACE under`; None in another form."""
    what, _, to = rest.partition(" to ")
    if not to:
        return None
    target = to if to in setting.maps.every() else to.removesuffix(" under")
    found = _pieces(setting, position, what)
    return o.Move(found, place(setting, target), target != to)


def stack(setting: Setting, position: Position, rest: str) -> Order | None:
    """Read `stack PIECE on PIECE`; None in another form."""
    what, _, on = rest.partition(" on ")
    if not on:
        return None
    below = _piece(setting, position, on)
    return o.Move(_pieces(setting, position, what), position.pieces[below].at)


def box(setting: Setting, position: Position, rest: str) -> Order | None:
    """Read `box PIECE`; None in another form."""
    return o.Move(_pieces(setting, position, rest), pieces.BOX) if rest else None


def face(setting: Setting, position: Position, rest: str) -> Order | None:
    """Read `set PIECE LAYER LEVEL`; None in another form."""
    what, _, level = rest.rpartition(" ")
    what, _, layer = what.rpartition(" ")
    at, to = plain.number(layer, 2), plain.number(level, 3)
    if not what or at is None or to is None:
        return None
    return o.Face(_piece(setting, position, what), at, to)


def reveal(setting: Setting, position: Position, rest: str) -> Order | None:
    """Read `reveal PIECE`: one's own, of which one knows which card it is.

    Raises:
        FormError: It does not lie face down, or is somebody else's.
    """
    name = _piece(setting, position, rest)
    card = position.pieces[name].card
    known = {(deck, place): number for deck, place, number in position.known}
    if card is None:
        raise FormError(f"{name} does not lie face down")
    if card not in known:
        raise FormError(f"only the player who laid {name} can turn it up")
    return o.Reveal(name, *card, known[card])


def seal(_: Setting, __: Position, rest: str) -> Order | None:
    """Read `seal for LABEL`; None in another form."""
    return o.Seal(rest.removeprefix("for ")) if rest else None


def placement(setting: Setting, position: Position, rest: str) -> Order | None:
    """Read `place PIECE at PLACE + PIECE at PLACE`, or `place nothing`."""
    if plain.lower(rest) == NOTHING:
        return o.Placement()
    moves: list[tuple[str, str]] = []
    for one in rest.split(" + "):
        said, _, to = one.partition(" at " if " at " in one else " to ")
        if not to:
            return None
        moves += ((name, place(setting, to)) for name in _pieces(setting, position, said))
    return o.Placement(tuple(moves))


def flip(setting: Setting, position: Position, rest: str) -> Order | None:
    """Read `flip PIECE`: the next face of its first layer that has two or more.

    None in another form.
    """
    return _stepped(setting, position, rest, 1) if rest else None


def step(setting: Setting, position: Position, rest: str) -> Order | None:
    """Read `step PIECE -1`; None in another form."""
    what, _, by = rest.rpartition(" ")
    if not what or by not in ("1", "+1", "-1"):
        return _stepped(setting, position, rest, 1) if rest else None
    return _stepped(setting, position, what, -1 if by == "-1" else 1)


def _stepped(setting: Setting, position: Position, said: str, by: int) -> Order:
    name = _piece(setting, position, said)
    piece = position.pieces[name]
    for at, layer in enumerate(setting.maps.kind(piece).layers):
        many = len(layer.images)
        if many > 1:
            return o.Face(name, at + 1, (max(piece.up[at], 1) - 1 + by) % many + 1)
    raise FormError(f"{name} has one face")


def turn(setting: Setting, position: Position, rest: str) -> Order | None:
    """Read `turn PIECE 60`; None in another form."""
    what, _, said = rest.rpartition(" ")
    facing = plain.number(said, 3)
    if not what or facing is None:
        return None
    return o.Turn(_piece(setting, position, what), facing)


def new(setting: Setting, position: Position, rest: str) -> Order | None:
    """Read `new KIND at PLACE`: a kind by its name in the file, or by its title.

    None in another form.

    Raises:
        FormError: There is no such kind, or there are several.
    """
    del position
    said, _, to = rest.partition(" at " if " at " in rest else " to ")
    if not to:
        return None
    types = setting.maps.types
    found = [name for name in types if name == said] or [
        name for name, one in types.items() if plain.lower(one.name) == plain.lower(said)
    ]
    if not found:
        near = did_you_mean(said, [*types, *(one.name for one in types.values())])
        raise FormError(f"there is no kind of piece {said!r}{near or ''}")
    if len(found) > 1:
        raise FormError(f"{said!r} can be {', '.join(found[:8])}; write one of these")
    return o.New(found[0], place(setting, to))


NOTHING = "nothing"
"""The word of a player who places no piece."""

READERS: Mapping[str, Callable[[Setting, Position, str], Order | None]] = {
    "move": move,
    "stack": stack,
    "box": box,
    "set": face,
    "flip": flip,
    "step": step,
    "turn": turn,
    "new": new,
    "reveal": reveal,
    "seal": seal,
    "place": placement,
}
