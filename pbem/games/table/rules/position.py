"""The things on a table between two events."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from pbem.kit import plain
from pbem.kit.contract import Result

Place = tuple[str, int]
"""A masked deck, as ``crown#2``, and a place of it."""


def masked(name: str) -> tuple[str, int]:
    """Return the deck and the number of a masked deck such as ``crown#2``."""
    deck, _, part = name.partition("#")
    return deck, plain.number(part) or 0


class Part(Struct, frozen=True):
    """A masked deck: ``number`` of its name, ``size`` cards, of which ``drawn`` are drawn.

    ``live``: cards are still drawn from it. ``doubles``: the places that were held when it was
    made of all cards that nobody had seen: it has those cards again. ``dead``: its places that
    their drawer called such doubles.
    """

    number: int
    size: int
    drawn: int = 0
    live: bool = True
    doubles: tuple[Place, ...] = ()
    dead: tuple[int, ...] = ()

    @property
    def left(self) -> int:
        """How many cards can still be drawn, doubles not among them."""
        return self.size - self.drawn - self.unfound if self.live else 0

    @property
    def unfound(self) -> int:
        """How many doubles nobody has found yet."""
        return len(self.doubles) - len(self.dead)


class Pile(Struct):
    """A deck: its masked ``parts``, and its cards that everybody sees, by number.

    ``aside``: cards that lie open on the table. ``waiting``: the names of those that are added
    later.
    """

    parts: list[Part]
    discards: list[int]
    removed: list[int]
    aside: list[int]
    waiting: list[str]

    @property
    def left(self) -> int:
        """How many cards can be drawn."""
        return sum(part.left for part in self.parts if part.live)


class Dicing(Struct, frozen=True, tag="dice"):
    """Dice that are due: ``many`` times ``dice``, a name or dice such as ``2d6``."""

    side: str
    dice: str
    many: int
    plus: int
    label: str


class Pulling(Struct, frozen=True, tag="pull"):
    """A counter that is due from a cup."""

    side: str
    cup: str


class Parting(Struct, frozen=True, tag="part"):
    """Dice say from which parts of a pile the next cards come."""

    side: str
    deck: str
    many: int
    open: bool


class Making(Struct, frozen=True):
    """A masked deck that is to be made of ``cards``."""

    deck: str
    number: int
    cards: tuple[int, ...]


class Drawing(Struct, frozen=True):
    """Cards that are due from a masked deck."""

    deck: str
    side: str
    many: int
    open: bool


class Thrown(Struct, frozen=True):
    """A roll: what each die showed, from 1; ``says``: the words of faces."""

    side: str
    label: str
    dice: str
    got: tuple[int, ...]
    total: int
    says: tuple[str, ...] = ()


class Claim(Struct):
    """A result that waits for the yes of the sides in ``asks``."""

    side: str
    winner: str | None
    scores: tuple[int, ...]
    asks: list[str]


class Plan(Struct, frozen=True):
    """Sealed placements: ``seals`` have not sealed theirs yet, ``opens`` have not opened theirs."""

    label: str
    seals: tuple[str, ...]
    opens: tuple[str, ...]


class Piece(Struct, frozen=True, omit_defaults=True):
    """A piece: ``at``: a place, a pixel or the box; ``up``: the level of each layer.

    ``card``: it lies face down, and its holder alone knows what lies at this place of a deck; then
    ``type`` is empty. ``title``: what it was when it was turned up, if no kind is called so.
    """

    type: str
    at: str
    z: int = 0
    up: tuple[int, ...] = ()
    facing: int = 0
    card: Place | None = None
    title: str = ""


class Position(Struct, omit_defaults=True):
    """The whole table.

    ``turn``: the side that acts; ``back``: the sides that wait to go on, the last one last.
    ``acts`` counts what was done. ``run``: how many of the last ``thrown`` rolls came one after the
    other; ``rolling``: the next one is of them. ``fresh``: the places that a side has drawn since
    its last other order; only those can be called dead. ``known`` is empty in a log: deck, place
    and card of the viewer; ``looks``: that is known, though it may be nothing. ``made``: how many
    new pieces came out of the box. ``recipes``: name -> the orders that it stands for. ``plan``:
    placements that are being sealed or opened; ``plans``: how many there were. ``waits``: what
    ``making`` and ``drawing`` hold is not due until another side is asked. ``unmade``: the decks
    of a file with late shuffles from which nobody has drawn.
    """

    turn: str
    piles: dict[str, Pile]
    held: dict[str, list[Place]]
    fresh: dict[str, list[Place]]
    values: dict[str, int]
    out: dict[str, list[str]]
    making: list[Making]
    acts: int = 0
    back: list[str] = []
    drawing: list[Drawing] = []
    due: Dicing | Pulling | Parting | None = None
    thrown: list[Thrown] = []
    run: int = 0
    rolling: bool = False
    claim: Claim | None = None
    ended: Result | None = None
    scores: tuple[int, ...] = ()
    pieces: dict[str, Piece] = {}
    made: int = 0
    recipes: dict[str, tuple[str, ...]] = {}
    plan: Plan | None = None
    plans: int = 0
    known: list[tuple[str, int, int]] = []
    looks: bool = False
    waits: bool = False
    unmade: list[str] = []

    def left(self, deck: str) -> dict[int, int]:
        """Return the parts of a deck that have cards, with how many: less those that are due."""
        due = Counter[str]()
        for one in self.drawing:
            due[one.deck] += one.many
        every = ((part.number, part.left) for part in self.piles[deck].parts)
        left = {number: many - due[f"{deck}#{number}"] for number, many in every}
        return {number: many for number, many in left.items() if many > 0}
