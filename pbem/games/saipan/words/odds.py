"""The odds of an attack of Saipan: strengths, modifiers, results, losses."""

from __future__ import annotations

from pbem.games.saipan.rules import ch07_results as results
from pbem.games.saipan.rules.outcomes import CombatResolved, Eliminated
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Outcome, Reading, Term
from pbem.kit.cups import Cups

TELLING = frozenset((CombatResolved, Eliminated))
"""The outcomes of which `reading` or `lost` says something."""

FAVOUR = {"De": 2, "Dr": 1, "Ar": -1, "Ae": -2}
"""How good a result is for the attacker (7.6); an exchange and no effect are even."""


def reading(_: Setting, outcome: Outcome) -> Reading | None:
    """Return the result of an attack (7.6); None for any other outcome."""
    if not isinstance(outcome, CombatResolved):
        return None
    favour = FAVOUR.get(outcome.result, 0)
    return Reading(outcome.result, f"{outcome.differential:+}", outcome.die, favour=favour)


def lost(_: Setting, outcome: Outcome) -> tuple[str, ...]:
    """Return who was eliminated."""
    return (outcome.unit,) if isinstance(outcome, Eliminated) else ()


def falls(_: Setting, _position: Position, _cups: Cups) -> None:
    """Every face of the one die differs."""


def terms(setting: Setting, position: Position) -> tuple[Term, ...]:
    """[7.4] Return what each side brings into the attack that is being resolved."""
    battle = position.battle
    if battle is None:
        return ()
    sides = (
        ("+", results.attack_parts(setting, position, battle)),
        ("-", results.defence_parts(setting, position, battle)),
    )
    return tuple(
        Term(part.what, f"{sign}{part.strength}", part.paragraph, part.unit, part.does)
        for sign, parts in sides
        for part in parts
    )
