"""The goals of units: to what counts, to enemies that they can beat, away from the others."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import partial

from pbem.kit.hexgame.player.attacks import expected
from pbem.kit.hexgame.rules import combat, movement
from pbem.kit.hexgame.rules.orders import OFF, Attack, Move
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.worth import cover, goals, hex_worth, leaves, unit_worth
from pbem.kit.maps.hexes import Hex
from pbem.kit.maps.moves import distances

FAR = 40
STEP = 4
"""The worth of coming a movement point nearer to a goal."""


def plan_moves(setting: HexSetting, position: HexPosition, seed: int) -> list[Move]:
    """Return a move for each unit that gains by one; ``position`` is changed as they are made.

    Between places that are nearly alike, ``seed`` chooses.
    """
    field = Field(setting, position, seed)
    found = []
    for unit in field.in_turn():
        ways = movement.paths(setting, position, unit)
        here = position.at.get(unit)
        best = here
        score = field.score(unit, here) if here is not None else None
        for there in sorted(ways):
            one = field.score(unit, there)
            if score is None or one > score:
                best, score = there, one
        if best is None or best == here:
            continue
        found.append(Move(unit, ways[best]))
        position.moved.append(unit)
        if best == OFF:
            position.at.pop(unit, None)
        else:
            position.at[unit] = best
    return found


class Field:
    """A side's view when it moves; ``seed`` chooses between places that are nearly alike."""

    def __init__(self, setting: HexSetting, position: HexPosition, seed: int) -> None:
        self.setting, self.position, self.seed = setting, position, seed
        self.side = position.side
        self.foe = setting.tables.enemy[self.side]
        self._far: dict[tuple[str, tuple[Hex, ...]], dict[Hex, int]] = {}

    def in_turn(self) -> list[str]:
        """Return the units in the order in which they move: those that leave, then near ones."""

        def key(unit: str) -> tuple[bool, int, str]:
            here = self.position.at.get(unit)
            near = FAR if here is None else self.distance(unit, here)
            return not leaves(self.setting, unit), near, unit

        return sorted(movement.able(self.setting, self.position), key=key)

    def wanted(self, unit: str) -> tuple[Hex, ...]:
        """Return the hexes that a unit wants to come near."""
        exits = self.setting.data.exits
        if leaves(self.setting, unit) and exits is not None:
            return exits.hexes.get(self.side, ())
        return tuple(goals(self.setting, self.side)) or tuple(self.enemies().values())

    def enemies(self) -> dict[str, Hex]:
        """Return where enemy units stand."""
        own = self.setting.own(self.position, self.foe)
        return {unit: self.position.at[unit] for unit in own}

    def distance(self, unit: str, here: Hex) -> int:
        """Return the movement points from a hex to the nearest goal of a unit."""
        kind, wanted = self.setting.tables.units[unit].kind, self.wanted(unit)
        if (kind, wanted) not in self._far:
            steps = partial(self.setting.tables.steps, kind)
            self._far[kind, wanted] = distances(wanted, steps)
        return self._far[kind, wanted].get(here, FAR)

    def score(self, unit: str, there: Hex) -> int:
        """Return what it is worth to a unit to end its move in a place."""
        setting = self.setting
        if there == OFF:
            return 1000 if leaves(setting, unit) else -1000
        score = -STEP * self.distance(unit, there) + cover(setting, there)
        score += hex_worth(setting, there) * (1 if self._free(unit, there) else 0)
        score += self._attacks(unit, there) - self._danger(unit, there)
        return 4 * score + zlib.crc32(f"{self.seed} {unit} {there}".encode()) % 4

    def _free(self, unit: str, there: Hex) -> bool:
        """Say whether no friend holds a hex already."""
        return all(one == unit for one in self.setting.there(self.position, there))

    def _attacks(self, unit: str, there: Hex) -> int:
        """Return what the best attack from a hex is worth, with the friends that are beside too."""
        if leaves(self.setting, unit):
            return 0
        return max((worth for worth in self._promises(unit, there)), default=0)

    def _promises(self, unit: str, there: Hex) -> Iterator[int]:
        setting, position = self.setting, self.position
        here = position.at.get(unit)
        position.at[unit] = there
        for hex_ in sorted(set(self.enemies().values())):
            if hex_ in setting.tables.beside[there] and setting.factors(position, unit).attack:
                team = combat.ready(setting, position, hex_)
                if unit in team:
                    worth = expected(setting, position, Attack(hex_, tuple(team)))
                    yield max(-6, worth // len(setting.data.combat.rows))
        if here is None:
            del position.at[unit]
        else:
            position.at[unit] = here

    def _danger(self, unit: str, there: Hex) -> int:
        """Return what a unit risks: its worth, by the strength of the enemies that come near."""
        setting, position = self.setting, self.position
        threat = sum(
            setting.factors(position, enemy).attack
            for enemy, at in self.enemies().items()
            if setting.tables.grid.distance(at, there) <= 2
        )
        friends = [one for one in setting.there(position, there) if one != unit]
        strength = sum(setting.factors(position, one).defence for one in (*friends, unit))
        over = max(0, threat - strength)
        return over * unit_worth(setting, position, unit) // 20
