"""The orders of Manila, as docs/games/manila.md lists them."""

from __future__ import annotations

from typing import Annotated, Literal, Protocol

from msgspec import Meta, field

from pbem.errors import FormError
from pbem.games.manila.data.tables import AreaNumber
from pbem.games.manila.data.tables import UnitName as Name
from pbem.kit.contract import Order
from pbem.kit.typed.orders import OrderForms
from pbem.kit.typed.terms import ONCE, After, Term


class OrderWords(Protocol):
    """The methods of a line that the terms below use."""

    def area(self, *others: str) -> int:
        """Read the number of an Area; ``others`` are words that might stand here as well."""

    def unit(self, *others: str) -> str:
        """Read the name of a unit; ``others`` are words that might stand here as well."""


AREA: Term[OrderWords] = Term("AREA", lambda line, _: line.area())
UNIT: Term[OrderWords] = Term("UNIT", lambda line, stop: line.unit(*stop))

Unit = Annotated[Name, UNIT]
Area = Annotated[AreaNumber, AREA]
SomeNames = Annotated[tuple[Unit, ...], Meta(min_length=1, max_length=60), ONCE]
Names = Annotated[tuple[Unit, ...], Meta(max_length=60), ONCE]
Areas = Annotated[tuple[Area, ...], Meta(max_length=40)]
SomeAreas = Annotated[tuple[Area, ...], Meta(min_length=1, max_length=40)]
Count = Annotated[int, Meta(ge=0, le=99)]

NameOrBreakOff = Annotated[
    str, Meta(pattern=r"^([0-9A-Za-z][0-9A-Za-z/.-]{0,15}|break off)$(?!\n)")
]
BREAK_OFF = "break off"
"""The words of an attack instead of the unit that it would give up to a Barrage."""


class Place(Order, frozen=True, tag="place"):
    """Place units that arrive or come back in the Dawn Phase (6.1), one after the other."""

    units: SomeNames
    area: Annotated[Area, After("")]


class Breakout(Order, frozen=True, tag="breakout"):
    """The Area where the Iwabuchi breakout happens (6.2)."""

    area: Area


class Buy(Order, frozen=True, tag="buy"):
    """Spend Supply Points on support markers and morale (6.3)."""

    artillery: Count = 0
    engineer: Count = 0
    air: Count = 0
    morale: Count = 0


class Return(Order, frozen=True, tag="return"):
    """Return a unit from the Out of Action Box to play (6.3)."""

    unit: Unit
    area: Annotated[Area, After("to")]


class End(Order, frozen=True, tag="end"):
    """End a phase."""

    phase: Literal["supply", "combat"]


class Streets(Order, frozen=True, tag="streets"):
    """The unit that the Bloody Streets of a Contested Area cost (6.4.1)."""

    area: Area
    unit: Unit


class Activate(Order, frozen=True, tag="activate"):
    """Choose the Active Area (8.1), and perhaps move units of it at once."""

    area: Area
    units: Names = ()
    path: Areas = ()


class Move(Order, frozen=True, tag="move"):
    """Move units of the Active Area, one after the other; ``path`` names every Area entered."""

    units: SomeNames
    path: Annotated[SomeAreas, After("to")]


class Attack(Order, frozen=True, tag="attack"):
    """Attack an Area (9.0), with as much of the plan as the player wants to give beforehand.

    ``with_`` empty: all who may. ``lead`` empty: asked after the reveal. ``barrage``: the unit to
    give up, or `BREAK_OFF`; ``sniper``: the Leader to lose; ``retreat``: Areas, in order.
    """

    area: Area
    with_: Names = field(default=(), name="with")
    lead: Unit | None = None
    artillery: Count = 0
    engineer: Count = 0
    air: Count = 0
    barrage: Annotated[NameOrBreakOff, UNIT] | None = None
    sniper: Unit | None = None
    retreat: Areas = ()


class Fight(Order, frozen=True, tag="fight"):
    """The Lead Attacking Unit and the support (9.5A, 9.5B)."""

    lead: Annotated[Unit, After("lead")]
    artillery: Count = 0
    engineer: Count = 0
    air: Count = 0


class Barrage(Order, frozen=True, tag="barrage"):
    """The answer to a Barrage: the unit given up, or null to break off the attack."""

    lose: Unit | None = None


class Sniper(Order, frozen=True, tag="sniper"):
    """The Leader whom the Sniper hits."""

    unit: Unit


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat units to an Area, one after the other (9.5.7)."""

    units: SomeNames
    area: Annotated[Area, After("to")]


AnyOrder = (
    Place
    | Breakout
    | Buy
    | Return
    | End
    | Streets
    | Activate
    | Move
    | Attack
    | Fight
    | Barrage
    | Sniper
    | Retreat
)


def _check_form(order: Order) -> None:
    """Raise `FormError` where an order has no sense whatever the position."""
    match order:
        case Activate():
            if bool(order.units) != bool(order.path):
                raise FormError("activate: name units and where they go, or leave both out")
        case Buy():
            if not (order.artillery or order.engineer or order.air or order.morale):
                raise FormError("buy: write what, as in `buy artillery 3`")
        case Attack():
            _check_attack(order)


def _check_attack(order: Attack) -> None:
    if order.lead is None and (order.artillery or order.engineer or order.air):
        raise FormError("attack: support needs a lead, as in `lead 637/A artillery 2`")
    if len(set(order.retreat)) != len(order.retreat):
        raise FormError("attack: an Area to retreat to is named twice")


FORMS: OrderForms[Order] = OrderForms(AnyOrder, _check_form)
