"""What an attack of Race to Tokyo comes to: strengths, shifts, results, losses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from pbem.games.tokyo.rules import ch06_combat as combat
from pbem.games.tokyo.rules.outcomes import (
    CombatResolved,
    Deserted,
    DieRolled,
    Eliminated,
    Removed,
)
from pbem.games.tokyo.rules.position import Battle, Position
from pbem.games.tokyo.rules.setting import Setting
from pbem.kit.contract import Fall, Outcome, Reading, Term
from pbem.kit.dice import Fixed
from pbem.kit.urns import Urns

_WHOLE = tuple((Fraction(1, 6), face) for face in range(6))
_HALVED = tuple((Fraction(1, 3), face) for face in range(0, 6, 2))
"""A die of which half counts, rounded up: two faces at a time are alike (6.62)."""


def reading(setting: Setting, outcome: Outcome) -> Reading | None:
    """Return what the die says (6.1), and the result that stands (6.2)."""
    match outcome:
        case DieRolled():
            final = not setting.options.volunteers
            return Reading(outcome.result, outcome.column, outcome.die, final)
        case CombatResolved():
            return Reading(outcome.result)
    return None


def lost(_: Setting, outcome: Outcome) -> tuple[str, ...]:
    """Return who left the map."""
    return (outcome.unit,) if isinstance(outcome, Eliminated | Deserted | Removed) else ()


def falls(setting: Setting, position: Position, urns: Urns) -> Iterator[Fall] | None:
    """Return the rolls of an attack that differ: figures that turn up, armor's dice, the die.

    A counter with the same figures as another one fights alike (2.53).
    """
    battle = position.battle
    if battle is None or battle.stage != "dice":
        return None
    units = [*sorted(battle.with_), battle.target]
    hidden = [position.tokens[unit] for unit in units if not position.known(unit)]
    armor = [setting.tables.armor[unit] for unit in units if unit in setting.tables.armor]
    dice = [_WHOLE if one.division else _HALVED for one in armor]
    rolls = [
        (prod((chance for chance, _ in shown), start=Fraction(1)), tuple(n for _, n in shown))
        for shown in product(*dice, _WHOLE)
    ]
    return (
        (chance * share, (*numbers, *shown))
        for chance, numbers in _turned_up(setting, urns, hidden)
        for share, shown in rolls
    )


def _turned_up(setting: Setting, urns: Urns, hidden: Sequence[str]) -> Iterator[Fall]:
    """Yield what some face-down members are, one after the other, by figures."""
    if not hidden:
        yield Fraction(1), ()
        return
    kinds: dict[tuple[Any, ...], Fall] = {}
    for name, chance, numbers in urns.chances(hidden[0]):
        counter = setting.tables.counters[name]
        kind = (counter.attack, counter.defense, counter.aa, counter.bag)
        before, first = kinds.get(kind, (Fraction(0), numbers))
        kinds[kind] = before + chance, first
    for chance, numbers in kinds.values():
        left = urns.copy()
        left.turn_up(hidden[0], Fixed(numbers), "", "")
        for share, others in _turned_up(setting, left, hidden[1:]):
            yield chance * share, (*numbers, *others)


def terms(setting: Setting, position: Position) -> tuple[Term, ...]:
    """[6.1] Return what each side brings into the attack that is being resolved."""
    battle = position.battle
    if battle is None or not battle.target or not battle.with_ or battle.target not in position.at:
        return ()
    return (*_strengths(setting, position, battle), *_shifts(setting, position, battle))


def _strengths(setting: Setting, position: Position, battle: Battle) -> Iterator[Term]:
    rivers = setting.tables.rivers[battle.hex]
    for unit in sorted(battle.with_):
        factor = combat.attack_of(setting, position, unit, battle.strength)
        if position.at[unit] in rivers:
            yield Term(f"{unit} attacks across a river (half of all who do)", f"+{factor}", "6.81")
        else:
            yield Term(f"{unit} attacks", f"+{factor}", "6.1")
    ratio = combat.ratio_of(setting, position, battle)
    yield Term(f"{battle.target} defends", f"-{ratio.defense}", "6.1")


def _shifts(setting: Setting, position: Position, battle: Battle) -> Iterator[Term]:
    for shift in combat.shifts_of(setting, position, battle):
        columns = f"{abs(shift.by)} column{'s' if abs(shift.by) > 1 else ''}"
        way = "right" if shift.by > 0 else "left"
        yield Term(shift.why, f"{columns} to the {way}", shift.paragraph)
