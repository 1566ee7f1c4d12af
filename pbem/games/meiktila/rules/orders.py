"""The orders of Meiktila, as docs/games/meiktila.md lists them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from pbem.errors import FormError
from pbem.games.meiktila.rules.position import Part
from pbem.kit.contract import Order
from pbem.kit.maps.hexes import LetteredHex
from pbem.kit.typed.orders import OrderForms, Pass, twice
from pbem.kit.typed.pack import UNIT_NAME

Name = Annotated[str, Meta(pattern=UNIT_NAME)]
Names = Annotated[tuple[Name, ...], Meta(max_length=60)]
SomeNames = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=60)]
Path = Annotated[tuple[LetteredHex, ...], Meta(min_length=1, max_length=60)]
Planes = Annotated[int, Meta(ge=0, le=5)]
Mode = Literal["move-attack", "attack-move"]


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a unit on the map before the first turn; ``dug``: in an Improved Position (10.0)."""

    unit: Name
    hex: LetteredHex
    dug: bool = False


class Allot(Order, frozen=True, tag="allot"):
    """Allot air units to Air Supply and interdiction; the others fly in combat (5.2)."""

    supply: Planes = 0
    north: Planes = 0
    south: Planes = 0


class Land(Order, frozen=True, tag="land"):
    """Land an Allied reinforcement at an airfield, ``full``: with both steps (8.1.1)."""

    unit: Name
    hex: LetteredHex
    full: bool = False


class Edges(Order, frozen=True, tag="edges"):
    """Declare to which map edge Japanese units trace that can do so to both (7.1.3)."""

    north: Names = ()
    south: Names = ()


class Open(Order, frozen=True, tag="open"):
    """Name the activation marker that acts first (4.3)."""

    marker: Name


class Activate(Order, frozen=True, tag="activate"):
    """Choose the mode of the marker that is up, and ask for units (6.1, 8.1, 11.2)."""

    mode: Mode
    enter: Names = ()
    replace: Names = ()
    commit: Names = ()


class Enter(Order, frozen=True, tag="enter"):
    """Enter a reinforcement; ``path`` begins with the hex that it enters (8.1.2)."""

    unit: Name
    path: Path


class Move(Order, frozen=True, tag="move"):
    """Move a unit; ``path`` holds every hex entered (6.2)."""

    unit: Name
    path: Path


class Dig(Order, frozen=True, tag="dig"):
    """Place an Improved Position on a unit (8.4)."""

    unit: Name


class Attack(Order, frozen=True, tag="attack"):
    """Attack a hex (6.5). ``advance``: who enters it if it is empty; ``stay``: nobody."""

    hex: LetteredHex
    with_: SomeNames = field(name="with")
    banzai: Names = ()
    guns: Names = ()
    air: Planes = 0
    advance: Names = ()
    stay: bool = False


class Defend(Order, frozen=True, tag="defend"):
    """What the defender commits before the die: guns, air units, and who has which bonus (6.5).

    Who commits nothing passes.
    """

    guns: Names = ()
    air: Planes = 0
    town: Annotated[str, Meta(max_length=16)] = ""
    dug: Names = ()


class Plan(Order, frozen=True, tag="plan"):
    """How a result is paid for: units in order, each with a step or a retreat (6.5.3)."""

    parts: Annotated[tuple[Part, ...], Meta(min_length=1, max_length=60)]


class Advance(Order, frozen=True, tag="advance"):
    """Advance units into the hex left empty (6.5.4)."""

    units: SomeNames


class Remove(Order, frozen=True, tag="remove"):
    """Who is lost to stacking (6.3)."""

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
    if isinstance(order, Plan):
        for part in order.parts:
            if part.off and part.to:
                raise FormError(f"{part.unit} goes along hexes or off the map, not both")
    for names in _lists(order):
        if (name := twice(names)) is not None:
            raise FormError(f"{name} is named twice")


def _lists(order: Order) -> tuple[tuple[str, ...], ...]:
    """Return the lists of an order in which nobody stands twice."""
    match order:
        case Edges(north, south):
            return ((*north, *south),)
        case Activate():
            return ((*order.enter, *order.replace, *order.commit),)
        case Attack():
            return ((*order.with_, *order.guns), order.banzai, order.advance)
        case Defend():
            return (order.guns, order.dug)
        case Advance(units) | Remove(units):
            return (units,)
    return ()


FORMS: OrderForms[Order] = OrderForms(AnyOrder, _check_form)
