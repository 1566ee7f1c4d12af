"""[7.4] Resolving an attack, [7.6] its results, [7.8] advance after combat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from pbem.errors import IllegalOrder
from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules import ch13_victory as victory
from pbem.games.saipan.rules.ch05_movement import enter
from pbem.games.saipan.rules.ch07_retreat import can_retreat, closed, retreat
from pbem.games.saipan.rules.orders import Advance, Lose, Retreat
from pbem.games.saipan.rules.outcomes import Advanced, CombatResolved, Declined, Eliminated
from pbem.games.saipan.rules.position import Battle, Position, open_battle
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die
from pbem.kit.maps.hexes import Hex

BANZAI = {"Ar": "Ae", "=": "Ex"}
"""[10.0] What these results become in a Banzai attack (house version)."""

_TIMES = {2: "doubled", 3: "tripled"}
"""[7.4] What the ground does to a defence strength, in words."""


def attack_strength(setting: Setting, position: Position, battle: Battle) -> int:
    """[7.4] Adjacent attackers, barrage and ground support points; Banzai doubles infantry."""
    return sum(part.strength for part in attack_parts(setting, position, battle))


class Part(NamedTuple):
    """The share of somebody or something in an attack, and the paragraph that says so.

    ``unit``: whose share it is, if it is one's of those who attack; ``does``: what that does.
    """

    strength: int
    what: str
    paragraph: str
    unit: str = ""
    does: str = ""


def _of(unit: str, does: str, strength: int, paragraph: str) -> Part:
    return Part(strength, f"{unit} {does}", paragraph, unit, does)


def attack_parts(setting: Setting, position: Position, battle: Battle) -> Iterator[Part]:
    """[7.4, 8.0, 9.0, 10.0] Yield what makes up the attack strength."""
    side = position.side
    for unit in battle.attackers:
        strength = setting.attack_strength(side, unit)
        if battle.banzai and setting.unit(side, unit).kind == "infantry":
            yield _of(unit, "attacks, doubled by Banzai", 2 * strength, "10.0")
        else:
            yield _of(unit, "attacks", strength, "7.4")
    for unit in battle.guns:
        yield _of(unit, "barrages", setting.unit(side, unit).barrage, "8.0")
    if battle.gsp:
        yield Part(battle.gsp, "ground support points", "9.0")


def defence_strength(setting: Setting, position: Position, battle: Battle) -> int:
    """[7.4] Defence strengths multiplied by terrain, then final protective fire as it is (A5)."""
    return sum(part.strength for part in defence_parts(setting, position, battle))


def defence_parts(setting: Setting, position: Position, battle: Battle) -> Iterator[Part]:
    """[7.4, 8.0] Yield what makes up the defence strength."""
    side = ENEMY[position.side]
    for number, unit in position.on[side].items():
        if unit in battle.on:
            cover = setting.tables.cover[number]
            ground = f", {_TIMES[cover]} in {setting.tables.terrain[number]}" if cover > 1 else ""
            strength = setting.unit(side, unit).defence * cover
            yield Part(strength, f"{unit} defends{ground}", "7.4")
    for unit, strength in battle.fire.items():
        if strength:
            yield Part(strength, f"final protective fire for {unit}", "8.0")


def resolve(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[7.4] The differential, the die, and the result with everything that follows at once."""
    battle = open_battle(position)
    attack = attack_strength(setting, position, battle)
    defence = defence_strength(setting, position, battle)
    roll = die(dice, 6, f"attack on {', '.join(battle.on)}", "7.4")
    result: str = setting.tables.result(attack - defence, roll)
    if battle.banzai:
        result = BANZAI.get(result, result)
    yield CombatResolved(
        paragraph="7.6",
        attack=attack,
        defence=defence,
        differential=attack - defence,
        die=roll,
        result=result,
    )
    yield from settle(setting, position)


def settle(setting: Setting, position: Position) -> Iterator[Outcome]:
    """Carry out what an attack still owes, up to the next choice of anybody."""
    yield from _eliminate_doomed(position)
    yield from _eliminate_trapped(setting, position)
    battle = position.battle
    if battle is not None:
        if battle.retreating:
            return
        if owes(battle):
            if not may_choose_losses(setting, position, battle):
                for unit in list(battle.attackers):
                    yield _eliminated(position, position.side, unit, "7.6")
            else:
                return
    end = victory.at_once(position)
    if end is not None:
        yield end
        return
    yield from _claim_from_the_sea(position)


def _eliminate_doomed(position: Position) -> Iterator[Outcome]:
    """[7.6] De, Ae, Ex; [12.32] a unit at sea that has not cleared its hex (A10)."""
    battle = position.battle
    while battle is not None and battle.doomed:
        unit = battle.doomed[0]
        paragraph = "12.32" if unit in position.sea and battle.result != "Ae" else "7.6"
        yield _eliminated(position, battle.losers, unit, paragraph)
        battle = position.battle


