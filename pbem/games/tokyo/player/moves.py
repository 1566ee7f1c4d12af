"""How the computer player moves: assaults first, then everybody to where they are of most use."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pbem.games.tokyo.player.attacks import LEAST, Odds
from pbem.games.tokyo.player.field import Field
from pbem.games.tokyo.rules import ch05_movement as movement
from pbem.games.tokyo.rules.orders import End, Move, Remove
from pbem.games.tokyo.rules.usual_sight import FAR
from pbem.kit.contract import Order
from pbem.kit.maps.hexes import Hex

Paths = dict[Hex, tuple[Hex, ...]]
Judge = Callable[[str, Hex, tuple[Hex, ...]], int]
"""Unit, where it would stand, and how it comes there: how good that is. 30 is a hex of ground."""

HEX = 30
"""The worth of a movement point nearer to the goal."""

POINT = 100
"""The worth of a Victory Point."""

MOST_IN_TEAM = 5

TOWN = 60
"""The worth of each Victory Point of a town to a unit there, with enemies coming."""

GOALS = 4
"""How many goals a unit thinks of."""

GUARDS = 2
"""How many units at most a group leaves on its beach."""

RING = 120
"""The worth of holding one of the hexes round Central Tokyo."""

ARC = (3, 4)
"""Hexes from Central Tokyo where an attack on the ring is best stopped: one out of reach of it."""

GATE = 25
"""The worth of barring one hex there."""

PINNED, PIN = 9, 14
"""Enemies less far than this from Central Tokyo are to be held up, the nearer the more."""

NEAR = 4
"""Movement points from which an enemy threatens."""


class Marshal:
    """The moves of one phase in the making; ``field`` changes with every one."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.odds = Odds(field)
        self.orders: list[Order] = []
        self.palace = field.palace_pays
        idle = movement.idle(field.setting, field.position)
        self.paths: dict[str, Paths] = {
            unit: field.reach(unit, palace=self.palace) for unit in idle
        }
        self.free = set(idle)

    def move(self, unit: str, goal: Hex) -> None:
        """Move a unit to ``goal``, to which it has a path."""
        rolled = unit in self.field.position.rolled
        far = unit in self.field.tables.armor and not rolled
        self.orders.append(Move(unit, self.paths[unit][goal], far))
        self.field.move(unit, goal)
        self.free.discard(unit)

    def able(self, unit: str) -> list[Hex]:
        """Return where a unit may end its move now, ascending."""
        return sorted(goal for goal in self.paths[unit] if goal not in self.field.taken)

    def assault(self, judge: Judge, targets: Iterable[Hex]) -> None:
        """Bring units up against each enemy whom it pays to attack, the best units for it."""
        stay = {unit: self._best(unit, judge)[0] for unit in self.free}
        for target in targets:
            team = self._team(target, judge, stay)
            for unit in sorted(team):
                if team[unit] == self.field.at[unit]:
                    self.free.discard(unit)
                else:
                    self.move(unit, team[unit])

    def _team(self, target: Hex, judge: Judge, stay: dict[str, int]) -> dict[str, Hex]:
        """Choose who goes where against one enemy, one unit at a time, while it pays.

        Everybody's price is what they could do instead.
        """
        field = self.field
        slots = [n for n in field.tables.next_to[target] if field.tables.side[n]]
        choices = [
            (unit, slot, max(0, stay[unit] - judge(unit, slot, self._path(unit, slot))))
            for unit in sorted(self.free)
            if self.odds.attack(unit)
            for slot in slots
            if slot == field.at[unit] or (slot in self.paths[unit] and slot not in field.taken)
        ]
        team: dict[str, Hex] = {}
        paid = best = 0
        while choices and len(team) < MOST_IN_TEAM:
            scored = [
                (self.odds.value(target, {**team, unit: slot}) - paid - price, unit, slot, price)
                for unit, slot, price in choices
            ]
            worth, unit, slot, price = max(scored)
            if team and worth < best + LEAST:
                break
            team[unit], best, paid = slot, worth, paid + price
            choices = [c for c in choices if c[0] != unit and c[1] != slot]
        return team if best >= LEAST else {}

    def _path(self, unit: str, goal: Hex) -> tuple[Hex, ...]:
        return self.paths[unit].get(goal, ())

    def _best(self, unit: str, judge: Judge) -> tuple[int, Hex]:
        """Return how good the best place for a unit is, and where; its own at last."""
        here = self.field.at[unit]
        scored = [(judge(unit, goal, self.paths[unit][goal]), goal) for goal in self.able(unit)]
        if sum(where == here for where in self.field.at.values()) == 1:
            scored.append((judge(unit, here, ()), here))
        return max(scored, default=(-FAR * HEX, here))

    def spread(self, units: Iterable[str], judge: Judge) -> None:
        """Move each unit to the place that ``judge`` likes best."""
        for unit in units:
            if unit in self.free:
                _, goal = self._best(unit, judge)
                if goal != self.field.at[unit]:
                    self.move(unit, goal)

    def end(self) -> list[Order]:
        """Return all orders, and the end of the phase; who cannot part is removed (5.3)."""
        field = self.field
        for here in sorted(set(field.at.values())):
            while self._shared(here) and self._part(here):
                pass
        others = [h for unit, h in field.position.at.items() if unit not in field.at]
        seen = set(others)
        for unit, here in sorted(field.at.items()):
            if here in seen:
                self.orders.append(Remove(unit))
            seen.add(here)
        return [*self.orders, End("movement")]

    def _shared(self, here: Hex) -> bool:
        return sum(where == here for where in self.field.at.values()) > 1

    def _part(self, here: Hex) -> bool:
        """Move somebody out of a hex that it meant to stay in, if anybody can."""
        at, stood = self.field.at, self.field.position.at
        for unit in sorted(u for u in self.paths if at[u] == here == stood[u]):
            goals = self.able(unit)
            if goals:
                self.move(unit, min(goals, key=lambda goal: (len(self.paths[unit][goal]), goal)))
                return True
        return False


