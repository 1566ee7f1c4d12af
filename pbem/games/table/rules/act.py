"""The common part of every outcome of an order."""

from __future__ import annotations

from pbem.kit.contract import Outcome


class Act(Outcome, frozen=True, kw_only=True):
    """A side's deed by an order of its own."""

    side: str
