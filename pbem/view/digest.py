"""An event in a few lines, as a list of what happened shows it: each attack with its dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from pbem.kit import plain
from pbem.table.words.reporting import DICE_REPORTED
from pbem.table.words.short import first_of, together, within

if TYPE_CHECKING:
    from pbem.view.history import Happening

LISTS = {"moved": "Moved", "unsupplied": "Out of supply", "lost": "Lost"}
"""The matters whose words are units: these stand in one line for the whole event."""
STEPS_MOST = 4
"""So many steps at most say more than the names of their units alone."""


class Line(msgspec.Struct):
    """One line: what was done, in ``came`` what came of it, the dice, and the word of the table.

    ``dice``: the faces that were rolled for it, at most `DICE_REPORTED`.
    """

    said: str
    came: list[str] = []
    dice: list[int] = []
    result: str = ""


def digest(happened: Sequence[Happening]) -> list[Line]:
    """Return what came of an event in a few lines; none if it says no more than its steps.

    An attack has its results below it. Results whose attack was declared in another event stand
    alone. Dice stand beside what was decided by them.
    """
    lines: list[Line] = []
    units: dict[str, list[str]] = {}
    rolled: list[int] = []
    attack: Line | None = None
    for one in happened:
        rolled += [face for face, _ in one.dice]
        if one.news in LISTS:
            units.setdefault(LISTS[one.news], []).extend(one.brief.split(", "))
            continue
        if not one.news or one.news == "phase":
            continue
        below = one.news in ("result", "after") and attack is not None
        if below and attack is not None:
            attack.came.append(within(one.brief))
        else:
            taken = f"Taken: {within(one.brief)}" if one.news == "taken" else one.brief
            lines.append(Line(plain.capital(taken)))
            attack = lines[-1] if one.news in ("attack", "result") else None
        lines[-1].result = one.result or lines[-1].result
        if one.news != "attack":
            lines[-1].dice, rolled = [*lines[-1].dice, *rolled], []
    lines += [Line(f"{what}: {first_of(together(names))}") for what, names in units.items()]
    for line in lines:
        if len(line.dice) > DICE_REPORTED:
            line.dice = []
    says_where = any(" to " in name for names in units.values() for name in names)
    says_less = len(lines) == len(units) and len(happened) <= STEPS_MOST and not says_where
    says_less = says_less or (len(lines) >= len(happened) and not says_where)
    return [] if says_less else lines
