"""What the sensible player answers in between: support, a Barrage, who is lost, who comes back."""

from __future__ import annotations

from pbem.games.manila.player.attacks import team_of
from pbem.games.manila.player.field import Field, Support, Team
from pbem.games.manila.player.odds import WHOLE
from pbem.games.manila.rules import ch06_1_dawn as dawn
from pbem.games.manila.rules import ch06_3_supply as supply
from pbem.games.manila.rules import questions
from pbem.games.manila.rules.ch08_movement import room
from pbem.games.manila.rules.ch09_4_combat import declared_lead
from pbem.games.manila.rules.ch09_5_support import counted, support_limit
from pbem.games.manila.rules.orders import Barrage, Buy, End, Fight, Place, Return, Sniper, Streets
from pbem.games.manila.rules.position import Battle, Position, open_battle
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Order

FIRST = 8
"""Supply Points kept for support before anybody is brought back."""
NEVER = -(10**6)
"""The worth of what he would not do."""
SPARE_MORALE = 1
"""So much more than the least Strong Morale he wants before a Combat Phase."""


def worth(field: Field, order: Order) -> int:
    """Return what any legal answer to a question that interrupts is worth to him.

    Where he has no judgement, one answer is as good as another.
    """
    match order:
        case Fight():
            return _fight_worth(field, open_battle(field.position), order)
        case Barrage():
            return _barrage_worth(field, open_battle(field.position), order.lose)
        case Sniper():
            return -_led(field, order.unit)
        case Streets():
            leader = field.units[order.unit].kind == "leader"
            price = 100 * field.price(order.unit) + field.units[order.unit].attack
            return NEVER if leader else -price
        case Place():
            led, front, area = _merit(field, field.position, order.units[0], order.area)
            return 10_000 * led + 100 * front + area
    return 0


def _fight_worth(field: Field, battle: Battle, order: Fight) -> int:
    able = tuple(counted(field.setting, battle.units))
    heavy = [unit for unit in able if field.units[unit].kind != "leader"]
    team = team_of(field, able, len(heavy), order.lead)
    markers = Support(order.artillery, order.engineer, order.air)
    return field.with_support(battle.area, team, markers, mandatory=bool(battle.origins))


def _barrage_worth(field: Field, battle: Battle, lost: str | None) -> int:
    """Breaking off is worth nothing; else what the rest promises, less the unit given up."""
    if lost is None:
        return 0
    rest = [unit for unit in battle.units if unit != lost]
    return _best_fight(field, battle, rest)[0] - field.price(lost) * WHOLE


def fight(field: Field, battle: Battle) -> Fight:
    """[9.5A, 9.5B] Choose lead and support, now that the Japanese unit is known."""
    _, team, markers = _best_fight(field, battle, battle.units)
    return Fight(team.lead, markers.artillery, markers.engineer, markers.air)


def _best_fight(field: Field, battle: Battle, units: list[str]) -> tuple[int, Team, Support]:
    able = tuple(counted(field.setting, units))
    limit = support_limit(field.setting, units)
    heavy = [unit for unit in able if field.units[unit].kind != "leader"]
    bound = declared_lead(field.setting, battle)
    free = [bound] if bound in heavy else heavy
    best: tuple[int, Team, Support] | None = None
    for lead in sorted(free, key=lambda unit: (field.price(unit), unit)):
        team = team_of(field, able, len(heavy), lead)
        promised, markers = field.best_support(
            battle.area, team, mandatory=bool(battle.origins), limit=limit
        )
        if best is None or promised > best[0]:
            best = promised, team, markers
    if best is None:
        raise ValueError("nobody can lead this attack")
    return best


def barrage(field: Field, battle: Battle) -> Barrage:
    """[9.4] Give up the unit whose loss hurts least if the attack is still worth it."""
    best = 0, Barrage()
    for unit in battle.units:
        rest = [other for other in battle.units if other != unit]
        bound = declared_lead(field.setting, battle)
        heavy = [other for other in rest if field.units[other].kind != "leader"]
        if field.units[unit].kind == "leader" or unit == bound or not heavy:
            continue
        promised = _barrage_worth(field, battle, unit)
        if promised > best[0]:
            best = promised, Barrage(unit)
    return best[1]


