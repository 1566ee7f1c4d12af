"""The additions of The Salt Road to the base: a charge, a marsh, a closed oasis, an end."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.kit.contract import Outcome, Result
from pbem.kit.hexgame.rules.outcomes import Moved, StepLost
from pbem.kit.hexgame.rules.position import Battle, HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting, Hooks, Modifier


def charge(setting: HexSetting, _: HexPosition, battle: Battle) -> Iterator[Modifier]:
    """[4.4] Horses attack over sand."""
    tables = setting.tables
    on_sand = tables.terrain[battle.hex] == "sand"
    if on_sand and any(tables.units[unit].kind == "horse" for unit in battle.attackers):
        yield Modifier("charge", 1, "4.4")


def closed(setting: HexSetting, position: HexPosition, unit: str, _: str, there: str) -> bool:
    """[6.1] No cart enters the oasis in turn 1."""
    cart = setting.tables.units[unit].kind == "cart"
    return cart and position.turn == 1 and setting.tables.terrain[there] == "oasis"


def marsh(setting: HexSetting, position: HexPosition, outcome: Outcome) -> Iterator[Outcome]:
    """[3.6] Horses that end a move in a marsh lose a step."""
    if not isinstance(outcome, Moved) or outcome.unit not in position.at:
        return
    here = position.at[outcome.unit]
    horse = setting.tables.units[outcome.unit].kind == "horse"
    if horse and setting.tables.terrain[here] == "marsh" and position.steps[outcome.unit] > 1:
        yield StepLost(paragraph="3.6", side=outcome.side, unit=outcome.unit)


def no_guard(setting: HexSetting, position: HexPosition) -> Result | None:
    """[6.2] No guard is left on the map."""
    if setting.own(position, "guards"):
        return None
    return Result("raiders", "no guard is left on the map", "6.2")


HOOKS = Hooks(charge, closed, marsh, no_guard)
