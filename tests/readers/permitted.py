"""Which verdicts may differ, by docs/protocol.md, section 10; nothing else may."""

from __future__ import annotations

from pbem.log.codes import CODES
from readers.javascript import Reported

ONE = (("program 1", "second 1"), ("program 2", "second 2"), ("program 2", "checker"))
"""Readers of one level, of one event: they say the same in everything."""
HIGHER = (("program 1", "program 2"), ("program 2", "program 3"))

BY_RULES = frozenset({
    "open.bad", "rules.unknown",  # sides and options of an opening; rules that are not here
    "commit.label",  # which label is asked
    "dice.keeper", "dice.rolls",  # whether dice are due; a die too many or too few
    "deck.turn",  # which deck is due, and which draw
    "deck.show", "stock.proof",  # which proofs of cards and stocks an order owes
})  # fmt: skip
"""Codes of lower levels under which rules show more (section 10)."""
TURN = frozenset({
    "pen.wrong", "kind.wrong", "end.over", "join.order", "offer.wrong", "answer.wrong",
    "resign.wrong", "dice.keeper", "deck.turn",
})  # fmt: skip
"""The turn comes first of all that a kind asks; often only rules know it."""


def differences(reported: dict[str, Reported]) -> list[str]:
    """Return what no page permits, in words; nothing if all is well."""
    found = [
        f"{name}: {one.code}"
        for name, one in reported.items()
        if (one.code or "").startswith("crash")
    ]
    for one, other in ONE:
        if one in reported and other in reported and reported[one] != reported[other]:
            found.append(f"{_said(one, reported)}, {_said(other, reported)}")
    for low, high in HIGHER:
        if (
            low in reported
            and high in reported
            and not may_differ(reported[low], reported[high], int(high[-1]))
        ):
            found.append(f"{_said(low, reported)}, {_said(high, reported)}")
    return found


def may_differ(low: Reported, high: Reported, level: int) -> bool:
    """Say whether a level may say ``high`` where the one below says ``low``."""
    if low == high:
        return True
    if high.code is None or high.good > low.good:
        return False  # what a level refuses, the next one refuses there or before
    if high.good < low.good or low.code is None:
        if level == 3:
            return CODES[high.code].level == level or high.code in BY_RULES
        # A ruling on a fork is judged by what the level knows of the events that it shows.
        return CODES[high.code].level == level or high.code == "ruling.wrong"
    if high.code == "ruling.wrong":  # of a replacement: whom it may remove is checked first
        return level == 3 and low.code in ("key.same", "key.bad")
    return level == 3 and high.code in TURN


def _said(name: str, reported: dict[str, Reported]) -> str:
    one = reported[name]
    what = "holds" if one.code is None else f"{one.code} at {one.seq}"
    return f"{name} says {what}, {one.good} good"


__all__ = ["BY_RULES", "TURN", "differences", "may_differ"]
