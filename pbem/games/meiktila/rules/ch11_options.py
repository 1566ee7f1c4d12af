"""[11.0] Banzai charges and Kimura's hesitation."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.meiktila.rules.outcomes import BanzaiChecked, CommitRolled
from pbem.games.meiktila.rules.position import Position, open_battle
from pbem.games.meiktila.rules.setting import Setting, halved
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die

NEVER = 6
"""A die that bars a unit for good (11.2), or always costs a step (11.1)."""


def commit(position: Position, unit: str, dice: Dice) -> Iterator[Outcome]:
    """[11.2, A58] Roll for a unit of the Strategic Reserve."""
    face = die(dice, 6, f"commitment of {unit}", "11.2")
    enters = face < position.turn and face != NEVER
    yield CommitRolled(paragraph="11.2", unit=unit, die=face, enters=enters, barred=face == NEVER)


def charge_factor(setting: Setting, position: Position, unit: str) -> int:
    """[11.1, A84] Return the combat factor that a casualty die is compared with."""
    face = setting.face(position, unit)
    factor = max(face.attack or 0, face.defence)
    return halved(factor) if unit in open_battle(position).oos else factor


def check_charge(setting: Setting, position: Position, unit: str, dice: Dice) -> BanzaiChecked:
    """[11.1, A57] Roll the casualty die of a unit that has charged."""
    factor = charge_factor(setting, position, unit)
    face = die(dice, 6, f"Banzai charge of {unit}", "11.1")
    lost = face > factor or face == NEVER
    return BanzaiChecked(paragraph="11.1", unit=unit, die=face, factor=factor, lost=lost)
