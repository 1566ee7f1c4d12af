"""Steps that a battle costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from pbem.errors import IllegalOrder
from pbem.kit.contract import Outcome
from pbem.kit.hexgame.data.forms import HexData
from pbem.kit.hexgame.data.tables import read_effect
from pbem.kit.hexgame.rules.orders import Lose
from pbem.kit.hexgame.rules.outcomes import LossDue, StepLost, UnitLost
from pbem.kit.hexgame.rules.position import HexPosition, open_battle
from pbem.kit.hexgame.rules.setting import HexSetting

LISTED = 1000
"""So many ways to lose steps are listed at most."""


def paragraph(setting: HexSetting) -> str:
    """Return the paragraph of losses; that of combat if the game has none."""
    return (setting.data.losses or setting.data.combat).paragraph


def are_chosen(data: HexData) -> bool:
    """Say whether a side can ever choose which of its units lose steps."""
    effects = [
        read_effect(words) for result in data.combat.results.values() for words in result.effects
    ]
    losing = [effect for effect in effects if effect.verb == "loses"]
    if data.losses is None or not losing:
        return False
    pairs = (sorted(unit.size for unit in units)[:2] for units in data.units.values())
    stacked = any(len(two) > 1 and sum(two) <= data.stacking.limit for two in pairs)
    return stacked or any(effect.attacker for effect in losing)


def due(
    setting: HexSetting, position: HexPosition, side: str, units: Sequence[str], steps: int
) -> Iterator[Outcome]:
    """Have a side lose so many steps of these units: at once if it has no choice."""
    most = sum(position.steps[unit] for unit in units)
    owed = min(steps, most)
    yield LossDue(paragraph=paragraph(setting), side=side, steps=owed)
    if owed == most:
        for unit in list(units):
            yield lost(setting, side, unit)
    elif len(units) == 1:
        yield from lose_steps(setting, position, side, (units[0],) * owed)


def lose_steps(
    setting: HexSetting, position: HexPosition, side: str, units: Sequence[str]
) -> Iterator[Outcome]:
    """Have each unit lose a step for each time that it is named."""
    for unit in units:
        if position.steps[unit] > 1:
            yield StepLost(paragraph=paragraph(setting), side=side, unit=unit)
        else:
            yield lost(setting, side, unit)


def lost(setting: HexSetting, side: str, unit: str) -> UnitLost:
    """Return the loss of a whole unit."""
    return UnitLost(paragraph=paragraph(setting), side=side, unit=unit)


def units_in(position: HexPosition, side: str) -> list[str]:
    """Return the units of a side that are in the battle."""
    battle = open_battle(position)
    return battle.attackers if side == position.side else battle.defenders


def legal_losses(setting: HexSetting, position: HexPosition) -> Iterator[Lose]:
    """Yield every way to pay the steps that are owed, each once."""
    battle = open_battle(position)
    units = units_in(position, battle.losing)
    found = _ways(setting, position, tuple(units), battle.owes)
    yield from map(Lose, islice(found, LISTED))


def _ways(
    setting: HexSetting, position: HexPosition, units: tuple[str, ...], owed: int
) -> Iterator[tuple[str, ...]]:
    """Yield the ways in which units lose so many steps together, as names that may stand twice."""
    if not owed:
        yield ()
        return
    if not units:
        return
    first, *rest = units
    for steps in range(min(owed, position.steps[first]), -1, -1):
        for others in _ways(setting, position, tuple(rest), owed - steps):
            yield (first,) * steps + others


def check_lose(setting: HexSetting, position: HexPosition, order: Lose) -> None:
    """Raise `IllegalOrder` unless these units can pay exactly what is owed."""
    battle = open_battle(position)
    units = units_in(position, battle.losing)
    for unit, times in Counter(order.units).items():
        if unit not in units:
            raise IllegalOrder(paragraph(setting), f"{unit} is not in the battle")
        if times > position.steps[unit]:
            raise IllegalOrder(paragraph(setting), f"{unit} has only {position.steps[unit]} steps")
    if len(order.units) != battle.owes:
        why = f"{battle.owes} steps are to be lost, not {len(order.units)}"
        raise IllegalOrder(paragraph(setting), why, "Name a unit once for each step.")


def lose(setting: HexSetting, position: HexPosition, order: Lose) -> Iterator[Outcome]:
    """Lose the steps that are owed."""
    yield from lose_steps(setting, position, open_battle(position).losing, order.units)
