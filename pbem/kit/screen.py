"""The screen of a game besides its map: phases, a short score, the text of a card."""

from __future__ import annotations

import msgspec

MOST_PARTS = 3
"""So many parts a score has at most."""


class Phase(msgspec.Struct, frozen=True):
    """A step of the sequence of play: ``name`` as `Game.stage` has it, ``title`` for people.

    ``passing``: one is only asked for a card in it, so that it is shown only while it lasts.
    """

    name: str
    title: str
    passing: bool = False


class ScorePart(msgspec.Struct, frozen=True):
    """A part of the score: what is counted, how many, and of which side, where it is one's own."""

    label: str
    value: str
    side: str = ""


class ScoreLine(msgspec.Struct, frozen=True):
    """A line of the score: what all its parts count, if one word says that, and the parts."""

    label: str
    parts: tuple[ScorePart, ...]


class Summary(msgspec.Struct, frozen=True):
    """How a game stands, in a few words each, as everybody may see it.

    ``turn``: the number of the turn, as ``Turn 3 of 8``; ``phase``: the step, for a screen that
    shows no phases. ``score``: at most `MOST_PARTS` short lines; ``losses``: of each side.
    """

    turn: str = ""
    phase: str = ""
    score: tuple[ScoreLine, ...] = ()
    losses: tuple[ScorePart, ...] = ()


class Die(msgspec.Struct, frozen=True):
    """Dice with a button: ``count`` dice of ``sides`` faces, ``says``: the words on their faces.

    ``write``: the order, which ends with what the roll is for.
    """

    title: str
    count: int
    sides: int
    says: tuple[str, ...]
    write: str


class Supply(msgspec.Struct, frozen=True):
    """A deck or a cup, how much is left in it, and the order that takes one; empty: none can.

    ``lies``: what came out of it and lies open, a line for each place.
    """

    title: str
    left: int
    write: str
    lies: tuple[str, ...] = ()


class Fell(msgspec.Struct, frozen=True):
    """A roll: its side, what it was for, what each die showed, in numbers or in words."""

    side: str
    label: str
    got: tuple[int, ...]
    total: int
    says: tuple[str, ...]


class Sheet(msgspec.Struct, frozen=True):
    """A map of an open table: its code in orders, its boards and places with their pixels.

    ``boards``: the picture of each, its corner and its size; a picture is a name in the players'
    own module. ``spots``: the name of each place, and its middle; ``outlines``: of those that have
    one, the corners by the name. ``cells``: of a grid of hexes or squares, whether hexes, how far
    columns and rows are apart in thousandths of a pixel, the first middle, and whether columns lie
    on their sides. ``boxes``: its places are boxes beside the maps, as for reserves.
    """

    code: str
    title: str
    size: tuple[int, int]
    boards: tuple[tuple[str, int, int, int, int], ...]
    spots: tuple[tuple[str, int, int], ...]
    outlines: dict[str, tuple[tuple[int, int], ...]] = {}
    cells: tuple[bool, int, int, int, int, bool] | None = None
    boxes: bool = False


class Track(msgspec.Struct, frozen=True):
    """A turn track: its title, what it says now, and the orders that go back and on, if any."""

    title: str
    now: str
    back: str
    on: str


class Lying(msgspec.Struct, frozen=True):
    """A piece of an open table: its name in orders, what it shows, where, lowest first in a stack.

    ``images``: pictures on top of each other, each with its distance from the middle. ``deeds``:
    what it can do beside moving: the words of a button, and the order. ``fixed``: it belongs to its
    place, so that a click on it can mean that place; ``nameless``: nothing stands on it either.
    ``rank``: the number of its side, from 0; below 0 it is nobody's. ``kind``: its kind.
    """

    name: str
    shows: str
    at: str
    sheet: str
    x: int
    y: int
    images: tuple[tuple[str, int, int], ...] = ()
    size: tuple[int, int] | None = None
    turned: int = 0
    deeds: tuple[tuple[str, str], ...] = ()
    fixed: bool = False
    nameless: bool = False
    rank: int = -1
    kind: str = ""


class Recipe(msgspec.Struct, frozen=True):
    """A word for several orders, ``steps``; ``piece`` and ``place``: whether it needs one."""

    name: str
    piece: bool
    place: bool
    steps: tuple[str, ...]


class AtHand(msgspec.Struct, frozen=True):
    """The things at hand in a game without a map of pbem, with buttons: dice, cards, pieces.

    ``labels``: what rolls were for lately, or can be for; ``fell``: the last rolls, the latest
    first. ``sheets`` and ``pieces``: of an open table. ``kinds``: what can be taken out of the
    box: its name in orders, its title, its pictures and the ``rank`` of its side. ``marks``: names
    and values that are written on each kind of piece. ``cards``: the pictures of each card, from
    below. ``charts``: a title and a picture. ``sides``: their names, by ``rank``.
    """

    dice: tuple[Die, ...]
    supplies: tuple[Supply, ...]
    fell: tuple[Fell, ...]
    labels: tuple[str, ...]
    sheets: tuple[Sheet, ...] = ()
    pieces: tuple[Lying, ...] = ()
    kinds: tuple[tuple[str, str, tuple[str, ...], int], ...] = ()
    recipes: tuple[Recipe, ...] = ()
    marks: dict[str, tuple[tuple[str, str], ...]] = {}
    cards: dict[str, tuple[str, ...]] = {}
    charts: tuple[tuple[str, str], ...] = ()
    tracks: tuple[Track, ...] = ()
    sides: tuple[str, ...] = ()


class CardText(msgspec.Struct, frozen=True):
    """A card in words of this project: ``kind`` and ``text`` are empty where nothing is known."""

    title: str
    kind: str = ""
    text: str = ""
