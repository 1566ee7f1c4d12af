"""The orders of Saipan, as docs/games/saipan.md lists them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from pbem.errors import FormError
from pbem.games.saipan.data.tables import UnitName as Name
from pbem.kit.contract import Order
from pbem.kit.maps.hexes import HEX_FORM, HexNumber
from pbem.kit.typed.orders import OrderForms, Pass, twice

Names = Annotated[tuple[Name, ...], Meta(max_length=100)]
SomeNames = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=100)]
# Hexes of a path are most of what a log holds: `_check_form` looks at all of a path at once, where
# msgspec would search for the pattern in one after the other.
PathHex = Annotated[str, Meta(extra_json_schema={"pattern": HEX_FORM})]
Path = Annotated[tuple[PathHex, ...], Meta(min_length=1, max_length=100)]
Points = Annotated[int, Meta(ge=0, le=999)]


class Beaches(Order, frozen=True, tag="beaches"):
    """The six landing hexes of the Free Deployment Scenario, ascending (14.22)."""

    hexes: Path


class Deploy(Order, frozen=True, tag="deploy"):
    """Place a Japanese unit in the Free Deployment Scenario (14.21)."""

    unit: Name
    hex: HexNumber


class Move(Order, frozen=True, tag="move"):
    """Move a unit; ``path`` holds every hex entered, in order (5.0)."""

    unit: Name
    path: Path


class Land(Order, frozen=True, tag="land"):
    """Bring on a reinforcement; ``sea`` is where it waits before an enemy-held beach (12.3)."""

    unit: Name
    hex: HexNumber
    sea: HexNumber | None = None


class End(Order, frozen=True, tag="end"):
    """End the deployment or a phase."""

    phase: Literal["deployment", "movement", "combat"]


class Attack(Order, frozen=True, tag="attack"):
    """Attack enemy units: ``with_`` stand adjacent, ``barrage`` do not, ``gsp`` in points (7.0)."""

    on: SomeNames
    with_: Names = field(default=(), name="with")
    barrage: Names = ()
    gsp: Points = 0
    banzai: bool = False


class FinalFire(Order, frozen=True, tag="fpf"):
    """Final protective fire for ``unit`` under attack (8.0); null where only one is attacked."""

    with_: Names = field(default=(), name="with")
    gsp: Points = 0
    unit: Name | None = None


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat ``unit``; hexes after the first are where the displaced go, in turn (7.7)."""

    unit: Name
    to: Path


class Lose(Order, frozen=True, tag="lose"):
    """The attacking units removed for an exchange (7.6)."""

    units: SomeNames


class Advance(Order, frozen=True, tag="advance"):
    """Advance a victorious unit into an emptied hex (7.8)."""

    unit: Name
    hex: HexNumber


AnyOrder = (
    Beaches | Deploy | Move | Land | End | Attack | FinalFire | Retreat | Lose | Advance | Pass
)


def _check_form(order: Order) -> None:
    """Raise `FormError` where a list of names or hexes has no sense whatever the position."""
    check = _CHECKS.get(type(order))
    if check is not None:
        check(order)


def _check_path(path: tuple[str, ...]) -> None:
    # There are as many blanks as between so many hexes, so none stands inside one of them.
    text = " ".join(path)
    if len(text) == 5 * len(path) - 1 and _PATH.fullmatch(text):
        return
    wrong = next(number for number in path if len(number) != 4 or not _PATH.fullmatch(number))
    raise FormError(f"not an order of this game: {ascii(wrong)[:40]} is not a hex of four digits")


def _check_beaches(order: Beaches) -> None:
    _check_path(order.hexes)
    if list(order.hexes) != sorted(order.hexes):
        raise FormError("beaches: the hexes must be in ascending order")


def _check_fire(order: FinalFire) -> None:
    if not order.with_ and not order.gsp:
        raise FormError("fpf: name a unit or points, or write `pass` to decline")
    _check_names(order.with_)


def _check_attack(order: Attack) -> None:
    _check_names(order.on)
    _check_names(order.with_ + order.barrage)


def _check_names(names: tuple[str, ...]) -> None:
    name = twice(names)
    if name is not None:
        raise FormError(f"{name} is named twice")


_PATH = re.compile("[0-9]{4}(?: [0-9]{4})*")
_CHECKS: dict[type[Order], Callable[[Any], None]] = {
    Move: lambda order: _check_path(order.path),
    Retreat: lambda order: _check_path(order.to),
    Beaches: _check_beaches,
    Attack: _check_attack,
    FinalFire: _check_fire,
    Lose: lambda order: _check_names(order.units),
}


FORMS: OrderForms[Order] = OrderForms(AnyOrder, _check_form)
