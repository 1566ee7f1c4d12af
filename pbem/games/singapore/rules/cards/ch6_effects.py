"""[6] What situation cards change in the rules of the other chapters: looked up, nothing else.

Without cards everything is as those chapters say.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.fights.ch1_combat import POINT
from pbem.games.singapore.rules.position import (
    ATTACKER,
    DEFENDER,
    Battle,
    Position,
    Throw,
    War,
)
from pbem.games.singapore.rules.setting import Setting

CAUSEWAY = ("Axis-D", "Woodlands")
"""[6.E5] The edge that gets a road."""
FORCE = 3
"""[R46] So many vehicles penetrate."""
FOR_GOOD = 999
"""The last turn of an Event that stays in force."""
SMOKE = 2
"""[6.E4] So much is taken off the die of a strike."""
ROADS_MORE, PUSH_MORE = 2, 1
"""[6.D2, 6.D1] So many sectors more."""
SHELLS_COST = 2
"""[6.E9] So many tokens a Japanese barrage costs."""


def turn_number(setting: Setting, war: War) -> int:
    """Return the turn of an army that goes on, counted from 0."""
    return len(setting.armies) * war.period + setting.armies.index(war.army)


def in_force(war: War, event: str) -> bool:
    """[6.8] Whether an Event, as E1, is in force."""
    return war.cards is not None and any(one.card[:-1] == event for one in war.cards.force)


def halted(position: Position) -> bool:
    """Whether something comes before anything else: for cards, or vehicles that may go on."""
    war = position.war
    if war is None or position.phase == "over":
        return False
    cards = war.cards
    return bool(war.drive or (cards and (cards.dice or cards.todo or cards.misread)))


def held_up(position: Position) -> bool:
    """Whether cards are dealt, dice rolled or units moved for cards before anything else."""
    cards = None if position.war is None else position.war.cards
    return cards is not None and bool(cards.dice or cards.todo or cards.misread)


def throw(position: Position) -> Throw | None:
    """Return what is rolled for a card before anything else."""
    cards = None if position.war is None else position.war.cards
    if cards is None or position.phase == "over" or not cards.dice:
        return None
    return cards.dice[0]


# --- movement ---------------------------------------------------------------------------------


def pair(one: str, other: str) -> tuple[str, str]:
    """Return an edge as cards name it."""
    return (one, other) if one < other else (other, one)


class Roads(NamedTuple):
    """[6.E5, 6.D5, 6.D6] What cards make of roads: edges with boats and blown, the causeway."""

    boats: tuple[tuple[str, str], ...] = ()
    blown: tuple[tuple[str, str], ...] = ()
    causeway: bool = False


PRINTED = Roads()
"""Roads as they are printed."""


def roads_of(war: War, unit: str = "") -> Roads:
    """Return what cards make of roads, for a unit or for everybody."""
    cards = war.cards
    if cards is None:
        return PRINTED
    boats = tuple(boats.edge for boats in cards.boats if unit in boats.units)
    return Roads(boats, tuple(cards.blown), in_force(war, "E5"))


def runs(setting: Setting, roads: Roads, here: str, there: str) -> bool:
    """Whether a road runs over the edge between two sectors; ``roads`` as of `roads_of`."""
    printed = setting.tables.edges[here, there].road
    if roads == PRINTED:
        return printed
    way = pair(here, there)
    if way in roads.boats or way in roads.blown:
        return way in roads.boats
    return printed or (way == CAUSEWAY and roads.causeway)


def longer(war: War, unit: str, *, road: bool) -> int:
    """[6.D1, 6.D2] Return how many sectors more a unit moves this turn; ``road``: by road."""
    cards = war.cards
    if cards is None:
        return 0
    rides = ROADS_MORE if road and unit in cards.bikes else 0
    return rides + (PUSH_MORE if unit in cards.push else 0)


def column(setting: Setting, war: War, place: str) -> list[str]:
    """[7.3, 6.D1, R46] Return the vehicles in a sector that go on together after its capture.

    With the variant all of the army whose turn it is, with a card those of the push.
    """
    pushed = [] if war.cards is None else war.cards.push
    every = war.at if setting.options.penetration else pushed
    return setting.in_order(
        [
            unit
            for unit in every
            if war.at.get(unit) == place
            and war.of(unit) == war.army
            and setting.tables.units[unit].kind == "vehicle"
        ]
    )


def sneaks_through(war: War, unit: str) -> set[str]:
    """[6.D7] Return the enemy-held sectors where a unit need not stop."""
    found = () if war.cards is None else war.cards.sneaks
    return {one.place for one in found if unit in one.units}


def gift(war: War, unit: str) -> tuple[object, ...]:
    """Return what cards give a unit's movement: who has the same moves alike."""
    cards = war.cards
    if cards is None or not (cards.boats or cards.sneaks or cards.push or cards.bikes):
        return ()
    boats = tuple(one.edge for one in cards.boats if unit in one.units)
    through = tuple(sorted(sneaks_through(war, unit)))
    return unit in cards.push, unit in cards.bikes, boats, through


