"""The orders that players write."""

from __future__ import annotations

from typing import Literal

from pbem.kit.contract import Order
from pbem.kit.typed.orders import OrderForms


class March(Order, frozen=True, tag="march"):
    """[2.2] Go one mile."""


class Run(Order, frozen=True, tag="run"):
    """[2.3] Try to go two miles."""


class End(Order, frozen=True, tag="end"):
    """[2.1] Rest. Every phase has an order that ends it."""

    phase: Literal["turn"]


FORMS: OrderForms[Order] = OrderForms(March | Run | End)
