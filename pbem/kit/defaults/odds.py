"""Dice without a table: nothing is read off one, and every face may differ.

A unit is lost if an outcome names it in the field that its `Tells` calls lost, or in a field of the
name ``lost``.
"""

from __future__ import annotations

from pbem.kit.contract import Outcome, Reading, Term
from pbem.kit.cups import Cups
from pbem.kit.sentences import units_lost


def reading(_setting: object, _outcome: Outcome) -> Reading | None:
    """Return None: no outcome is read off a table."""
    return None


def terms(_setting: object, _position: object) -> tuple[Term, ...]:
    """Return nothing: no strengths are compared."""
    return ()


def lost(_setting: object, outcome: Outcome) -> tuple[str, ...]:
    """Return the units that an outcome names as lost, one or several."""
    named: str | tuple[str, ...] = getattr(outcome, "lost", ())
    return units_lost(outcome) or ((named,) if isinstance(named, str) else named)


def falls(_setting: object, _position: object, _cups: Cups) -> None:
    """Return None: every face differs."""
