"""Proofs that stand in an event beside an order that shows a card or moves a hidden supply.

The page is docs/protocol-cards.md, 6.1 and 6.6.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from pbem.table.events.plain_kinds import CardNumber, DeckName, Hex32, Hex64, Name

RangeProof = Annotated[str, Meta(pattern=r"^([0-9a-f]{320}){1,32}$(?!\n)")]
"""A range proof: 160 bytes a bit."""

AmountBox = Annotated[str, Meta(pattern=r"^[0-9a-f]{168}$(?!\n)")]
"""An amount and its scalar in a sealed box."""

Boxes = Annotated[dict[Name, AmountBox], Meta(min_length=1, max_length=7)]

MOST = (1 << 32) - 1
Number = Annotated[int, Meta(ge=1, le=MOST)]
Amount = Annotated[int, Meta(ge=0, le=MOST)]
Changed = Annotated[int, Meta(ge=-MOST, le=MOST)]
"""By how much a supply will have changed in public when the order's turn comes."""


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of what one order proves."""


class CardShown(Form, frozen=True):
    """A card that an order shows: it lay at a ``place`` of a deck, which ``proof`` proves."""

    deck: DeckName
    place: CardNumber
    card: CardNumber
    proof: Hex64


class StockSpent(Form, frozen=True):
    """So much is taken from a supply; everybody sees how much."""

    stock: Name
    changed: Changed
    amount: Number
    proof: RangeProof


class StockCapped(Form, frozen=True):
    """Handed over in public: ``cap``, or half the supply where that is less."""

    stock: Name
    changed: Changed
    cap: Number
    amount: Amount
    proof: RangeProof


class StockGiven(Form, frozen=True):
    """Handed over to the other of the pair, 0 to ``cap``: T, its proofs, a box for each ally."""

    stock: Name
    to: Name
    changed: Changed
    cap: Number
    point: Hex32
    proofs: tuple[RangeProof, RangeProof, RangeProof]
    boxes: Boxes | UnsetType = UNSET


class StockSplit(Form, frozen=True):
    """A public total founds a pair: the first's point, a proof of each, a box for each ally."""

    stocks: tuple[Name, Name]
    bits: Annotated[int, Meta(ge=1, le=32)]
    total: Number
    point: Hex32
    proofs: tuple[RangeProof, RangeProof]
    boxes: Boxes | UnsetType = UNSET


class Proof(Form, frozen=True):
    """The proof of one order of a list: exactly one of these."""

    show: CardShown | UnsetType = UNSET
    spend: StockSpent | UnsetType = UNSET
    capped: StockCapped | UnsetType = UNSET
    give: StockGiven | UnsetType = UNSET
    split: StockSplit | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError unless there is one; a decoder reports it like another fault."""
        if sum(part is not UNSET for part in self._parts()) != 1:
            raise ValueError("a proof must have exactly one member")

    @property
    def move(self) -> StockSpent | StockCapped | StockGiven | StockSplit | None:
        """The proof about a hidden supply; None if a card is shown."""
        parts = (self.spend, self.capped, self.give, self.split)
        return next((part for part in parts if not isinstance(part, UnsetType)), None)

    def _parts(self) -> tuple[object, ...]:
        return self.show, self.spend, self.capped, self.give, self.split


class StockOpening(Form, frozen=True):
    """The point of a split or hand-over in event ``of``, opened: an amount and the scalar."""

    of: Hex32
    amount: Amount
    scalar: Hex32
