"""Maps of a table as a board shows them: sheets with places, and pieces with pictures and deeds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pbem.games.table.data.pieces import MapData, TypeData
from pbem.games.table.rules import pieces
from pbem.games.table.rules.maps import Maps
from pbem.games.table.rules.position import Piece, Position
from pbem.games.table.rules.setting import Setting
from pbem.games.table.words.outlines import cells_of, leaves_of
from pbem.games.table.words.picture import Faces
from pbem.games.table.words.report import called
from pbem.kit.screen import Lying, Sheet

MARKS_MOST = 20
"""So many marks of a kind of piece are shown."""
TURNS = 12
"""A piece with more facings turns by so many steps in a circle."""
_PIXEL = re.compile(r"@(-?[0-9]+),(-?[0-9]+)$")


def sheets(setting: Setting, position: Position) -> Iterator[Sheet]:
    """Yield the maps on which something can lie; a hand is one only if a piece lies on it."""
    on = {_sheet(one.at) for one in position.pieces.values()}
    for code, one in setting.maps.sheets.items():
        if (one.places or one.boards) and (one.kind != "hand" or code in on):
            leaf = leaves_of(setting)[code]
            named = {at.partition("/")[2]: corners for at, corners in leaf.outlines.items()}
            boards, cells = tuple(_boards(one)), cells_of(setting, code)
            boxes = one.kind == "boxes"
            yield Sheet(code, one.name, leaf.size, boards, one.places, named, cells, boxes)


def _boards(one: MapData) -> Iterator[tuple[str, int, int, int, int]]:
    right = 0
    for board in one.boards:
        yield board.image, right, 0, *board.size
        right += board.size[0]


def lying(setting: Setting, position: Position) -> Iterator[Lying]:
    """Yield the pieces, those of a place from the lowest to the highest."""
    maps, faces = setting.maps, Faces(setting, {})
    ranks = _ranks(setting)
    spots = {
        f"{code}/{name}": (x, y) for code, one in maps.sheets.items() for name, x, y in one.places
    }
    for at, names in pieces.stacks(position).items():
        pixel = _PIXEL.search(at)
        x, y = (int(pixel[1]), int(pixel[2])) if pixel else spots.get(at, (0, 0))
        for name in names:
            piece = position.pieces[name]
            kind = maps.kind(piece)
            yield Lying(
                name,
                called(setting, position, name),
                at,
                _sheet(at),
                x,
                y,
                tuple(_images(maps, piece)),
                kind.size,
                piece.facing * 360 // kind.facings if kind.facings else 0,
                tuple(_deeds(maps, name, piece, _known(position))),
                fixed=bool(kind.fixed),
                nameless=bool(kind.fixed) and not kind.name,
                rank=ranks.get(faces.side(piece), -1),
                kind="" if piece.card else piece.type,
            )


def kinds(setting: Setting) -> Iterator[tuple[str, str, tuple[str, ...], int]]:
    """Yield what can be taken out of the box, as `AtHand` has it."""
    faces, ranks = Faces(setting, {}), _ranks(setting)
    for name, kind in setting.maps.types.items():
        yield name, kind.name or name, begins(kind), ranks.get(faces.side_of(name), -1)


def _ranks(setting: Setting) -> dict[str, int]:
    return {side: rank for rank, side in enumerate(setting.sides)}


def marks_of(setting: Setting) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return kind of piece -> what is written on it: the name of each mark, and its text."""
    found = {}
    for name, raw in setting.data.types.items():
        marks = raw.get("marks") if isinstance(raw, dict) else None
        if isinstance(marks, dict):
            said = [(key, now) for key, now in marks.items() if isinstance(now, str) and now]
            found[name] = tuple(said[:MARKS_MOST])
    return found


def faces_of(setting: Setting) -> dict[str, tuple[str, ...]]:
    """Return the pictures of each card by its name, from below: as the card begins."""
    found = {}
    for deck, data in setting.data.decks.items():
        for card, kind in zip(setting.cards[deck], data.faces, strict=False):
            one = setting.maps.types.get(kind)
            if one is not None:
                found[card] = begins(one)
    return {card: images for card, images in found.items() if images}


def begins(kind: TypeData) -> tuple[str, ...]:
    """Return the pictures of a new piece of a kind, from below."""
    up = (one.images[one.level - 1] for one in kind.layers if 0 < one.level <= len(one.images))
    return tuple(image for image in (kind.base, *up) if image)


def _sheet(at: str) -> str:
    return re.split("[/@]", at)[0]


def _known(position: Position) -> Mapping[tuple[str, int], int]:
    return {(deck, place): card for deck, place, card in position.known}


def _images(maps: Maps, piece: Piece) -> Iterator[tuple[str, int, int]]:
    kind = maps.kind(piece)
    if kind.base:
        yield kind.base, 0, 0
    for layer, level in zip(kind.layers, piece.up, strict=True):
        if 0 < level <= len(layer.images) and layer.images[level - 1]:
            yield layer.images[level - 1], layer.x, layer.y


def _deeds(
    maps: Maps, name: str, piece: Piece, known: Mapping[tuple[str, int], int]
) -> Iterator[tuple[str, str]]:
    """Yield what a piece can do beside moving."""
    kind = maps.kind(piece)
    if piece.card in known:
        yield "Turn it up", f"reveal {name}"
    if any(len(layer.images) > 1 for layer in kind.layers):
        yield "Flip", f"flip {name}"
    if kind.facings > 1:
        step = max(1, kind.facings // TURNS)
        for words, by in (("Turn left", -step), ("Turn right", step)):
            yield words, f"turn {name} {(piece.facing + by) % kind.facings}"
    if piece.at != pieces.BOX:
        yield "To the box", f"box {name}"
