"""What the sensible player answers when he is asked in the middle of something."""

from __future__ import annotations

from pbem.games.tokyo.player.attacks import Odds
from pbem.games.tokyo.player.field import Field
from pbem.games.tokyo.rules import ch06_combat as combat
from pbem.games.tokyo.rules import ch06_results as results
from pbem.games.tokyo.rules.orders import Advance, Call, Exchange, Free, Retreat, Volunteer
from pbem.games.tokyo.rules.position import open_battle
from pbem.kit.contract import Order
from pbem.kit.hexes import Hex
from pbem.kit.orders import Pass

LATEST_CALL = 7
"""After this turn E Corps comes too late."""

IN_SIGHT = 3
"""Hexes from Central Tokyo from which a group reckons that it will take it."""


def ecorps(field: Field) -> Order:
    """[8.5] Call E Corps with Central Tokyo in sight, which costs nothing then, or in need."""
    palace = field.tables.palace
    sees = sum(field.tables.distance(h, palace) <= IN_SIGHT for h in field.own) >= 2
    in_time = field.position.turn <= LATEST_CALL
    return Call() if in_time and (sees or field.margin(palace=False) < 0) else Pass()


def free(field: Field) -> Order:
    """[8.2] Release armor first, then what stands nearest to the enemy."""
    position, tables = field.position, field.tables
    number = position.pending[field.army]
    units = sorted(
        position.locked,
        key=lambda u: (u not in tables.armor, field.threat(position.at[u]), u),
    )
    return Free(tuple(sorted(units[:number])))


def volunteer(field: Field) -> Order:
    """[13.2] Void the worst results as long as no chit could lose the game."""
    position = field.position
    battle = open_battle(position)
    side = combat.japanese_side(field.setting, position, battle)
    bad = {"Ae"} if battle.army == field.army else {"De"}
    safe = position.called.get(side, 0) + max(position.chits) < field.tables.chit_limit
    return Volunteer() if safe and battle.result in bad else Pass()


def exchange(field: Field) -> Order:
    """[6.2] Give up the one worth least."""
    odds = Odds(field)
    return Exchange(min(open_battle(field.position).tied, key=lambda u: (odds.worth(u), u)))


def retreat(field: Field) -> Order:
    """[6.2] Retreat to cover and to towns, keep the way open, displace nobody if possible."""

    def safety(order: Retreat) -> tuple[int, str, tuple[Hex, ...]]:
        return (_stay(field, order.to[0]) - 20 * len(order.to), order.unit, order.to)

    return max(results.legal_retreats(field.setting, field.position), key=safety)


def advance(field: Field) -> Order:
    """[6.9] Advance where the new hex is better than the old one; HQs never do."""
    best, most = None, 0
    for order in results.legal_advances(field.setting, field.position):
        here, there = field.position.at[order.unit], order.path[-1]
        counter = field.tables.americans.get(order.unit)
        if counter is not None and counter.kind == "hq":
            continue
        better = _stay(field, there) - _stay(field, here) + 100 * field.gain(order.path)
        better -= sum(field.alarm(number) for number in order.path)
        if better > most:
            best, most = order, better
    return Pass() if best is None else Advance(best.unit, best.path)


def _stay(field: Field, here: Hex) -> int:
    """Return how good it is that one of ours stands in a hex after a combat."""
    tables = field.tables
    foes = sum(1 for n in tables.next_to[here] if n in field.foe)
    score = 10 * field.cover(here) - 15 * foes
    if not field.american:
        return score + 100 * (field.raid(here) != "") + 5 * tables.points.get(here, 0)
    if here == tables.palace:
        return 1000 if field.palace_pays else -1000
    return score - 20 * field.far(tables.palace, here)
