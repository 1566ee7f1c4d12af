"""The orders of Meiktila, as docs/games/meiktila.md lists them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal, Protocol, get_args

from msgspec import Meta, field

from pbem.errors import FormError
from pbem.games.meiktila.rules.position import Part
from pbem.kit.contract import Order
from pbem.kit.maps.hexes import LetteredHex
from pbem.kit.maps.hexwords import HexWords
from pbem.kit.maps.terms import HEX, HEXES, UNIT
from pbem.kit.typed.orders import OrderForms, Pass, twice
from pbem.kit.typed.pack import UNIT_NAME
from pbem.kit.typed.terms import ONCE, After, Term


class OrderWords(Protocol):
    """The methods of a line that the terms below use."""

    def marker(self) -> str:
        """Read an activation marker of the writer."""

    def planes(self) -> int:
        """Read how many air units."""

    def payments(self) -> tuple[Part, ...]:
        """Read how units pay for a result, one after the other."""


def _units(line: HexWords, stop: Collection[str]) -> tuple[str, ...]:
    return line.units(tuple(stop))


def _check_names(names: tuple[str, ...]) -> None:
    if (name := twice(names)) is not None:
        raise FormError(f"{name} is named twice")


def _check_parts(parts: tuple[Part, ...]) -> None:
    for part in parts:
        if part.off and part.to:
            raise FormError(f"{part.unit} goes along hexes or off the map, not both")


def pay_words(part: Part) -> tuple[str, ...]:
    """Return how a unit pays, as in an order."""
    if part.off:
        return ("off",)
    return ("to", *part.to) if part.to else ("step",)


def _words_of(parts: tuple[Part, ...]) -> list[str]:
    return [word for part in parts for word in (part.unit, *pay_words(part))]


UNITS: Term[HexWords] = Term("UNIT ...", _units, _check_names)
MARKER: Term[OrderWords] = Term("MARKER", lambda line, _: line.marker())
PLANES: Term[OrderWords] = Term("N", lambda line, _: line.planes())
PARTS: Term[OrderWords] = Term(
    "UNIT PAY ...", lambda line, _: line.payments(), _check_parts, _words_of
)

Name = Annotated[str, Meta(pattern=UNIT_NAME)]
Unit = Annotated[Name, UNIT]
Hex = Annotated[LetteredHex, HEX]
Names = Annotated[tuple[Name, ...], Meta(max_length=60), UNITS]
SomeNames = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=60), UNITS]
Path = Annotated[tuple[LetteredHex, ...], Meta(min_length=1, max_length=60), HEXES]
Planes = Annotated[int, Meta(ge=0, le=5), PLANES]
Mode = Literal["move-attack", "attack-move"]
MODE: Term[HexWords] = Term("MODE", lambda line, _: line.choice("mode", get_args(Mode)))


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a unit on the map before the first turn; ``dug``: in an Improved Position (10.0)."""

    unit: Unit
    hex: Hex
    dug: bool = False


class Allot(Order, frozen=True, tag="allot"):
    """Allot air units to Air Supply and interdiction; the others fly in combat (5.2)."""

    supply: Planes = 0
    north: Planes = 0
    south: Planes = 0


class Land(Order, frozen=True, tag="land"):
    """Land an Allied reinforcement at an airfield, ``full``: with both steps (8.1.1)."""

    unit: Unit
    hex: Hex
    full: bool = False


class Edges(Order, frozen=True, tag="edges"):
    """Declare to which map edge Japanese units trace that can do so to both (7.1.3)."""

    north: Annotated[Names, ONCE] = ()
    south: Annotated[Names, ONCE] = ()


class Open(Order, frozen=True, tag="open"):
    """Name the activation marker that acts first (4.3)."""

    marker: Annotated[Name, MARKER]


class Activate(Order, frozen=True, tag="activate"):
    """Choose the mode of the marker that is up, and ask for units (6.1, 8.1, 11.2)."""

    mode: Annotated[Mode, MODE]
    enter: Annotated[Names, ONCE] = ()
    replace: Annotated[Names, ONCE] = ()
    commit: Annotated[Names, ONCE] = ()


class Enter(Order, frozen=True, tag="enter"):
    """Enter a reinforcement; ``path`` begins with the hex that it enters (8.1.2)."""

    unit: Unit
    path: Path


class Move(Order, frozen=True, tag="move"):
    """Move a unit; ``path`` holds every hex entered (6.2)."""

    unit: Unit
    path: Path


class Dig(Order, frozen=True, tag="dig"):
    """Place an Improved Position on a unit (8.4)."""

    unit: Unit


class Attack(Order, frozen=True, tag="attack"):
    """Attack a hex (6.5). ``advance``: who enters it if it is empty; ``stay``: nobody."""

    hex: Hex
    with_: Annotated[SomeNames, ONCE, After("with")] = field(name="with")
    banzai: Names = ()
    guns: Annotated[Names, ONCE] = ()
    air: Planes = 0
    advance: Names = ()
    stay: bool = False


class Defend(Order, frozen=True, tag="defend"):
    """The defender's commitment before the die: guns, air units, and who has which bonus (6.5).

    A defender who commits nothing passes.
    """

    guns: Names = ()
    air: Planes = 0
    town: Annotated[str, Meta(max_length=16), UNIT] = ""
    dug: Names = ()


class Plan(Order, frozen=True, tag="plan"):
    """How a result is paid for: units in order, each with a step or a retreat (6.5.3)."""

    parts: Annotated[tuple[Part, ...], Meta(min_length=1, max_length=60), PARTS]


class Advance(Order, frozen=True, tag="advance"):
    """Advance units into the hex left empty (6.5.4)."""

    units: SomeNames


class Remove(Order, frozen=True, tag="remove"):
    """The units that are lost to stacking (6.3)."""

    units: SomeNames


class End(Order, frozen=True, tag="end"):
    """End the set-up or a part of an activation; ``passing``: and pass out of the turn (4.3)."""

    phase: Literal["setup", "activation", "movement", "combat"]
    passing: bool = False


AnyOrder = (
    Deploy
    | Allot
    | Land
    | Edges
    | Open
    | Activate
    | Enter
    | Move
    | Dig
    | Attack
    | Defend
    | Plan
    | Advance
    | Remove
    | Pass
    | End
)


def _check_form(order: Order) -> None:
    """Raise `FormError` where an order has no sense whatever the position."""
    if isinstance(order, Attack) and order.stay and order.advance:
        raise FormError("an attack without an advance cannot name units that advance")
    if order == Defend():
        raise FormError("a defence that commits nothing is written `pass`")


FORMS: OrderForms[Order] = OrderForms(AnyOrder, _check_form)
