"""Pieces on maps: where they stand, what they show, and who moved them.

A piece stands at ``MAP/PLACE``, at a pixel ``MAP@X,Y`` that has no place, or in the box, which is
out of play. Pieces of one place form a stack, by ``z``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from pbem.errors import IllegalOrder
from pbem.games.table.rules import orders as o
from pbem.games.table.rules import outcomes
from pbem.games.table.rules.maps import Maps
from pbem.games.table.rules.position import Piece, Position
from pbem.kit.bunches import Bunch
from pbem.kit.contract import Order, Outcome
from pbem.kit.typed.suggest import did_you_mean

BOX = "box"
_PIXEL = re.compile(r"([A-Za-z0-9._-]+)@(-?[0-9]{1,6}),(-?[0-9]{1,6})")
LISTED_MOST = 2_000
"""So many moves are listed; any other one is legal too."""
FACE_MOST = 120
"""Characters of what a piece shows, which can be put together of several layers."""
NEW_MOST = 2_000
"""Pieces that can be made in a game."""


def face(maps: Maps, piece: Piece) -> str:
    """Return what a piece is called by what it shows."""
    kind = maps.kind(piece)
    name = kind.name or piece.type
    for layer, level in zip(kind.layers, piece.up, strict=True):
        shown = layer.names[level - 1] if 0 < level <= len(layer.names) else ""
        if shown.startswith("+"):
            name += shown[1:]
        elif shown.endswith("+"):
            name = shown[:-1] + name
        elif shown:
            name = shown
    return name[:FACE_MOST]


def called(maps: Maps, position: Position, name: str) -> str:
    """Return a piece in words, as everybody sees it: its name on the table, and what it shows."""
    return f"{face(maps, position.pieces[name])} ({name})"


def where(at: str) -> str:
    """Return a place in words."""
    return "the box" if at == BOX else at.partition("/")[2] or at


def stacks(position: Position) -> dict[str, list[str]]:
    """Return the pieces of every place that has some, lowest first."""
    found: dict[str, list[str]] = {}
    for name in sorted(position.pieces, key=lambda name: (position.pieces[name].z, name)):
        found.setdefault(position.pieces[name].at, []).append(name)
    return found


def stack(position: Position, at: str) -> list[str]:
    """Return the pieces of a place, lowest first."""
    here = [name for name, one in position.pieces.items() if one.at == at]
    return sorted(here, key=lambda name: (position.pieces[name].z, name))


# --- what makes no sense ------------------------------------------------------------------------


def check_there(position: Position, name: str) -> Piece:
    """Return a piece; raise `IllegalOrder` if there is none."""
    piece = position.pieces.get(name)
    if piece is None:
        hint = did_you_mean(name, position.pieces) or ""
        raise IllegalOrder("6.1", f"there is no piece {name}{hint}")
    return piece


def check_place(maps: Maps, at: str) -> None:
    """Raise `IllegalOrder` unless a piece can stand there."""
    name, slash, place = at.partition("/")
    pixel = _PIXEL.fullmatch(at)
    if at == BOX or (pixel and pixel[1] in maps.places):
        return
    if not slash or name not in maps.places:
        raise IllegalOrder("6.1", f"there is no map {name}", f"Maps: {', '.join(maps.places)}.")
    if place not in maps.places[name]:
        hint = did_you_mean(place, maps.places[name]) or ""
        raise IllegalOrder("6.1", f"{name} has no place {place}{hint}")


def check_move(maps: Maps, position: Position, order: o.Move) -> None:
    """[6.1] Move pieces that there are to a place that there is."""
    for name in order.what:
        check_there(position, name)
    check_place(maps, order.to)


def check_face(maps: Maps, position: Position, order: o.Face) -> None:
    """[6.2] Show another face that the piece has."""
    piece = check_there(position, order.piece)
    layers = maps.kind(piece).layers
    if order.layer > len(layers):
        raise IllegalOrder("6.2", f"{order.piece} has {len(layers)} layers")
    layer = layers[order.layer - 1]
    least = 1 if layer.always else 0
    if not least <= order.level <= len(layer.images):
        most = len(layer.images)
        raise IllegalOrder("6.2", f"that layer of {order.piece} has levels {least} to {most}")
    if piece.up[order.layer - 1] == order.level:
        raise IllegalOrder("6.2", f"{order.piece} shows that already")


def check_turn(maps: Maps, position: Position, order: o.Turn) -> None:
    """[6.3] Turn a piece that can face several ways."""
    piece = check_there(position, order.piece)
    ways = maps.kind(piece).facings
    if order.facing >= ways:
        said = f"facings 0 to {ways - 1}" if ways else "one facing"
        raise IllegalOrder("6.3", f"{order.piece} has {said}")
    if piece.facing == order.facing:
        raise IllegalOrder("6.3", f"{order.piece} faces that way already")


def check_new(maps: Maps, position: Position, order: o.New) -> None:
    """[6.4] Make a piece of a kind that the table file has."""
    if order.type not in maps.types:
        raise IllegalOrder("6.4", f"there is no kind of piece {order.type}")
    if order.to == BOX:
        raise IllegalOrder("6.4", "a new piece comes out of the box", "Name a place.")
    check_place(maps, order.to)
    if position.made >= NEW_MOST:
        raise IllegalOrder("6.4", f"{NEW_MOST} pieces were made", "Move one out of the box.")


# --- what happens -------------------------------------------------------------------------------


def carry_out(maps: Maps, position: Position, order: Order) -> Iterator[Outcome]:
    """Carry out an order about pieces."""
    side = position.turn
    match order:
        case o.Move(what, to, under):
            places = list(dict.fromkeys(where(position.pieces[name].at) for name in what))
            yield outcomes.PiecesMoved(
                paragraph="6.1", side=side, what=what, at=to, under=under,
                words=", ".join(called(maps, position, name) for name in what),
                origin=", ".join(places), target=where(to),
            )  # fmt: skip
        case o.Face(name, layer, level):
            piece = position.pieces[name]
            up = (*piece.up[: layer - 1], level, *piece.up[layer:])
            shows = face(maps, replace(piece, up=up))
            yield outcomes.PieceShows(
                paragraph="6.2", side=side, piece=name, layer=layer, level=level,
                was=called(maps, position, name), shows=shows,
            )  # fmt: skip
        case o.Turn(name, facing):
            words = called(maps, position, name)
            yield outcomes.PieceTurned(
                paragraph="6.3", side=side, piece=name, facing=facing, words=words
            )
        case o.New(kind, to):
            name = f"n{position.made + 1}"
            yield outcomes.PieceMade(
                paragraph="6.4", side=side, piece=name, kind=kind, at=to,
                words=f"{maps.types[kind].name or kind} ({name})", target=where(to),
            )  # fmt: skip


def apply(maps: Maps, position: Position, outcome: Outcome) -> None:
    """Change the pieces by one outcome."""
    match outcome:
        case outcomes.PiecesMoved(what=what, at=at):
            others = [name for name in stack(position, at) if name not in what]
            order = [*what, *others] if outcome.under else [*others, *what]
            for z, name in enumerate(order):
                position.pieces[name] = replace(position.pieces[name], at=at, z=z)
        case outcomes.PieceShows(piece=name):
            piece = position.pieces[name]
            up = (*piece.up[: outcome.layer - 1], outcome.level, *piece.up[outcome.layer :])
            position.pieces[name] = replace(piece, up=up)
        case outcomes.PieceTurned(piece=name):
            position.pieces[name] = replace(position.pieces[name], facing=outcome.facing)
        case outcomes.PieceMade(piece=name, kind=kind):
            up = tuple(layer.level for layer in maps.types[kind].layers)
            z = len(stack(position, outcome.at))
            position.pieces[name] = Piece(kind, outcome.at, z, up)
            position.made += 1
        case outcomes.PieceLaid(piece=name, deck=deck, place=place):
            z = len(stack(position, outcome.at))
            position.pieces[name] = Piece("", outcome.at, z, card=(deck, place))
            position.made += 1


# --- what is listed -----------------------------------------------------------------------------


def listed(maps: Maps, position: Position) -> Iterator[Sequence[Order]]:
    """Yield moves, other faces, turns and new pieces, in bunches of one form."""
    names = sorted(position.pieces)
    targets = [
        f"{name}/{place}" for name, places in maps.places.items() for place in sorted(places)
    ]
    targets.append(BOX)
    if names:
        many = min(len(names) * len(targets), LISTED_MOST)
        step = max(1, len(names) * len(targets) // many)

        def move(i: int) -> o.Move:
            which, to = divmod(i * step, len(targets))
            return o.Move((names[which],), targets[to])

        yield Bunch(o.Move, many, move)
    faces = (order for name in names for order in _faces(maps, position, name))
    turns = (order for name in names for order in _turns(maps, position, name))
    kinds = maps.types if len(targets) > 1 and position.made < NEW_MOST else ()
    news = (o.New(kind, targets[0]) for kind in kinds)
    yield from filter(None, (list(islice(some, LISTED_MOST)) for some in (faces, turns, news)))


def _faces(maps: Maps, position: Position, name: str) -> Iterator[o.Face]:
    piece = position.pieces[name]
    for at, layer in enumerate(maps.kind(piece).layers):
        for level in range(1 if layer.always else 0, len(layer.images) + 1):
            if piece.up[at] != level:
                yield o.Face(name, at + 1, level)


def _turns(maps: Maps, position: Position, name: str) -> Iterator[o.Turn]:
    piece = position.pieces[name]
    ways = maps.kind(piece).facings
    for facing in range(0, ways, max(1, ways // 12)):
        if piece.facing != facing:
            yield o.Turn(name, facing)
