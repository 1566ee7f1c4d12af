"""[8.0] Final protective fire, with [9.0] ground support points given to the defence."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules.orders import FinalFire
from pbem.games.saipan.rules.outcomes import Declined, FinalProtectiveFire
from pbem.games.saipan.rules.position import Battle, Position, open_battle
from pbem.games.saipan.rules.setting import Setting, controls
from pbem.kit.contract import Outcome
from pbem.kit.keeping import kept
from pbem.kit.maps.hexes import Hex


@kept
def ready(setting: Setting, position: Position) -> list[tuple[str, Hex]]:
    """Return the defender's artillery that may still fire in this phase, by hex.

    Once in an enemy Combat Phase, and not if the unit is itself in an enemy zone of control.
    """
    side = ENEMY[position.side]
    artillery = setting.artillery[side]
    placed = [place for place in position.on[side].items() if place[1] in artillery]
    return [
        (unit, number)
        for number, unit in sorted(placed)
        if unit not in position.fired and not controls(setting, position, position.side, number)
    ]


def in_range(setting: Setting, position: Position, target: str) -> list[str]:
    """Return the defender's artillery that may fire for ``target``."""
    side = ENEMY[position.side]
    there = position.hex_of(side, target)
    if there is None:
        return []
    return [
        unit
        for unit, here in ready(setting, position)
        if setting.tables.distance(here, there) <= setting.unit(side, unit).range
    ]


def could_fire(setting: Setting, position: Position, battle: Battle) -> bool:
    """Whether the defender has anything to decide (A9: not against barrage alone)."""
    if not battle.attackers:
        return False
    targets = unsupported(battle)
    if targets and position.gsp[ENEMY[position.side]] > 0:
        return True
    return any(in_range(setting, position, target) for target in targets)


def refuse_unasked(_: Setting, position: Position) -> None:
    """Say why an attack declared gets no fire, where the defender is not asked for any."""
    battle = position.battle
    if battle is None or battle.result is not None:
        return
    if not battle.attackers:
        why = "final protective fire cannot answer an attack by barrage or points alone"
        raise IllegalOrder("8.0", why)
    without = unsupported(battle)
    if without:
        why = f"nothing can fire for {', '.join(without)}"
        raise IllegalOrder("8.0", why, "No artillery in range can fire now, and no point is left.")
    raise IllegalOrder("8.0", f"the fire for {', '.join(battle.on)} was already given")


def unsupported(battle: Battle) -> list[str]:
    """Return the units under attack for which no fire has been given yet."""
    return [target for target in battle.on if target not in battle.fire]


def target_of(battle: Battle, order: FinalFire) -> str:
    """Return the unit that an order supports.

    Raises:
        IllegalOrder: Several units are under attack, and the order names none.
    """
    if order.unit is not None:
        return order.unit
    if len(battle.on) > 1:
        raise IllegalOrder(
            "8.0",
            "several units are under attack, so the order must name one of them",
            f"Add `for` and one of {', '.join(unsupported(battle))}.",
        )
    return battle.on[0]


def check_fire(setting: Setting, position: Position, order: FinalFire) -> None:
    """Refuse final protective fire that [8.0] or [9.0] does not allow."""
    battle = open_battle(position)
    target = target_of(battle, order)
    if target not in battle.on:
        raise IllegalOrder("8.0", f"{target} is not under attack", f"{', '.join(battle.on)} is.")
    if target in battle.fire:
        raise IllegalOrder("8.0", f"the fire for {target} was already given")
    able = in_range(setting, position, target)
    for unit in order.with_:
        if unit not in able:
            able_now = (
                f"These can fire for {target}: {', '.join(able)}." if able else "No unit can fire."
            )
            raise IllegalOrder("8.0", _why_not(setting, position, unit, target), able_now)
    left = position.gsp[ENEMY[position.side]]
    if order.gsp > left:
        raise IllegalOrder(
            "9.0", f"the order asks for {order.gsp} ground support points, but {left} are left"
        )


def _why_not(setting: Setting, position: Position, unit: str, target: str) -> str:
    side = ENEMY[position.side]
    here = position.hex_of(side, unit)
    if here is None:
        return f"{unit} is not a unit of the defender on the map"
    if setting.unit(side, unit).kind != "artillery":
        return f"{unit} is not artillery"
    if unit in position.fired:
        return f"{unit} has already given its final protective fire in this phase"
    if controls(setting, position, position.side, here):
        return f"{unit} is in an enemy zone of control"
    return f"{target} is out of range of {unit}"


def fire(position: Position, battle: Battle, order: FinalFire) -> Iterator[Outcome]:
    """Commit final protective fire for one unit under attack."""
    yield FinalProtectiveFire(
        paragraph="8.0" if order.with_ else "9.0",
        side=ENEMY[position.side],
        unit=target_of(battle, order),
        with_=order.with_,
        gsp=order.gsp,
    )


def decline(position: Position) -> Iterator[Outcome]:
    """The defender gives no (more) final protective fire."""
    yield Declined(paragraph="8.0", side=ENEMY[position.side], question="fpf")


def legal_fire(setting: Setting, position: Position) -> Iterator[FinalFire]:
    """Yield representatives: for each target no unit, each able unit, the first two, three...

    Each with no, one and all ground support points.
    """
    battle = open_battle(position)
    left = position.gsp[ENEMY[position.side]]
    points = sorted({0, min(1, left), left})
    several = len(battle.on) > 1
    for target in unsupported(battle):
        able = tuple(in_range(setting, position, target))
        teams = [(), *((unit,) for unit in able)]
        teams += [able[:size] for size in range(2, len(able) + 1)]
        for team in teams:
            for gsp in points:
                if team or gsp:
                    yield FinalFire(team, gsp, target if several else None)
