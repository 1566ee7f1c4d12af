"""The odds of an attack of Manila: values, results, losses; and which rolls differ at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from pbem.games.manila.rules import ch09_4_combat as combat
from pbem.games.manila.rules.outcomes import CombatResolved, CombatResult, OutOfAction
from pbem.games.manila.rules.position import Battle, Position
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Fall, Outcome, Reading, Term
from pbem.kit.cups import Cups

FACES = range(6)

TELLING = frozenset((CombatResolved, OutOfAction))
"""The outcomes of which `reading` or `lost` says something."""

FAVOUR: dict[CombatResult, int] = {"Overrun": 2, "Success": 1, "Stalemate": 0, "Repulse": -1}
"""How good a result is for the attacker (9.5.5)."""


def reading(_: Setting, outcome: Outcome) -> Reading | None:
    """Return the result of an attack (9.5.5); None for any other outcome."""
    if not isinstance(outcome, CombatResolved):
        return None
    column = f"AV {outcome.av} to DV {outcome.dv}"
    return Reading(outcome.result, column, favour=FAVOUR[outcome.result])


def lost(_: Setting, outcome: Outcome) -> tuple[str, ...]:
    """Return who was put out of action."""
    return (outcome.unit,) if isinstance(outcome, OutOfAction) else ()


def terms(setting: Setting, position: Position) -> tuple[Term, ...]:
    """[9.5.2, 9.5.3] Return what makes up both values of the attack that is being resolved.

    Before it is said who leads and with what support (9.4, 9.5), the DV alone.
    """
    battle = position.battle
    if battle is None or battle.stage not in ("dice", "fight", "barrage"):
        return ()
    resolved = battle.stage == "dice"
    sides = (
        ("AV", combat.attack_parts(setting, position, battle) if resolved else ()),
        ("DV", combat.defense_parts(setting, position, battle)),
    )
    return tuple(
        Term(f"{value}: {part.what}", f"{part.adds:+}", part.paragraph)
        for value, parts in sides
        for part in parts
        if part.adds
    )


def falls(setting: Setting, position: Position, cups: Cups) -> Iterator[Fall] | None:
    """Return the rolls of an attack that differ: by what turns up, or by value and result.

    None if no attack is open.
    """
    battle = position.battle
    if battle is None:
        return None
    if battle.stage == "reveal":
        return _reveals(setting, cups, position.defenders[str(battle.area)])
    return _results(setting, position, battle)


def _reveals(setting: Setting, cups: Cups, member: str) -> Iterator[Fall]:
    """Yield a reveal for each kind of counter that there may be (9.4)."""
    found: dict[tuple[int, str], Fall] = {}
    for name, chance, numbers in cups.chances(member):
        counter = setting.tables.counters[name]
        kind = counter.factor, counter.strategy
        before, first = found.get(kind, (Fraction(0), numbers))
        found[kind] = before + chance, first
    yield from found.values()


def _results(setting: Setting, position: Position, battle: Battle) -> Iterator[Fall]:
    """Yield dice for each Defense Value (9.5.3D) and result (9.5.5): no more rests on them."""
    attack = combat.attack_value(setting, position, battle)
    dice = range(len(FACES) + 1) if battle.support["air"] > 0 else range(1)
    defences = [combat.defense_value(setting, position, battle, flown) for flown in dice]
    results: dict[int, CombatResult] = {}
    found: dict[tuple[int, str], tuple[int, tuple[int, ...]]] = {}
    totals = _totals(elite=battle.strategy == "Elite", air=battle.support["air"] > 0)
    for many, shown in totals:
        ours, theirs, flown = shown[:2], shown[2:], 0
        if battle.support["air"] > 0:
            theirs, flown = theirs[:-1], theirs[-1] + 1
        difference = attack + sum(ours) - defences[flown] - sum(sorted(theirs)[-2:])
        if difference not in results:
            results[difference] = combat.compare(setting, position, battle, difference)
        reported = defences[flown], results[difference]
        before, first = found.get(reported, (0, shown))
        found[reported] = before + many, first
    rolls = sum(many for many, _ in totals)
    yield from ((Fraction(many, rolls), first) for many, first in found.values())


@cache
def _totals(*, elite: bool, air: bool) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return how many rolls have each difference of the totals, with dice that do (9.5.1, 9.5.3D).

    The die of Air Support counts by itself. Nothing else of the dice decides; of an Elite unit's
    three the lowest is dropped.
    """
    count: Counter[tuple[int, int]] = Counter()
    first: dict[tuple[int, int], tuple[int, ...]] = {}
    for ours in product(FACES, repeat=2):
        for theirs in product(FACES, repeat=3 if elite else 2):
            difference = sum(ours) - sum(sorted(theirs)[-2:])
            for flown in FACES if air else range(1):
                key = difference, flown
                count[key] += 1
                first.setdefault(key, (*ours, *theirs, *((flown,) if air else ())))
    return tuple((many, first[key]) for key, many in count.items())
