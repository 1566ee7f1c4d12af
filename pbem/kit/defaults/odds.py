"""Dice without a table: nothing is read off one, and every face may differ.

A unit is lost if an outcome names it in a field that is called ``lost``.
"""

from __future__ import annotations

from pbem.kit.contract import Outcome, Reading, Term
from pbem.kit.cups import Cups


def reading(_setting: object, _outcome: Outcome) -> Reading | None:
    """Return None: no outcome is read off a table."""
    return None


def terms(_setting: object, _position: object) -> tuple[Term, ...]:
    """Return nothing: no strengths are compared."""
    return ()


def lost(_setting: object, outcome: Outcome) -> tuple[str, ...]:
    """Return the units that the field ``lost`` of an outcome names, one or several."""
    named: str | tuple[str, ...] = getattr(outcome, "lost", ())
    return (named,) if isinstance(named, str) else named


def falls(_setting: object, _position: object, _cups: Cups) -> None:
    """Return None: every face differs."""
