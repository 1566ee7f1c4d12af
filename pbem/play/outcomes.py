"""The table's own reports, beside the outcomes of the rules."""

from __future__ import annotations

from typing import Any

from pbem.kit.contract import Outcome, RawOrder


class Rolled(Outcome, frozen=True, kw_only=True):
    """One number was drawn: ``got`` of 0 .. ``n`` - 1, and what it was for."""

    n: int
    got: int
    purpose: str


class Lapsed(Outcome, frozen=True, kw_only=True):
    """An order of ``by`` had become impossible when its turn came: nothing happened."""

    by: str
    order: RawOrder
    why: str


REPLACED = "wrote new orders"
"""After whose orders they were: why what waited of an earlier list is skipped."""


def is_replaced(outcome: Outcome) -> bool:
    """Say whether a newer list of its author replaced a skipped order."""
    return isinstance(outcome, Lapsed) and outcome.why == f"{outcome.by} {REPLACED}"


class LeftOut(Outcome, frozen=True, kw_only=True):
    """The condition of an order of ``by`` did not hold when its turn came: nothing happened.

    ``when`` is the condition, ``order`` what stood after it, perhaps with a condition itself.
    """

    by: str
    when: dict[str, Any]
    order: RawOrder


class Settled(Outcome, frozen=True, kw_only=True):
    """A question to ``side`` made no event: ``order`` answered it.

    ``how`` is ``"standing"`` (a standing order), ``"only"`` (there was one legal answer) or
    ``"out"`` (its player is out of the game, so the table passes for the side).
    """

    side: str
    question: str
    order: RawOrder
    how: str


class StandingLapsed(Outcome, frozen=True, kw_only=True):
    """A standing order of ``side`` was not legal when it was needed: the question is asked."""

    side: str
    question: str
    why: str


class TookBack(Outcome, frozen=True, kw_only=True):
    """By agreement the position is again what it was before event ``event``, number ``seq``."""

    event: str
    seq: int


class Ended(Outcome, frozen=True, kw_only=True):
    """The game ended otherwise than by its own rules: ``why`` says how."""

    winner: str | None
    why: str


TABLE_OUTCOMES = (Rolled, Lapsed, LeftOut, Settled, StandingLapsed, TookBack, Ended)
