"""The orders of hex-and-counter games, as docs/hex-games.md lists them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from pbem.errors import FormError
from pbem.kit.contract import Order
from pbem.kit.hexgame.data.terms import Name, Word
from pbem.kit.maps.hexes import HexNumber
from pbem.kit.typed.orders import OrderForms, Pass, twice

OFF = "off"
"""Where a unit goes that leaves the map."""

Names = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=100)]
Place = Annotated[str, Meta(pattern=r"^([0-9]{4}|off)$(?!\n)")]
Path = Annotated[tuple[Place, ...], Meta(min_length=1, max_length=100)]
Way = Annotated[tuple[HexNumber, ...], Meta(min_length=1, max_length=100)]


class Plan(Order, frozen=True, tag="plan"):
    """The choice that is written down, or shown."""

    choice: Word


class Move(Order, frozen=True, tag="move"):
    """Move a unit; ``path`` holds every hex entered, in order, and perhaps `OFF` at its end."""

    unit: Name
    path: Path


class Attack(Order, frozen=True, tag="attack"):
    """Attack the units in a hex with units beside it."""

    hex: HexNumber
    with_: Names = field(name="with")


class Lose(Order, frozen=True, tag="lose"):
    """Units that lose a step each; one that stands twice loses two."""

    units: Names


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat a unit along these hexes."""

    unit: Name
    path: Way


class Advance(Order, frozen=True, tag="advance"):
    """Units that enter the hex that was attacked."""

    units: Names


class End(Order, frozen=True, tag="end"):
    """End a phase."""

    phase: Literal["movement", "combat"]


AnyOrder = Plan | Move | Attack | Lose | Retreat | Advance | End | Pass


def check_form(order: Order) -> None:
    """Raise `FormError` where an order has no sense whatever the position."""
    if isinstance(order, Attack | Advance):
        names = order.with_ if isinstance(order, Attack) else order.units
        if (name := twice(names)) is not None:
            raise FormError(f"{name} is named twice")
    if isinstance(order, Move) and OFF in order.path[:-1]:
        raise FormError(f"`{OFF}` can only be the end of a path")


FORMS: OrderForms[Order] = OrderForms(AnyOrder, check_form)
