"""The usual answers (`standing usual`) to who is asked in the middle of something.

A part of the rules' version: each answer is the one that is worth most, what is weighed is
computed here, and a change of a weight changes the adjudication. No player of the program
stands below this module, so that players may learn without changing it.
"""

from __future__ import annotations

from functools import cached_property

from pbem.games.tokyo.rules import ch06_combat as combat
from pbem.games.tokyo.rules import ch06_results as results
from pbem.games.tokyo.rules.orders import Advance, Call, Exchange, Free, Retreat, Volunteer
from pbem.games.tokyo.rules.position import Position, open_battle
from pbem.games.tokyo.rules.setting import GROUPS, HOME, Setting
from pbem.games.tokyo.rules.usual_sight import Sight
from pbem.games.tokyo.rules.usual_worth import Worth
from pbem.kit.contract import Order, Question
from pbem.kit.maps.hexes import Hex
from pbem.kit.typed.orders import Pass

LATEST_CALL = 7
"""After this turn E Corps comes too late."""

IN_SIGHT = 3
"""Hexes from Central Tokyo from which a group reckons that it will take it."""

NEVER = -(10**6)
"""The worth of what is never answered."""

NEAR = 4
"""Enemies nearer than so many hexes may come for who has retreated."""


def asked(setting: Setting, side: str) -> tuple[str, ...]:
    """Return the questions that have a usual answer: every one that can interrupt a side."""
    names = ["retreat", "advance", "exchange", "volunteer"]
    if side in {setting.commander(army) for army in setting.armies if army not in HOME}:
        names.append("free")
    if side in HOME:
        names.append("ecorps")
    return tuple(names)


def answer(setting: Setting, position: Position, question: Question) -> Order:
    """Return the usual answer to the open question, which interrupts."""
    return _judge(setting, position, question).answer(question.name)


def worth(setting: Setting, position: Position, question: Question, order: Order) -> int:
    """Return what a legal answer to the open question weighs."""
    return _judge(setting, position, question).worth(order)


def _judge(setting: Setting, position: Position, question: Question) -> Judge:
    return Judge(Sight(setting, position, _army_asked(setting, position, question.name)))


def _army_asked(setting: Setting, position: Position, name: str) -> str:
    """Return the army that has to answer: that of the acting side, or of who was attacked."""
    battle = position.battle
    if battle is None or name == "exchange":
        return position.army
    if name == "volunteer":
        acting = position.army
        return setting.army(position, battle.target) if acting in GROUPS else acting
    unit = battle.retreating[0] if name == "retreat" else battle.victors[0]
    return setting.army(position, unit)


class Judge:
    """A question that interrupts: what may be answered, and what it is worth."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight

    def answer(self, question: str) -> Order:
        """Return the answer that is worth most, of equals the first of those `thought_of`."""
        return max(self.thought_of(question), key=self.worth)

    def thought_of(self, question: str) -> list[Order]:
        """Return every answer that is weighed."""
        sight = self.sight
        setting, position = sight.setting, sight.position
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
                return -self._units.worth(order.unit)
            case Retreat():
                return self._refuge(order)
            case Advance():
                return self._advance(order)
        return 0

    @cached_property
    def _units(self) -> Worth:
        return Worth(self.sight)

    def _in_time(self) -> bool:
        """[8.5] Whether to call E Corps: Central Tokyo is in sight, or we are losing."""
        sight = self.sight
        sees = sum(sight.tables.distance(h, sight.tables.palace) <= IN_SIGHT for h in sight.own)
        needs = sight.margin(palace=False) < 0
        return sight.position.turn <= LATEST_CALL and (sees >= 2 or needs)

    def _void(self) -> bool:
        """[13.2] Whether to void a result: one of the worst, and no chit could lose the game."""
        sight, position = self.sight, self.sight.position
        battle = open_battle(position)
        side = combat.japanese_side(sight.setting, position, battle)
        bad = "Ae" if battle.army == sight.army else "De"
        safe = position.called.get(side, 0) + max(position.chits) < sight.tables.chit_limit
        return safe and battle.result == bad

    def _free(self) -> Free:
        """[8.2] Armor first, then what stands nearest to the enemy."""
        position = self.sight.position
        units = sorted(position.locked, key=lambda unit: (-self._freed(unit), unit))
        return Free(tuple(sorted(units[: position.pending[self.sight.army]])))

    def _freed(self, unit: str) -> int:
        sight = self.sight
        return 1000 * (unit in sight.tables.armor) - sight.threat(sight.position.at[unit])

    def _refuge(self, order: Retreat) -> int:
        """[6.2] Cover, friends, no enemies near, the own side of the boundary, nobody displaced.

        An American does not stray (5.42); a Japanese unit would rather hold a town, or a beach.
        """
        sight, tables, there = self.sight, self.sight.tables, order.to[0]
        foes = sight.foe.keys()
        near = sum((NEAR - away) * len(foes & tables.ring_at(there, away)) for away in range(NEAR))
        others = sum(1 for n in tables.next_to[there] if sight.own.get(n, order.unit) != order.unit)
        score = 10 * sight.cover(there) - 5 * near + 5 * others - 20 * len(order.to)
        if not sight.american:
            return score + 100 * (sight.raid(there) != "") + 5 * tables.points.get(there, 0)
        if there == tables.palace:
            return score + (1000 if sight.palace_pays else -1000)
        strays = tables.side[there] not in {HOME[sight.army], "both"}
        return score + 100 * sight.gain([there]) - sight.alarm(there) - 200 * strays

    def _advance(self, order: Advance) -> int:
        """[6.9] How much better the new hex is than the old one; HQs never go."""
        sight = self.sight
        here, there = sight.position.at[order.unit], order.path[-1]
        counter = sight.tables.americans.get(order.unit)
        if counter is not None and counter.kind == "hq":
            return NEVER
        better = self._stay(there) - self._stay(here) + 100 * sight.gain(order.path)
        return better - sum(sight.alarm(number) for number in order.path)

    def _stay(self, here: Hex) -> int:
        """Return how good it is that one of ours stands in a hex after a combat."""
        sight, tables = self.sight, self.sight.tables
        foes = len(sight.foe.keys() & tables.next_to[here])
        score = 10 * sight.cover(here) - 15 * foes
        if not sight.american:
            return score + 100 * (sight.raid(here) != "") + 5 * tables.points.get(here, 0)
        if here == tables.palace:
            return 1000 if sight.palace_pays else -1000
        return score - 20 * sight.far(tables.palace, here)