# --- costs ------------------------------------------------------------------------------------


def barrage_cost(war: War, army: Army) -> int:
    """[5.9, 6.E9] Return what a gun of an army costs."""
    return SHELLS_COST if army == "jp" and in_force(war, "E9") else 1


# --- battles ----------------------------------------------------------------------------------


def given(setting: Setting, war: War, place: str, came: str) -> int:
    """[R5, 6.E1, 6.E5, R97] Return the halves that an edge gives the defender of a sector.

    ``came``: the sector beyond it, where the attackers came from.
    """
    tables = setting.tables
    plain = tables.given(place, came)
    edge, bonus = tables.edges[place, came], tables.data.bonus
    if war.cards is None or not edge.water:
        return plain
    patched = pair(place, came) == CAUSEWAY and in_force(war, "E5")
    on_axis = tables.data.map.sectors[came].axis is not None and not patched
    water = max(bonus.river.halves, bonus.axis.halves) if on_axis else bonus.river.halves
    water += POINT if in_force(war, "E1") else 0
    return max(water, bonus.spikes.halves if edge.spikes == came else 0)


class Row(NamedTuple):
    """A row of the direct strike chart, as the die shows it: 13 where nothing does."""

    suppressed: int
    eliminated: int


NEVER = 13


def row_of(setting: Setting, position: Position, unit: str) -> Row:
    """[3.8.3, 6.C1, 6.E4] Return what the die of a strike must show at least."""
    kind, tables = setting.tables.units[unit].kind, setting.tables
    row, battle, war = tables.data.strikes[kind], position.battle, position.war
    if battle is not None and kind == "fixed" and battle.role(battle.army(unit)) in battle.shells:
        row = tables.data.shells
    less = SMOKE if war is not None and in_force(war, "E4") else 0
    top = NEVER if row.eliminated is None else min(row.eliminated + less, NEVER)
    return Row(min(row.suppressed + less, NEVER), top)


def result_of(row: Row, die: int) -> str:
    """[3.8.3] Return what a strike comes to: ``none``, ``suppressed`` or ``eliminated``."""
    if die >= row.eliminated:
        return "eliminated"
    return "suppressed" if die >= row.suppressed else "none"


def without_lowest(faces: tuple[int, ...]) -> tuple[int, ...]:
    """[6.C6, R120] Return an ambushed attacker's dice: the lowest is left out, if there are two."""
    if len(faces) < 2:
        return faces
    rest = list(faces)
    rest.remove(min(rest))
    return tuple(rest)


def disguise_bonus(battle: Battle, die: int) -> int:
    """[6.C2] Return the halves that a disguise gives the defender; ``die`` is 0 without one."""
    if not battle.disguised or not die:
        return 0
    return -2 * POINT if die <= SEEN_FROM - 1 else 2 * POINT


SEEN_FROM = 5
"""[6.C2] From here on the die has the disguise seen through."""


def seats_in_order(setting: Setting, battle: Battle) -> list[Army]:
    """[R96] Return who is asked at a combat point: defenders, the active army, its ally."""
    found: list[Army] = []
    for role in (DEFENDER, ATTACKER):
        found += [army for army in setting.armies if army in battle.seats[role]]
    ordered = [*battle.seats[DEFENDER], *battle.seats[ATTACKER]]
    found.sort(key=ordered.index)
    attackers = battle.seats[ATTACKER]
    ally = [a for a in setting.armies if a not in found and "jp" not in attackers]
    return [*found, *ally]
