"""The effects of a result of the table, one after the other, up to the next question."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.kit.contract import Outcome
from pbem.kit.hexgame.data.tables import read_effect
from pbem.kit.hexgame.rules import advances, losses, retreats
from pbem.kit.hexgame.rules.outcomes import BattleOver
from pbem.kit.hexgame.rules.position import Battle, HexPosition, open_battle
from pbem.kit.hexgame.rules.setting import HexSetting


def open_in(battle: Battle) -> str:
    """Return what is open in a battle: ``roll``, ``lose``, ``retreat`` or ``advance``."""
    if not battle.result:
        return "roll"
    if battle.owes:
        return "lose"
    return "retreat" if battle.retreating else "advance"


def settle(setting: HexSetting, position: HexPosition) -> Iterator[Outcome]:
    """Carry out what a result still does, until somebody has to choose or the battle is over."""
    battle = open_battle(position)
    while True:
        if battle.owes:
            return
        if battle.retreating:
            yield from retreats.stuck(setting, position)
            if battle.retreating:
                return
        if not battle.effects:
            break
        yield from effect(setting, position, battle.effects[0])
    if not advances.victors(setting, position):
        yield over(setting, battle)


def effect(setting: HexSetting, position: HexPosition, words: str) -> Iterator[Outcome]:
    """Carry out one effect: ``attacker loses 1``, ``defender retreats 2``, ``defender is lost``."""
    found = read_effect(words)
    side = position.side if found.attacker else setting.tables.enemy[position.side]
    units = tuple(losses.units_in(position, side))
    if found.verb == "retreats":
        yield from retreats.due(setting, side, units, found.number)
    else:
        every = sum(position.steps[unit] for unit in units)
        steps = found.number if found.verb == "loses" else every
        yield from losses.due(setting, position, side, units, steps)


def over(setting: HexSetting, battle: Battle) -> BattleOver:
    """Return the end of a battle."""
    return BattleOver(paragraph=setting.data.combat.paragraph, hex=battle.hex)


def finish(setting: HexSetting, position: HexPosition) -> Iterator[Outcome]:
    """End the battle that is open."""
    yield over(setting, open_battle(position))
