"""The odds of an attack: strengths, shifts, results, losses."""

from __future__ import annotations

from pbem.kit.contract import Outcome, Reading, Term
from pbem.kit.cups import Cups
from pbem.kit.hexgame.data.tables import read_effect
from pbem.kit.hexgame.rules import combat
from pbem.kit.hexgame.rules.outcomes import Resolved
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.sentences import units_lost


def reading(setting: HexSetting, outcome: Outcome) -> Reading | None:
    """Return the result of an attack; None for any other outcome."""
    if isinstance(outcome, Resolved):
        favour = _favour(setting, outcome.result)
        return Reading(outcome.result, outcome.column, outcome.die, favour=favour)
    return None


def _favour(setting: HexSetting, result: str) -> int:
    """Return how good a result is for the attacker: a side that is lost counts double."""
    harm = {True: 0, False: 0}
    for one in map(read_effect, setting.data.combat.results[result].effects):
        harm[one.attacker] = max(harm[one.attacker], 2 if one.verb == "is" else 1)
    return harm[False] - harm[True]


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
