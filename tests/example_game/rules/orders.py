"""The orders of The Ford."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from pbem.kit.contract import Order
from pbem.kit.typed.orders import OrderForms, Pass


class Barrage(Order, frozen=True, tag="barrage"):
    """[2.2] The day on which Blue's guns fire."""

    day: Annotated[int, Meta(ge=1, le=9)]


class Attack(Order, frozen=True, tag="attack"):
    """[4.1] Red attacks the ford."""


class Probe(Order, frozen=True, tag="probe"):
    """[3.1] Red has the garrison turned up."""


class End(Order, frozen=True, tag="end"):
    """[3.0] Red does nothing today: the day ends."""

    phase: Literal["day"]


class Pursue(Order, frozen=True, tag="pursue"):
    """[4.2] Blue goes after an attack that failed."""


AnyOrder = Barrage | Attack | Probe | End | Pursue | Pass
FORMS: OrderForms[Order] = OrderForms(AnyOrder)
