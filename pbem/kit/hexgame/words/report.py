"""Outcomes in one sentence each, and positions in a few short lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.kit import plain
from pbem.kit.contract import Outcome
from pbem.kit.hexgame.rules import arrivals
from pbem.kit.hexgame.rules import outcomes as o
from pbem.kit.hexgame.rules.orders import OFF
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.questions import open_question
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.victory import points
from pbem.kit.wording import counted, listed

WAITS = {
    "plan": "a plan is written down by {side}",
    "show": "the plan is shown by {side}",
    "draw": "a unit is drawn by {side}",
    "movement": "movement of {side}",
    "combat": "combat of {side}",
    "reckoning": "after the end the plan is shown by {side}",
    "over": "the game is over",
}
"""What happens in each phase. A side may be one or many (Red, the guards): it is no subject."""

Teller = Callable[[HexSetting, Any], str]


def describe(setting: HexSetting, position: HexPosition) -> list[str]:
    """Describe a position: turn and phase, both forces, what counts, an open attack."""
    return [*_lines(setting, position)]


def _lines(setting: HexSetting, position: HexPosition) -> Iterator[str]:
    turns = setting.data.about.turns
    now = plain.capital(WAITS[position.phase].format(side=name(setting, position.side)))
    yield f"Turn {position.turn} of {turns}. {now}."
    for side in setting.tables.sides:
        yield f"{plain.capital(name(setting, side))}: {_force(setting, position, side)}."
    for hex_ in setting.tables.watched:
        holder = position.held.get(hex_)
        who = "nobody" if holder is None else name(setting, holder)
        yield f"{place(setting, hex_)} is held by {who}."
    if setting.data.victory.points:
        scores = (
            f"{name(setting, side)} {points(setting, position, side)}"
            for side in setting.tables.sides
        )
        yield f"Victory points: {', '.join(scores)}."
    if position.battle is not None:
        word = open_question(position)
        yield f"The attack on {place(setting, position.battle.hex)} waits for: {word}."
    if position.ended is not None:
        yield plain.capital(ending(setting, position.ended.winner, position.ended.why)) + "."


def _force(setting: HexSetting, position: HexPosition, side: str) -> str:
    units = len(setting.own(position, side))
    parts = [f"{counted(units, 'unit') if units else 'no unit'} on the map"]
    coming = arrivals.not_here_yet(setting, position, side)
    gone = [unit for unit in position.lost if setting.tables.side_of[unit] == side]
    left = [unit for unit in position.left if setting.tables.side_of[unit] == side]
    for words, some in (("not here yet", coming), ("lost", gone), ("left the map", left)):
        if some:
            parts.append(f"{words} {', '.join(some)}")
    return "; ".join(parts)


def face(setting: HexSetting, position: HexPosition, unit: str) -> str:
    """Return the figures of the face that is up: 3-4-5."""
    return "-".join(map(str, setting.factors(position, unit)))


def name(setting: HexSetting, side: str) -> str:
    """Return what a side is called in sentences."""
    return setting.tables.side_names[side]


def place(setting: HexSetting, hex_: str) -> str:
    """Return a hex with the name of the place in it, if it has one."""
    found = setting.data.map.places.get(hex_)
    return f"{hex_} ({found})" if found else hex_


def ending(setting: HexSetting, winner: str | None, why: str) -> str:
    """Return how the game ended, without a mark at the end."""
    end = "the game is drawn" if winner is None else f"victory of {name(setting, winner)}"
    return f"{end}: {why}"


def _phase_begun(setting: HexSetting, one: o.PhaseBegun) -> str:
    return f"turn {one.turn}: {WAITS[one.phase].format(side=name(setting, one.side))}"


def _plan_shown(setting: HexSetting, one: o.PlanShown) -> str:
    choice = arrivals.the_plan(setting).choices[one.choice]
    return f"the plan of {name(setting, one.side)} is {one.choice}: {choice.text}"


def _moved(setting: HexSetting, one: o.Moved) -> str:
    way = " ".join(one.path[:-1])
    by = f" by {way}" if way else ""
    if one.path[-1] == OFF:
        return f"{one.unit} leaves the map{by}"
    return f"{one.unit} moves to {place(setting, one.path[-1])}{by}"


def _attacked(setting: HexSetting, one: o.Attacked) -> str:
    who, whom = listed(one.attackers), listed(one.defenders)
    verb = "attacks" if len(one.attackers) == 1 else "attack"
    return f"{who} {verb} {whom} in {place(setting, one.hex)}"


def _resolved(setting: HexSetting, one: o.Resolved) -> str:
    what = setting.data.combat.results[one.result].text
    sums = f"{one.attack} against {one.defence}, column {one.column}, die {one.die}"
    return f"attack on {one.hex}: {sums}: {one.result}, {what}"


def _loss_due(setting: HexSetting, one: o.LossDue) -> str:
    verb = "is" if one.steps == 1 else "are"
    return f"{counted(one.steps, 'step')} {verb} lost by {name(setting, one.side)}"


def _retreat_due(_: HexSetting, one: o.RetreatDue) -> str:
    verb = "has to" if len(one.units) == 1 else "have to"
    far = "a hex" if one.hexes == 1 else f"{one.hexes} hexes"
    return f"{listed(one.units)} {verb} retreat {far}"


def _advanced(setting: HexSetting, one: o.Advanced) -> str:
    verb = "advances" if len(one.units) == 1 else "advance"
    return f"{listed(one.units)} {verb} to {place(setting, one.hex)}"


SENTENCES: Mapping[type[Outcome], Teller] = {
    o.PhaseBegun: _phase_begun,
    o.PlanWritten: lambda setting, one: f"the plan of {name(setting, one.side)} is sealed",
    o.PlanShown: _plan_shown,
    o.Drawn: lambda _, one: f"{one.unit} is drawn from the cup",
    o.Moved: _moved,
    o.Taken: lambda setting, one: (
        f"{place(setting, one.hex)} is now held by {name(setting, one.side)}"
    ),
    o.Attacked: _attacked,
    o.Resolved: _resolved,
    o.LossDue: _loss_due,
    o.StepLost: lambda _, one: f"{one.unit} loses a step",
    o.UnitLost: lambda _, one: f"{one.unit} is lost",
    o.RetreatDue: _retreat_due,
    o.Retreated: lambda _, one: f"{one.unit} retreats to {' '.join(one.path)}",
    o.ShutIn: lambda _, one: f"{one.unit} cannot retreat",
    o.Advanced: _advanced,
    o.Stayed: lambda _, one: f"nobody advances to {one.hex}",
    o.BattleOver: lambda _, one: f"the attack on {one.hex} is over",
    o.GameEnded: lambda setting, one: ending(setting, one.winner, one.why),
}


def reporter(sentences: Mapping[type[Outcome], Teller]) -> Callable[[HexSetting, Outcome], str]:
    """Return the function that reports an outcome in one sentence."""

    def report(setting: HexSetting, outcome: Outcome) -> str:
        return plain.capital(sentences[type(outcome)](setting, outcome)) + "."

    return report


report = reporter(SENTENCES)
