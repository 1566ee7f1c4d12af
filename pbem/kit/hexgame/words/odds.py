"""The odds of an attack: strengths, shifts, results, losses."""

from __future__ import annotations

from pbem.kit.contract import Outcome, Reading, Term
from pbem.kit.cups import Cups
from pbem.kit.hexgame.rules import combat
from pbem.kit.hexgame.rules.outcomes import Resolved
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.sentences import units_lost


def reading(_: HexSetting, outcome: Outcome) -> Reading | None:
    """Return the result of an attack; None for any other outcome."""
    if isinstance(outcome, Resolved):
        return Reading(outcome.result, outcome.column, outcome.die)
    return None


def terms(setting: HexSetting, position: HexPosition) -> tuple[Term, ...]:
    """Return what each side brings into the attack that is being resolved."""
    battle = position.battle
    if battle is None or battle.result:
        return ()
    return tuple(combat.terms(setting, position, battle))


def lost(_: HexSetting, outcome: Outcome) -> tuple[str, ...]:
    """Return the unit that was lost."""
    return units_lost(outcome)


def falls(_: HexSetting, __: HexPosition, ___: Cups) -> None:
    """Every face differs."""
