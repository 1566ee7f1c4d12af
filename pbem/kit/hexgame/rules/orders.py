"""The orders of hex-and-counter games, as docs/hex-games.md lists them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal, Protocol

from msgspec import Meta, field

from pbem.errors import FormError
from pbem.kit.contract import Order
from pbem.kit.hexgame.data.terms import Name, Word
from pbem.kit.maps.hexes import Hex, HexNumber
from pbem.kit.maps.terms import UNIT, WAY
from pbem.kit.typed.orders import OrderForms, Pass
from pbem.kit.typed.terms import ONCE, After, Term

OFF = "off"
"""The goal of a unit that leaves the map."""


class OrderWords(Protocol):
    """The methods of a line that the terms below use."""

    def plan_choice(self) -> str:
        """Read a choice of the plan."""

    def any_unit(self) -> str:
        """Read a unit of either side."""

    def target(self) -> Hex:
        """Read a hex, or an enemy unit that stands in it."""

    def path(self) -> tuple[Hex, ...]:
        """Read hexes, and perhaps `OFF` at their end."""


def _path(line: OrderWords, _: Collection[str]) -> tuple[Hex, ...]:
    return line.path()


def _check_path(path: tuple[Hex, ...]) -> None:
    if OFF in path[:-1]:
        raise FormError(f"`{OFF}` can only be the end of a path")


CHOICE: Term[OrderWords] = Term("CHOICE", lambda line, _: line.plan_choice())
ANY_UNIT: Term[OrderWords] = Term("UNIT", lambda line, _: line.any_unit())
TARGET: Term[OrderWords] = Term("HEX", lambda line, _: line.target())
PATH: Term[OrderWords] = Term("HEX ... [off]", _path, _check_path)

Unit = Annotated[Name, UNIT]
Units = Annotated[tuple[Unit, ...], Meta(min_length=1, max_length=100)]
Place = Annotated[str, Meta(pattern=r"^([0-9]{4}|off)$(?!\n)")]
Path = Annotated[tuple[Place, ...], Meta(min_length=1, max_length=100), PATH]
Way = Annotated[tuple[HexNumber, ...], Meta(min_length=1, max_length=100), WAY]


class Plan(Order, frozen=True, tag="plan"):
    """The choice that is written down, or shown."""

    choice: Annotated[Word, CHOICE]


class Move(Order, frozen=True, tag="move"):
    """Move a unit; ``path`` holds every hex entered, in order, and perhaps `OFF` at its end."""

    unit: Unit
    path: Path


class Attack(Order, frozen=True, tag="attack"):
    """Attack the units in a hex with units beside it."""

    hex: Annotated[HexNumber, TARGET]
    with_: Annotated[Units, ONCE, After("with")] = field(name="with")


class Lose(Order, frozen=True, tag="lose"):
    """Units that lose a step each; one that stands twice loses two."""

    units: Units


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat a unit along these hexes."""

    unit: Annotated[Name, ANY_UNIT]
    path: Way


class Advance(Order, frozen=True, tag="advance"):
    """Units that enter the hex that was attacked."""

    units: Annotated[Units, ONCE]


class End(Order, frozen=True, tag="end"):
    """End a phase."""

    phase: Literal["movement", "combat"]


AnyOrder = Plan | Move | Attack | Lose | Retreat | Advance | End | Pass
FORMS: OrderForms[Order] = OrderForms(AnyOrder)
