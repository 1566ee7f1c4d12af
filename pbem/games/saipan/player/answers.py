"""What the sensible player answers when a phase is interrupted: fire, retreat, losses, advance."""

from __future__ import annotations

from pbem.games.saipan.player.field import Field
from pbem.games.saipan.rules import ch07_results as results
from pbem.games.saipan.rules import ch07_retreat as retreat
from pbem.games.saipan.rules import ch08_fire as fire
from pbem.games.saipan.rules.orders import Advance, FinalFire, Lose, Retreat
from pbem.games.saipan.rules.position import Battle, Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Order
from pbem.kit.hexes import Hex
from pbem.kit.orders import Pass


def answer_fire(setting: Setting, position: Position, battle: Battle, sight: Field) -> Order:
    """Fire as much as helps, and keep points back for the attacks that are still to come.

    ``sight`` is the attacker's: what is bad for him is good for us.
    """
    target = fire.unsupported(battle)[0]
    hexes = [number for number, unit in sight.foe.items() if unit in battle.on]
    stakes = sight.stakes(hexes, battle.attackers, set(sight.own))
    differential = results.attack_strength(setting, position, battle)
    differential -= results.defence_strength(setting, position, battle)
    able = fire.in_range(setting, position, target)
    able.sort(key=lambda unit: (setting.unit(sight.enemy, unit).fpf, unit))
    still = sum(unit not in position.attacked for unit in position.must_be_attacked)
    points = position.gsp[sight.enemy]
    points -= points * still // (still + 1)
    best, least = (0, 0), sight.value(differential, stakes)
    for count in range(len(able) + 1):
        strength = sum(setting.unit(sight.enemy, unit).fpf for unit in able[:count])
        for gsp in range(points + 1):
            worth = sight.value(differential - strength - gsp, stakes) + 3 * (strength + gsp)
            if worth < least:
                best, least = (count, gsp), worth
    if best == (0, 0):
        return Pass()
    count, gsp = best
    return FinalFire(tuple(able[:count]), gsp, target if len(battle.on) > 1 else None)


def answer_retreat(setting: Setting, position: Position, sight: Field) -> Order:
    """Retreat to where it is hardest to be hit again; the victor chooses the opposite (A7).

    ``sight`` is the loser's.
    """
    cover = setting.tables.cover

    def safety(order: Retreat) -> tuple[int, int]:
        last = order.to[0]
        unit = setting.unit(sight.side, order.unit)
        near = sum(max(0, 4 - sight.tables.distance(last, h)) for h in sight.foe)
        ways = sum(n not in sight.held and n not in sight.foe for n in sight.land[last])
        score = 3 * unit.defence * cover[last] - 2 * near + 2 * ways
        if sight.side == "us":
            score -= 2 * (last in position.beachheads)
        return score, -len(order.to)

    orders = list(retreat.legal_retreats(setting, position))
    if setting.options.retreat_by == "victor":
        return min(orders, key=lambda order: (safety(order), order.unit, order.to))
    return max(orders, key=lambda order: (safety(order), order.unit, order.to))


def answer_lose(setting: Setting, position: Position, sight: Field) -> Order:
    """Pay for an exchange with what is worth least."""

    def price(order: Lose) -> tuple[int, tuple[str, ...]]:
        return sum(sight.worth(sight.side, unit) for unit in order.units), order.units

    return min(results.legal_losses(setting, position), key=price)


def answer_advance(setting: Setting, position: Position, battle: Battle, sight: Field) -> Order:
    """Advance where the new hex is better than the old one; never off a beach on Game-Turn 1."""
    best: tuple[int, str, Hex] | None = None
    for order in results.legal_advances(battle):
        here = position.hex_of(sight.side, order.unit)
        if here is None or setting.unit(sight.side, order.unit).kind == "artillery":
            continue
        if sight.side == "us" and position.turn == 1 and here in setting.tables.beaches:
            continue
        gain = _gain(setting, position, sight, order, here)
        if gain > 0 and (best is None or (gain, order.unit, order.hex) > best):
            best = (gain, order.unit, order.hex)
    return Pass() if best is None else Advance(best[1], best[2])


def _gain(setting: Setting, position: Position, sight: Field, order: Advance, here: Hex) -> int:
    """Return how much better a unit stands after an advance."""
    tables = setting.tables
    unit = setting.unit(sight.side, order.unit)
    before = sum(n in sight.foe for n in tables.land[here])
    after = sum(n in sight.foe for n in tables.land[order.hex])
    gain = unit.defence * (tables.cover[order.hex] - tables.cover[here])
    if sight.side == "jp":
        return gain + 20 * (order.hex in position.beachheads) - 6 * after + 3 * before
    near = min((tables.distance(order.hex, h) for h in sight.foe), default=0)
    away = min((tables.distance(here, h) for h in sight.foe), default=0)
    return gain + 4 + 2 * (away - near) - 4 * max(0, after - 1) + 2 * before
