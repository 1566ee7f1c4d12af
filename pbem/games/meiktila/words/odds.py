"""The odds of an attack of Meiktila: strengths, shifts, results, losses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pbem.games.meiktila.rules import ch06_combat as combat
from pbem.games.meiktila.rules import ch06_results as results
from pbem.games.meiktila.rules.changes import apply
from pbem.games.meiktila.rules.outcomes import (
    BanzaiChecked,
    CombatRolled,
    Eliminated,
    RetreatRolled,
)
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.charts import signed
from pbem.kit.contract import Fall, Outcome, Reading, Term
from pbem.kit.copying import copied
from pbem.kit.cups import Cups
from pbem.kit.dice import Fixed

FACES = 6

TELLING = frozenset((CombatRolled, Eliminated))
"""The outcomes of which `reading` or `lost` says something."""


def reading(_: Setting, outcome: Outcome) -> Reading | None:
    """Return the result of an attack (6.5); None for any other outcome."""
    if not isinstance(outcome, CombatRolled):
        return None
    return Reading(
        outcome.result, outcome.column, outcome.die, favour=_favour(*outcome.result.split("/"))
    )


def _favour(attacker: str, defender: str) -> int:
    """Return how good a result is for the attacker, by what it costs each side (6.5.2)."""
    ours, theirs = ("-12E".index(cost) for cost in (attacker, defender))
    if ours == theirs:
        return 0
    worse = 2 if "E" in (attacker, defender) else 1
    return worse if theirs > ours else -worse


def lost(_: Setting, outcome: Outcome) -> tuple[str, ...]:
    """Return who was eliminated."""
    return (outcome.unit,) if isinstance(outcome, Eliminated) else ()


def falls(setting: Setting, position: Position, _: Cups) -> Iterator[Fall] | None:
    """Return the rolls of a combat that differ: of a retreat or a charge, whether it succeeds.

    None if no such roll is due.
    """
    battle = position.battle
    if battle is None or (battle.stage == "dice" and not battle.banzai):
        return None
    return _falls(setting, position)


def _falls(setting: Setting, position: Position) -> Iterator[Fall]:
    """Carry out the roll again and again, each of its dice with the first of faces alike."""
    open_: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while open_:
        chance, shown = open_.pop()
        alike = _dice(setting, copied(position), shown)[len(shown) :]
        rest = [groups[0][0] for groups in alike]
        for at, groups in enumerate(alike):
            for first, many in groups[1:]:
                other = chance * Fraction(many, FACES)
                open_.append((other, (*shown, *rest[:at], first)))
            chance *= Fraction(groups[0][1], FACES)
        yield chance, (*shown, *rest)


def _dice(
    setting: Setting, position: Position, shown: tuple[int, ...]
) -> list[list[tuple[int, int]]]:
    """Return for each die of a roll the first of each faces that are alike, and how many."""
    found = []
    for outcome in results.run(setting, position, Fixed(shown)):
        apply(setting, position, outcome)
        match outcome:
            case CombatRolled():
                found.append([(face, 1) for face in range(FACES)])
            case RetreatRolled(die=die, modified=modified, factor=factor):
                found.append(_two(min(factor, FACES - 1) - (modified - die)))
            case BanzaiChecked(factor=factor):
                found.append(_two(min(factor, FACES - 1)))
    return found


def _two(low: int) -> list[tuple[int, int]]:
    """Return the groups of faces where the ``low`` lowest succeed."""
    low = max(low, 0)
    return [(first, many) for first, many in ((0, low), (low, FACES - low)) if many]


def _of_attack(position: Position, item: combat.Item) -> Term:
    unit = item.what if item.what in position.at else ""
    does = "attacks" if unit else ""
    return Term(f"attack: {item.what}", signed(item.amount), item.paragraph, unit, does)


def terms(setting: Setting, position: Position) -> tuple[Term, ...]:
    """[6.5.1] Return what each side brings into the attack that is being resolved, and shifts."""
    if position.battle is None:
        return ()
    attack = combat.attack_items(setting, position)
    defence = combat.defence_items(setting, position)
    return (
        *(_of_attack(position, item) for item in attack),
        *(Term(f"defence: {item.what}", signed(item.amount), item.paragraph) for item in defence),
        *(
            Term(item.what, f"{signed(item.amount)} columns", item.paragraph)
            for item in combat.shift_items(setting, position)
        ),
    )
