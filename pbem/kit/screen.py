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


class CardText(msgspec.Struct, frozen=True):
    """A card in words of this project: ``kind`` and ``text`` are empty where nothing is known."""

    title: str
    kind: str = ""
    text: str = ""
