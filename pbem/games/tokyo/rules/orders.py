"""The orders of Race to Tokyo, as docs/games/tokyo.md lists them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal

from msgspec import Meta, field

from pbem.kit.contract import Order
from pbem.kit.maps.hexes import HexNumber
from pbem.kit.maps.hexwords import HexWords
from pbem.kit.maps.terms import HEX, HEXES, UNIT
from pbem.kit.typed.orders import OrderForms, Pass
from pbem.kit.typed.pack import UNIT_NAME
from pbem.kit.typed.terms import ONCE, After, Term

FAR = "as far as it goes"
"""The words that let a die decide how far a unit goes."""


def _armor(line: HexWords, _: Collection[str]) -> tuple[str, ...]:
    return () if line.take_if("all") else line.units(stop=("all",), what="a unit or `all`")


ARMOR: Term[HexWords] = Term("UNIT ...|all", _armor, write=lambda units: [*units] or ["all"])

Name = Annotated[str, Meta(pattern=UNIT_NAME), UNIT]
Hex = Annotated[HexNumber, HEX]
SomeNames = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=60), ONCE]
Path = Annotated[tuple[HexNumber, ...], Meta(min_length=1, max_length=60), HEXES]


class Deploy(Order, frozen=True, tag="deploy"):
    """Put an American unit on its beach before the first turn (11.2)."""

    unit: Name
    hex: Hex


class Call(Order, frozen=True, tag="call"):
    """Call E Corps (8.5)."""


class Place(Order, frozen=True, tag="place"):
    """Bring on an American reinforcement, or one out of the box (7.2, 8.3)."""

    unit: Name
    hex: Hex


class Recon(Order, frozen=True, tag="recon"):
    """Draw a Japanese unit out of the pool, blind (7.21)."""

    hex: Hex


class Enter(Order, frozen=True, tag="enter"):
    """Bring on a unit of the Strategic Reserve (8.1)."""

    kind: Literal["infantry", "armor"]
    hex: Hex


class Free(Order, frozen=True, tag="free"):
    """The units of the 36th Army that are released (8.2)."""

    units: SomeNames


class Move(Order, frozen=True, tag="move"):
    """Move a unit; ``path`` holds every hex entered; ``far``: only as far as the die lets it."""

    unit: Name
    path: Path
    far: Annotated[bool, After(FAR)] = False


class RollFor(Order, frozen=True, tag="roll"):
    """Roll for Japanese armor now, and move it later (5.5); none named: for all of it."""

    units: Annotated[tuple[Name, ...], Meta(max_length=60), ARMOR, ONCE, After("")] = ()


class Remove(Order, frozen=True, tag="remove"):
    """Remove one of two units that share a hex (5.3)."""

    unit: Name


class Attack(Order, frozen=True, tag="attack"):
    """Attack the enemy unit in a hex with units beside it (6.0)."""

    hex: Hex
    with_: Annotated[SomeNames, After("with")] = field(name="with")


class Exchange(Order, frozen=True, tag="exchange"):
    """Which of the strongest attackers an Ex removes (6.2)."""

    unit: Name


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat ``unit``; hexes after the first are where the displaced go, in turn (6.22)."""

    unit: Name
    to: Path


class Advance(Order, frozen=True, tag="advance"):
    """Advance a unit after combat, armor perhaps one hex more (6.9)."""

    unit: Name
    path: Path


class Volunteer(Order, frozen=True, tag="volunteer"):
    """Void the die just seen by a Volunteer Corps (13.2)."""


class End(Order, frozen=True, tag="end"):
    """End the set-up or a phase."""

    phase: Literal["setup", "recon", "movement", "combat"]


AnyOrder = (
    Deploy
    | Call
    | Place
    | Recon
    | Enter
    | Free
    | Move
    | RollFor
    | Remove
    | Attack
    | Exchange
    | Retreat
    | Advance
    | Volunteer
    | Pass
    | End
)


FORMS: OrderForms[Order] = OrderForms(AnyOrder)
