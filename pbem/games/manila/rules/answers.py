"""The answers of standing orders to the question at hand: docs/games/manila.md is the authority."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from pbem.games.manila.data.tables import MARKERS
from pbem.games.manila.rules import ch06_1_dawn as dawn
from pbem.games.manila.rules import ch06_2_events as events
from pbem.games.manila.rules import ch09_4_combat as combat
from pbem.games.manila.rules import ch09_5_retreats as retreats
from pbem.games.manila.rules import orders as o
from pbem.games.manila.rules import standing as s
from pbem.games.manila.rules.ch08_movement import room
from pbem.games.manila.rules.ch09_5_support import trimmed
from pbem.games.manila.rules.position import Position, open_battle
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Order, Question
from pbem.kit.typed.standing import answer_by

T = TypeVar("T")


def answer(
    setting: Setting, position: Position, question: Question, standing: Mapping[str, Any]
) -> Order | None:
    """Return what the standing orders say, or None if they say nothing."""
    return answer_by(_ANSWERS, s.read, question, standing, setting, position)


def _first(wanted: Iterable[T], able: Iterable[T]) -> T | None:
    """Return the first of ``wanted`` that is possible."""
    possible = list(able)
    return next((one for one in wanted if one in possible), None)


def weakest(setting: Setting, units: Iterable[str]) -> str:
    """Return the unit with the lowest Attack Factor, Leaders last."""
    return min(
        units,
        key=lambda unit: (
            setting.leader(unit),
            setting.unit(unit).attack,
            setting.tables.order[unit],
        ),
    )


def _barrage(setting: Setting, position: Position, part: s.BarrageAnswers) -> Order | None:
    if part.in_all == 0:
        return o.Barrage()
    legal = combat.legal_barrage(setting, position)
    able = [order.lose for order in legal if order.lose is not None]
    unit = _first(part.lose, able)
    if unit is None and part.else_ == "weakest" and able:
        unit = weakest(setting, able)
    if unit is not None:
        return o.Barrage(unit)
    return o.Barrage() if part.else_ == "break off" else None


def _fight(setting: Setting, position: Position, part: s.FightAnswers) -> Order | None:
    battle = open_battle(position)
    able = combat.able_leads(setting, battle)
    lead = combat.declared_lead(setting, battle) or _first(part.lead, able)
    if lead is None and part.else_ == "strongest":
        order = setting.tables.order
        lead = min(able, key=lambda unit: (-setting.unit(unit).attack, order[unit]))
    if lead is None:
        return None
    wanted: dict[str, int] = {marker: getattr(part, marker) for marker in MARKERS}
    for marker, limit in part.in_all.items():
        wanted[marker] = min(wanted[marker], limit)
    return o.Fight(lead, **trimmed(setting, position, battle.area, battle.units, wanted))


def _sniper(setting: Setting, position: Position, part: s.SniperAnswers) -> Order | None:
    able = [order.unit for order in combat.legal_snipers(setting, position)]
    unit = _first(part.first, able)
    if unit is None and part.else_ == "any":
        unit = setting.in_order(able)[0]
    return None if unit is None else o.Sniper(unit)


def _retreat(setting: Setting, position: Position, part: s.RetreatAnswers) -> Order | None:
    """The unit that goes first by what is said; where to, if it has a choice, likewise."""
    units = list(retreats.open_retreat(position).units)
    named = [unit for unit in part.first if unit in units]
    unit = [*named, *setting.in_order([u for u in units if u not in named])][0]
    able = retreats.destinations(setting, position, unit)
    area = able[0] if len(able) == 1 else _first(part.to, able)
    if area is None and part.else_ == "any" and able:
        area = able[0]
    return None if area is None else o.Retreat((unit,), area)


def _streets(setting: Setting, position: Position, part: s.StreetsAnswers) -> Order | None:
    area = position.streets[0]
    there = position.units_in(area)
    unit = _first(part.first, there)
    if unit is None and part.else_ == "weakest":
        unit = weakest(setting, there)
    return None if unit is None else o.Streets(area, unit)


def _place(setting: Setting, position: Position, part: s.PlaceAnswers) -> Order | None:
    """The first unit, one at a time: it may fill an Area for those that come after it."""
    unit = position.placing[0]
    able = [
        area
        for area in dawn.places(setting, position, unit)
        if setting.leader(unit) or room(setting, position, area) > 0
    ]
    area = _first(part.units.get(unit, part.to), able)
    return None if area is None else o.Place((unit,), area)


def _breakout(setting: Setting, position: Position, part: s.BreakoutAnswers) -> Order | None:
    able = events.eligible(setting, position)
    area = _first(part.first, able)
    if area is None and part.else_ == "any":
        area = able[0]
    return None if area is None else o.Breakout(area)


_ANSWERS: dict[str, Callable[[Setting, Position, Any], Order | None]] = {
    "barrage": _barrage,
    "fight": _fight,
    "sniper": _sniper,
    "retreat": _retreat,
    "streets": _streets,
    "place": _place,
    "breakout": _breakout,
}
