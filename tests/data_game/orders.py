"""The orders of Raids."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from pbem.kit.contract import Order
from pbem.kit.offer import Code
from pbem.kit.typed.orders import OrderForms, Pass


class Gather(Order, frozen=True, tag="gather"):
    """[2.0] Gather."""


class Raid(Order, frozen=True, tag="raid"):
    """[3.1] Raid a side; ``force``: what is at stake."""

    on: Code
    force: Annotated[int, Meta(ge=1, le=99)] = 1


class Yield(Order, frozen=True, tag="yield"):
    """[3.1] Give up a point."""


class End(Order, frozen=True, tag="end"):
    """[2.0] Do nothing."""

    phase: Literal["turn"]


FORMS: OrderForms[Order] = OrderForms(Gather | Raid | Yield | End | Pass)
