"""How the computer player attacks: the best pair of Area and team first, then the next best.

A team comes out of one Area: Armor to lead, Infantry beside it, and the Leaders of its commands.
Anyone who finds room goes along: strength that fights together loses fewer units, and an Overrun
lets all of them fight again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pbem.games.manila.player.field import Field, Path
from pbem.games.manila.rules import ch08_movement as movement
from pbem.games.manila.rules import ch09_attacks as attacks
from pbem.games.manila.rules.ch09_5_support import counted
from pbem.games.manila.rules.orders import Activate, Attack
from pbem.games.manila.rules.position import Action
from pbem.games.manila.rules.usual_odds import WHOLE
from pbem.games.manila.rules.usual_sight import Support, Team, team_of
from pbem.kit.contract import Order

LEAST = -4
"""An attack that promises fewer points is not made; units that wait earn nothing either."""


class Strike(NamedTuple):
    """An attack planned: ``path`` is empty where the team stands in the Area already."""

    worth: int
    source: int
    area: int
    path: Path
    team: Team
    support: Support


def plan(field: Field) -> list[Order]:
    """Return every attack worth making now, each by its own team, the best first."""
    orders: list[Order] = []
    action = field.position.action
    for strike in strikes(field):
        units = strike.team.units
        if strike.path:
            orders += [Activate(strike.source, units, strike.path), order_of(field, strike)]
        elif orders or action is None or not _stands_ready(strike, action):
            orders += [Activate(strike.source), order_of(field, strike, units)]
        else:
            orders.append(order_of(field, strike, units))
    return orders


def _stands_ready(strike: Strike, action: Action) -> bool:
    """Whether the Area where a team stands has been activated for its attack already."""
    fought = {*action.attacked, *action.done, *action.entered}
    return action.area == strike.area and not fought.intersection((strike.area, *strike.team.units))


def order_of(field: Field, strike: Strike, units: tuple[str, ...] = ()) -> Attack:
    """Return the attack order; lead and support are decided after the reveal where they may be."""
    if field.setting.options.early_lead and field.position.hidden(strike.area):
        return Attack(strike.area, units, strike.team.lead)
    return Attack(strike.area, units)


def strikes(field: Field) -> Iterator[Strike]:
    """Yield attacks, the best first, as long as one is worth it; uses up units and markers."""
    sources = {area: field.fresh(area) for area in sorted(set(field.position.at.values()))}
    found = {
        (source, area): strike
        for source, units in sources.items()
        if units
        for area, strike in _from(field, source, units).items()
    }
    while found:
        best = max(found.values(), key=lambda strike: (strike.worth, -strike.area, -strike.source))
        yield best
        for marker, number in best.support._asdict().items():
            field.markers[marker] -= number
        left = [unit for unit in sources[best.source] if unit not in best.team.units]
        sources[best.source] = left
        field.taken.add(best.area)
        found = {
            key: strike
            for key, strike in found.items()
            if key[1] != best.area and key[0] != best.source and _affordable(field, strike)
        } | {
            (best.source, area): strike for area, strike in _from(field, best.source, left).items()
        }


def _affordable(field: Field, strike: Strike) -> bool:
    return all(field.markers[name] >= number for name, number in strike.support._asdict().items())


def _from(field: Field, source: int, units: list[str]) -> dict[int, Strike]:
    """Return the best attack of these units on each Area that they may attack from here."""
    if not units:
        return {}
    best: dict[int, Strike] = {}
    if source in field.foe and source not in field.taken:
        strike = _strike(field, source, source, (), units)
        if strike is not None:
            best[source] = strike
    allowance = max(field.units[unit].movement for unit in units)
    for area, path in field.ways(source, allowance).items():
        if area not in field.foe or area in field.taken:
            continue
        cost = field.cost_of(path)
        able = [unit for unit in units if field.units[unit].movement >= cost]
        strike = _strike(field, source, area, path, able)
        if strike is not None:
            best[area] = strike
    return best


def _strike(field: Field, source: int, area: int, path: Path, units: list[str]) -> Strike | None:
    """Return the attack of as many of the units as find room, if it is worth making."""
    able = [unit for unit in units if field.may_attack(unit, area)]
    room = field.rooms[area] if path else len(able)
    line = _line_up(field, able)[:room]
    if not line:
        return None
    team = team_of(field, tuple(unit for step in line for unit in step), len(line))
    mandatory = area not in field.contested
    worth, support = field.best_support(area, team, mandatory=mandatory)
    if worth < LEAST * WHOLE:
        return None
    return Strike(worth, source, area, path, team, support)


def _line_up(field: Field, units: list[str]) -> list[list[str]]:
    """Return Infantry and Armor in the order of use, each with the Leader who comes with it.

    The strongest Armor leads; then Infantry under a Leader who is here, one command after the
    other, so that as few Leaders as possible are tied to one attack; the rest of the Armor last.
    """
    facts = field.units
    leaders = {facts[unit].command: unit for unit in units if facts[unit].kind == "leader"}
    armor = sorted(
        (unit for unit in units if facts[unit].kind == "armor"),
        key=lambda unit: (-facts[unit].attack, unit),
    )
    infantry = [unit for unit in units if facts[unit].kind == "infantry"]
    home = facts[armor[0]].division if armor else ""
    infantry.sort(
        key=lambda unit: (
            facts[unit].division != home and field.setting.options.parent_formation,
            facts[unit].command not in leaders,
            facts[unit].command,
            unit,
        )
    )
    line = [[unit] for unit in (*armor[:1], *infantry, *reversed(armor[1:]))]
    for step in line:
        leader = leaders.pop(facts[step[0]].command, None)
        if leader is not None:
            step.append(leader)
    return line


def finish_round(field: Field) -> list[Order]:
    """Return the attacks that units which have entered an Area already owe."""
    action = field.position.action
    if action is None:
        return []
    orders: list[Order] = []
    for area in movement.owed(field.position):
        units = counted(field.setting, next(iter(attacks.groups(field.position, action, area)), []))
        heavy = sum(field.units[unit].kind != "leader" for unit in units)
        team = team_of(field, tuple(units), heavy)
        worth, support = field.best_support(area, team, mandatory=True)
        strike = Strike(worth, action.area, area, (), team, support)
        orders.append(order_of(field, strike))
    return orders