# --- the Americans ---------------------------------------------------------------------------


def move_american(field: Field) -> list[Order]:
    """Take Central Tokyo if that wins; attack what is in reach and pays; go for points."""
    marshal = Marshal(field)
    tables = field.tables
    if marshal.palace:
        for unit in sorted(marshal.free):
            if tables.palace in marshal.able(unit):
                marshal.move(unit, tables.palace)
                break
    goals = Goals(field)
    guard(marshal)
    front = sorted(
        (u for u in marshal.free if tables.americans[u].kind != "hq"),
        key=lambda u: (field.far(tables.palace, field.at[u]), u),
    )
    staff = sorted(marshal.free - set(front))
    goals.choose(front)
    marshal.free -= set(staff)
    marshal.assault(goals.judge, american_targets(field))
    goals.choose([unit for unit in front if unit in marshal.free])
    marshal.spread(front, goals.judge)
    marshal.free |= set(staff)
    marshal.spread(staff, lambda unit, here, _: _following(field, unit, here))
    return marshal.end()


def american_targets(field: Field) -> list[Hex]:
    """Return the enemies, those near the beach first, then by the way to Central Tokyo."""
    tables = field.tables
    near = {h: min(tables.distance(h, b) for b in tables.beach[field.army]) for h in field.foe}
    return sorted(field.foe, key=lambda h: (near[h] > 1, -field.far(tables.palace, h), h))


def guard(marshal: Marshal) -> None:
    """[9.1] Put units on the beach hexes that raiders would come to, if there are HQs to lose."""
    field, tables = marshal.field, marshal.field.tables
    posts: list[Hex] = []
    while len(posts) < GUARDS and field.hqs(field.army):
        coming = field.raiders(posts)
        open_ = [b for b in tables.beach[field.army] if b in coming and b not in posts]
        if not open_:
            return
        post = min(open_, key=lambda b: (coming[b], b))
        able = [u for u in marshal.free if field.at[u] == post or post in marshal.able(u)]
        able = [u for u in able if tables.americans[u].kind != "hq"]
        if able:
            unit = min(able, key=lambda u: (tables.distance(field.at[u], post), u))
            if field.at[unit] != post:
                marshal.move(unit, post)
            marshal.free.discard(unit)
        posts.append(post)


class Goals:
    """The goal of each American unit."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.of: dict[str, list[tuple[int, Hex]]] = {}

    def choose(self, units: list[str]) -> None:
        """Deal goals out: each unit drawn to one makes it less worth another's while."""
        field = self.field
        worth = self._worth()
        for unit in units:
            here = field.at[unit]
            best = sorted(
                ((value - HEX * field.far(goal, here), goal) for goal, value in worth.items()),
                reverse=True,
            )[:GOALS]
            self.of[unit] = [(worth[goal], goal) for _, goal in best]
            if best:
                goal = best[0][1]
                # One unit alone does nothing among enemies, or beyond them.
                many = goal in field.foe or goal == field.tables.palace
                worth[goal] -= POINT // 2 if many else 2 * POINT

    def _worth(self) -> dict[Hex, int]:
        """Return what it would be worth to stand in each town that is not ours."""
        field, tables = self.field, self.field.tables
        turn = min(field.position.turn + 1, tables.turns)
        worth = {
            town: HEX + POINT * value - field.alarm(town)
            for town, value in tables.points.items()
            if field.position.control.get(town, "jp") != field.army and field.far(town, town) == 0
        }
        worth[tables.palace] = 5 * HEX + 40 * tables.palace_points[turn - 1]
        return worth

    def judge(self, unit: str, here: Hex, path: tuple[Hex, ...]) -> int:
        """Return how good it is that a unit goes somewhere, as a `Judge` does."""
        field, tables = self.field, self.field.tables
        score = max(
            (value - HEX * field.far(goal, here) for value, goal in self.of.get(unit, ())),
            default=0,
        )
        score += POINT * field.gain(path) - sum(field.alarm(town) for town in path)
        if here == tables.palace:
            score += 10 * POINT
        if here in field.held:
            score -= HEX // 2
        if field.position.turn >= tables.turns - 1 and field.threat(here) <= NEAR:
            held = field.position.control.get(here) == field.army
            score += TOWN * tables.points.get(here, 0) * held
        return score + field.noise(unit, here)


