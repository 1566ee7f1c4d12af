"""The odds of an attack of Race to Tokyo: strengths, shifts, results, losses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import Any, NamedTuple

from msgspec.structs import replace

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
from pbem.kit.chances.chance import TooManyWaysError
from pbem.kit.contract import Fall, Outcome, Reading, Term
from pbem.kit.cups import Cups
from pbem.kit.dice import Fixed

_WHOLE = tuple((Fraction(1, 6), face) for face in range(6))
_HALVED = tuple((Fraction(1, 3), face) for face in range(0, 6, 2))
"""A die of which half counts, rounded up: two faces at a time are alike (6.62)."""

TELLING = frozenset((DieRolled, CombatResolved, Eliminated, Deserted, Removed))
"""The outcomes of which `reading` or `lost` says something."""

FAVOUR = {"De": 2, "Dr": 1, "Ar": -1, "Ae": -2}
"""How good a result is for the attacker (6.1); an exchange is even."""


def reading(setting: Setting, outcome: Outcome) -> Reading | None:
    """Return what the die says (6.1), and the result that stands (6.2).

    None for any other outcome.
    """
    match outcome:
        case DieRolled():
            final = not setting.options.volunteers
            favour = FAVOUR.get(outcome.result, 0)
            return Reading(
                outcome.result, outcome.column, outcome.die, final, last=final, favour=favour
            )
        case CombatResolved():
            return Reading(outcome.result, last=True, favour=FAVOUR.get(outcome.result, 0))
    return None


def lost(_: Setting, outcome: Outcome) -> tuple[str, ...]:
    """Return who left the map."""
    return (outcome.unit,) if isinstance(outcome, Eliminated | Deserted | Removed) else ()


def falls(setting: Setting, position: Position, cups: Cups) -> Iterator[Fall] | None:
    """Return the rolls of an attack that differ: figures that turn up, armor's dice, the result.

    A counter with the same figures as another one fights alike (2.53), and so do faces of the die
    with the same result (6.1). If all of a side desert, there is no die (6.63).
    """
    battle = position.battle
    if battle is None or battle.stage != "dice":
        return None
    return _falls(setting, position, battle, cups)


def _falls(setting: Setting, position: Position, battle: Battle, cups: Cups) -> Iterator[Fall]:
    for turned_up in _turned_up(setting, cups, _hidden(position, battle)):
        known = replace(position, tokens={**position.tokens, **turned_up.tokens})
        for column, chance, strengths in _columns(setting, known, battle):
            shown = *turned_up.numbers, *strengths
            yield from _results(setting, column, (turned_up.chance * chance, shown))


def _results(setting: Setting, column: int | str, before: Fall) -> Iterator[Fall]:
    """Yield a die after other dice for each result of a column; none after a result."""
    if isinstance(column, str):
        yield before
        return
    chance, shown = before
    faces: dict[str, list[int]] = {}
    for face in range(6):
        faces.setdefault(setting.tables.crt(column, face + 1), []).append(face)
    for alike in faces.values():
        yield chance * Fraction(len(alike), 6), (*shown, alike[0])


def falls_by_result(
    setting: Setting, position: Position, cups: Cups, most: int
) -> Iterator[Fall] | None:
    """Return the rolls of an attack that differ in what is read: the column, and the result in it.

    If all of a side desert, there is no die (6.63). None where no attack is rolled for. Raises
    `TooManyWaysError` where more than ``most`` may turn up: not much of it is looked at then.
    """
    battle = position.battle
    if battle is None or battle.stage != "dice":
        return None
    hidden = _hidden(position, battle)
    each = list[_TurnedUp]()
    if _may_be_few(setting, cups, hidden, most):
        each += islice(_turned_up(setting, cups, hidden), most + 1)
    if not 0 < len(each) <= most:
        raise TooManyWaysError(f"more than {most} ways of counters that turn up")
    return _by_result(setting, position, battle, each)


def _by_result(
    setting: Setting, position: Position, battle: Battle, each: Iterable[_TurnedUp]
) -> Iterator[Fall]:
    columns: dict[int | str, Fall] = {}
    for chance, numbers, tokens in each:
        known = replace(position, tokens={**position.tokens, **tokens})
        for column, share, strengths in _columns(setting, known, battle):
            before, first = columns.get(column, (Fraction(0), (*numbers, *strengths)))
            columns[column] = before + chance * share, first
    for column, alike in columns.items():
        yield from _results(setting, column, alike)


def _columns(
    setting: Setting, position: Position, battle: Battle
) -> Iterator[tuple[int | str, Fraction, tuple[int, ...]]]:
    """Yield the columns of an attack in which everybody is known, by what armor rolls.

    Or the result, where all of a side desert.
    """
    gone = combat.deserters(setting, position, battle)
    left = [unit for unit in battle.with_ if unit not in gone]
    if battle.target in gone or not left:
        yield "De" if battle.target in gone else "Ae", Fraction(1), ()
        return
    armor = combat.armor_in(setting, battle)
    for chance, shown in _strengths_rolled(setting, battle):
        strength = {
            unit: combat.strength_of(setting, unit, face + 1)
            for unit, face in zip(armor, shown, strict=True)
        }
        ratio = combat.ratio_of(setting, position, replace(battle, with_=left, strength=strength))
        yield combat.column_of(ratio), chance, shown


def _hidden(position: Position, battle: Battle) -> list[tuple[str, str]]:
    """Return who turns up in an attack, in order, with what is known of its counter."""
    units = combat.fighting(battle)
    return [(unit, position.tokens[unit]) for unit in units if not position.known(unit)]


def _strengths_rolled(setting: Setting, battle: Battle) -> Iterator[Fall]:
    """[6.62] Yield the rolls of armor in an attack that differ, one die each."""
    kinds = (setting.tables.armor[unit] for unit in combat.armor_in(setting, battle))
    for shown in product(*(_WHOLE if one.division else _HALVED for one in kinds)):
        yield prod((chance for chance, _ in shown), start=Fraction(1)), tuple(n for _, n in shown)


class _TurnedUp(NamedTuple):
    """The faces of hidden units: the chance of all alike, ``numbers`` that bring it."""

    chance: Fraction
    numbers: tuple[int, ...]
    tokens: dict[str, str]


_NOBODY = _TurnedUp(Fraction(1), (), {})


def _may_be_few(setting: Setting, cups: Cups, hidden: Sequence[tuple[str, str]], most: int) -> bool:
    """Whether ``most`` ways may be enough: each unit takes one kind at least from the others."""
    ways = 1
    for before, (_, token) in enumerate(hidden):
        ways *= max(1, len(_kinds(setting, cups, token)) - before)
        if ways > most:  # the others are not looked at
            return False
    return True


def _turned_up(
    setting: Setting, cups: Cups, hidden: Sequence[tuple[str, str]], before: _TurnedUp = _NOBODY
) -> Iterator[_TurnedUp]:
    """Yield what some face-down units may be, one after the other, by figures."""
    if not hidden:
        yield before
        return
    (unit, token), *others = hidden
    for chance, numbers, name in _kinds(setting, cups, token):
        tokens = {**before.tokens, unit: name}
        now = _TurnedUp(before.chance * chance, (*before.numbers, *numbers), tokens)
        left = cups
        if others:
            left = cups.copy()
            left.turn_up(token, Fixed(numbers), "", "")
        yield from _turned_up(setting, left, others, now)


def _kinds(setting: Setting, cups: Cups, token: str) -> list[tuple[Fraction, tuple[int, ...], str]]:
    """Return what a face-down unit may be by figures: the chance, numbers, a counter of each."""
    found: dict[tuple[Any, ...], tuple[Fraction, tuple[int, ...], str]] = {}
    for name, chance, numbers in cups.chances(token):
        counter = setting.tables.counters[name]
        kind = (counter.attack, counter.defense, counter.aa, counter.bag)
        before, first, called = found.get(kind, (Fraction(0), numbers, name))
        found[kind] = before + chance, first, called
    return list(found.values())


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
            does, paragraph = "attacks across a river (half of all who do)", "6.81"
        else:
            does, paragraph = "attacks", "6.1"
        yield Term(f"{unit} {does}", f"+{factor}", paragraph, unit, does)
    ratio = combat.ratio_of(setting, position, battle)
    yield Term(f"{battle.target} defends", f"-{ratio.defense}", "6.1")


def _shifts(setting: Setting, position: Position, battle: Battle) -> Iterator[Term]:
    for shift in combat.shifts_of(setting, position, battle):
        columns = f"{abs(shift.by)} column{'s' if abs(shift.by) > 1 else ''}"
        way = "right" if shift.by > 0 else "left"
        yield Term(shift.why, f"{columns} to the {way}", shift.paragraph)
