"""The orders of Saipan, as docs/games/saipan.md lists them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Annotated, Any, Literal, Protocol

from msgspec import Meta, field

from pbem.errors import FormError
from pbem.games.saipan.data.tables import UnitName as Name
from pbem.kit.contract import Order
from pbem.kit.maps.hexes import HEX_FORM, HexNumber
from pbem.kit.maps.hexwords import HexWords
from pbem.kit.maps.terms import HEX, UNIT
from pbem.kit.typed.orders import OrderForms, Pass, twice
from pbem.kit.typed.terms import ONCE, After, Term


class OrderWords(Protocol):
    """The methods of a line that the terms below use."""

    def any_unit(self) -> str:
        """Read a unit of either side."""

    def own_target(self) -> str:
        """Read a unit of the writer, by its name or by the hex it stands in."""

    def enemies(self) -> tuple[str, ...]:
        """Read units of the enemy joined by ``+``."""

    def points(self) -> int:
        """Read how many ground support points."""


def _hexes(line: HexWords, stop: Collection[str]) -> tuple[str, ...]:
    return line.hexes(stop)


def _guns(line: HexWords, stop: Collection[str]) -> tuple[str, ...]:
    return () if line.done() or line.peek() in stop else line.units(stop)


def _check_names(names: tuple[str, ...]) -> None:
    name = twice(names)
    if name is not None:
        raise FormError(f"{name} is named twice")


def _check_path(path: tuple[str, ...]) -> None:
    # There are as many blanks as between so many hexes, so none stands inside one of them.
    text = " ".join(path)
    if len(text) == 5 * len(path) - 1 and _PATH.fullmatch(text):
        return
    wrong = next(number for number in path if len(number) != 4 or not _PATH.fullmatch(number))
    raise FormError(f"not an order of this game: {ascii(wrong)[:40]} is not a hex of four digits")


_PATH = re.compile("[0-9]{4}(?: [0-9]{4})*")

ANY_UNIT: Term[OrderWords] = Term("UNIT", lambda line, _: line.any_unit())
TARGET: Term[OrderWords] = Term("TARGET", lambda line, _: line.own_target())
ENEMIES: Term[OrderWords] = Term(
    "TARGET[+TARGET]", lambda line, _: line.enemies(), _check_names, lambda on: ["+".join(on)]
)
GUNS: Term[HexWords] = Term("[UNIT ...]", _guns)
POINTS: Term[OrderWords] = Term("N", lambda line, _: line.points())
PATH: Term[HexWords] = Term("HEX ...", _hexes, _check_path)

Unit = Annotated[Name, UNIT]
Hex = Annotated[HexNumber, HEX]
Names = Annotated[tuple[Unit, ...], Meta(max_length=100), ONCE]
SomeNames = Annotated[tuple[Unit, ...], Meta(min_length=1, max_length=100)]
# Hexes of a path are most of what a log holds: `PATH` looks at all of a path at once, where msgspec
# would search for the pattern in one after the other.
PathHex = Annotated[str, Meta(extra_json_schema={"pattern": HEX_FORM})]
Path = Annotated[tuple[PathHex, ...], Meta(min_length=1, max_length=100), PATH]
Points = Annotated[int, Meta(ge=0, le=999), POINTS]


class Beaches(Order, frozen=True, tag="beaches"):
    """The six landing hexes of the Free Deployment Scenario, ascending (14.22)."""

    hexes: Path


class Deploy(Order, frozen=True, tag="deploy"):
    """Place a Japanese unit in the Free Deployment Scenario (14.21)."""

    unit: Unit
    hex: Hex


class Move(Order, frozen=True, tag="move"):
    """Move a unit; ``path`` holds every hex entered, in order (5.0)."""

    unit: Unit
    path: Path


class Land(Order, frozen=True, tag="land"):
    """Bring on a reinforcement; ``sea`` is where it waits before an enemy-held beach (12.3)."""

    unit: Unit
    hex: Hex
    sea: Annotated[Hex | None, After("from")] = None


class End(Order, frozen=True, tag="end"):
    """End the deployment or a phase."""

    phase: Literal["deployment", "movement", "combat"]


class Attack(Order, frozen=True, tag="attack"):
    """Attack enemy units: ``with_`` stand adjacent, ``barrage`` do not, ``gsp`` in points (7.0)."""

    on: Annotated[SomeNames, ENEMIES]
    with_: Names = field(default=(), name="with")
    barrage: Names = ()
    gsp: Points = 0
    banzai: bool = False


class FinalFire(Order, frozen=True, tag="fpf"):
    """Final protective fire for ``unit`` under attack (8.0); null where only one is attacked."""

    with_: Annotated[Names, GUNS, After("")] = field(default=(), name="with")
    gsp: Points = 0
    unit: Annotated[Name | None, TARGET, After("for")] = None


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat ``unit``; hexes after the first are where the displaced go, in turn (7.7)."""

    unit: Annotated[Name, ANY_UNIT]
    to: Path


class Lose(Order, frozen=True, tag="lose"):
    """The attacking units removed for an exchange (7.6)."""

    units: Annotated[SomeNames, ONCE]


class Advance(Order, frozen=True, tag="advance"):
    """Advance a victorious unit into an emptied hex (7.8)."""

    unit: Unit
    hex: Hex


AnyOrder = (
    Beaches | Deploy | Move | Land | End | Attack | FinalFire | Retreat | Lose | Advance | Pass
)


def _check_beaches(order: Beaches) -> None:
    if list(order.hexes) != sorted(order.hexes):
        raise FormError("beaches: the hexes must be in ascending order")


def _check_fire(order: FinalFire) -> None:
    if not order.with_ and not order.gsp:
        raise FormError("fpf: name a unit or points, or write `pass` to decline")


_CHECKS: dict[type[Order], Callable[[Any], None]] = {
    Beaches: _check_beaches,
    FinalFire: _check_fire,
}


def _check_form(order: Order) -> None:
    """Raise `FormError` where an order has no sense whatever the position."""
    check = _CHECKS.get(type(order))
    if check is not None:
        check(order)


FORMS: OrderForms[Order] = OrderForms(AnyOrder, _check_form)
