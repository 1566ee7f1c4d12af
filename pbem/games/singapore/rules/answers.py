"""The answers of the standing orders to the question at hand; docs/games/singapore.md decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.games.singapore.rules import orders as o
from pbem.games.singapore.rules import questions
from pbem.games.singapore.rules import standing as s
from pbem.games.singapore.rules.cards.ch6_effects import turn_number
from pbem.games.singapore.rules.corps import ch4_results as results
from pbem.games.singapore.rules.fights import ch3_air as air
from pbem.games.singapore.rules.fights import ch3_strikes as strikes
from pbem.games.singapore.rules.position import DEFENDER, Position, open_battle, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.contract import Order, Question
from pbem.kit.typed.orders import Pass
from pbem.kit.typed.standing import answer_by


def answer(
    setting: Setting, position: Position, question: Question, standing: Mapping[str, Any]
) -> Order | None:
    """Return what the standing orders say, or None if they say nothing."""
    return answer_by(_ANSWERS, s.read, question, standing, setting, position)


def strongest_plane(setting: Setting, position: Position) -> o.Plane:
    """[3.7.1] Name the plane with the highest dice, the first of those."""
    battle = open_battle(position)
    side = air.asked(battle)
    dice = setting.tables.defence if side == DEFENDER else setting.tables.attack
    able = setting.in_order(air.able(battle))
    return o.Plane(max(able, key=lambda unit: sum(dice(unit))))


def _plane(setting: Setting, position: Position, part: str) -> Order | None:
    if part == "fight":
        return strongest_plane(setting, position)
    return o.Leave(tuple(air.able(open_battle(position))))


def _strikes(setting: Setting, position: Position, part: str | s.StrikeAnswers) -> Order | None:
    if isinstance(part, str):
        return Pass()
    battle = open_battle(position)
    side = strikes.asked(battle)
    limit = part.each if part.in_all is None else min(part.each, part.in_all)
    ready = setting.in_order(battle.strikers_of(side))
    guns = [unit for unit in ready if not setting.tables.units[unit].flies]
    chosen = tuple([*guns, *(unit for unit in ready if unit not in guns)][:limit])
    if not chosen:
        return Pass()
    at_support = part.at == "support" and battle.role(side) == DEFENDER and battle.paired
    return o.Strike((), chosen) if at_support else o.Strike(chosen)


def _drop(setting: Setting, position: Position, part: str) -> Order | None:
    dice = setting.tables.defence(open_battle(position).defender)
    return o.Drop(min(dice) if part == "lowest" else max(dice))  # type: ignore[arg-type]


def _alone(_setting: Setting, _position: Position, part: str) -> Order | None:
    return o.Lead() if part == "lead" else o.Assist()


def _pursue(setting: Setting, position: Position, part: str) -> Order | None:
    """[R75] Everybody who has not struck strikes at the rearguard."""
    if part == "none":
        return Pass()
    able = setting.in_order(open_battle(position).strikers_of(results.pursuer(position)))
    rear = open_battle(position).falls_back[0]
    return o.Pursue(tuple(able), (rear,) * len(able))


def _listed(setting: Setting, position: Position, _part: str) -> Order | None:
    """[4.10] A line in the order of the data."""
    battle = open_battle(position)
    return o.Line(tuple(setting.in_order(battle.line[battle.unlined[0]])))


def _first(setting: Setting, position: Position, _part: str) -> Order | None:
    """The first answer that a list of legal ones names."""
    return next(questions.legal(setting, position))


def _declines(_setting: Setting, _position: Position, _part: str) -> Order | None:
    return Pass()


def _passes(setting: Setting, position: Position, part: str | s.PassFor) -> Order | None:
    """[6.7, R108] A card is never named beforehand: it would be seen."""
    if isinstance(part, str):
        return Pass()
    war, battle = open_war(position), position.battle
    if part.turn != turn_number(setting, war):
        return None
    here = part.battle is None or (battle is not None and battle.sector == part.battle)
    return Pass() if here else None


_ANSWERS: dict[str, Callable[[Setting, Position, Any], Order | None]] = {
    "plane": _plane,
    "strikes": _strikes,
    "drop": _drop,
    "alone": _alone,
    "retreat": _declines,
    "pursue": _pursue,
    "defence": _declines,
    "line": _listed,
    "withdraw": _first,
    "land": _first,
    "combat": _first,
    "drive": _declines,
    "arrive": _first,
    "pools": _declines,
    "transfer": _declines,
    "shift": _first,
    "evacuate": _first,
    "deployment": _passes,
    "supply": _passes,
    "cards": _passes,
}