def _following(field: Field, unit: str, here: Hex) -> int:
    """Return how good a place is for an HQ: in range of enemies, out of theirs, after others."""
    tables = field.tables
    in_range = sum(tables.distance(here, h) <= tables.hq_range for h in field.foe)
    far = field.far(tables.palace, here)
    front = sum(1 for n in tables.next_to[here] if n in field.own)
    danger = field.threat(here)
    score = 25 * min(in_range, 3) + 15 * min(front, 2) - 10 * far
    score -= 300 * (here in field.held) + 40 * (danger <= NEAR and front == 0)
    return score - 20 * (here in tables.beach[field.army]) + field.noise(unit, here)


# --- the Japanese ----------------------------------------------------------------------------


def move_japanese(field: Field) -> list[Order]:
    """Strike back where it pays, otherwise bar the ways to Tokyo; armor, for its dice, last."""
    marshal = Marshal(field)
    line = Line(field)
    armor = {unit for unit in marshal.free if unit in field.tables.armor}
    foot = sorted(marshal.free - armor, key=lambda u: (field.threat(field.at[u]), u))
    targets = sorted(field.foe, key=lambda h: (field.raid(h) == "", field.threat(h), h))
    marshal.assault(line.judge, [h for h in targets if line.near(h)])
    marshal.spread(foot, line.judge)
    marshal.spread(sorted(armor), line.judge)
    dice = [o for o in marshal.orders if isinstance(o, Move) and o.far]
    marshal.orders = [o for o in marshal.orders if o not in dice] + list(dice)
    return marshal.end()


class Line:
    """The good places of a Japanese unit: in the way, in cover, on towns, not all in a heap."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.direct = field.threat(field.tables.palace)
        if self.direct == FAR:
            self.direct = min((field.threat(n) for n in field.tables.ring), default=0)
        tables = field.tables
        self.arc = {
            n
            for n, side in tables.side.items()
            if side and tables.distance(n, tables.palace) in ARC and field.threat(n) <= 3 * NEAR
        }
        self._unit = ""
        self._watched: set[Hex] = set()

    def near(self, here: Hex) -> bool:
        """Whether a unit of ours stands within a move of a hex."""
        return any(self.field.tables.distance(here, own) <= NEAR for own in self.field.own)

    def judge(self, unit: str, here: Hex, path: tuple[Hex, ...]) -> int:
        """Return how good it is that a unit goes somewhere, as a `Judge` does."""
        field, tables = self.field, self.field.tables
        threat = field.threat(here)
        detour = max(0, threat + tables.distance(here, tables.palace) - self.direct)
        score = POINT * field.gain(path) - 10 * detour - 8 * max(0, threat - NEAR)
        if field.raid(here):
            score += 2 * POINT
        if here in tables.ring:
            score += RING
        if threat <= 2 * NEAR:
            score += 12 * field.cover(here) + 5 * min(3, len(tables.rivers[here]))
            score += TOWN * tables.points.get(here, 0)
            score += sum(TOWN // 4 * tables.points.get(n, 0) for n in tables.next_to[here])
        score += self._ways(unit, here) + self._pins(unit, here)
        return score + field.noise(unit, here) // 2

    def _ways(self, unit: str, here: Hex) -> int:
        """Return what a zone of control from a hex adds: roads barred; friends beside it do not."""
        field, tables = self.field, self.field.tables
        around = (here, *tables.next_to[here])
        others = sum(1 for n in around if field.own.get(n, unit) != unit)
        roads = len(tables.roads[here]) + sum(1 for n in around if tables.roads[n])
        new = sum(1 for n in around if n in self.arc and n not in self._watched_without(unit))
        return 2 * roads - 12 * others + GATE * new

    def _pins(self, unit: str, here: Hex) -> int:
        """Return what it is worth to stand beside enemies: whom nobody else holds up, cannot pass.

        A unit in a zone of control goes on only by way of a hex that is in none (4.3).
        """
        field, tables = self.field, self.field.tables
        foes = [n for n in tables.next_to[here] if n in field.foe]
        fresh = [n for n in foes if n not in self._watched_without(unit)]
        return sum(PIN * max(0, PINNED - tables.distance(n, tables.palace)) for n in fresh) - (
            25 * len(foes)
        )

    def _watched_without(self, unit: str) -> set[Hex]:
        """Return what the zones of control of all others of ours cover."""
        if self._unit != unit:
            near = self.field.tables.next_to
            here = [h for h, other in self.field.own.items() if other != unit]
            self._unit, self._watched = unit, {n for h in here for n in (h, *near[h])}
        return self._watched
