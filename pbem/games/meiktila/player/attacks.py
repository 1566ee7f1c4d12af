"""The attacks of a computer player: those that promise more Victory Points than they cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pbem.errors import IllegalOrder
from pbem.games.meiktila.player.field import Field
from pbem.games.meiktila.rules import ch06_combat as combat
from pbem.games.meiktila.rules import ch07_supply as supply
from pbem.games.meiktila.rules.orders import Attack
from pbem.games.meiktila.rules.position import Battle, Position

POINT = 10
"""A Victory Point, in what is weighed; a whole step lost is one."""
SHAKEN, HELD = 7, 8
"""A step of the result to a defender who may retreat instead; to an attacker."""
AIR, GUN = 2, 1
"""The worth elsewhere of an air unit, and of a gun."""
LEVEL, LAST_LEVELS = 8, 25
"""The worth of an Allied Supply Level, and of each of the last two."""
CHARGE, WEAK_CHARGE = 5, 7
"""The cost of a charge by its casualty die, and of one of a reduced unit."""
LEAST = 12
"""So much, over the six faces, an attack promises that is made."""
LATE_TURN = 8
"""From this turn on who is losing attacks for less."""
DESPERATE = -20


def best_attack(field: Field) -> tuple[int, Attack] | None:
    """Return what the best attack promises now, and this attack; None where none is worth it."""
    found = [
        one
        for here in combat.targets(field.setting, field.position)
        for one in _attacks_on(field, here)
        if one[0] >= least(field)
    ]
    found.sort(key=lambda one: (-one[0], one[1].hex))
    for one in found:
        try:
            combat.check_attack(field.setting, field.position, one[1])
        except IllegalOrder:  # the number of the marker may leave out a gun
            continue
        return one
    return None


def least(field: Field) -> int:
    """Return what an attack has to promise: less for who runs out of time and is losing."""
    position = field.position
    points = position.vp["al"] - position.vp["jp"]
    for here in field.tables.objectives:
        value = 5 if here == field.tables.city else 2
        points += value if position.control[here] == "al" else -value
    losing = points <= 0 if field.side == "al" else points > 0
    return DESPERATE if losing and position.turn >= LATE_TURN else LEAST


def _attacks_on(field: Field, here: str) -> Iterator[tuple[int, Attack]]:
    """Yield attacks with everybody who can: bare, with guns, air, charges; what each promises."""
    setting, position = field.setting, field.position
    beside = combat.attackers_beside(setting, position, here)
    foot = [unit for unit in beside if setting.is_(unit, "infantry")]
    if not foot:
        return
    room = combat.room_left(position)
    team = tuple(combat.within(position, [*foot, *(u for u in beside if u not in foot)], room))
    able = combat.guns(setting, position, field.side, here)
    guns = tuple(combat.within(position, [*team, *able], room)[len(team) :])
    there = setting.here(position, field.enemy, here)
    oos = supply.cut_off(setting, position, (*team, *there))
    charge = tuple(unit for unit in team if unit in foot)
    charges = [(), charge[:1], charge[:2], charge]
    if field.side != "jp" or not setting.options.banzai:
        charges = [()]
    for number in range(len(guns) + 1):
        for air in range(combat.planes(position, field.side) + 1):
            for banzai in dict.fromkeys(charges):
                order = Attack(here, team, banzai, guns[:number], air)
                yield promise(field, order, column_of(field, position, order, oos)), order


def column_of(field: Field, position: Position, order: Attack, oos: Sequence[str]) -> int:
    """Return the place of the column of an attack before the defender commits anything.

    ``oos``: the units of both sides that are out of supply.
    """
    setting = field.setting
    there = setting.here(position, field.enemy, order.hex)
    battle = Battle(
        field.side,
        order.hex,
        list(order.with_),
        banzai=list(order.banzai),
        guns=list(order.guns),
        air=order.air,
        oos=list(oos),
        covered=there[: position.dug.get(order.hex, 0)],
        town=there[0] if setting.tables.ground[order.hex].one else "",
    )
    return combat.odds(setting, msgspec.structs.replace(position, battle=battle)).column


def promise(field: Field, order: Attack, column: int) -> int:
    """Return what an attack promises over the six faces, less what it costs.

    ``column``: the place of the column where it is read, from 0.
    """
    setting, position = field.setting, field.position
    there = setting.here(position, field.enemy, order.hex)
    held = sum(setting.steps(position, unit) for unit in there)
    prize = POINT * field.prize(order.hex)
    own = sum(setting.steps(position, unit) for unit in order.with_)
    taken = {"-": 0, "E": POINT * held + prize}
    lost = {"-": 0, "E": POINT * own}
    for number in (1, 2):
        each = POINT if prize else SHAKEN
        taken[str(number)] = taken["E"] if number >= held else each * number
        lost[str(number)] = HELD * min(number, len(order.with_))
    cost = _cost(field, order)
    total = 0
    for face in range(1, 7):
        attacker, defender = setting.tables.result(column, face).split("/")
        total += taken[defender] - lost[attacker] - cost
    return total


def _cost(field: Field, order: Attack) -> int:
    """Return what charges, guns and air units cost, whatever the die."""
    cost = AIR * order.air + GUN * len(order.guns)
    for unit in order.banzai:
        cost += WEAK_CHARGE if unit in field.position.reduced else CHARGE
    if field.side == "al":
        left = field.position.level - len(order.guns)
        cost += LEVEL * len(order.guns) + LAST_LEVELS * max(0, min(2, 2 - left)) * bool(order.guns)
    return cost


def supposed(field: Field, at: Mapping[str, str]) -> Position:
    """Return the position with units elsewhere, to weigh an attack before they move there.

    ``at``: unit -> hex, for those that move.
    """
    return msgspec.structs.replace(field.position, at={**field.position.at, **at})
