"""The usual answers (`standing usual`) when a phase is interrupted: fire, retreat, losses, advance.

A part of the rules' version: each answer is the one that is worth most, what is weighed is
computed here, and a change of a weight changes the adjudication. No player of the program
stands below this module, so that players may learn without changing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pbem.games.saipan.rules import ch07_results as results
from pbem.games.saipan.rules import ch07_retreat as retreat
from pbem.games.saipan.rules import ch08_fire as fire
from pbem.games.saipan.rules.orders import Advance, FinalFire, Lose, Retreat
from pbem.games.saipan.rules.position import Position, open_battle
from pbem.games.saipan.rules.setting import Setting
from pbem.games.saipan.rules.usual_sight import Sight, Stakes
from pbem.kit.contract import Order, Question
from pbem.kit.typed.orders import Pass

NEVER = -(10**6)
"""The worth of what is never answered."""


def asked(_setting: Setting, _side: str) -> tuple[str, ...]:
    """Return the questions that have a usual answer: every one that can interrupt a side."""
    return "retreat", "fpf", "advance", "lose"


def answer(setting: Setting, position: Position, _question: Question) -> Order:
    """Return the usual answer to the open question, which interrupts."""
    return Judge(setting, position).answer()


def worth(setting: Setting, position: Position, _question: Question, order: Order) -> int:
    """Return what a legal answer to the open question weighs."""
    return Judge(setting, position).worth(order)


class Judge:
    """A question that interrupts: what may be answered, and what it is worth."""

    def __init__(self, setting: Setting, position: Position) -> None:
        self.setting = setting
        self.position = position
        self.battle = open_battle(position)

    def answer(self) -> Order:
        """Return the answer that is worth most, of equals the first of those `thought_of`."""
        return max(self.thought_of(), key=self.worth)

    def thought_of(self) -> list[Order]:
        """Return every answer that is weighed."""
        setting, position = self.setting, self.position
        if self.battle.fpf_open:
            return self._fires()
        if self.battle.retreating:
            retreats = retreat.legal_retreats(setting, position)
            return [*sorted(retreats, key=lambda order: (order.unit, order.to))]
        if results.owes(self.battle):
            return list(results.legal_losses(setting, position))
        advances = results.legal_advances(self.battle)
        return [Pass(), *sorted(advances, key=lambda order: (order.unit, order.hex))]

    def worth(self, order: Order) -> int:
        """Return what any legal answer is worth to who gives it."""
        match order:
            case FinalFire():
                return self._fire(order.with_, order.gsp)
            case Retreat():
                return self._retreat(order)
            case Lose():
                return -sum(self._sight.worth(self._sight.side, unit) for unit in order.units)
            case Advance():
                return self._advance(order)
        return self._fire((), 0) if self.battle.fpf_open else 0

    @cached_property
    def _sight(self) -> Sight:
        """Return the view of the player who is asked; of the attacker, if the defender may fire."""
        side = self.position.side
        if not self.battle.fpf_open and self.battle.retreating:
            side = self.battle.losers
        elif not self.battle.fpf_open and not results.owes(self.battle):
            side = results.victor(self.battle)
        return Sight(self.setting, self.position, side)

    # --- final protective fire -----------------------------------------------------------------

    def _fires(self) -> list[Order]:
        """None, then every strength that can be given now to the first unit under attack.

        Each sum of guns has the smallest set; of these the first by strength and name. Each
        strength has the weakest guns, with points.
        """
        target = fire.unsupported(self.battle)[0]
        able = fire.in_range(self.setting, self.position, target)
        able.sort(key=lambda unit: (self._strength(unit), unit))
        teams: dict[int, tuple[str, ...]] = {0: ()}
        for unit in able:
            for less, team in list(teams.items()):
                total = less + self._strength(unit)
                if total not in teams or len(team) + 1 < len(teams[total]):
                    teams[total] = (*team, unit)
        which = target if len(self.battle.on) > 1 else None
        given: dict[int, Order] = {0: Pass()}
        for strength, team in sorted(teams.items()):
            for gsp in range(self._most + 1):
                if strength + gsp not in given:
                    given[strength + gsp] = FinalFire(team, gsp, which)
        return list(given.values())

    def _strength(self, gun: str) -> int:
        return self.setting.unit(self._sight.enemy, gun).fpf

    def _fire(self, guns: Sequence[str], gsp: int) -> int:
        """The attack's worth to the attacker is bad for us, and so are the points that we spend.

        Points are kept back for the attacks that are still to come.
        """
        if gsp > self._most:
            return NEVER
        given = gsp + sum(map(self._strength, guns))
        differential, stakes = self._attack
        return -self._sight.value(differential - given, stakes) - 3 * given

    @cached_property
    def _most(self) -> int:
        """The most points that are spent now."""
        still = sum(unit not in self.position.attacked for unit in self.position.must_be_attacked)
        points = self.position.gsp[self._sight.enemy]
        return points - points * still // (still + 1)

    @cached_property
    def _attack(self) -> tuple[int, Stakes]:
        """The differential without more fire, and what the attack's results are worth."""
        at = self.setting, self.position, self.battle
        sight = self._sight
        hexes = [number for number, unit in sight.foe.items() if unit in self.battle.on]
        stakes = sight.stakes(hexes, self.battle.attackers, set(sight.own))
        return results.attack_strength(*at) - results.defence_strength(*at), stakes

    # --- retreats and advances -----------------------------------------------------------------

    def _retreat(self, order: Retreat) -> int:
        """Prefer places that are hardest to hit again; the victor chooses the opposite (A7)."""
        sight, there = self._sight, order.to[0]
        unit = self.setting.unit(sight.side, order.unit)
        near = sum((4 - away) * sight.foes_at(there, away) for away in range(1, 4))
        ways = len({*sight.land[there]}.difference(sight.held, sight.foe))
        score = 3 * unit.defence * sight.tables.cover[there] - 2 * near + 2 * ways
        if sight.side == "us":
            score -= 2 * (there in self.position.beachheads)
        safety = 100 * score - len(order.to)
        return -safety if self.setting.options.retreat_by == "victor" else safety

    def _advance(self, order: Advance) -> int:
        """How much better a unit stands; artillery never goes, nor anybody off a first beach."""
        sight, tables, there = self._sight, self._sight.tables, order.hex
        here = self.position.hex_of(sight.side, order.unit)
        unit = self.setting.unit(sight.side, order.unit)
        if here is None or unit.kind == "artillery":
            return NEVER
        if sight.side == "us" and self.position.turn == 1 and here in tables.beaches:
            return NEVER
        before, after = sight.foes_at(here, 1), sight.foes_at(there, 1)
        gain = unit.defence * (tables.cover[there] - tables.cover[here])
        if sight.side == "jp":
            return gain + 20 * (there in self.position.beachheads) - 6 * after + 3 * before
        closer = sight.nearest(here) - sight.nearest(there)
        return gain + 4 + 2 * closer - 4 * max(0, after - 1) + 2 * before