def _eliminate_trapped(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[7.7] Units that must retreat and have no legal retreat are eliminated at once."""
    battle = position.battle
    while battle is not None:
        side = battle.losers
        trapped = (u for u in battle.retreating if not can_retreat(setting, position, side, u))
        unit = next(trapped, None)
        if unit is None:
            return
        here = position.where(side, unit)
        why = closed(setting, position, side, here)
        yield Eliminated(paragraph="7.7", side=side, unit=unit, hex=here, closed=why)
        battle = position.battle


def _eliminated(position: Position, side: str, unit: str, paragraph: str) -> Eliminated:
    boat = position.sea.get(unit) if side == "us" else None
    number = boat.sea if boat else position.hex_of(side, unit) or ""
    return Eliminated(paragraph=paragraph, side=side, unit=unit, hex=number)


def retreat_and_settle(setting: Setting, position: Position, order: Retreat) -> Iterator[Outcome]:
    """[7.7] One unit retreats; the others that must may be named next."""
    yield from retreat(position, open_battle(position), order)
    yield from settle(setting, position)


def owes(battle: Battle) -> bool:
    """Whether the attacker still has units and strength to pay for in an exchange."""
    return battle.owed > 0 and bool(battle.attackers)


def may_choose_losses(setting: Setting, position: Position, battle: Battle) -> bool:
    """[7.6] Whether fewer than all attackers can pay; if not, all of them go (A27)."""
    strengths = [setting.attack_strength(position.side, unit) for unit in battle.attackers]
    return sum(strengths) - min(strengths) >= battle.owed


def check_lose(setting: Setting, position: Position, order: Lose) -> None:
    """[7.6] Ex: adjacent attackers whose attack strengths sum to at least what is owed."""
    battle = open_battle(position)
    for unit in order.units:
        if unit not in battle.attackers:
            names = ", ".join(battle.attackers)
            raise IllegalOrder(
                "7.6", f"{unit} is not an adjacent attacker", f"Choose from {names}."
            )
    paid = sum(setting.attack_strength(position.side, unit) for unit in order.units)
    if paid < battle.owed:
        cheapest = next(legal_losses(setting, position))
        raise IllegalOrder(
            "7.6",
            f"these units pay {paid}, but the exchange costs {battle.owed}",
            f"`lose {' '.join(cheapest.units)}` would pay.",
        )


def legal_losses(setting: Setting, position: Position) -> Iterator[Lose]:
    """Yield the sets that pay and of which no unit could be spared, the smallest sets first."""
    battle = open_battle(position)
    side = position.side
    for size in range(1, len(battle.attackers) + 1):
        for units in combinations(battle.attackers, size):
            strengths = [setting.attack_strength(side, unit) for unit in units]
            if battle.owed <= sum(strengths) < battle.owed + min(strengths):
                yield Lose(units)


def lose(setting: Setting, position: Position, order: Lose) -> Iterator[Outcome]:
    """Remove the units that pay for an exchange."""
    for unit in order.units:
        yield _eliminated(position, position.side, unit, "7.6")
    yield from settle(setting, position)


def _claim_from_the_sea(position: Position) -> Iterator[Outcome]:
    """[7.8], [12.32] The unit that waits at sea must take the hex, before anybody else (A12)."""
    battle = position.battle
    if battle is None:
        return
    for unit in battle.victors:
        boat = position.sea.get(unit) if position.side == "us" else None
        if boat is not None and boat.target in battle.vacated:
            yield Advanced(
                paragraph="12.32", side="us", unit=unit, origin=boat.sea, hex=boat.target
            )
            return


def victor(battle: Battle) -> str:
    """Return the side that may advance."""
    return ENEMY[battle.losers]


def check_advance(battle: Battle, order: Advance) -> None:
    """[7.8] One victorious unit that fought adjacent, into a hex that was emptied."""
    if order.unit not in battle.victors:
        names = ", ".join(battle.victors)
        raise IllegalOrder("7.8", f"{order.unit} cannot advance", f"Choose from {names}.")
    if order.hex not in battle.vacated:
        hexes = ", ".join(battle.vacated)
        raise IllegalOrder("7.8", f"this attack did not empty {order.hex}", f"{hexes} was.")


def legal_advances(battle: Battle) -> Iterator[Advance]:
    """Yield every advance that is open."""
    for number in battle.vacated:
        for unit in battle.victors:
            yield Advance(unit, number)


def advance(position: Position, order: Advance) -> Iterator[Outcome]:
    """Carry out an advance, which ignores zones of control."""
    side = victor(open_battle(position))
    origin: Hex = position.where(side, order.unit)
    yield Advanced(paragraph="7.8", side=side, unit=order.unit, origin=origin, hex=order.hex)
    yield from enter(position, side, (order.hex,))


def decline(battle: Battle) -> Iterator[Outcome]:
    """The victor makes no (further) advance."""
    yield Declined(paragraph="7.8", side=victor(battle), question="advance")
