"""The answers of standing orders to the question at hand: docs/games/tokyo.md is the authority."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from pbem.games.tokyo.rules import ch06_results as results
from pbem.games.tokyo.rules import orders as o
from pbem.games.tokyo.rules import standing as s
from pbem.games.tokyo.rules.position import Position, open_battle
from pbem.games.tokyo.rules.setting import Setting
from pbem.kit.contract import Order, Question
from pbem.kit.maps.hexstanding import AdvanceAnswers, RetreatAnswers
from pbem.kit.typed.orders import Pass
from pbem.kit.typed.standing import answer_by


def answer(
    setting: Setting, position: Position, question: Question, standing: Mapping[str, Any]
) -> Order | None:
    """Return what the standing orders say, or None if they say nothing."""
    return answer_by(_ANSWERS, s.read, question, standing, setting, position)


def _retreat(setting: Setting, position: Position, part: RetreatAnswers) -> Order | None:
    """The first unit for which something is said: its preferred hexes, else the nearest one."""
    every = list(results.legal_retreats(setting, position))
    for unit in open_battle(position).retreating:
        ways = [order for order in every if order.unit == unit]
        for number in part.units.get(unit, ()):
            chosen = [order for order in ways if order.to[0] == number]
            if chosen:
                return min(chosen, key=lambda order: (len(order.to), order.to))
        if part.toward is not None and ways:
            return min(ways, key=lambda order: _far(setting, part.toward, order))
    return None


def _far(
    setting: Setting, toward: str | None, order: o.Retreat
) -> tuple[int, int, tuple[str, ...]]:
    distance = 0 if toward in {None, "any"} else setting.tables.distance(order.to[0], str(toward))
    return distance, len(order.to), order.to


def _advance(setting: Setting, position: Position, part: AdvanceAnswers) -> Order | None:
    """The first line that fits an emptied hex; named hexes first; one hex."""
    able = [a for a in results.legal_advances(setting, position) if len(a.path) == 1]
    lines = [line for line in part.lines if line.into != "any"]
    lines += [line for line in part.lines if line.into == "any"]
    for line in lines:
        fits = [order for order in able if line.into in {"any", order.path[0]}]
        units = [order.unit for order in fits] if line.with_ == "any" else line.with_
        for unit in units:
            chosen = next((order for order in fits if order.unit == unit), None)
            if chosen is not None:
                return chosen
    return Pass() if part.else_ == "none" else None


def _exchange(_: Setting, position: Position, part: s.ExchangeAnswers) -> Order | None:
    tied = open_battle(position).tied
    unit = next((unit for unit in part.first if unit in tied), None)
    if unit is None and part.else_ == "any":
        unit = tied[0]
    return None if unit is None else o.Exchange(unit)


def _free(_: Setting, position: Position, part: s.FreeAnswers) -> Order | None:
    number = position.pending[position.army]
    units = [unit for unit in part.first if unit in position.locked]
    if part.else_ == "any":
        units += sorted(unit for unit in position.locked if unit not in units)
    return o.Free(tuple(units[:number])) if len(units) >= number else None


def _ecorps(_: Setting, _position: Position, part: str) -> Order | None:
    return o.Call() if part == "call" else Pass()


def _volunteer(
    _: Setting, position: Position, part: Literal["none"] | s.VolunteerAnswers
) -> Order | None:
    """Call one for the results named, as often as the player has given; else let the die stand."""
    if part == "none" or not part.in_all or open_battle(position).result not in part.on:
        return Pass()
    return o.Volunteer()


_ANSWERS: dict[str, Callable[[Setting, Position, Any], Order | None]] = {
    "retreat": _retreat,
    "advance": _advance,
    "exchange": _exchange,
    "free": _free,
    "ecorps": _ecorps,
    "volunteer": _volunteer,
}
