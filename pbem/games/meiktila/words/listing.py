"""The orders in a list of legal ones beyond the examples of each kind that the rules yield."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pbem.games.meiktila.data.forms import ENEMY
from pbem.games.meiktila.rules import ch06_combat as combat
from pbem.games.meiktila.rules import ch06_results as results
from pbem.games.meiktila.rules.orders import Advance, Attack, Defend
from pbem.games.meiktila.rules.position import Position, acting, open_battle
from pbem.games.meiktila.rules.questions import open_question
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Order
from pbem.kit.plain import lower

MOST = 6
"""If there are more units, not every choice is listed."""
UNLISTED = {
    "setup": "`deploy`: a unit that stands may be deployed elsewhere; one may stand too many in a "
    "hex until the set-up ends.",
    "activation": "`activate`: any of the units listed may be asked for together.",
    "movement": "`move`, `enter`: to each hex the cheapest way is listed; any other way that a "
    "unit can go is legal too.",
    "combat": "`attack`: any choice of those who can take part, of who charges, of guns, air units "
    "and who advances is legal too.",
    "defend": "`defend`: any choice of guns, air units and bonuses together is legal too.",
    "hold": "`plan`: several parts may stand in one plan.",
    "losses": "`plan`: several parts may stand in one plan.",
    "edges": "`edges`: any choice of the units listed may be named together.",
    "advance": "`advance`: any units that stack together may go.",
}


def unlisted(setting: Setting, position: Position) -> list[str]:
    """Say which legal answers are in no list, a sentence each."""
    return [UNLISTED[w] for w in (open_question(setting, position),) if w in UNLISTED]


def candidates(setting: Setting, position: Position, about: str) -> Iterator[Order]:
    """Yield teams of attackers, guns and air units, advances; `check` decides."""
    match open_question(setting, position):
        case "combat":
            yield from _attacks(setting, position, _called(setting, position, about))
        case "defend":
            yield from _defences(setting, position)
        case "advance":
            able = results.able_to_advance(setting, position)
            yield from map(Advance, _some(able, 1))


def _called(setting: Setting, position: Position, about: str) -> frozenset[str]:
    """Return the units that somebody may mean, by name or by hex; none of another word."""
    meant = lower(about)
    named = {unit for unit in setting.tables.units if lower(unit) == meant.rpartition(":")[2]}
    there = {unit for unit, here in position.at.items() if lower(here) == meant}
    return frozenset(named | there)


def _attacks(setting: Setting, position: Position, called: frozenset[str]) -> Iterator[Attack]:
    """Yield every attack; where units are ``called``, every one that one of them is part of."""
    now = acting(position)
    planes = combat.planes(position, now.side)
    for here in combat.targets(setting, position):
        beside = combat.attackers_beside(setting, position, here)
        able = combat.guns(setting, position, now.side, here)
        attacked = position.units_at(here)
        for team in _some(beside, 1):
            for guns in _some(able, 0):
                if called and called.isdisjoint((*attacked, *team, *guns)):
                    continue
                for air in range(planes + 1):
                    yield Attack(here, team, guns=guns, air=air)


def _defences(setting: Setting, position: Position) -> Iterator[Defend]:
    battle = open_battle(position)
    side = ENEMY[battle.side]
    for guns in _some(combat.guns(setting, position, side, battle.hex), 0):
        for air in range(combat.planes(position, side) + 1):
            if guns or air:
                yield Defend(guns, air)


def _some(units: Sequence[str], least: int) -> Iterator[tuple[str, ...]]:
    """Yield the choices of at least so many of the units; of many, the first ones of each size."""
    for size in range(least, len(units) + 1):
        yield from combinations(units, size) if len(units) <= MOST else (tuple(units[:size]),)
