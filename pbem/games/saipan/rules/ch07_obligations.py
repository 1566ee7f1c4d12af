"""[7.1] Who must fight, and how many of those obligations can still be met.

The obligations are fixed when the Combat Phase begins (A31): every unit of the side to move in an
enemy zone of control must attack, every enemy in one of its zones must be attacked. The phase does
not end while one of them can still be met. An attack is refused if fewer enemies who must be
attacked could be with it than without it (A31, A25). It is refused, too, if it takes the last enemy
beside a unit that must attack, without that unit (B4), at sea or ashore (12.32, 12.33).

How many enemies can still be attacked is counted exactly, for the positions as they are now. Join
units that can still attack and enemies that can still be attacked where they are adjacent. Take as
few of these pairs as touch every joined enemy and every joined unit that must attack. None of them
could be spared, so they fall into stars: one unit with several enemies beside it, or one enemy with
several units beside it, and each star is an attack (7.2). A unit at sea has one enemy beside it, so
it is in the star of that enemy. Thus all that are joined can be served, units and enemies together,
and each of these attacks leaves the others possible. The rest are the *lonely* enemies, whom no
adjacent unit can attack any more. Each needs an artillery unit in range or one ground support
point, and artillery fires once and at one hex. The most that can be served is a largest matching
between lonely enemies and guns, filled up with points. Adjacent artillery is no gun, so the two
counts never compete. So while anything can be met there is a legal attack, and no Combat Phase is a
dead end.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NoReturn

from pbem.errors import IllegalOrder
from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules.orders import Attack
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import (
    Setting,
    attackers_beside,
    controls,
    enemies_beside,
    zone,
)
from pbem.kit.keeping import kept
from pbem.kit.maps.hexes import Hex
from pbem.kit.wording import listed


def begin(setting: Setting, position: Position) -> None:
    """Fix the obligations of a Combat Phase (A31); part of applying the beginning of the phase."""
    side, enemy = position.side, ENEMY[position.side]
    ours, held = zone(setting, position, side), zone(setting, position, enemy)
    position.must_attack = [
        unit for number, unit in sorted(position.on[side].items()) if held(number)
    ] + sorted(position.sea)
    position.must_be_attacked = [
        unit for number, unit in sorted(position.on[enemy].items()) if ours(number)
    ]


Names = tuple[str, ...]


class Enemies:
    """The enemies who must be attacked and still can be, with some units spent.

    ``joined`` an adjacent unit can attack; ``lonely`` only guns or points can, with their hexes;
    guns alone can attack ``by_guns`` of these.
    """

    __slots__ = ("by_guns", "joined", "lonely")

    def __init__(self, joined: list[str], lonely: list[tuple[str, Hex]], by_guns: int) -> None:
        self.joined = joined
        self.lonely = lonely
        self.by_guns = by_guns

    def most(self, points: int) -> int:
        """Return how many of both can be served with so many ground support points."""
        return len(self.joined) + min(len(self.lonely), self.by_guns + points)


class Duties:
    """The obligations of a position, looked up once for all the attacks that are weighed in it."""

    def __init__(self, setting: Setting, position: Position) -> None:
        self._setting = setting
        self._position = position
        side, enemy = position.side, ENEMY[position.side]
        self._owed: list[tuple[str, Hex, frozenset[str]]] = [
            (unit, number, frozenset(_able(setting, position, side, number)))
            for unit in position.must_be_attacked
            if unit not in position.attacked
            and (number := position.hex_of(enemy, unit)) is not None
        ]
        self._left_out: dict[tuple[Names, Names], list[str]] = {}
        self._must = frozenset(position.must_be_attacked)
        self.enemies = self._enemies(frozenset(), ())
        self._due = self.enemies.most(position.gsp[side])

    def _enemies(self, spent: frozenset[str], on: Collection[str]) -> Enemies:
        """Return who still can be attacked after an attack ``on`` some, and with what it spent."""
        joined: list[str] = []
        lonely: list[tuple[str, Hex]] = []
        for unit, number, able in self._owed:
            if unit in on:
                continue
            if able <= spent:
                lonely.append((unit, number))
            else:
                joined.append(unit)
        if not lonely:
            return Enemies(joined, lonely, 0)
        ready = [gun for gun in guns(self._setting, self._position) if gun[0] not in spent]
        targets = [number for _, number in lonely]
        by_guns = served_by_guns(self._setting, self._position.side, ready, targets)
        return Enemies(joined, lonely, by_guns)

    def spare(self, on: Names, with_: Names, barrage: Names) -> int:
        """Return the most ground support points that an attack may take; -1 if it is not legal.

        After more points less could be met than without the attack (A31, A25, B4). ``on``: the
        enemies that it is on; ``with_``: the units beside them; ``barrage``: the artillery.
        """
        who, position = (on, with_), self._position
        if who not in self._left_out:
            self._left_out[who] = _left_out(self._setting, position, on, with_)
        if self._left_out[who]:
            return -1
        points, due = position.gsp[position.side], self._due
        if not due:
            return points
        after = self._enemies(frozenset((*with_, *barrage)), on)
        due -= sum(unit in self._must for unit in on) + len(after.joined)
        if due <= 0:
            return points
        return -1 if due > len(after.lonely) else min(points, after.by_guns + points - due)

    def check(self, order: Attack) -> None:
        """Refuse an attack after which less could be met than without it (A31, A25, B4)."""
        left_out = _left_out(self._setting, self._position, order.on, order.with_)
        if left_out:
            _refuse_left_out(self._setting, self._position, order, left_out)
        if order.gsp <= self.spare(order.on, order.with_, order.barrage):
            return
        after = self._enemies(frozenset((*order.with_, *order.barrage)), order.on)
        known = {unit for unit, _ in self.enemies.lonely}
        enemy = next((unit for unit, _ in after.lonely if unit not in known), after.lonely[0][0])
        raise IllegalOrder(
            "7.1",
            f"{enemy} must be attacked too, but after this attack nothing could attack it",
            f"Attack {enemy} in the same attack, or keep a unit, artillery or a point for it.",
        )


@kept
def duties(setting: Setting, position: Position) -> Duties:
    """Return the obligations of a position."""
    return Duties(setting, position)


def _able(setting: Setting, position: Position, side: str, number: Hex) -> list[str]:
    """Return the units beside a hex that have not attacked yet."""
    beside = attackers_beside(setting, position, side, number)
    return [unit for unit in beside if unit not in position.fought]


def enemies(setting: Setting, position: Position) -> Enemies:
    """Return the enemies who must be attacked and still could be with points enough."""
    return duties(setting, position).enemies


def still_due(setting: Setting, position: Position) -> int:
    """Return how many of the enemies who must be attacked still can be."""
    return enemies(setting, position).most(position.gsp[position.side])


def idle_units(setting: Setting, position: Position) -> list[str]:
    """Return the units that must attack and still can: an enemy beside them is not attacked."""
    return [
        unit
        for unit in position.must_attack
        if unit not in position.fought
        and any(
            enemy not in position.attacked
            for enemy in enemies_beside(setting, position, position.side, unit)
        )
    ]


def check_attack(setting: Setting, position: Position, order: Attack) -> None:
    """Refuse an attack after which less could be met than without it (A31, A25, B4)."""
    duties(setting, position).check(order)


def _left_out(setting: Setting, position: Position, on: Names, with_: Names) -> list[str]:
    """[7.1], [12.32], [12.33], B4: a bound unit takes part, or keeps an enemy to attack.

    Returns those who would do neither.
    """
    side = position.side
    attacked = {*position.attacked, *on}
    spent = {*position.fought, *with_}
    left_out: list[str] = []
    for enemy in on:
        number = position.hex_of(ENEMY[side], enemy)
        for unit in attackers_beside(setting, position, side, number) if number else ():
            new = unit not in spent and unit not in left_out
            if new and _bound(setting, position, unit):
                beside = enemies_beside(setting, position, side, unit)
                if attacked.issuperset(beside):
                    left_out.append(unit)
    return left_out


def _refuse_left_out(
    setting: Setting, position: Position, order: Attack, left_out: list[str]
) -> NoReturn:
    unit = left_out[0]
    beside = enemies_beside(setting, position, position.side, unit)
    able = set(order.on) <= set(beside)
    enemy = next(enemy for enemy in order.on if enemy in beside)
    raise IllegalOrder(
        _paragraph(position, unit),
        f"{listed(left_out)} must attack too, but after this attack no enemy would be left "
        f"for {'it' if len(left_out) == 1 else 'them'}{_drowning(position, left_out)}",
        f"Add {unit} to this attack." if able else f"Leave {enemy} out of this attack.",
    )


def _bound(setting: Setting, position: Position, unit: str) -> bool:
    """Whether no attack of others may take a unit's last enemy (option `must_attack`).

    Reinforcements always, at sea or ashore (12.32, 12.33), and artillery, which 7.1 names; the
    others by B4 only, not by A24.
    """
    if unit not in position.must_attack:
        return False
    arrived = unit in position.sea or unit in position.landed
    gun = setting.unit(position.side, unit).kind == "artillery"
    return arrived or gun or setting.options.must_attack == "each"


def _paragraph(position: Position, unit: str) -> str:
    """Return the paragraph by which a unit must attack."""
    return "12.32" if unit in position.sea else "7.1"


def _drowning(position: Position, units: list[str]) -> str:
    """Name those who are lost if they do not attack (12.32)."""
    at_sea = [unit for unit in units if unit in position.sea]
    if not at_sea:
        return ""
    verb = "waits" if len(at_sea) == 1 else "wait"
    return f"; {listed(at_sea)} {verb} at sea and would be eliminated (12.32)"


def may_end(setting: Setting, position: Position) -> bool:
    """Whether nothing that 7.1 demands can still be done."""
    return not idle_units(setting, position) and not still_due(setting, position)


def check_end(setting: Setting, position: Position) -> None:
    """Refuse to end a Combat Phase in which an obligation can still be met (7.1, A31)."""
    idle = idle_units(setting, position)
    if idle:
        unit = idle[0]
        beside = enemies_beside(setting, position, position.side, unit)
        beside = [enemy for enemy in beside if enemy not in position.attacked]
        raise IllegalOrder(
            _paragraph(position, unit),
            f"{listed(idle)} must attack an adjacent enemy{_drowning(position, idle)}",
            f"{unit} can attack {', '.join(beside)}.",
        )
    if still_due(setting, position):
        left = enemies(setting, position)
        enemy = [*left.joined, *(unit for unit, _ in left.lonely)][0]
        how = "An adjacent unit" if left.joined else "Artillery in range or a ground support point"
        raise IllegalOrder("7.1", f"{enemy} must be attacked", f"{how} can attack it.")


def able_to_barrage(setting: Setting, position: Position, unit: str) -> bool:
    """[8.0], [7.7] Artillery on the map, unspent, not displaced, and not adjacent to an enemy."""
    side = position.side
    if unit not in setting.artillery[side]:
        return False
    if unit in position.fought or unit in position.shaken:
        return False
    here = position.hex_of(side, unit)
    return here is not None and not controls(setting, position, ENEMY[side], here)


@kept
def guns(setting: Setting, position: Position) -> list[tuple[str, Hex]]:
    """Return the units of the side to move that may barrage now, with their hexes, by hex."""
    side = position.side
    return [
        (unit, number)
        for number, unit in sorted(position.on[side].items())
        if unit in setting.artillery[side] and able_to_barrage(setting, position, unit)
    ]


def served_by_guns(
    setting: Setting, side: str, ready: list[tuple[str, Hex]], targets: list[Hex]
) -> int:
    """Count the targets that guns can serve, each gun one target: a largest matching.

    ``ready``: the guns of a side, with their hexes.
    """
    reach = {
        target: [
            unit
            for unit, here in ready
            if setting.tables.distance(here, target) <= setting.unit(side, unit).range
        ]
        for target in targets
    }
    taken: dict[str, Hex] = {}

    def find(target: Hex, tried: set[str]) -> bool:
        for unit in reach[target]:
            if unit not in tried:
                tried.add(unit)
                if unit not in taken or find(taken[unit], tried):
                    taken[unit] = target
                    return True
        return False

    return sum(find(target, set()) for target in targets)
