"""The moves of the computer player's units that attack nothing this turn: together, to the front.

An attack comes out of one Area, so units gather: the third and the fourth of a group are wanted
more than the first, the seventh not at all; Armor where there is none. Leaders follow their
command.
"""

from __future__ import annotations

from collections import Counter

from pbem.games.manila.player.field import Field, Path
from pbem.games.manila.rules.orders import Activate
from pbem.kit.contract import Order

GATHER = (4, 6, 9, 10, 9, 7, 1)
"""How much another unit is wanted beside none, one, two, ... Infantry and Armor units."""

FADE = (10, 7, 5, 3, 2, 1)
"""How much of that is left for each Area between the group and the next one to attack."""

ARMS = (10, 14, 6)
"""The same for Armor: beside Infantry with one Armor unit, with none, with more."""


class Regroup:
    """The moves of idle units in the making."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.where = dict(field.position.at)
        self.merits = self._merits()
        heavy = [unit for unit in self.where if field.units[unit].kind != "leader"]
        self.standing = Counter(self.where[unit] for unit in heavy)
        self.armor = Counter(self.where[u] for u in heavy if field.units[u].kind == "armor")
        self.moves: list[Activate] = []

    def _merits(self) -> dict[int, int]:
        """Return how good each Area is to gather in: what may be attacked from it, and how far."""
        field = self.field
        merits: dict[int, list[int]] = {}
        for area in field.foe:
            ring = [a for a in field.tables.next_to[area] if a not in field.foe]
            steps = dict.fromkeys(ring, 0)
            for here in ring:
                merits.setdefault(here, []).append(
                    field.gain(area) * FADE[min(steps[here], len(FADE) - 1)]
                )
                for there in field.tables.next_to[here]:
                    if there not in steps and there not in field.foe:
                        steps[there] = steps[here] + 1
                        ring.append(there)
            if area in field.contested:
                merits.setdefault(area, []).append(field.gain(area) * FADE[0])
        return {area: sum(sorted(each)[-1:]) + sum(each) // 8 for area, each in merits.items()}

    def orders(self) -> list[Order]:
        """Return the moves; units that go the same way one after the other go together."""
        field = self.field
        fresh = {unit for area in set(self.where.values()) for unit in field.fresh(area)}
        for unit in sorted(fresh, key=lambda u: (self.merits.get(self.where[u], 0), u)):
            if field.units[unit].kind != "leader":
                self._send(unit)
        for unit in field.setting.in_order(list(fresh)):
            if field.units[unit].kind == "leader":
                self._follow(unit)
        return list(self.moves)

    def _wish(self, unit: str, area: int) -> int:
        """Return how much a unit is wanted in an Area, itself not counted there."""
        armored = self.field.units[unit].kind == "armor"
        stays = self.where[unit] == area
        beside = min(self.standing[area] - stays, len(GATHER) - 1)
        armor = self.armor[area] - (stays and armored)
        wish = self.merits.get(area, 0) * GATHER[beside]
        if armored:
            wish = wish * ARMS[1 if not armor else 0 if armor == 1 else 2] // 10
        return wish

    def _send(self, unit: str) -> None:
        field, here = self.field, self.where[unit]
        ways = field.ways(here, field.units[unit].movement)
        choices: list[tuple[int, int, Path]] = [(self._wish(unit, here), 1, ())]
        for area, path in ways.items():
            if area not in field.foe:
                choices.append((self._wish(unit, area), -field.cost_of(path), path))
        path = max(choices)[2]
        if path:
            goal = path[-1]
            armored = field.units[unit].kind == "armor"
            self.standing[here] -= 1
            self.standing[goal] += 1
            self.armor[here] -= armored
            self.armor[goal] += armored
            # The room that it leaves counts for nobody: others may move before it.
            field.rooms[goal] -= 1
            self._move(unit, here, path)

    def _follow(self, leader: str) -> None:
        """Send a Leader where most of their command is, and stay where it is as good."""
        field, here = self.field, self.where[leader]

        def led(area: int) -> int:
            return sum(
                where == area and field.units[unit].command == field.units[leader].command
                for unit, where in self.where.items()
                if unit != leader
            )

        ways = field.ways(here, field.units[leader].movement, heavy=False)
        choices: list[tuple[int, int, int, Path]] = [(led(here), 1, 0, ())]
        for area, path in ways.items():
            if area not in field.foe:
                choices.append((led(area), 0, -area, path))
        path = max(choices)[3]
        if path:
            self._move(leader, here, path)

    def _move(self, unit: str, here: int, path: Path) -> None:
        self.where[unit] = path[-1]
        last = self.moves[-1] if self.moves else None
        if last is not None and (last.area, last.path) == (here, path):
            self.moves[-1] = Activate(here, (*last.units, unit), path)
        else:
            self.moves.append(Activate(here, (unit,), path))
