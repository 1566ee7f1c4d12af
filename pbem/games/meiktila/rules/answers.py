"""The answers of the standing orders to the question at hand, as docs/games/meiktila.md has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from pbem.games.meiktila.data.forms import ENEMY
from pbem.games.meiktila.rules import ch04_turn as turn
from pbem.games.meiktila.rules import ch05_air as air
from pbem.games.meiktila.rules import ch06_combat as combat
from pbem.games.meiktila.rules import ch06_results as results
from pbem.games.meiktila.rules import ch06_stacking as stacking
from pbem.games.meiktila.rules import ch07_supply as supply
from pbem.games.meiktila.rules import orders as o
from pbem.games.meiktila.rules import standing as s
from pbem.games.meiktila.rules.position import Part, Position, open_battle
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Order, Question
from pbem.kit.typed.orders import Pass
from pbem.kit.typed.standing import answer_by


def answer(
    setting: Setting, position: Position, question: Question, standing: Mapping[str, Any]
) -> Order | None:
    """Return what the standing orders say, or None if they say nothing."""
    return answer_by(_ANSWERS, s.read, question, standing, setting, position)


def _allot(_: Setting, position: Position, part: s.AllotAnswers) -> Order:
    have = position.air
    flown: list[int] = []
    for wanted in (part.supply, part.north, part.south):
        flown.append(min(wanted, have))
        have -= flown[-1]
    return o.Allot(*flown)


def _land(setting: Setting, position: Position, part: str | tuple[str, ...]) -> Order | None:
    """The first unit at the first hex where it can, with as many steps as it may."""
    if part == "none":
        return Pass()
    able = list(air.legal_landings(setting, position))
    for here in part:
        found = [order for order in able if order.hex == here]
        if found:
            unit = found[0].unit
            return max((one for one in found if one.unit == unit), key=lambda one: one.full)
    return None


def _edges(setting: Setting, position: Position, part: str) -> Order:
    if part == "any":
        return o.Edges()
    units = tuple(supply.choosing(setting, position))
    return o.Edges(north=units) if part == "north" else o.Edges(south=units)


def _opener(setting: Setting, position: Position, part: s.FirstAnswers) -> Order | None:
    able = turn.openers(setting, position)
    order = setting.tables.markers_of(position.initiative)
    found = [marker for marker in part.first if marker in able]
    if not found and part.else_ == "any":
        found = sorted(able, key=order.index)
    return o.Open(found[0]) if found else None


def _defend(setting: Setting, position: Position, part: Literal["none"] | s.DefendAnswers) -> Order:
    if part == "none":
        return Pass()
    battle = open_battle(position)
    side = ENEMY[battle.side]
    guns: tuple[str, ...] = ()
    if part.guns is not None and part.guns.in_all:
        guns = tuple(combat.guns(setting, position, side, battle.hex))
    planes = 0
    if part.air is not None:
        planes = min(part.air.each, part.air.in_all, combat.planes(position, side))
    return o.Defend(guns, planes) if guns or planes else Pass()


def _pay(setting: Setting, position: Position, part: s.PayAnswers) -> Order:
    """[6.5.3] Who is named first, then those with the most steps; a step where nobody retreats."""
    able = results.payers(setting, position)
    named = [unit for unit in part.first if unit in able]
    others = [unit for unit in able if unit not in named]
    units = [*named, *sorted(others, key=lambda unit: -setting.steps(position, unit))]
    if part.how == "retreat":
        plans = list(results.legal_plans(setting, position))
        for unit in units:
            ways = [plan for plan in plans if plan.parts[0].unit == unit and plan.parts[0].to]
            if ways:
                return min(ways, key=lambda plan: _far(setting, part.toward or "any", plan))
    return o.Plan((Part(units[0]),))


def _far(setting: Setting, toward: str, plan: o.Plan) -> tuple[int, tuple[str, ...]]:
    path = plan.parts[0].to
    return (0 if toward == "any" else setting.tables.distance(path[-1], toward)), path


def _advance(setting: Setting, position: Position, part: str | tuple[str, ...]) -> Order:
    if part == "none":
        return Pass()
    able = results.able_to_advance(setting, position)
    wanted = able if part == "all" else [unit for unit in part if unit in able]
    units = results.stacked(setting, wanted)
    return o.Advance(units) if units else Pass()


def _remove(setting: Setting, position: Position, part: s.FirstAnswers) -> Order | None:
    found = turn.crowded_choice(setting, position)
    assert found is not None  # noqa: S101 - it is asked about
    ways = stacking.ways_out(setting, position, *found)
    best = max(ways, key=lambda way: sum(unit in part.first for unit in way))
    if any(unit in part.first for unit in best):
        return o.Remove(best)
    return o.Remove(ways[0]) if part.else_ == "any" else None


_ANSWERS: dict[str, Callable[[Setting, Position, Any], Order | None]] = {
    "allot": _allot,
    "land": _land,
    "edges": _edges,
    "opener": _opener,
    "defend": _defend,
    "hold": _pay,
    "losses": _pay,
    "advance": _advance,
    "remove": _remove,
}
