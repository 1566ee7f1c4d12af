"""The form of a table file: what a game elsewhere needs of dice, cards, cups and numbers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from pbem.kit.offer import Code, Offer

TITLE = r"^[^\x00-\x20;#\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff](?:[^\x00-\x1f;#\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]{0,78}[^\x00-\x20;#\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff])?$(?!\n)"  # noqa: E501 - one pattern
"""A title of a card, a counter or a face: ``;`` and ``#`` have a sense of their own in orders."""

DICE = r"^(?:[1-9][0-9]?)?d[1-9][0-9]{0,3}(?:[+-][1-9][0-9]{0,2})?$(?!\n)"
"""Dice as players write them: ``2d6``, ``d10``, ``1d6+1``."""

STEP = r"^[!-:<-~](?:[ -\"$-:<-~]{0,118}[!\"$-:<-~])?$(?!\n)"
"""A step of a recipe: an order in ASCII, without ``;`` and ``#``."""
RECIPES_MOST = 100
STEPS_MOST = 20

CARDS_MOST = 250
"""Cards of a deck, and counters of a cup."""
NAMED_MOST = 100
"""Decks, cups, dice, faces and values, of each kind."""
ALL_CARDS_MOST = 4_000
"""Cards of all decks, and counters of all cups."""

KIND = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$(?!\n)"
"""The name of a piece, a kind of piece or a map."""

IMAGE = r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e]{0,240}$(?!\n)"
"""The name of a picture in a module."""

Title = Annotated[str, Meta(pattern=TITLE)]
Kind = Annotated[str, Meta(pattern=KIND)]
Image = Annotated[str, Meta(pattern=IMAGE)]
Step = Annotated[str, Meta(pattern=STEP)]
Steps = Annotated[tuple[Step, ...], Meta(min_length=1, max_length=STEPS_MOST)]
"""The orders of a recipe, in turn; ``PIECE`` and ``PLACE`` stand for what its player names."""
DiceText = Annotated[str, Meta(pattern=DICE)]
Faces = Annotated[tuple[Title, ...], Meta(min_length=2, max_length=1000)]
Counters = Annotated[tuple[Title, ...], Meta(min_length=1, max_length=CARDS_MOST)]
Few = Meta(max_length=NAMED_MOST)
Number = Annotated[int, Meta(ge=-999_999, le=999_999)]

WANTED = {
    TITLE: "write 1 to 80 characters on one line, without ; and #, and no space at its ends",
    DICE: "write dice as 2d6, d10 or 1d6+1",
    STEP: "write an order of 1 to 120 characters, without ; and #",
}
"""The hint for each pattern, in words."""


class DeckData(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A deck: ``for_``: the side that alone draws from it; None: every side draws.

    The first ``start`` cards are shuffled when the game begins, all of them if it is left out. The
    next ones wait until they are added: ``later`` is name -> how many, in the order of ``cards``.
    ``order``: the names in ``later`` as they follow each other, if that is not by their letters.
    ``discards`` and ``removed`` lie open when the game begins, and are not in ``cards``. ``faces``:
    the kinds of pieces that have the pictures of all these cards, in the same order. ``open``:
    whatever is drawn, everybody sees.
    """

    cards: Annotated[tuple[Title, ...], Meta(min_length=1, max_length=CARDS_MOST)]
    for_: Code | None = field(name="for", default=None)
    start: Annotated[int, Meta(ge=1, le=CARDS_MOST)] | None = None
    later: dict[Code, Annotated[int, Meta(ge=1, le=CARDS_MOST)]] = {}
    discards: Annotated[tuple[Title, ...], Meta(max_length=CARDS_MOST)] = ()
    removed: Annotated[tuple[Title, ...], Meta(max_length=CARDS_MOST)] = ()
    open: bool = False
    faces: Annotated[tuple[Kind, ...], Meta(max_length=CARDS_MOST)] = ()
    order: Annotated[tuple[Code, ...], Meta(max_length=CARDS_MOST)] = ()

    @property
    def names_later(self) -> tuple[Code, ...]:
        """The names in ``later``, as their cards follow each other."""
        return self.order or tuple(sorted(self.later))

    @property
    def every(self) -> tuple[Title, ...]:
        """All its cards, by number: those that lie open come last."""
        return (*self.cards, *self.discards, *self.removed)

    @property
    def begins(self) -> int:
        """How many cards are shuffled when the game begins."""
        return len(self.cards) - sum(self.later.values()) if self.start is None else self.start


class TrackData(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A turn track: the value of the same name goes from ``first`` to ``last``.

    ``names``: what each of these numbers is called, from ``first`` on; nothing: numbers.
    """

    title: Title
    first: Number
    last: Number
    names: Annotated[tuple[Title, ...], Meta(max_length=200)] = ()


class TableData(Offer, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A whole table file.

    An omitted part does not enter its digest, so more can be added.

    ``table``: a box has no map; an open table has ``maps``, ``types`` of pieces and a ``setup`` as
    `pbem.vassal.tables` makes them of a ``module``, which `pieces` beside this reads.

    - ``dice``: Name -> dice.
    - ``faces``: Name -> what the faces of one die say.
    - ``cups``: Name -> the counters in it.
    - ``values``: Name -> the number with which it begins.
    - ``teams``: Sides that see each other's cards.
    - ``recipes``: Name -> the orders that it stands for.
    - ``tracks``: Name of a value -> how it counts turns.
    - ``charts``: Title -> its picture in the module.

    - ``shuffle``: Decks are shuffled late: when somebody first draws. Left out: at the beginning.

    ``provenance``: where all of it is from.
    """

    table: Literal["box", "open"]
    title: Title
    provenance: Annotated[str, Meta(min_length=1, max_length=200)] = "printed: from the table file"
    dice: Annotated[dict[Code, DiceText], Few] = field(default_factory=dict)
    faces: Annotated[dict[Code, Faces], Few] = field(default_factory=dict)
    decks: Annotated[dict[Code, DeckData], Few] = field(default_factory=dict)
    cups: Annotated[dict[Code, Counters], Few] = field(default_factory=dict)
    values: Annotated[dict[Code, Number], Few] = field(default_factory=dict)
    recipes: Annotated[dict[Code, Steps], Meta(max_length=RECIPES_MOST)] = field(
        default_factory=dict
    )
    tracks: Annotated[dict[Code, TrackData], Few] = field(default_factory=dict)
    charts: Annotated[dict[Title, Image], Few] = field(default_factory=dict)
    module: dict[str, Any] = field(default_factory=dict)
    maps: dict[str, Any] = field(default_factory=dict)
    types: dict[str, Any] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)
    shuffle: Literal["late"] | None = None
    teams: tuple[Annotated[tuple[Code, ...], Meta(min_length=1)], ...] = ()
