"""The answers of standing orders to the question at hand: docs/games/saipan.md is the authority."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules import ch07_retreat as retreat
from pbem.games.saipan.rules import ch08_fire as fire
from pbem.games.saipan.rules import standing as s
from pbem.games.saipan.rules.orders import Advance, FinalFire, Lose, Retreat
from pbem.games.saipan.rules.position import Battle, Position, open_battle
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Order, Question
from pbem.kit.maps import chains
from pbem.kit.maps.hexes import Hex
from pbem.kit.maps.hexstanding import AdvanceAnswers, RetreatAnswers
from pbem.kit.typed.orders import Pass
from pbem.kit.typed.standing import answer_by


def answer(
    setting: Setting, position: Position, question: Question, standing: Mapping[str, Any]
) -> Order | None:
    """Return what the standing orders of the side asked say, or None if they say nothing."""
    return answer_by(_ANSWERS, s.read, question, standing, setting, position)


def _retreat(setting: Setting, position: Position, answers: RetreatAnswers) -> Retreat | None:
    """The first unit still to retreat for which every choice on its way has an answer."""
    battle = open_battle(position)
    for unit in battle.retreating:
        to = _chain(setting, position, battle, unit, answers)
        if to is not None:
            return Retreat(unit, to)
    return None


def _chain(
    setting: Setting, position: Position, battle: Battle, unit: str, answers: RetreatAnswers
) -> tuple[Hex, ...] | None:
    """Return the path of ``unit``, then of the units that it displaces, each by its lines."""
    side = battle.losers
    ways = retreat.ways_of(setting, position, side)
    chain: tuple[Hex, ...] = (position.where(side, unit),)
    while True:
        steps = chains.first_steps(chain, ways)
        number = answers.choose(unit, steps, setting.tables.distance)
        if number is None:
            return None
        chain = (*chain, number)
        if number not in position.on[side]:
            return chain[1:]
        unit = position.on[side][number]


def _fire(setting: Setting, position: Position, answers: s.FireAnswers) -> Order | None:
    """The first line that fits the first unit under attack that has one; named units first."""
    battle = open_battle(position)
    left = position.gsp[ENEMY[position.side]]
    if answers.in_all is not None:
        left = min(left, answers.in_all)
    for target in fire.unsupported(battle):
        able = fire.in_range(setting, position, target)
        lines = [line for line in answers.lines if line.for_ == target]
        lines += [line for line in answers.lines if line.for_ == "any"]
        for line in lines:
            units = tuple(unit for unit in line.with_ if unit in able)
            gsp = min(line.gsp, left)
            if units or gsp:
                return FinalFire(units, gsp, target if len(battle.on) > 1 else None)
    return Pass() if answers.else_ == "none" else None


def _advance(_: Setting, position: Position, answers: AdvanceAnswers) -> Order | None:
    """Return the unit that advances, by the lines; else perhaps nobody."""
    battle = open_battle(position)
    found = answers.choose(battle.vacated, battle.victors)
    if found is not None:
        return Advance(*found)
    return Pass() if answers.else_ == "none" else None


def _lose(setting: Setting, position: Position, answers: s.LoseAnswers) -> Order | None:
    """These units in order until they pay; then the smallest sum, fewest units, lowest names."""
    battle = open_battle(position)
    side = position.side
    paid: tuple[str, ...] = ()
    owed = battle.owed
    for unit in answers.first:
        if owed > 0 and unit in battle.attackers:
            paid = (*paid, unit)
            owed -= setting.attack_strength(side, unit)
    if owed <= 0:
        return Lose(paid)
    if answers.rest != "weakest":
        return None
    others = sorted(unit for unit in battle.attackers if unit not in paid)
    best: tuple[int, int, tuple[str, ...]] | None = None
    for size in range(1, len(others) + 1):
        for units in combinations(others, size):
            strength = sum(setting.attack_strength(side, unit) for unit in units)
            if strength >= owed and (best is None or (strength, size, units) < best):
                best = (strength, size, units)
    return Lose((*paid, *best[2])) if best is not None else None


_ANSWERS: dict[str, Callable[[Setting, Position, Any], Order | None]] = {
    "retreat": _retreat,
    "fpf": _fire,
    "advance": _advance,
    "lose": _lose,
}