def sniper(field: Field, battle: Battle) -> Sniper:
    """[9.4] Lose the Leader who has the fewest units to lead."""
    leaders = [unit for unit in battle.units if field.units[unit].kind == "leader"]
    return Sniper(min(leaders, key=lambda leader: (_led(field, leader), leader)))


def _led(field: Field, leader: str) -> int:
    command = field.units[leader].command
    return sum(field.units[unit].command == command for unit in field.position.at)


def streets(field: Field) -> Streets:
    """[6.4.1] Lose the unit that is cheapest to bring back, the weakest of those."""
    area = field.position.streets[0]
    there = field.position.units_in(area)
    heavy = [unit for unit in there if field.units[unit].kind != "leader"] or there
    return Streets(
        area, min(heavy, key=lambda unit: (field.price(unit), field.units[unit].attack, unit))
    )


def place(field: Field) -> Place:
    """[6.1] Place the first unit that waits where it meets most of the Japanese."""
    unit = field.position.placing[0]
    able = dawn.places(field.setting, field.position, unit)
    return Place((unit,), _nearest(field, field.position, unit, able))


def _nearest(field: Field, position: Position, unit: str, able: tuple[int, ...]) -> int:
    """Return the Area, with room, that borders most Areas of the Japanese."""
    heavy = field.units[unit].kind != "leader"
    free = [a for a in able if not heavy or room(field.setting, position, a) > 0]
    return max(free or able, key=lambda area: _merit(field, position, unit, area))


def _merit(field: Field, position: Position, unit: str, area: int) -> tuple[int, int, int]:
    """Return how good an Area is to come to: whom a Leader leads there, what borders it."""
    command = field.units[unit].command
    led = sum(
        where == area and field.units[other].command == command
        for other, where in position.at.items()
    )
    front = sum(not position.american(near) for near in field.tables.next_to[area])
    return (0 if field.units[unit].kind != "leader" else led, front, -area)


def purchases(setting: Setting, position: Position, seed: int) -> list[Order]:
    """[6.3] Bring units back, keep Morale Strong, and buy support with what is left."""
    field = Field(setting, position, seed)
    costs = setting.tables.data
    points = position.supply
    orders: list[Order] = []
    wanted = costs.morale.strong_from + SPARE_MORALE - position.morale
    morale = max(0, min(wanted, points // costs.supply.morale, costs.morale.most - position.morale))
    points -= morale * costs.supply.morale
    kept = max(0, FIRST - sum(position.markers.values()))
    joined: dict[int, int] = {}
    for unit in sorted(position.out, key=lambda u: (-setting.unit(u).attack, u)):
        fare = supply.fare(setting, unit)
        if setting.leader(unit) or fare > points - kept:
            continue
        able = tuple(
            area
            for area in dawn.return_areas(setting, position, unit)
            if room(setting, position, area) > joined.get(area, 0)
        )
        if able:
            area = _nearest(field, position, unit, able)
            joined[area] = joined.get(area, 0) + 1
            points -= fare
            orders.append(Return(unit, area))
    markers = costs.markers
    engineer = min(setting.used(position, "engineer"), points // markers.engineer.cost)
    points -= engineer * markers.engineer.cost
    air = min(setting.used(position, "air"), points // markers.air.cost)
    air *= setting.options.air and position.air_released
    points -= air * markers.air.cost
    artillery = min(setting.used(position, "artillery"), points // markers.artillery.cost)
    buy = Buy(artillery, engineer, air, morale)
    if buy != Buy():
        orders.append(buy)
    return [*orders, End("supply")]


def other(setting: Setting, position: Position) -> Order:
    """Return the first legal answer, where one is as good as another."""
    return next(questions.legal(setting, position))
