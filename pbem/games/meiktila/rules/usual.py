"""The usual answers (`standing usual`) to every question that interrupts.

A part of the rules' version: each answer is the one that is worth most, what is weighed is
computed here, and a change of a weight changes the adjudication. No player of the program
stands below this module, so that players may learn without changing it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Any

import msgspec

from pbem.games.meiktila.data.forms import ENEMY
from pbem.games.meiktila.data.tables import Tables
from pbem.games.meiktila.rules import ch06_combat as combat
from pbem.games.meiktila.rules import ch06_results as results
from pbem.games.meiktila.rules import ch07_supply as supply
from pbem.games.meiktila.rules import orders as o
from pbem.games.meiktila.rules.position import Position, open_battle
from pbem.games.meiktila.rules.questions import answering
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Order, Question
from pbem.kit.keeping import kept
from pbem.kit.typed.orders import Pass

OF_BOTH = ("opener", "defend", "hold", "losses", "advance", "remove")
ASKED = {"al": ("allot", "land", *OF_BOTH), "jp": ("edges", *OF_BOTH)}
STEP, LAST_STEP, LEVEL, COLUMN, PLANE = 20, 35, 6, 10, 7
"""The worth of a step, a unit's last one, a supply level, a column, an air unit in combat."""
CITY, AIRFIELD, TOWN = 120, 45, 6
"""The worth of a hex that is given up or taken."""


def asked(_: Setting, side: str) -> tuple[str, ...]:
    """Return the questions that have a usual answer: every one that can interrupt a side."""
    return ASKED[side]


def answer(setting: Setting, position: Position, question: Question) -> Order:
    """Return the usual answer to the open question: the one worth most, of equals the first."""
    worth_ = _WORTH[question.name]
    return max(_thought_of(setting, position, question), key=lambda o: worth_(setting, position, o))


def worth(setting: Setting, position: Position, question: Question, order: Order) -> int:
    """Return what a legal answer to the open question weighs."""
    return _WORTH[question.name](setting, position, order)


def _thought_of(setting: Setting, position: Position, question: Question) -> Iterator[Order]:
    """Yield every answer that is weighed."""
    if question.name == "defend":
        yield Pass()
    yield from answering(setting, position, question)
    if question.name == "defend":
        yield from _defences(setting, position)
    elif question.name == "advance":
        able = results.able_to_advance(setting, position)
        yield o.Advance(results.stacked(setting, able[::-1]))


def _defences(setting: Setting, position: Position) -> Iterator[Order]:
    battle = open_battle(position)
    side = ENEMY[battle.side]
    able = combat.guns(setting, position, side, battle.hex)
    for number in range(len(able) + 1):
        for guns in combinations(able, number):
            for air in range(combat.planes(position, side) + 1):
                if guns or air:
                    yield o.Defend(guns, air)


# --- the supply phase ------------------------------------------------------------------------


def _allot(setting: Setting, position: Position, order: o.Allot) -> int:
    """Supply below level 7, then whom interdiction hits, then combat."""
    north, south = _foes(setting, position)
    left = position.air - order.supply - order.north - order.south
    each = 4 * LEVEL if position.level < setting.tables.data.supply.most - 1 else LEVEL
    return each * order.supply + 2 * north * order.north + 2 * south * order.south + PLANE * left


@kept
def _foes(setting: Setting, position: Position) -> tuple[int, int]:
    """Return how many enemies on the map are supplied from the north, and from the south."""
    foes = [setting.tables.units[unit].entry for unit in setting.on_map(position, "jp")]
    south = foes.count("south")
    return len(foes) - south, south


def _land(setting: Setting, position: Position, order: o.Land | Pass) -> int:
    """As many steps as can be, where fewest enemies are near."""
    if isinstance(order, Pass):
        return 0
    return (2 if order.full else 1) * STEP * 5 - _near(setting, position, "jp", order.hex)


def _near(setting: Setting, position: Position, side: str, here: str) -> int:
    """Return how closely units of a side stand round a hex, up to four hexes away."""
    near = _nearness(setting.tables, here)
    stacks = setting.stacks(position, side)
    return sum(near[at] * len(units) for at, units in stacks.items() if at in near)


@cache
def _nearness(tables: Tables, here: str) -> dict[str, int]:
    """Return how close each hex up to three hexes away is."""
    far = {there: tables.distance(there, here) for there in tables.grid.hexes}
    return {there: 4 - hexes for there, hexes in far.items() if hexes < 4}


