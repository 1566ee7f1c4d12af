"""What a screen shows of a game besides its map: phases, a short score, the text of a card."""

from __future__ import annotations

import msgspec

MOST_PARTS = 3
"""So many parts a score has at most."""


class Phase(msgspec.Struct, frozen=True):
    """A step of the sequence of play: ``name`` as `Game.stage` has it, ``title`` for people."""

    name: str
    title: str


class ScorePart(msgspec.Struct, frozen=True):
    """A part of the score: what is counted, how many, and of which side, where it is one's own."""

    label: str
    value: str
    side: str = ""


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


class AtHand(msgspec.Struct, frozen=True):
    """Dice and cards of a game that has no map of its own, with buttons for them.

    ``labels``: what rolls were for lately, or can be for; ``fell``: the last rolls, the latest
    first.
    """

    dice: tuple[Die, ...]
    supplies: tuple[Supply, ...]
    fell: tuple[Fell, ...]
    labels: tuple[str, ...]


class CardText(msgspec.Struct, frozen=True):
    """A card in words of this project: ``kind`` and ``text`` are empty where nothing is known."""

    title: str
    kind: str = ""
    text: str = ""
