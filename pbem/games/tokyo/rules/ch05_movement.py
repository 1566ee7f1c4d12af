"""[5.0] Movement, and the dice of Japanese armor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

from pbem.errors import IllegalOrder
from pbem.games.tokyo.data.forms import ARMIES
from pbem.games.tokyo.rules import ch04_ground as ground
from pbem.games.tokyo.rules import ch06_results as results
from pbem.games.tokyo.rules import ch08_towns as towns
from pbem.games.tokyo.rules.orders import Move, Remove, RollFor
from pbem.games.tokyo.rules.outcomes import Moved, MovementRolled, Removed, RollPledged
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import GROUPS, HOME, Setting
from pbem.kit.bunches import chosen
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice, die
from pbem.kit.keeping import kept
from pbem.kit.maps.hexes import Hex
from pbem.kit.typed.suggest import nearest

BEST_DIE = 6


def armored(setting: Setting, unit: str) -> bool:
    """[5.5] Whether a unit is Japanese armor, whose movement is rolled for."""
    return unit in setting.tables.armor


def allowance(setting: Setting, position: Position, unit: str) -> int:
    """Return the movement points of a unit; of armor not rolled for yet, the most it may get."""
    tables = setting.tables
    if unit in tables.americans:
        points = tables.americans[unit].movement
    elif unit in tables.armor:
        points = position.rolled.get(unit, BEST_DIE)
    else:
        points = tables.back
    return max(0, points - (unit in position.entered))


@kept
def idle(setting: Setting, position: Position) -> Sequence[str]:
    """Return the units of the acting army that may still move, by name."""
    barred = {*position.moved, *position.still, *position.locked}
    able = [u for u in setting.units_of(position, position.army) if u not in barred]
    return able if position.turn > 1 else [u for u in able if not asleep(setting, position, u)]


def asleep(setting: Setting, position: Position, unit: str) -> bool:
    """[3.0, 12.2] Whether a Japanese unit does nothing: on turn 1 nobody west of the boundary."""
    if position.turn > 1 or setting.american(unit):
        return False
    return setting.tables.side[position.at[unit]] == "west"


def unrolled(setting: Setting, position: Position) -> list[str]:
    """Return the armor of the acting army that has neither moved nor been rolled for."""
    return _unrolled(setting, position, idle(setting, position))


def _unrolled(setting: Setting, position: Position, idle_ones: Iterable[str]) -> list[str]:
    armor = setting.tables.armor
    return [u for u in idle_ones if u in armor and u not in position.rolled]


# --- refusals --------------------------------------------------------------------------------


def not_there(setting: Setting, position: Position, unit: str, paragraph: str) -> IllegalOrder:
    """Return the refusal of a unit that is not on the map: perhaps there is none of that name."""
    if setting.exists(position, unit):
        return IllegalOrder(paragraph, f"{unit} is not on the map")
    near = nearest(unit, setting.units_of(position, position.army))
    instead = f"Did you mean {' or '.join(near)}?" if near else ""
    return IllegalOrder(paragraph, f"there is no unit {unit}", instead)


def check_mover(setting: Setting, position: Position, unit: str) -> None:
    """Refuse a unit that may not move now."""
    if unit not in position.at:
        raise not_there(setting, position, unit, "5.0")
    army = setting.army(position, unit)
    if unit in position.locked:
        raise IllegalOrder("8.2", f"{unit} of the 36th Army has not been released")
    if army != position.army:
        own = setting.commander(army) == setting.commander(position.army)
        why = f"{unit} belongs to {ARMIES[army]}, but {ARMIES[position.army]} moves now"
        raise IllegalOrder("3.0" if own else "2.52", why)
    if asleep(setting, position, unit):
        raise IllegalOrder("3.0", f"{unit} is west of the boundary, so it can do nothing on turn 1")
    if unit in position.still:
        american = setting.tables.americans.get(unit)
        paragraph = "8.4" if american is not None and american.kind == "airborne" else "7.26"
        raise IllegalOrder(paragraph, f"{unit} arrived in this turn, so it cannot move in it")
    if unit in position.moved:
        raise IllegalOrder("5.0", f"{unit} has already moved")


def check_move(setting: Setting, position: Position, order: Move) -> None:
    """Refuse a move; armor not rolled for is looked at as if it had rolled a six.

    Armor ordered to go as far as it can may be given a path that no die pays for.
    """
    unit = order.unit
    check_mover(setting, position, unit)
    if order.far and not armored(setting, unit):
        why = f"{unit} needs no die: write where it goes"
        raise IllegalOrder("5.5", why, "Only Japanese armor uses `as far as it goes`.")
    places = (position.at[unit], *order.path)
    walk = _Walk(setting, position, unit)
    cost = 0
    for step, (here, there) in enumerate(pairwise(places)):
        cost += walk.cost(here, there, first=step == 0)
    points = allowance(setting, position, unit)
    if cost > points and not order.far:
        raise IllegalOrder("5.0", f"that costs {cost} movement points, but {unit} has {points}")
    _check_homecoming(setting, position, unit, order.path[-1])


def _check_homecoming(setting: Setting, position: Position, unit: str, goal: Hex) -> None:
    """[5.42] A unit that is on its own side when it starts cannot end elsewhere; see `bound`."""
    if unit not in position.strayed:
        return
    ends = {HOME[setting.group(position, unit)], "both"}
    front = _front(setting, position, setting.american(unit))
    able = _goals(setting, position, unit, front)
    if setting.tables.side[goal] not in ends and any(
        setting.tables.side[other] in ends for other in able
    ):
        why = f"{unit} crossed the boundary by mistake, so it must end on its own side"
        raise IllegalOrder("5.42", why)


class _Walk:
    """The possible steps of a unit, computed once for all of them."""

    def __init__(self, setting: Setting, position: Position, unit: str) -> None:
        self.setting = setting
        self.position = position
        self.unit = unit
        self.american = setting.american(unit)
        self.army, self.freed = setting.army(position, unit), unit in position.freed
        self.enemies, self.stops, self.zone = _front(setting, position, self.american)
        self.costs = ground.costs_of(setting, self.army, freed=self.freed)

    def cost(self, here: Hex, there: Hex, *, first: bool) -> int:
        """Return what a step costs, in movement points.

        Raises:
            IllegalOrder: It is forbidden.
        """
        cost = self.costs.get(here, {}).get(there)
        stays = here in self.zone and there in self.zone if first else here in self.stops
        if cost is None or stays or there in self.enemies:
            self.check(here, there, first=first)
            return ground.step_cost(self.setting.tables, here, there)
        return cost

    def why_not(self, here: Hex, there: Hex, *, first: bool) -> tuple[str, str] | None:
        """Return paragraph and reason that forbid a step, or None."""
        tables = self.setting.tables
        if there not in tables.next_to[here]:
            return "5.1", f"{there} is not next to {here}"
        barred = ground.barred(tables, here, there, american=self.american)
        if barred is not None:
            return ("5.11" if there == tables.palace else "5.1"), barred
        if there in self.enemies:
            return "5.2", f"an enemy is in {there}"
        if ground.into_zone(tables, here, there):
            return "5.44", f"{there} is in the zone of the 36th Army, which no unit can enter"
        if ground.binds(self.setting, self.army, here, there, freed=self.freed):
            paragraph = "5.42" if self.american else "5.41"
            return paragraph, f"{self.unit} cannot cross the Operational Boundary to {there}"
        return self._zone_of_control(here, there, first=first)

    def _zone_of_control(self, here: Hex, there: Hex, *, first: bool) -> tuple[str, str] | None:
        if here == self.setting.tables.palace and not first and self.setting.scenario == "two":
            return "10.0", f"{self.unit} must stay in {here}, because the game ends there"
        if here not in self.zone:
            return None
        if not first:
            return "4.0", f"{self.unit} must stop in {here}, an enemy zone of control"
        if there in self.zone:
            return "4.3", f"{here} and {there} are both in an enemy zone of control"
        return None

    def check(self, here: Hex, there: Hex, *, first: bool) -> None:
        """Raise `IllegalOrder` where a step is forbidden."""
        if there not in self.setting.tables.terrain:
            raise IllegalOrder("5.1", f"{there} is not a hex of the map")
        why = self.why_not(here, there, first=first)
        if why is not None:
            raise IllegalOrder(*why)


Front = tuple[frozenset[Hex], frozenset[Hex], frozenset[Hex]]
"""The hexes that enemies stand in, those where a unit stops, and those that they control."""


@kept
def _front(setting: Setting, position: Position, american: bool) -> Front:
    """Return what is in the way of the units of one nation (4.0, 4.3, 5.2, 10.0)."""
    enemies = ground.held(setting, position, american=not american)
    zone = ground.zone(setting, enemies)
    ends = {setting.tables.palace} if setting.scenario == "two" else set[Hex]()
    return enemies, zone | ends, zone


def paths(
    setting: Setting, position: Position, unit: str, points: int | None = None
) -> dict[Hex, tuple[Hex, ...]]:
    """Return hex -> the cheapest legal path of a unit there.

    ``points`` are those that it may spend; None: its allowance.

    Raises:
        IllegalOrder: The unit may not move.
    """
    check_mover(setting, position, unit)
    front = _front(setting, position, setting.american(unit))
    return dict(sorted(_routes(setting, position, unit, front, points).items()))


def _routes(
    setting: Setting, position: Position, unit: str, front: Front, points: int | None = None
) -> Mapping[Hex, tuple[Hex, ...]]:
    army = setting.army(position, unit)
    walks = ground.walks_of(setting, army, freed=unit in position.freed)
    most = allowance(setting, position, unit) if points is None else points
    return walks.going(*front).paths(position.at[unit], most)


def _goals(
    setting: Setting, position: Position, unit: str, front: Front
) -> Mapping[Hex, tuple[Hex, ...]]:
    """Return where a unit may end; one that strayed and can go home goes nowhere else (5.42)."""
    found = _routes(setting, position, unit, front)
    if unit not in position.strayed:
        return found
    ends = {HOME[setting.group(position, unit)], "both"}
    side = setting.tables.side
    return {goal: path for goal, path in found.items() if side[goal] in ends} or found


def legal_moves(
    setting: Setting, position: Position
) -> Iterator[Sequence[Move | RollFor | Remove]]:
    """Yield each unit's cheapest path to each empty hex, dice for armor, and removals, in bunches.

    Ending on a friend, to change places with it, is legal too, but of no use by itself.
    """
    full = set(position.at.values())
    movers = idle(setting, position)
    rolls = _unrolled(setting, position, movers)
    front = _front(setting, position, position.army in GROUPS)
    going = {
        freed: ground.walks_of(setting, position.army, freed=freed).going(*front)
        for freed in ((False, True) if position.freed else (False,))
    }
    for unit in movers:
        if unit in position.strayed:
            ways = _goals(setting, position, unit, front)
        else:
            points = allowance(setting, position, unit)
            ways = going[unit in position.freed].paths(position.at[unit], points)
        goals = ways.keys() - full
        if goals:
            yield chosen(Move, ways, goals, partial(Move, unit, far=unit in rolls))
    if rolls:
        yield [RollFor((unit,)) for unit in rolls]
    removals = [
        Remove(unit)
        for unit in crowded(setting, position)
        if not _can_part(setting, position, position.at[unit])
    ]
    if removals:
        yield removals


def check_roll(setting: Setting, position: Position, order: RollFor) -> None:
    """Refuse to roll for what is no armor of the acting army, or twice."""
    if not order.units and not unrolled(setting, position):
        raise IllegalOrder("5.5", f"{ARMIES[position.army]} has no armor to roll for")
    for unit in order.units:
        check_mover(setting, position, unit)
        if not armored(setting, unit):
            raise IllegalOrder("5.5", f"{unit} is not Japanese armor, so its movement is printed")
        if unit in position.rolled:
            raise IllegalOrder("5.5", f"{unit} has already been rolled for in this phase")


def crowded(setting: Setting, position: Position) -> list[str]:
    """[5.3] Return the units of the acting army that share a hex with another, by name."""
    if len({*position.at.values()}) == len(position.at):
        return []
    standing = Counter(position.at.values())
    own = setting.units_of(position, position.army)
    return [unit for unit in own if standing[position.at[unit]] > 1]


def check_remove(setting: Setting, position: Position, order: Remove) -> None:
    """Refuse to remove a unit that stands alone."""
    if order.unit not in crowded(setting, position):
        raise IllegalOrder("5.3", f"{order.unit} does not share its hex")
    here = position.at[order.unit]
    if _can_part(setting, position, here):
        raise IllegalOrder("5.3", f"a unit can still move out of {here}", "Move it first.")


def _can_part(setting: Setting, position: Position, here: Hex) -> bool:
    """Whether a unit of the acting army can still walk out of a hex to an empty one."""
    return bool(leaving(setting, position, here))


def leaving(setting: Setting, position: Position, here: Hex) -> list[str]:
    """Return the units of the acting army that can still walk out of a hex to an empty one."""
    full = set(position.at.values())
    movers = [unit for unit in idle(setting, position) if position.at[unit] == here]
    front = _front(setting, position, position.army in GROUPS)
    return [unit for unit in movers if _goals(setting, position, unit, front).keys() - full]


def check_end(setting: Setting, position: Position) -> None:
    """[5.3] Refuse to end the phase while two units share a hex."""
    units = crowded(setting, position)
    if units:
        why = f"{units[0]} shares {position.at[units[0]]} with another unit"
        raise IllegalOrder("5.3", why, "Move one of them away, or `remove` it.")


# --- carrying out ----------------------------------------------------------------------------


def move(setting: Setting, position: Position, order: Move) -> Iterator[Outcome]:
    """Move a unit; armor not rolled for waits for its die."""
    unit, path = order.unit, order.path
    if armored(setting, unit) and unit not in position.rolled:
        yield RollPledged(paragraph="5.5", units=(unit,), path=path, far=order.far)
    elif order.far:
        reached = _reach(setting, position, unit, path, far=True)
        yield from _go(setting, position, unit, reached, "5.5")
    else:
        yield from _go(setting, position, unit, path, "5.0")


def _go(
    setting: Setting, position: Position, unit: str, path: tuple[Hex, ...], paragraph: str
) -> Iterator[Outcome]:
    origin = position.at[unit]
    yield Moved(paragraph=paragraph, unit=unit, path=path)
    yield from towns.passed(setting, position, unit, path, origin)
    yield from results.after_move(setting, position)


def pledge(setting: Setting, position: Position, order: RollFor) -> Iterator[Outcome]:
    """Roll for armor now."""
    units = order.units or tuple(unrolled(setting, position))
    yield RollPledged(paragraph="5.5", units=tuple(sorted(units)))


def roll(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[5.5] Roll for the armor pledged; one that was on its way moves as its die allows."""
    path, far = tuple(position.going), position.far
    for unit in list(position.pledged):
        face = die(dice, BEST_DIE, f"movement of {unit}", "5.5")
        yield MovementRolled(paragraph="5.5", unit=unit, die=face)
        if path:
            reached = _reach(setting, position, unit, path, far=far)
            yield from _go(setting, position, unit, reached, "5.5")


def _reach(
    setting: Setting, position: Position, unit: str, path: tuple[Hex, ...], *, far: bool
) -> tuple[Hex, ...]:
    """Return the part of a path that the die allows: all of it, or, if said so, what it reaches.

    It never stops where another unit stands.
    """
    left = allowance(setting, position, unit)
    reached = 0
    for step, (here, there) in enumerate(pairwise((position.at[unit], *path)), 1):
        left -= ground.step_cost(setting.tables, here, there)
        if left < 0:
            break
        if position.unit_at(there) is None or step == len(path):
            reached = step
    return path[:reached] if far or reached == len(path) else ()


def remove(setting: Setting, position: Position, order: Remove, cups: Cups) -> Iterator[Outcome]:
    """Take a unit off a hex that it shares."""
    here = position.at[order.unit]
    results.return_counter(setting, position, order.unit, cups)
    yield Removed(paragraph="5.3", unit=order.unit, hex=here, why="stacking")
