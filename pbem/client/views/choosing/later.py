"""Which attacks become possible after the end of a phase, as things lie now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.client.views.choosing.pointed import plain_orders
from pbem.client.views.naming import naming
from pbem.client.views.refused import why_none
from pbem.errors import PbemError
from pbem.kit.typed.words import NEXT
from pbem.kit.wording import listed
from pbem.play.refusals import spellings

if TYPE_CHECKING:
    from pbem.client.views.counters import Enemy
    from pbem.kit.contract import Arrow, Question
    from pbem.play.play import Play

PHASES_MOST = 2
"""So many phases that one ends themselves are looked after."""
ATTACKS_MOST = 3_000
"""So many orders of a later phase are looked at."""


_Reached = tuple[str, "Play", tuple[str, ...]]
"""A play, after which orders it was reached, and the lines of its own plain orders."""


class LaterAttacks(NamedTuple):
    """The attacks of a later phase: ``after`` which orders, in one line, and what each is."""

    after: str
    attacks: list[Arrow]


class Phases:
    """The phases of one's own after the end of the one asked about, nearest first, each made once.

    ``plain``: the lines of the orders that name nothing on the map; one of them ends a phase. There
    are none where the phase asked about has no end of its own. Iterating yields after which
    orders, in one line, each comes, and the play then.
    """

    def __init__(self, play: Play, asked: Question, plain: Sequence[str]) -> None:
        self._side = asked.side
        self._reached: list[list[_Reached]] = []
        if asked.phase and asked.secret is None:
            self._reached.append([("", play, tuple(plain))])

    def __iter__(self) -> Iterator[tuple[str, Play]]:
        for depth in range(1, PHASES_MOST + 1 if self._reached else 1):
            if len(self._reached) == depth:
                before = self._reached[-1]
                self._reached.append(
                    [one for was in before for one in _following(*was, self._side)]
                )
            yield from ((after, then) for after, then, _ in self._reached[depth])

    @cached_property
    def attacks(self) -> LaterAttacks | None:
        """The attacks of the next of them in which there are any, None of none."""
        for after, then in self:
            attacks = list(_attacks(then))
            if attacks:
                return LaterAttacks(after, attacks)
        return None


def orders_later(phases: Phases, name: str) -> str:
    """Say after which orders there are some that name a unit; where after none, why not there.

    ``name``: the unit's. Empty where nothing comes after, or the reason is not plain.
    """
    refused = ""
    for after, then in phases:
        named = naming(then, [name.casefold()])
        legal = islice(then.game.legal(then.position), ATTACKS_MOST)
        if any(named(then.game.text(order)) for order in legal):
            return f"After `{after}`, some orders name it."
        if not refused and then.asked is not None and (why := why_none(then, then.asked, name)):
            refused = f"Nothing does after `{after}` either ({'; '.join(why)})."
    return refused


def of_enemy(enemy: Enemy, later: LaterAttacks | None) -> str:
    """Say when an enemy can be attacked on whom nothing is offered now, and by whom then.

    ``later``: the next attacks of which there are any; None of none.
    """
    who = f"{enemy.name} in {enemy.place}"
    if later is None:
        return f"no unit of yours can attack {who} now"
    able = dict.fromkeys(
        unit for one in later.attacks if enemy.place in one.against for unit in one.units
    )
    if not able:
        return f"as things stand, no unit of yours could attack {who} after `{later.after}`"
    return f"as things stand, {listed(able)} can attack {who} after `{later.after}`"


def leads_to(enemy: Enemy) -> str:
    """Say of an enemy that the orders which are offered are no attacks on them yet."""
    return f"No unit attacks {enemy.name} in {enemy.place} from there, but these moves lead there."


def of_own(name: str, later: LaterAttacks | None) -> str:
    """Say what a unit of one's own could attack later; empty where nobody of this name could.

    ``later``: as for `of_enemy`.
    """
    if later is None:
        return ""
    mine = [one for one in later.attacks if any(name.casefold() in spellings(u) for u in one.units)]
    places = dict.fromkeys(place for one in mine for place in one.against)
    if not places:
        return ""
    return f"As things stand, it could attack {listed(places)} after `{later.after}`."


def _following(after: str, play: Play, lines: Sequence[str], side: str) -> Iterator[_Reached]:
    """Yield the plays in which the same side is asked at once about another phase."""
    for line in lines:
        then = play.trial()
        try:
            order = then.game.parse(then.position, side, line)
            then.order(then.seats[side], [then.game.write_order(order)])
        except PbemError:
            continue
        asked = then.asked
        if then.due is None and asked is not None and asked.side == side and asked.phase:
            then.position = then.seen_by(side)
            yield f"{NEXT} ".join(filter(None, (after, line))), then, plain_orders(then)


def _attacks(play: Play) -> Iterator[Any]:
    for order in islice(play.game.legal(play.position), ATTACKS_MOST):
        arrow = play.game.arrow(play.position, order)
        if arrow is not None and arrow.against:
            yield arrow
