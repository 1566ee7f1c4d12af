"""[7.0] Combat: declaring attacks, with [8.0] barrage, [9.0] ground support and [10.0] Banzai."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from pbem.errors import IllegalOrder
from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules import ch07_obligations as obligations
from pbem.games.saipan.rules.ch07_obligations import Names
from pbem.games.saipan.rules.orders import Attack
from pbem.games.saipan.rules.outcomes import AttackDeclared
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting, attackers_beside, controls, enemies_beside
from pbem.kit.contract import Outcome
from pbem.kit.maps.hexes import Hex


def check_attack(setting: Setting, position: Position, order: Attack) -> None:
    """Refuse an attack that [7.0] to [10.0] or [12.32] do not allow."""
    targets = [_check_target(position, name) for name in order.on]
    for unit in order.with_:
        _check_attacker(setting, position, unit, order)
    for unit in order.barrage:
        _check_gun(setting, position, unit, targets)
    _check_support(position, order)
    if order.banzai:
        _check_banzai(setting, position, order)
    obligations.check_attack(setting, position, order)


def _check_target(position: Position, name: str) -> Hex:
    """[7.2] A unit is attacked at most once in a Combat Phase."""
    number = position.hex_of(ENEMY[position.side], name)
    if number is None:
        raise IllegalOrder("7.2", f"there is no enemy unit {name} on the map")
    if name in position.attacked:
        why = f"{name} was already attacked in this Combat Phase"
        raise IllegalOrder("7.2", why, "Choose another target, or `end combat`.")
    return number


def _check_attacker(setting: Setting, position: Position, unit: str, order: Attack) -> None:
    """[7.2] Attackers are adjacent to all that they attack, once; at sea, to one unit alone."""
    side = position.side
    if unit not in position.sea and position.hex_of(side, unit) is None:
        raise IllegalOrder(
            "7.2", f"{unit} is not on the map, or does not belong to the side that attacks"
        )
    if unit in position.fought:
        raise IllegalOrder("7.2", f"{unit} has already attacked in this Combat Phase")
    beside = enemies_beside(setting, position, side, unit)
    far = [name for name in order.on if name not in beside]
    if not far:
        return
    choice = [name for name in beside if name not in position.attacked]
    if unit in position.sea:
        why = f"{unit} waits at sea, so it can attack only the unit in its landing hex"
        raise IllegalOrder("12.32", why, f"It must attack {', '.join(choice) or 'nobody'}.")
    raise IllegalOrder(
        "7.2",
        f"{unit} is not adjacent to {far[0]}",
        f"It can attack {', '.join(choice) or 'nobody'}"
        + (", or barrage." if setting.unit(side, unit).kind == "artillery" else "."),
    )


def _check_gun(setting: Setting, position: Position, unit: str, targets: list[Hex]) -> None:
    """[8.0] Barrage: artillery not adjacent to an enemy, on one hex within its range."""
    side = position.side
    here = position.hex_of(side, unit)
    if here is None:
        raise IllegalOrder(
            "8.0", f"{unit} is not on the map, or does not belong to the side that attacks"
        )
    if setting.unit(side, unit).kind != "artillery":
        raise IllegalOrder("8.0", f"{unit} is not artillery, so it cannot barrage")
    if unit in position.fought:
        raise IllegalOrder("7.2", f"{unit} has already attacked in this Combat Phase")
    if unit in position.shaken:
        raise IllegalOrder("7.7", f"{unit} was displaced in this phase, so it cannot barrage")
    if controls(setting, position, ENEMY[side], here):
        raise IllegalOrder(
            "8.0",
            f"{unit} is adjacent to an enemy, so it must attack that enemy and cannot barrage",
            f"Name it under `with` against {_names(setting, position, unit)}.",
        )
    if len(targets) > 1:
        raise IllegalOrder("8.0", f"{unit} cannot barrage, because a barrage reaches only one hex")
    away = setting.tables.distance(here, targets[0])
    reach = setting.unit(side, unit).range
    if away > reach:
        raise IllegalOrder(
            "8.0", f"{targets[0]} is {away} hexes from {unit}, but its range is {reach}"
        )


def _names(setting: Setting, position: Position, unit: str) -> str:
    return " or ".join(enemies_beside(setting, position, position.side, unit))


def _check_support(position: Position, order: Attack) -> None:
    """[9.0] Ground support points: any hex, no more than are left; [7.2] something must attack."""
    left = position.gsp[position.side]
    if order.gsp > left:
        raise IllegalOrder(
            "9.0", f"the order asks for {order.gsp} ground support points, but {left} are left"
        )
    if not (order.with_ or order.barrage or order.gsp):
        raise IllegalOrder("7.2", "this attack has no attackers", "Name units or points.")
    if len(order.on) > 1 and not order.with_:
        raise IllegalOrder(
            "7.2",
            "only adjacent units can attack several enemies at once",
            "Attack them one by one, or with a unit that is adjacent to all of them.",
        )


def _check_banzai(setting: Setting, position: Position, order: Attack) -> None:
    """[10.0] The house version of Banzai: Japanese infantry, where the option is on."""
    if not setting.options.banzai:
        raise IllegalOrder("10.0", "this game does not use Banzai attacks")
    if position.side != "jp":
        raise IllegalOrder("10.0", "only the Japanese can make Banzai attacks")
    if not any(setting.unit("jp", unit).kind == "infantry" for unit in order.with_):
        raise IllegalOrder("10.0", "no infantry is adjacent, so nobody can charge")


def declare(position: Position, order: Attack) -> Iterator[Outcome]:
    """[7.4] The attacker commits everything that takes part."""
    yield AttackDeclared(
        paragraph="7.4",
        side=position.side,
        on=order.on,
        with_=order.with_,
        barrage=order.barrage,
        gsp=order.gsp,
        banzai=order.banzai,
    )


def legal_attacks(setting: Setting, position: Position) -> Iterator[Attack]:
    """Yield legal attacks: every choice of attackers and defenders, with some kinds of support.

    Support comes in representatives: none, one point, all points, each gun in range, all of them,
    everything. Every obligation that can be met can be met by one of these.
    """
    return _candidates(setting, position, obligations.duties(setting, position).spare)


def _candidates(
    setting: Setting,
    position: Position,
    spare: Callable[[Names, Names, Names], int] | None = None,
) -> Iterator[Attack]:
    """Attacks that break no rule but, perhaps, the obligations of 7.1.

    ``spare``: returns the most points that those who are attacked, who attack and who barrage may
    take; None: all points are to spare.
    """
    foe = position.on[ENEMY[position.side]]
    ready = [
        (unit, here, setting.unit(position.side, unit).range)
        for unit, here in obligations.guns(setting, position)
    ]
    distance = setting.tables.distance
    banzai = setting.options.banzai and position.side == "jp"
    infantry = {u for u, one in setting.tables.units["jp"].items() if one.kind == "infantry"}
    points = sorted({0, min(1, position.gsp[position.side]), position.gsp[position.side]})
    for group in _groups(setting, position):
        on = tuple(foe[number] for number in group)
        beside = _common(setting, position, group)
        teams = [t for size in range(len(beside), 0, -1) for t in combinations(beside, size)]
        firing: tuple[str, ...] = ()
        if len(group) == 1:
            teams.append(())
            there = group[0]
            firing = tuple([unit for unit, here, far in ready if distance(here, there) <= far])
        fires = [(), firing, *((unit,) for unit in firing if len(firing) > 1)]
        for team in teams:
            for fire in fires[: 1 if not firing else None]:
                most = points[-1] if spare is None else spare(on, team, fire)
                for gsp in points:
                    if gsp <= most and (team or fire or gsp):
                        yield Attack(on, team, fire, gsp)
                        if banzai and not infantry.isdisjoint(team):
                            yield Attack(on, team, fire, gsp, banzai=True)


def _groups(setting: Setting, position: Position) -> Iterator[tuple[Hex, ...]]:
    """Hexes of enemies that one attack may take: each alone, then several beside one unit."""
    foe = position.on[ENEMY[position.side]]
    able = sorted(number for number, name in foe.items() if name not in position.attacked)
    yield from ((number,) for number in able)
    seen: set[tuple[Hex, ...]] = set()
    for here, unit in sorted(position.on[position.side].items()):
        if unit in position.fought:
            continue
        beside = [
            n for n in setting.tables.land[here] if n in foe and foe[n] not in position.attacked
        ]
        for size in range(2, len(beside) + 1):
            for group in combinations(beside, size):
                if group not in seen:
                    seen.add(group)
                    yield group


def _common(setting: Setting, position: Position, group: tuple[Hex, ...]) -> list[str]:
    """The units that may still attack and stand beside every hex of ``group``."""
    side = position.side
    beside = [
        unit
        for unit in attackers_beside(setting, position, side, group[0])
        if unit not in position.fought
    ]
    for number in group[1:]:
        others = attackers_beside(setting, position, side, number)
        beside = [unit for unit in beside if unit in others]
    return beside
