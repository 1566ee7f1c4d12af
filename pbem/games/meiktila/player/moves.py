"""The moves of a computer player: bring about attacks, guard what is held, come up together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.games.meiktila.player.assault import best_assault, moves_of
from pbem.games.meiktila.player.field import NEAR, Field
from pbem.games.meiktila.rules import ch06_activation as activation
from pbem.games.meiktila.rules import ch06_combat as combat
from pbem.games.meiktila.rules import ch06_movement as movement
from pbem.games.meiktila.rules import ch06_stacking as stacking
from pbem.games.meiktila.rules import ch08_positions as positions
from pbem.games.meiktila.rules.ch06_zones import Zones
from pbem.games.meiktila.rules.orders import Dig, Enter, Move
from pbem.games.meiktila.rules.position import acting
from pbem.kit.bunches import flat
from pbem.kit.contract import Order

WATCH = 3
"""Defence factors that the Allies want at and beside an objective for each of its worth."""
THREAT = 6
"""From so many hexes away the Japanese threaten an objective."""
MOST = 12
"""Defence factors that are asked for at once."""
BOLD_TURN = 8
"""From this turn on the Japanese come near units that wait for them."""


def plan_moves(field: Field) -> Iterator[Order]:
    """Yield the moves of a phase, each legal after those before it; then who digs in."""
    now = acting(field.position)
    for unit in list(now.entering):
        if (entry := _entry(field, unit)) is not None:
            field.go(entry)
            yield entry
    if now.mode == "move-attack":
        yield from _assaults(field)
    units = field.setting.on_map(field.position, field.side)
    far = {unit: _to_goal(field, field.position.at[unit]) for unit in units}
    for unit in sorted(units, key=lambda u: (far[u], field.setting.tables.order[u])):
        order = _move(field, unit)
        if order is not None:
            field.go(order)
            yield order
    yield from _digs(field)


def _assaults(field: Field) -> Iterator[Order]:
    """Yield the moves of one attack after the other, as long as there are units for it."""
    while True:
        assault = best_assault(field)
        if assault is None:
            return
        for order in moves_of(field, assault):
            field.go(order)
            yield order
        field.promised |= set(assault[2])


def _to_goal(field: Field, here: str) -> int:
    distance = field.tables.distance
    return min(2 * distance(here, goal) - field.worth(goal) for goal in field.goals)


def _entry(field: Field, unit: str) -> Enter | None:
    """Enter where the way to a goal is shortest."""
    setting, position = field.setting, field.position
    if not activation.can_act(setting, position, unit):
        return None
    needs = _needs(field, unit)
    zones = Zones(setting, position, "jp")
    found = [
        (_score(field, unit, order.path[-1], needs), -len(order.path), order.path, order)
        for order in flat(movement.legal_entries(setting, position, unit, zones))
        if stacking.room(setting, position, order.path[-1], unit)
    ]
    return max(found)[3] if found else None


def _move(field: Field, unit: str) -> Move | None:
    """Move a unit where it is worth most, if that is better than where it stands."""
    setting, position = field.setting, field.position
    now = acting(position)
    if unit in {*now.moved, *now.dug, *field.promised, *field.keepers()}:
        return None
    owed = sum(one not in now.counted for one in field.promised)
    if not activation.can_act(setting, position, unit) or combat.room_left(position) <= owed:
        return None
    here, needs = position.at[unit], _needs(field, unit)
    best, way = _score(field, unit, here, needs), None
    if not stacking.room(setting, position, here, unit):
        best = -(10**6)
    for there, path in field.ways(unit).items():
        score = _score(field, unit, there, needs)
        if score > best and there != here and stacking.room(setting, position, there, unit):
            best, way = score, path
    return Move(unit, way) if way is not None else None


def _needs(field: Field, unit: str) -> dict[str, int]:
    """Return how many defence factors each objective of the Allies lacks without a unit."""
    if field.side == "jp":
        return {}
    found: dict[str, int] = {}
    distance, at = field.tables.distance, field.position.at
    for goal in field.tables.objectives:
        wanted = max(WATCH * field.worth(goal), field.pressure(goal, THREAT))
        friends = field.setting.on_map(field.position, "al")
        near = [one for one in friends if one != unit and distance(at[one], goal) <= 1]
        have = sum(field.setting.face(field.position, one).defence for one in near)
        found[goal] = min(max(0, wanted - have), MOST)
    return found


def _score(field: Field, unit: str, here: str, needs: Mapping[str, int]) -> int:
    """Return what it is worth to a unit to stand in a hex."""
    setting, position = field.setting, field.position
    kind, near = field.tables.units[unit].kind, field.near_enemy(here)
    score = 3 * setting.tables.ground[here].defender - field.noise(unit + here, 2)
    if position.at.get(unit) != here and field.worth(here) and position.control[here] != field.side:
        score += 60 * field.worth(here)
    if field.side == "jp":
        score -= 6 * _to_goal(field, here)
    else:
        score += max(3 * need - 6 * field.tables.distance(here, h) for h, need in needs.items())
    if kind == "artillery":
        alone = not any(one != unit for one in setting.here(position, field.side, here))
        reach = field.tables.units[unit].range
        far = 4 * max(0, near - reach) if field.side == "jp" else 0
        return score - far - (60 if near < 2 or (alone and near <= NEAR) else 0)
    return score - _danger(field, unit, here)


def _danger(field: Field, unit: str, here: str) -> int:
    """Return how much a unit has to fear in a hex: enemies near, few friends with it."""
    near = field.near_enemy(here)
    if near > NEAR or (field.side == "jp" and field.position.turn >= BOLD_TURN):
        return 0
    held = field.defence(field.side, here)
    if field.position.at.get(unit) != here:
        held += field.setting.face(field.position, unit).defence
    return min(36, 2 * max(0, field.pressure(here, NEAR) - 2 * held))


def _digs(field: Field) -> Iterator[Order]:
    """Dig in on objectives with nobody beside them to attack."""
    for order in positions.legal_digs(field.setting, field.position):
        here = field.position.at[order.unit]
        threatened = 1 < field.near_enemy(here) <= NEAR
        guard = field.worth(here) and field.position.dug.get(here, 0) < 2
        if guard and threatened and not field.setting.is_(order.unit, "armour"):
            field.carry_out(positions.dig(field.position, Dig(order.unit)))
            yield Dig(order.unit)
