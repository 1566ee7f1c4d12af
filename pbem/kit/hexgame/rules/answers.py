"""The answers of the standing orders to the question at hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.kit.contract import Order, Question
from pbem.kit.hexgame.rules import advances, losses, retreats
from pbem.kit.hexgame.rules import standing as s
from pbem.kit.hexgame.rules.orders import Advance, Lose, Retreat
from pbem.kit.hexgame.rules.position import HexPosition, open_battle
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.worth import step_worth
from pbem.kit.maps.hexstanding import AdvanceAnswers, RetreatAnswers
from pbem.kit.typed.orders import Pass
from pbem.kit.typed.standing import answer_by


def answer(
    setting: HexSetting, position: HexPosition, question: Question, standing: Mapping[str, Any]
) -> Order | None:
    """Return what the standing orders of the side asked say, or None if they say nothing."""
    return answer_by(_ANSWERS, s.read, question, standing, setting, position)


def _retreat(
    setting: HexSetting, position: HexPosition, answers: RetreatAnswers
) -> Retreat | None:  # fmt: skip
    """The first unit for which something is said, by its first path to the hex that it prefers."""
    for unit in open_battle(position).retreating:
        ways = list(retreats.ways(setting, position, unit))
        goal = answers.choose(unit, [way[-1] for way in ways], setting.tables.grid.distance)
        if goal is not None:
            return Retreat(unit, next(way for way in ways if way[-1] == goal))
    return None


def _advance(
    setting: HexSetting, position: HexPosition, answers: AdvanceAnswers
) -> Order | None:  # fmt: skip
    hex_ = open_battle(position).hex
    found = answers.choose([hex_], advances.victors(setting, position))
    if found is not None:
        return Advance((found[0],))
    return Pass() if answers.else_ == "none" else None


def _lose(setting: HexSetting, position: HexPosition, answers: s.LoseAnswers) -> Order | None:
    """These units in turn until they have paid; then those whose steps are worth least."""
    battle = open_battle(position)
    able = losses.units_in(position, battle.losing)
    paid: tuple[str, ...] = ()
    for unit in answers.first:
        if unit in able:
            paid += (unit,) * min(position.steps[unit], battle.owes - len(paid))
    if len(paid) == battle.owes:
        return Lose(paid)
    if answers.rest is None:
        return None
    rest = sorted(unit for unit in able if unit not in paid)
    for unit in sorted(rest, key=lambda one: step_worth(setting, position, one)):
        paid += (unit,) * min(position.steps[unit], battle.owes - len(paid))
    return Lose(paid)


_ANSWERS: dict[str, Callable[[HexSetting, HexPosition, Any], Order | None]] = {
    "retreat": _retreat,
    "advance": _advance,
    "lose": _lose,
}
