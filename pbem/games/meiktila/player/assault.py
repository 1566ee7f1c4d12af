"""The attacks that a computer player brings about by moving: who comes beside which enemies."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.meiktila.player.attacks import column_of, least, promise, supposed
from pbem.games.meiktila.player.field import Field
from pbem.games.meiktila.rules import ch06_activation as activation
from pbem.games.meiktila.rules import ch06_combat as combat
from pbem.games.meiktila.rules import ch06_stacking as stacking
from pbem.games.meiktila.rules.orders import Attack, Move
from pbem.games.meiktila.rules.position import acting

TANKS = 2
"""The units that attack whether the attack has a factor or not: the armour that comes along."""

Assault = tuple[int, str, dict[str, str]]
"""The promise of an attack, the hex attacked, and where each of the attackers stands."""


def best_assault(field: Field) -> Assault | None:
    """Return the best attack that units without another task can bring about by moving.

    None if there is none.
    """
    free = _free(field)
    found = [
        one
        for here in combat.targets(field.setting, field.position)
        if (one := _assault_on(field, here, free)) is not None
    ]
    return max(found, key=lambda one: (one[0], one[1]), default=None)


def moves_of(field: Field, assault: Assault) -> Iterator[Move]:
    """Yield the moves of an assault."""
    for unit, there in assault[2].items():
        if field.position.at[unit] != there:
            yield Move(unit, field.ways(unit)[there])


def _assault_on(field: Field, here: str, free: list[str]) -> Assault | None:
    """Bring up who can come, the strongest first, and weigh what that promises."""
    setting, position = field.setting, field.position
    now = acting(position)
    room = combat.room_left(position) - sum(one not in now.counted for one in field.promised)
    where: dict[str, str] = {}
    stacks: dict[str, list[str]] = {}
    for unit in sorted(free, key=lambda u: (-field.attack(u), setting.tables.order[u])):
        counts = unit not in now.counted
        if (counts and room <= 0) or (_tanks(field, where) >= TANKS and not field.attack(unit)):
            continue
        there = _place(field, here, unit, stacks)
        if there is not None:
            where[unit] = there
            stacks.setdefault(there, setting.here(position, field.side, there)).append(unit)
            room -= counts
    team = setting.ordered(where)
    if not any(setting.is_(unit, "infantry") for unit in team):
        return None
    best = max(_promises(field, here, team, where))
    return (best, here, where) if best >= least(field) else None


def _tanks(field: Field, where: dict[str, str]) -> int:
    """Count the armour among those who come."""
    return sum(field.setting.is_(unit, "armour") for unit in where)


def _promises(field: Field, here: str, team: list[str], where: dict[str, str]) -> Iterator[int]:
    """Yield what the attack promises, bare and with all that can be had."""
    position = supposed(field, where)
    there = field.setting.here(position, field.enemy, here)
    oos = [unit for unit in (*team, *there) if unit in position.oos]
    foot = tuple(unit for unit in team if field.setting.is_(unit, "infantry"))
    charges = [(), foot[:2], foot]
    if field.side != "jp" or not field.setting.options.banzai:
        charges = [()]
    for air in range(combat.planes(position, field.side) + 1):
        for charge in charges:
            order = Attack(here, tuple(team), charge, air=air)
            yield promise(field, order, column_of(field, position, order, oos))


def _place(field: Field, here: str, unit: str, stacks: dict[str, list[str]]) -> str | None:
    """Return where a unit would stand to attack a hex: where it loses least, in good cover."""
    setting, position = field.setting, field.position
    stands = position.at[unit]
    ways = () if unit in acting(position).moved else field.ways(unit)
    found = []
    for there in setting.tables.land[here]:
        if there != stands and there not in ways:
            continue
        others = stacks.get(there) or setting.here(position, field.side, there)
        if stacking.fits(setting, [*(one for one in others if one != unit), unit]):
            ground = setting.tables.ground[there]
            worth = 2 * ground.defender + ground.one - 3 * setting.tables.stream(there, here)
            found.append((worth + (there == stands), len(others), there))
    return max(found)[2] if found else None


def _free(field: Field) -> list[str]:
    """Return the units that could attack in this activation, and guard nothing."""
    setting, position = field.setting, field.position
    now, keepers = acting(position), field.keepers()
    return [
        unit
        for unit in setting.on_map(position, field.side)
        if (setting.is_(unit, "infantry") or setting.is_(unit, "armour"))
        and unit not in field.promised
        and unit not in {*now.fought, *now.dug, *position.took}
        and activation.can_act(setting, position, unit)
        and unit not in keepers
    ]
