"""[8.0] Movement: Action Rounds, what entering an Area costs, and where a unit may not go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from pbem.errors import IllegalOrder
from pbem.games.manila.data.tables import PAUSED
from pbem.games.manila.rules.orders import Activate, Move
from pbem.games.manila.rules.outcomes import Activated, BecameSpent, Moved
from pbem.games.manila.rules.position import Action, Position, contested, open_action
from pbem.games.manila.rules.setting import Setting
from pbem.kit.bunches import Bunch
from pbem.kit.contract import Outcome
from pbem.kit.keeping import always, kept
from pbem.kit.maps.moves import cheapest_paths

STACK = 6
"""Infantry and Armor units that may be in one Area (7.1)."""

NICHOLS = 28
"""The Area of optional rule 11.2."""

AIRBORNE = "11th Airborne"


def room(setting: Setting, position: Position, area: int) -> int:
    """[7.1] Return how many more Infantry and Armor units an Area has room for."""
    if area in setting.tables.home:
        return len(setting.tables.units)
    at = position.at
    leaders = [at[unit] for unit in setting.leaders if unit in at]
    return STACK - ([*at.values()].count(area) - leaders.count(area))


def _standing(setting: Setting, position: Position) -> Counter[int]:
    """Return how many Infantry and Armor units are in each Area."""
    standing = Counter(position.at.values())
    standing.subtract(position.at[unit] for unit in setting.leaders if unit in position.at)
    return standing


def cost(setting: Setting, position: Position, area: int) -> int:
    """[8.2] Return the movement points that entering an Area costs, the highest that applies."""
    member = position.defender(area)
    if member is not None:
        return _against(member)
    return 1 if all(map(position.american, setting.beside[area])) else 2


def _against(member: str) -> int:
    """[8.2] Return the movement points that entering costs where this Japanese unit stands."""
    return 4 if member.startswith("?") else 3


@always
def _costs(setting: Setting, held: frozenset[int]) -> dict[int, int]:
    """[8.2] Return what entering each Area costs if it is American: 2 beside a Japanese one."""
    return {area: 2 - held.isdisjoint(setting.beside[area]) for area in setting.tables.areas}


def barred(setting: Setting, position: Position, unit: str) -> tuple[str, str] | None:
    """Return why a unit may attack no Area but, under 11.2, Nichols: (paragraph, why), or None.

    Ruling 2: a Paused unit may stand in a Contested Area, but it takes no part in an attack.
    """
    division = setting.unit(unit).division
    if PAUSED.get(position.event) == division:
        return "6.2", f"the {division} Division is Paused, so {unit} can move but not attack"
    if setting.options.nichols and division == AIRBORNE and not position.nichols_reached:
        why = f"{unit} cannot attack another Area before {NICHOLS} is Contested or American"
        return "11.2", why
    return None


def may_attack(setting: Setting, position: Position, unit: str, area: int) -> bool:
    """Whether nothing keeps a unit from taking part in an attack on an Area."""
    why = barred(setting, position, unit)
    return why is None or (why[0] == "11.2" and area == NICHOLS)


def opened(position: Position, area: int) -> Action:
    """Return the Action Round that activating an Area would begin."""
    return Action(area, contested(position))


def owed(position: Position) -> list[int]:
    """[9.1] Return the Areas that a Mandatory Attack is owed to, ascending."""
    action = position.action
    if action is None or not action.entered:
        return []
    entered = {position.at[unit] for unit in action.entered}
    return sorted(entered.difference(action.contested))


# --- refusals --------------------------------------------------------------------------------


def check_round_over(position: Position) -> None:
    """[9.1] Refuse to end the Action Round while a Mandatory Attack is owed."""
    areas = owed(position)
    if areas:
        why = f"units that entered Area {areas[0]} in this Action Round must attack it"
        raise IllegalOrder("9.1", why, f"Write `attack {areas[0]} lead UNIT` first.")


def check_activate(setting: Setting, position: Position, order: Activate) -> None:
    """Refuse an Area that cannot become the Active Area (8.1), or moves that are not legal."""
    if order.area not in setting.tables.areas:
        raise IllegalOrder("3.1", f"there is no Area {order.area}")
    check_round_over(position)
    if not ready(position, order.area):
        raise IllegalOrder("8.1", f"Area {order.area} has no Fresh unit to activate")
    if order.units:
        for unit in order.units:
            _check_not_entered(position, unit)
        action = opened(position, order.area)
        check_moves(setting, position, action, order.units, order.path)


def _check_not_entered(position: Position, unit: str) -> None:
    """[6.4.3] Refuse a unit that becomes Spent as the Action Round before this one ends."""
    if position.action is not None and unit in position.action.entered:
        why = f"{unit} has moved in the Action Round that ends now, and becomes Spent"
        raise IllegalOrder("6.4.3", why)


def _just_begun(position: Position, area: int) -> bool:
    """Whether a new Action Round in an Area would change nothing about the one that goes on."""
    action = position.action
    return action is not None and action.area == area and not (action.entered or action.attacked)


def ready(position: Position, area: int) -> list[str]:
    """Return the units in an Area that the next Action Round would find there Fresh."""
    entered = position.action.entered if position.action is not None else []
    return [u for u in position.units_in(area) if position.fresh(u) and u not in entered]


def check_move(setting: Setting, position: Position, order: Move) -> None:
    """Refuse moves that are not legal in this Action Round."""
    if position.action is None:
        raise IllegalOrder("8.1", "no Area is active", "Write `activate AREA` first.")
    check_moves(setting, position, position.action, order.units, order.path)


def check_moves(
    setting: Setting,
    position: Position,
    action: Action,
    units: tuple[str, ...],
    path: tuple[int, ...],
) -> None:
    """Refuse a group of units that moves along one path, one after the other."""
    for unit in units:
        _check_mover(setting, position, action, unit)
    goal = path[-1]
    for number, (here, there) in enumerate(pairwise((action.area, *path))):
        _check_step(setting, action, here, there)
        _check_way_out(position, here, there, first=number == 0)
    spent = sum(cost(setting, position, area) for area in path)
    for unit in units:
        _check_allowance(setting, unit, spent)
        _check_goal(setting, position, action, unit, goal)
    _check_leaders_led(setting, position, action, units, goal)
    heavy = sum(not setting.leader(unit) for unit in units)
    for area in path:
        wanted = heavy if area == goal else min(heavy, 1)
        # A unit that comes back to the Area it left has made its own room there.
        if area != action.area and wanted > room(setting, position, area):
            why = (
                f"Area {area} has room for only {max(0, room(setting, position, area))} more units"
            )
            raise IllegalOrder("8.3.1", why, "An Area holds at most six Infantry and Armor units.")


def _check_mover(setting: Setting, position: Position, action: Action, unit: str) -> None:
    if unit not in setting.tables.units:
        raise IllegalOrder("4.2", f"there is no unit {unit}")
    if unit not in position.at:
        raise IllegalOrder("8.2", f"{unit} is not on the map")
    if position.at[unit] != action.area:
        where = position.at[unit]
        if not position.fresh(unit):
            raise IllegalOrder("8.1", f"{unit} is Spent, in Area {where}, until the End Phase")
        why = f"{unit} is in Area {where}, but Area {action.area} is the Active Area"
        raise IllegalOrder("8.1", why, f"Write `activate {where}` first.")
    if not position.fresh(unit):
        raise IllegalOrder("8.2", f"{unit} is Spent until the End Phase")
    if unit in action.entered or unit in action.done:
        raise IllegalOrder("8.2", f"{unit} has already moved or attacked in this Action Round")


def _check_step(setting: Setting, action: Action, here: int, there: int) -> None:
    """Refuse a step from one Area to the next that nobody may make."""
    if there not in setting.tables.areas:
        raise IllegalOrder("3.1", f"there is no Area {there}")
    if there in setting.tables.across[here]:
        raise IllegalOrder("8.3.3", f"no unit can cross the water between {here} and {there}")
    if there not in setting.tables.next_to[here]:
        near = ", ".join(map(str, setting.tables.next_to[here]))
        why = f"Areas {here} and {there} are not adjacent"
        raise IllegalOrder("8.1", why, f"{here} touches {near}.")
    if there in action.attacked:
        why = f"Area {there} was attacked in this Action Round, so no more units can move into it"
        raise IllegalOrder("8.2.1", why)


def _check_way_out(position: Position, here: int, there: int, *, first: bool) -> None:
    """[8.2, 8.3.2] Refuse to go on from a Japanese Area, or straight into another one."""
    if position.american(here):
        return
    if not first:
        raise IllegalOrder(
            "8.2", f"a unit must stop in Area {here}, because the Japanese occupy it"
        )
    if not position.american(there):
        why = f"a unit that leaves the Contested Area {here} must first enter a Vacant Area"
        raise IllegalOrder("8.3.2", why)


def _check_allowance(setting: Setting, unit: str, spent: int) -> None:
    allowance = setting.unit(unit).movement
    if spent > allowance:
        raise IllegalOrder("8.2", f"that costs {spent} movement points, but {unit} has {allowance}")


def _check_goal(setting: Setting, position: Position, action: Action, unit: str, goal: int) -> None:
    """Refuse to enter an Area that the unit would have to attack and may not."""
    if position.american(goal) or goal in action.contested:
        return
    why = barred(setting, position, unit)
    if why is not None and not may_attack(setting, position, unit, goal):
        raise IllegalOrder(why[0], why[1], f"A unit that enters Area {goal} must attack.")


def _check_leaders_led(
    setting: Setting, position: Position, action: Action, units: tuple[str, ...], goal: int
) -> None:
    """[4.2.3] A Leader may not lead: alone they cannot enter where they would have to attack."""
    if position.american(goal) or goal in action.contested:
        return
    if goal not in _led(setting, position, action) and all(map(setting.leader, units)):
        why = f"a unit that enters Area {goal} must attack, and a Leader cannot lead an attack"
        raise IllegalOrder("4.2.3", why, "Let an Infantry or Armor unit enter before or with it.")


def _led(setting: Setting, position: Position, action: Action) -> set[int]:
    """Return the Areas entered in this Action Round by somebody who may lead an attack (4.2.3)."""
    return {position.at[unit] for unit in action.entered if not setting.leader(unit)}


# --- where units may go ----------------------------------------------------------------------


def paths(
    setting: Setting, position: Position, unit: str, area: int | None = None
) -> dict[int, tuple[int, ...]]:
    """Return destination -> the cheapest legal path of one unit alone.

    ``area``: the Area about to be activated; None for the Action Round that goes on. Raises
    `IllegalOrder` where the unit may not move at all.
    """
    if area is not None:
        _check_not_entered(position, unit)
        action = opened(position, area)
    elif position.action is not None:
        action = position.action
    else:
        raise IllegalOrder("8.1", "no Area is active", "Write `activate AREA` first.")
    _check_mover(setting, position, action, unit)
    ground = _Ground(setting, position, action) if area is not None else _ground(setting, position)
    return ground.paths(unit)


class _Ground:
    """The map for an Action Round, looked up once for all the units that may move."""

    def __init__(self, setting: Setting, position: Position, action: Action) -> None:
        self._setting = setting
        self._position = position
        self._action = action
        american = position.american
        self._held = frozenset(map(int, position.defenders))
        entered = {int(area): _against(member) for area, member in position.defenders.items()}
        self._cost = {**_costs(setting, self._held), **entered}
        standing = _standing(setting, position)
        home = setting.tables.home
        self._full = {a for a, many in standing.items() if many >= STACK and a not in home}
        self._neighbours = dict(setting.tables.next_to)
        if not american(action.area):
            vacant = filter(american, self._neighbours[action.area])
            self._neighbours[action.area] = tuple(vacant)
        self._found: dict[tuple[bool, str, int], dict[int, tuple[int, ...]]] = {}

    def paths(self, unit: str) -> dict[int, tuple[int, ...]]:
        """Return destination -> the cheapest legal path of one unit alone, alike for all its like.

        Its like are those of its kind, division and allowance.
        """
        one = self._setting.unit(unit)
        like = one.leader, one.division, one.movement
        found = self._found.get(like)
        if found is None:
            full = set[int]() if one.leader else self._full
            found = self._found[like] = cheapest_paths(
                self._action.area,
                one.movement,
                neighbours=self._neighbours,
                cost=self._cost,
                closed={*self._action.attacked, *full, *self._barred_to(unit)},
                stops=self._held.__contains__,
            )
        return found

    def _barred_to(self, unit: str) -> set[int]:
        """Return the Areas that a unit may not end in, for the attack that it would owe there."""
        setting, position = self._setting, self._position
        owing = self._held.difference(self._action.contested)
        shut = set[int]()
        if barred(setting, position, unit) is not None:
            shut |= {area for area in owing if not may_attack(setting, position, unit, area)}
        if setting.leader(unit):
            shut |= owing.difference(_led(setting, position, self._action))
        return shut


@kept
def _ground(setting: Setting, position: Position) -> _Ground:
    """Return the map for the Action Round that goes on."""
    return _Ground(setting, position, open_action(position))


def legal_moves(setting: Setting, position: Position) -> Iterator[Sequence[Move]]:
    """Yield the move of each unit of the Active Area to each Area, by its cheapest path."""
    action = position.action
    if action is None:
        return
    for unit in movers(position, action):
        if paths := [*_ground(setting, position).paths(unit).values()]:
            yield Bunch(Move, len(paths), partial(_move, unit, paths))


def _move(unit: str, paths: Sequence[tuple[int, ...]], place: int) -> Move:
    return Move((unit,), paths[place])


def movers(position: Position, action: Action) -> list[str]:
    """Return the units of the Active Area that have done nothing in this Action Round."""
    return [
        unit
        for unit in position.units_in(action.area)
        if position.fresh(unit) and unit not in action.entered and unit not in action.done
    ]


def legal_activations(setting: Setting, position: Position) -> Iterator[Activate]:
    """Yield every Area that may become the Active Area, where that changes anything."""
    if owed(position):
        return
    entered = position.action.entered if position.action is not None else []
    able = {area for unit, area in position.at.items() if unit not in position.spent
            and unit not in entered}  # fmt: skip
    for area in setting.tables.areas:
        if area in able and not _just_begun(position, area):
            yield Activate(area)


# --- carrying out ----------------------------------------------------------------------------


def close_round(position: Position) -> Iterator[Outcome]:
    """[6.4.3] End the Action Round: who entered a Contested Area and did not attack is Spent."""
    if position.action is not None and position.action.entered:
        yield BecameSpent(paragraph="6.4.3", units=tuple(position.action.entered))


def activate(position: Position, order: Activate) -> Iterator[Outcome]:
    """Begin an Action Round, and move the units named."""
    yield from close_round(position)
    yield Activated(paragraph="8.1", area=order.area)
    if order.units:
        yield from move(position, Move(order.units, order.path))


def move(position: Position, order: Move) -> Iterator[Outcome]:
    """Move units one after the other; who ends in a Vacant Area has completed its action."""
    origin = open_action(position).area
    for unit in order.units:
        yield Moved(paragraph="8.2", unit=unit, origin=origin, path=order.path)
    if position.american(order.path[-1]):
        yield BecameSpent(paragraph="6.4.3", units=order.units)
