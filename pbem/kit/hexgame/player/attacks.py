"""Which attacks pay: by what each face of the die does."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.kit.hexgame.data.tables import read_effect
from pbem.kit.hexgame.rules import combat
from pbem.kit.hexgame.rules.orders import Attack
from pbem.kit.hexgame.rules.position import Battle, HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.rules.worth import hex_worth, step_worth, unit_worth

RETREAT = 3
"""The worth of making a unit retreat a hex."""


def plan_attacks(setting: HexSetting, position: HexPosition) -> list[Attack]:
    """Return the attacks that pay, the best first, no unit and no hex twice."""
    rated = [
        (expected(setting, position, order), -at, order)
        for at, order in enumerate(combat.legal_attacks(setting, position))
    ]
    found, busy = list[Attack](), set[str]()
    for worth, _, order in sorted(rated, key=lambda one: one[:2], reverse=True):
        if worth > 0 and busy.isdisjoint((order.hex, *order.with_)):
            found.append(order)
            busy.update((order.hex, *order.with_))
    return found


def expected(setting: HexSetting, position: HexPosition, order: Attack) -> int:
    """Return what an attack is worth, over all faces of the die together."""
    battle = Battle(order.hex, [*order.with_], setting.there(position, order.hex))
    column = combat.column_of(setting, position, battle)
    rows = setting.data.combat.rows
    return sum(effects(setting, position, battle, row[column]) for row in rows)


def effects(setting: HexSetting, position: HexPosition, battle: Battle, result: str) -> int:
    """Return what a result is worth to the attacker."""
    worth = 0
    for words in setting.data.combat.results[result].effects:
        effect = read_effect(words)
        sign, units = (-1, battle.attackers) if effect.attacker else (1, battle.defenders)
        if effect.verb == "is":
            worth += sign * sum(unit_worth(setting, position, unit) for unit in units)
        elif effect.verb == "loses":
            worth += sign * _steps(setting, position, units, effect.number)
        else:
            worth += sign * RETREAT * len(units) * effect.number
        if not effect.attacker and effect.verb != "loses":
            worth += hex_worth(setting, battle.hex) // 2
    return worth


def _steps(
    setting: HexSetting, position: HexPosition, units: Iterable[str], steps: int
) -> int:  # fmt: skip
    """Return what the cheapest steps are worth, as many as there are."""
    return sum(sorted(step_worth(setting, position, unit) for unit in units)[:steps])
