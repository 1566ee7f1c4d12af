"""The usual answers (`standing usual`): support, a Barrage, who is lost, who comes back.

A part of the rules' version: each answer is the one that weighs most, what is weighed is
computed here, and a change of a weight changes the adjudication. No player of the program
stands below this module, so that players may learn without changing it.
"""

from __future__ import annotations

from pbem.games.manila.rules import ch06_1_dawn as dawn
from pbem.games.manila.rules import questions
from pbem.games.manila.rules.ch08_movement import room
from pbem.games.manila.rules.ch09_4_combat import declared_lead
from pbem.games.manila.rules.ch09_5_support import counted, support_limit
from pbem.games.manila.rules.orders import Barrage, Fight, Place, Sniper, Streets
from pbem.games.manila.rules.position import Battle, Position, open_battle
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.rules.usual_odds import WHOLE
from pbem.games.manila.rules.usual_sight import Sight, Support, Team, team_of, teams
from pbem.kit.contract import Order, Question

NEVER = -(10**6)
"""The worth of what is never answered."""


def asked(_setting: Setting, _side: str) -> tuple[str, ...]:
    """Return the questions that have a usual answer: every one that can interrupt."""
    return "barrage", "fight", "place", "sniper", "retreat", "streets", "breakout"


def answer(setting: Setting, position: Position, question: Question) -> Order:
    """Return the usual answer to the open question, which interrupts."""
    return weighed(Sight(setting, position), question)


def weighed(sight: Sight, question: Question) -> Order:
    """Return the answer that weighs most by what ``sight`` gives for everything."""
    match question.name:
        case "fight":
            return fight(sight, open_battle(sight.position))
        case "barrage":
            return barrage(sight, open_battle(sight.position))
        case "sniper":
            return sniper(sight, open_battle(sight.position))
        case "streets":
            return streets(sight)
        case "place":
            return place(sight)
    # Without a judgement, one answer is as good as another: the first.
    return next(questions.legal(sight.setting, sight.position))


def worth(setting: Setting, position: Position, _question: Question, order: Order) -> int:
    """Return what a legal answer to the open question weighs; 0 where there is no judgement."""
    sight = Sight(setting, position)
    match order:
        case Fight():
            return _fight_worth(sight, open_battle(sight.position), order)
        case Barrage():
            return _barrage_worth(sight, open_battle(sight.position), order.lose)
        case Sniper():
            return -_led(sight, order.unit)
        case Streets():
            leader = sight.units[order.unit].kind == "leader"
            price = 100 * sight.price(order.unit) + sight.units[order.unit].attack
            return NEVER if leader else -price
        case Place():
            led, front, area = _merit(sight, sight.position, order.units[0], order.area)
            return 10_000 * led + 100 * front + area
    return 0


def _fight_worth(sight: Sight, battle: Battle, order: Fight) -> int:
    able = tuple(counted(sight.setting, battle.units))
    heavy = [unit for unit in able if sight.units[unit].kind != "leader"]
    team = team_of(sight, able, len(heavy), order.lead)
    markers = Support(order.artillery, order.engineer, order.air)
    return sight.with_support(battle.area, team, markers, mandatory=bool(battle.origins))


def _barrage_worth(sight: Sight, battle: Battle, lost: str | None) -> int:
    """Breaking off is worth nothing; else what the rest promises, less the unit given up."""
    if lost is None:
        return 0
    rest = [unit for unit in battle.units if unit != lost]
    return _best_fight(sight, battle, rest)[0] - sight.price(lost) * WHOLE


def fight(sight: Sight, battle: Battle) -> Fight:
    """[9.5A, 9.5B] Choose lead and support, now that the Japanese unit is known."""
    _, team, markers = _best_fight(sight, battle, battle.units)
    return Fight(team.lead, markers.artillery, markers.engineer, markers.air)


def _best_fight(sight: Sight, battle: Battle, units: list[str]) -> tuple[int, Team, Support]:
    limit, bound = support_limit(sight.setting, units), declared_lead(sight.setting, battle)
    best: tuple[int, Team, Support] | None = None
    for team in teams(sight.setting, tuple(units), bound, sight.last):
        promised, markers = sight.best_support(
            battle.area, team, mandatory=bool(battle.origins), limit=limit
        )
        if best is None or promised > best[0]:
            best = promised, team, markers
    if best is None:
        raise ValueError("no unit can lead this attack")
    return best


def barrage(sight: Sight, battle: Battle) -> Barrage:
    """[9.4] Give up the unit whose loss hurts least if the attack is still worth it."""
    best = 0, Barrage()
    for unit in battle.units:
        rest = [other for other in battle.units if other != unit]
        bound = declared_lead(sight.setting, battle)
        heavy = [other for other in rest if sight.units[other].kind != "leader"]
        if sight.units[unit].kind == "leader" or unit == bound or not heavy:
            continue
        promised = _barrage_worth(sight, battle, unit)
        if promised > best[0]:
            best = promised, Barrage(unit)
    return best[1]


def sniper(sight: Sight, battle: Battle) -> Sniper:
    """[9.4] Lose the Leader who has the fewest units to lead."""
    leaders = [unit for unit in battle.units if sight.units[unit].kind == "leader"]
    return Sniper(min(leaders, key=lambda leader: (_led(sight, leader), leader)))


def _led(sight: Sight, leader: str) -> int:
    command = sight.units[leader].command
    return sum(sight.units[unit].command == command for unit in sight.position.at)


def streets(sight: Sight) -> Streets:
    """[6.4.1] Lose the unit that is cheapest to bring back, the weakest of those."""
    area = sight.position.streets[0]
    there = sight.position.units_in(area)
    heavy = [unit for unit in there if sight.units[unit].kind != "leader"] or there
    return Streets(
        area, min(heavy, key=lambda unit: (sight.price(unit), sight.units[unit].attack, unit))
    )


def place(sight: Sight) -> Place:
    """[6.1] Place the first unit that waits where it meets most of the Japanese."""
    unit = sight.position.placing[0]
    able = dawn.places(sight.setting, sight.position, unit)
    return Place((unit,), nearest(sight, sight.position, unit, able))


def nearest(sight: Sight, position: Position, unit: str, able: tuple[int, ...]) -> int:
    """Return which of the Areas ``able`` suits a unit best, if possible one with room.

    For a Leader it is where most units of their command stand; then that which borders most Areas
    of the Japanese.
    """
    heavy = sight.units[unit].kind != "leader"
    free = [a for a in able if not heavy or room(sight.setting, position, a) > 0]
    return max(free or able, key=lambda area: _merit(sight, position, unit, area))


def _merit(sight: Sight, position: Position, unit: str, area: int) -> tuple[int, int, int]:
    """Return how good an Area is to come to: whom a Leader leads there, what borders it."""
    command = sight.units[unit].command
    led = sum(
        where == area and sight.units[other].command == command
        for other, where in position.at.items()
    )
    front = sum(not position.american(near) for near in sight.tables.next_to[area])
    return (0 if sight.units[unit].kind != "leader" else led, front, -area)
