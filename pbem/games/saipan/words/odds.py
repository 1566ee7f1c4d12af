"""What an attack of Saipan comes to: strengths, modifiers, results, losses."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.saipan.data.tables import ENEMY
from pbem.games.saipan.rules.outcomes import CombatResolved, Eliminated
from pbem.games.saipan.rules.position import Battle, Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Outcome, Reading, Term
from pbem.kit.urns import Urns


def reading(_: Setting, outcome: Outcome) -> Reading | None:
    """Return the result of an attack (7.6)."""
    if not isinstance(outcome, CombatResolved):
        return None
    return Reading(outcome.result, f"{outcome.differential:+}", outcome.die)


def lost(_: Setting, outcome: Outcome) -> tuple[str, ...]:
    """Return who was eliminated."""
    return (outcome.unit,) if isinstance(outcome, Eliminated) else ()


def falls(_: Setting, _position: Position, _urns: Urns) -> None:
    """Every face of the one die differs."""


def terms(setting: Setting, position: Position) -> tuple[Term, ...]:
    """[7.4] Return what each side brings into the attack that is being resolved."""
    battle = position.battle
    if battle is None:
        return ()
    return (*_attack(setting, position, battle), *_defence(setting, position, battle))


def _attack(setting: Setting, position: Position, battle: Battle) -> Iterator[Term]:
    side = position.side
    for unit in battle.attackers:
        strength = setting.attack_strength(side, unit)
        if battle.banzai and setting.unit(side, unit).kind == "infantry":
            yield Term(f"{unit} attacks, doubled by Banzai", f"+{2 * strength}", "10.0")
        else:
            yield Term(f"{unit} attacks", f"+{strength}", "7.4")
    for unit in battle.guns:
        yield Term(f"{unit} barrages", f"+{setting.unit(side, unit).barrage}", "8.0")
    if battle.gsp:
        yield Term("ground support points", f"+{battle.gsp}", "9.0")


def _defence(setting: Setting, position: Position, battle: Battle) -> Iterator[Term]:
    side = ENEMY[position.side]
    for number, unit in position.on[side].items():
        if unit in battle.on:
            cover, strength = setting.tables.cover[number], setting.unit(side, unit).defence
            terrain = setting.tables.terrain[number]
            times = f", {cover} times in {terrain}" if cover > 1 else ""
            yield Term(f"{unit} defends{times}", f"-{strength * cover}", "7.4")
    for unit, strength in battle.fire.items():
        if strength:
            yield Term(f"final protective fire for {unit}", f"-{strength}", "8.0")
