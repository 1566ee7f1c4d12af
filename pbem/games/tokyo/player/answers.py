"""What the sensible player answers when he is asked in the middle of something.

Each answer is the one that is worth most. These are the usual answers, which stand in logs: what is
weighed is said in docs/games/tokyo.md, and whoever changes it changes the adjudication.
"""

from __future__ import annotations

from functools import cached_property

from pbem.games.tokyo.player.attacks import Odds
from pbem.games.tokyo.player.field import Field
from pbem.games.tokyo.rules import ch06_combat as combat
from pbem.games.tokyo.rules import ch06_results as results
from pbem.games.tokyo.rules.orders import Advance, Call, Exchange, Free, Retreat, Volunteer
from pbem.games.tokyo.rules.position import open_battle
from pbem.games.tokyo.rules.setting import HOME
from pbem.kit.contract import Order
from pbem.kit.hexes import Hex
from pbem.kit.orders import Pass

LATEST_CALL = 7
"""After this turn E Corps comes too late."""

IN_SIGHT = 3
"""Hexes from Central Tokyo from which a group reckons that it will take it."""

NEVER = -(10**6)
"""The worth of what he would not do."""

NEAR = 4
"""Enemies nearer than so many hexes may come for who has retreated."""


class Judge:
    """A question that interrupts, as the player sees it: what may be answered, what it is worth."""

    def __init__(self, field: Field) -> None:
        self.field = field

    def answer(self, question: str) -> Order:
        """Return the answer that is worth most, of equals the first of those `thought_of`."""
        return max(self.thought_of(question), key=self.worth)

    def thought_of(self, question: str) -> list[Order]:
        """Return every answer that he thinks of."""
        field = self.field
        setting, position = field.setting, field.position
        match question:
            case "ecorps":
                return [Pass(), Call()]
            case "volunteer":
                return [Pass(), Volunteer()]
            case "free":
                return [self._free()]
            case "exchange":
                return [Exchange(unit) for unit in sorted(open_battle(position).tied)]
            case "retreat":
                retreats = results.legal_retreats(setting, position)
                return [*sorted(retreats, key=lambda order: (order.unit, order.to))]
        advances = results.legal_advances(setting, position)
        return [Pass(), *sorted(advances, key=lambda order: (order.unit, order.path))]

    def worth(self, order: Order) -> int:
        """Return what any legal answer is worth to who gives it."""
        match order:
            case Call() | Volunteer():
                wanted = self._in_time() if isinstance(order, Call) else self._void()
                return 1 if wanted else -1
            case Free():
                return sum(map(self._freed, order.units))
            case Exchange():
                return -self._odds.worth(order.unit)
            case Retreat():
                return self._refuge(order)
            case Advance():
                return self._advance(order)
        return 0

    @cached_property
    def _odds(self) -> Odds:
        return Odds(self.field)

    def _in_time(self) -> bool:
        """[8.5] Whether to call E Corps: Central Tokyo is in sight, or we are behind."""
        field = self.field
        sees = sum(field.tables.distance(h, field.tables.palace) <= IN_SIGHT for h in field.own)
        needs = field.margin(palace=False) < 0
        return field.position.turn <= LATEST_CALL and (sees >= 2 or needs)

    def _void(self) -> bool:
        """[13.2] Whether to void a result: one of the worst, and no chit could lose the game."""
        field, position = self.field, self.field.position
        battle = open_battle(position)
        side = combat.japanese_side(field.setting, position, battle)
        bad = "Ae" if battle.army == field.army else "De"
        safe = position.called.get(side, 0) + max(position.chits) < field.tables.chit_limit
        return safe and battle.result == bad

    def _free(self) -> Free:
        """[8.2] Armor first, then what stands nearest to the enemy."""
        position = self.field.position
        units = sorted(position.locked, key=lambda unit: (-self._freed(unit), unit))
        return Free(tuple(sorted(units[: position.pending[self.field.army]])))

    def _freed(self, unit: str) -> int:
        field = self.field
        return 1000 * (unit in field.tables.armor) - field.threat(field.position.at[unit])

    def _refuge(self, order: Retreat) -> int:
        """[6.2] Cover, friends, no enemies near, the own side of the boundary, nobody displaced.

        An American does not stray (5.42); a Japanese unit would rather hold a town, or a beach.
        """
        field, tables, there = self.field, self.field.tables, order.to[0]
        near = sum(max(0, NEAR - tables.distance(there, foe)) for foe in field.foe)
        others = sum(1 for n in tables.next_to[there] if field.own.get(n, order.unit) != order.unit)
        score = 10 * field.cover(there) - 5 * near + 5 * others - 20 * len(order.to)
        if not field.american:
            return score + 100 * (field.raid(there) != "") + 5 * tables.points.get(there, 0)
        if there == tables.palace:
            return score + (1000 if field.palace_pays else -1000)
        strays = tables.side[there] not in {HOME[field.army], "both"}
        return score + 100 * field.gain([there]) - field.alarm(there) - 200 * strays

    def _advance(self, order: Advance) -> int:
        """[6.9] How much better the new hex is than the old one; HQs never go."""
        field = self.field
        here, there = field.position.at[order.unit], order.path[-1]
        counter = field.tables.americans.get(order.unit)
        if counter is not None and counter.kind == "hq":
            return NEVER
        better = self._stay(there) - self._stay(here) + 100 * field.gain(order.path)
        return better - sum(field.alarm(number) for number in order.path)

    def _stay(self, here: Hex) -> int:
        """Return how good it is that one of ours stands in a hex after a combat."""
        field, tables = self.field, self.field.tables
        foes = sum(1 for n in tables.next_to[here] if n in field.foe)
        score = 10 * field.cover(here) - 15 * foes
        if not field.american:
            return score + 100 * (field.raid(here) != "") + 5 * tables.points.get(here, 0)
        if here == tables.palace:
            return 1000 if field.palace_pays else -1000
        return score - 20 * field.far(tables.palace, here)
