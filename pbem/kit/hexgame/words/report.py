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
from pbem.kit.hexgame.rules.supply import out_of_supply
from pbem.kit.hexgame.rules.victory import points
from pbem.kit.sentences import Sentences
from pbem.kit.wording import counted, possessive

WAITS = {
    "plan": "{side} must write down a plan",
    "show": "{side} must show the plan",
    "draw": "{side} must draw a unit",
    "movement": "{whose} movement phase",
    "combat": "{whose} combat phase",
    "reckoning": "the game is decided, and {side} must show the plan",
    "over": "the game is over",
}
"""The words for each phase. No verb depends on a side, which is one (Red) or many (guards)."""

Teller = Callable[[HexSetting, Any], str]


def describe(setting: HexSetting, position: HexPosition) -> list[str]:
    """Describe a position: turn and phase, both forces, what counts, an open attack."""
    return [*_lines(setting, position)]


def _lines(setting: HexSetting, position: HexPosition) -> Iterator[str]:
    now = plain.capital(_waits(setting, position.phase, position.side))
    yield f"{turn_of(setting, position)}. {now}."
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


def turn_of(setting: HexSetting, position: HexPosition) -> str:
    """Return the number of the turn."""
    return f"Turn {position.turn} of {setting.data.about.turns}"


def on_the_map(setting: HexSetting, position: HexPosition, side: str) -> str:
    """Return how many units of a side are on the map."""
    units = len(setting.own(position, side))
    return f"{counted(units, 'unit') if units else 'no unit'} on the map"


def lost(setting: HexSetting, position: HexPosition, side: str) -> list[str]:
    """Return the units that a side has lost."""
    return [unit for unit in position.lost if setting.tables.side_of[unit] == side]


def _force(setting: HexSetting, position: HexPosition, side: str) -> str:
    parts = [on_the_map(setting, position, side)]
    ready = arrivals.waiting(setting, position, side)
    absent = arrivals.not_here_yet(setting, position, side)
    coming = [unit for unit in absent if unit not in ready]
    cut_off = out_of_supply(setting, position, side)
    gone = lost(setting, position, side)
    left = [unit for unit in position.left if setting.tables.side_of[unit] == side]
    listed = {
        "out of supply": cut_off, "may enter": ready, "not here yet": coming, "lost": gone,
        "left the map": left,
    }  # fmt: skip
    parts += [f"{words} {', '.join(some)}" for words, some in listed.items() if some]
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
    """Return how the game ended, without a mark at the end; a ``winner`` of None: a draw."""
    end = "the game is a draw" if winner is None else f"{name(setting, winner)} won"
    return f"{end} ({why})"


def _phase_begun(setting: HexSetting, one: o.PhaseBegun) -> str:
    return f"turn {one.turn}: {_waits(setting, one.phase, one.side)}"


def _waits(setting: HexSetting, phase: str, side: str) -> str:
    who = name(setting, side)
    return WAITS[phase].format(side=who, whose=possessive(who))


def _plan_shown(setting: HexSetting, one: o.PlanShown) -> str:
    choice = arrivals.the_plan(setting).choices[one.choice]
    return f"{name(setting, one.side)} showed the plan {one.choice}: {choice.text}"


def _moved(setting: HexSetting, one: o.Moved) -> str:
    by = f" through {', '.join(one.path[:-1])}" if len(one.path) > 1 else ""
    if one.path[-1] == OFF:
        return f"{one.unit} left the map{by}"
    return f"{one.unit} moved to {place(setting, one.path[-1])}{by}"


def _result(setting: HexSetting, result: str) -> str:
    return f"{result}, {setting.data.combat.results[result].text}"


FUNCTIONS: Mapping[type[Outcome], Teller] = {
    o.PhaseBegun: _phase_begun,
    o.PlanShown: _plan_shown,
    o.Moved: _moved,
    o.GameEnded: lambda setting, one: ending(setting, one.winner, one.why),
}
"""The sentences that no template can say (`rules/outcomes.py`)."""

FIELDS: Mapping[str, Teller] = {
    "hex": place,
    "hexes": lambda _, hexes: "1 hex" if hexes == 1 else f"{hexes} hexes",
    "path": lambda _, path: " ".join(path),
    "result": _result,
    "side": name,
    "steps": lambda _, steps: counted(steps, "step"),
}
"""The words for a field of an outcome."""

SENTENCES: Sentences[HexSetting] = Sentences(FIELDS, FUNCTIONS)
report = SENTENCES.report
