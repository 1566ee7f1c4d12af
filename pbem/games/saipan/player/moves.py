"""How the computer player moves: assaults first, then guns, then everybody else.

An assault is worth it when the attack that it prepares is: units go where they add strength and
close ways of retreat, for a retreat with every way closed is what kills (7.7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.errors import IllegalOrder
from pbem.games.saipan.player.field import FAR, Field
from pbem.games.saipan.rules import ch05_movement as movement
from pbem.games.saipan.rules import changes
from pbem.games.saipan.rules.orders import Move
from pbem.games.saipan.rules.outcomes import Moved
from pbem.games.saipan.rules.position import Position
from pbem.kit.contract import Order
from pbem.kit.maps.hexes import Hex

Paths = dict[Hex, tuple[Hex, ...]]
Judge = Callable[[str, Hex, int], int]
"""Unit, where it would stand, and in how many steps: how good that would be."""

MOST_IN_TEAM = 5


class Marshal:
    """The moves of one phase in the making, on a copy of the position."""

    def __init__(self, sight: Field, position: Position) -> None:
        self.sight = sight
        self.position = position
        self.orders: list[Order] = []
        self.paths: dict[str, Paths] = {}
        self.where: dict[str, Hex] = {}
        for number, unit in sorted(sight.own.items()):
            self.where[unit] = number
            if unit not in position.moved and not position.landed:
                self.paths[unit] = sight.reach(unit, number)
        self.free = {unit for unit, paths in self.paths.items() if paths}
        self.points = position.gsp[sight.side]
        self.spent_guns: set[str] = set()
        self.contacted = {h for h in sight.foe if any(n in sight.own for n in sight.land[h])}

    def move(self, unit: str, goal: Hex) -> bool:
        """Move a unit if the rules allow it; say whether it did."""
        order = Move(unit, self.paths[unit][goal])
        sight = self.sight
        try:
            movement.check_move(sight.setting, self.position, order)
        except IllegalOrder:
            return False
        moved = Moved(paragraph="5.0", side=sight.side, unit=unit, path=order.path)
        changes.apply(sight.setting, self.position, moved)
        self.orders.append(order)
        del sight.own[self.where[unit]]
        sight.own[goal] = unit
        self.where[unit] = goal
        self.free.discard(unit)
        self.contacted |= {h for h in sight.land[goal] if h in sight.foe}
        return True

    def assault(self, targets: list[Hex], least: int) -> None:
        """Prepare every attack on ``targets``, in order, that promises more than ``least``."""
        expected = self.sight.enemy_fire(targets)
        for target in targets:
            team = self._team(target, expected[target])
            worth, guns, points = self._promise(target, expected[target], team)
            if not team or (worth <= least and target not in self.contacted):
                continue
            for unit, slot in team:
                self.move(unit, slot)
            self.spent_guns.update(guns)
            self.points -= points

    def _standing(self, target: Hex) -> list[str]:
        """Return our units that stand beside an enemy already, and beside no other."""
        sight = self.sight
        return [
            sight.own[n]
            for n in sight.land[target]
            if n in sight.own and sum(h in sight.foe for h in sight.land[n]) == 1
        ]

    def _team(self, target: Hex, fire: int) -> list[tuple[str, Hex]]:
        """Choose who goes where against one enemy, one unit at a time."""
        sight = self.sight
        slots = [n for n in sight.land[target] if n not in sight.own and n not in sight.foe]
        team: list[tuple[str, Hex]] = []
        choices = [
            (unit, slot)
            for unit in sorted(self.free)
            if sight.setting.unit(sight.side, unit).kind != "artillery"
            for slot in slots
            if slot in self.paths[unit]
        ]
        worth = -(10**6)
        while choices and len(team) < MOST_IN_TEAM:
            scored = [
                (self._promise(target, fire, [*team, choice])[0] - self._bother(*choice), choice)
                for choice in choices
            ]
            best, choice = max(scored, key=lambda entry: (entry[0], entry[1]))
            if team and best <= worth + 4:
                break
            worth = best
            team.append(choice)
            choices = [c for c in choices if c[0] != choice[0] and c[1] != choice[1]]
        return team

    def _bother(self, unit: str, slot: Hex) -> int:
        """Return what speaks against a unit in a slot: other enemies beside it, and the way."""
        sight = self.sight
        fresh = sum(1 for h in sight.land[slot] if h in sight.foe and h not in self.contacted)
        each = 8 if self.points > 0 else 24
        return each * max(0, fresh - 1) + len(self.paths[unit][slot]) // 2

    def _promise(
        self, target: Hex, fire: int, team: list[tuple[str, Hex]]
    ) -> tuple[int, list[str], int]:
        """Return what an attack is worth, with the guns and points that it would take."""
        sight, setting = self.sight, self.sight.setting
        units = [*self._standing(target), *(unit for unit, _ in team)]
        gone = {self.where[unit] for unit, _ in team}
        ours = {n for n in sight.own if n not in gone} | {slot for _, slot in team}
        stakes = sight.stakes([target], units, ours)
        strength = sum(sight.strength(unit) for unit in units)
        differential = strength - sight.defence(target) - fire
        guns: list[str] = []
        for unit, here in sight.guns(sight.side, sight.own):
            counter = setting.unit(sight.side, unit)
            near = sight.tables.distance(here, target) <= counter.range
            if near and unit not in self.spent_guns and here not in sight.held:
                if differential >= 10 or len(guns) >= 3:
                    break
                guns.append(unit)
                differential += counter.barrage
        points = max(0, min(self.points, 4, 10 - differential))
        return sight.value(differential + points, stakes), guns, points

    def spread(self, units: list[str], judge: Judge) -> None:
        """Move each unit to the hex that ``judge`` likes best, unless it likes where it is."""
        for unit in units:
            if unit not in self.free:
                continue
            options = [
                (judge(unit, goal, len(path)), goal)
                for goal, path in self.paths[unit].items()
                if goal not in self.sight.own
            ]
            stay = judge(unit, self.where[unit], 0)
            for score, goal in sorted(options, key=lambda entry: (-entry[0], entry[1]))[:3]:
                if score <= stay or self.move(unit, goal):
                    break

    def idle(self, *, guns: bool) -> list[str]:
        """Return the units that may still move: the artillery if ``guns``, else the others."""
        setting, side = self.sight.setting, self.sight.side
        return [
            unit
            for unit in sorted(self.free)
            if (setting.unit(side, unit).kind == "artillery") is guns
        ]


def nearest_first(sight: Field, far: dict[Hex, int]) -> list[Hex]:
    """Return the enemies, those in contact first, then by how near we are to them.

    ``far``: hex -> what the march to it costs us.
    """
    touched = {h for h in sight.foe if any(n in sight.own for n in sight.land[h])}
    return sorted(sight.foe, key=lambda h: (h not in touched, far.get(h, FAR), h))


def landings_first(units: list[str], sight: Field) -> Iterator[str]:
    """Yield units in the order in which they should land: two of infantry, then one gun."""
    setting = sight.setting
    foot = [u for u in units if setting.unit("us", u).kind == "infantry"]
    foot.sort(key=lambda u: (-setting.unit("us", u).attack, sight.noise(u), u))
    tanks = [u for u in units if setting.unit("us", u).kind == "armour"]
    guns = [u for u in units if setting.unit("us", u).kind == "artillery"]
    guns.sort(key=lambda u: (-setting.unit("us", u).barrage, sight.noise(u), u))
    heavy = [*guns[:6], *tanks, *guns[6:]]
    while foot or heavy:
        yield from foot[:2]
        yield from heavy[:1]
        del foot[:2], heavy[:1]
