"""The possible results of an order's dice."""

from __future__ import annotations

from example_game.rules.outcomes import Assaulted, Pursued
from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.kit.contract import Outcome, Reading, Term
from pbem.kit.cups import Cups
from pbem.kit.sentences import units_lost


def reading(_: Setting, outcome: Outcome) -> Reading | None:
    """Return the result of an attack or of a pursuit."""
    match outcome:
        case Assaulted():
            return Reading(outcome.result)
        case Pursued():
            return Reading(outcome.result, "result", outcome.die)
    return None


def terms(setting: Setting, position: Position) -> tuple[Term, ...]:
    """[4.1] Return what is added and compared, but for the die; nothing of what lies face down."""
    if position.waits != "assault":
        return ()
    found = [Term("steps", f"+{position.steps * setting.data.battalion.each_step}", "4.1")]
    if minus := setting.minus(position):
        found.append(Term("barrage", f"-{minus}", "4.1"))
    if not position.face_down:
        counters: dict[str, int] = {**setting.data.garrisons.counters}
        found.append(Term(position.garrison, f"-{counters[position.garrison]}", "2.1"))
    if position.dug:
        found.append(Term("dug in", f"-{position.dug}", "3.0"))
    return tuple(found)


def lost(_: Setting, outcome: Outcome) -> tuple[str, ...]:
    """Return the unit that lost a step."""
    return units_lost(outcome)


def falls(_: Setting, __: Position, ___: Cups) -> None:
    """Every face differs."""
