"""What every outcome of an order has."""

from __future__ import annotations

from pbem.kit.contract import Outcome


class Act(Outcome, frozen=True, kw_only=True):
    """What a side does by an order of its own."""

    side: str