def _edges(_: Setting, position: Position, order: o.Edges) -> int:
    """Nobody to the edge that is more interdicted."""
    other = supply.usual_edge(position)
    worse = order.south if other == "north" else order.north
    tie = position.interdiction["north"] == position.interdiction["south"]
    return 0 if tie else -len(worse)


def _opener(setting: Setting, position: Position, order: o.Open | Pass) -> int:
    """The marker for most units on the map."""
    if isinstance(order, Pass):
        return -1
    side = position.initiative
    units = setting.on_map(position, side)
    some = sum(setting.activates(order.marker, unit) for unit in units)
    dice = setting.tables.markers[order.marker].units == "die"
    return 2 * min(some, 3) if dice else 2 * some


# --- combat ----------------------------------------------------------------------------------


def _defend(setting: Setting, position: Position, order: o.Defend | Pass) -> int:
    """Columns against what they cost; bonuses to who is the strongest."""
    if isinstance(order, Pass):
        order = o.Defend()
    battle = open_battle(position)
    here = combat.defenders(setting, position, battle)
    strength = {unit: setting.face(position, unit).defence for unit in here}
    supposed = msgspec.structs.replace(
        battle,
        def_guns=list(order.guns),
        def_air=order.air,
        town=(order.town or here[0]) if combat.has_town(setting, battle) else "",
        covered=here[: combat.covers(setting, position, battle)],
    )
    attack = combat.attack_strength(setting, position)
    after = combat.odds(setting, msgspec.structs.replace(position, battle=supposed), attack)
    allied = ENEMY[battle.side] == "al"
    cost = (LEVEL if allied else 1) * len(order.guns) + PLANE * order.air
    named = max(strength.values())
    reported = [unit for unit in (order.town, *order.dug) if unit]
    return -COLUMN * after.column - cost + sum(strength[unit] - named for unit in reported)


def _plan(setting: Setting, position: Position, order: o.Plan) -> int:
    """Return the mean cost of the first part over the six faces."""
    part = order.parts[0]
    if part.off:
        return -6 * STEP * 10
    last = setting.steps(position, part.unit) == 1
    step = LAST_STEP if last else STEP
    if not part.to:
        return -6 * step
    battle = open_battle(position)
    against = min(results.factor(setting, position, part.unit), 5)
    leaves = _leaving(setting, position, part.unit)
    more = battle.stage == "losses" and battle.anti_tank and setting.side(part.unit) == "al"
    passes = max(0, against - more)
    near = _near(setting, position, ENEMY[setting.side(part.unit)], part.to[-1])
    return -(6 - passes) * step - passes * (leaves + 4) - near


@kept
def _leaving(setting: Setting, position: Position, unit: str) -> int:
    """Return what is given up when a unit leaves its hex."""
    here = position.at[unit]
    alone = len(setting.here(position, setting.side(unit), here)) == 1
    attacked = open_battle(position).stage == "hold"
    return _value(setting, here) // (1 if alone else 2) if attacked or alone else 0


def _value(setting: Setting, here: str) -> int:
    if here == setting.tables.city:
        return CITY
    if here in setting.tables.airfields:
        return AIRFIELD
    return TOWN if setting.tables.terrain[here] == "town" else 0


def _advance(setting: Setting, position: Position, order: o.Advance | Pass) -> int:
    """The hex and the defence of those who go, against the enemies round it."""
    if isinstance(order, Pass):
        return 0
    battle = open_battle(position)
    enemies = setting.places(position, ENEMY[battle.side])
    around = sum(there in enemies for there in setting.tables.land[battle.hex])
    defence = sum(setting.face(position, unit).defence for unit in order.units)
    foes = around * TOWN - min(defence, 12)
    return _value(setting, battle.hex) + (1 + defence if foes <= 0 else -foes)


def _remove(setting: Setting, position: Position, order: o.Remove) -> int:
    """The fewest steps and factors."""
    return -sum(
        STEP * setting.steps(position, unit) + setting.face(position, unit).defence
        for unit in order.units
    )


_WORTH: dict[str, Callable[[Setting, Position, Any], int]] = {
    "allot": _allot,
    "land": _land,
    "edges": _edges,
    "opener": _opener,
    "defend": _defend,
    "hold": _plan,
    "losses": _plan,
    "advance": _advance,
    "remove": _remove,
}
