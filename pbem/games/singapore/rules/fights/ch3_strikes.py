"""[3.8] Direct strikes: who commits what, against whom, and what the dice come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.tables import FACES_OF_A_STRIKE, Unit
from pbem.games.singapore.rules.cards.ch6_effects import result_of, row_of
from pbem.games.singapore.rules.corps.ch4_results import lose
from pbem.games.singapore.rules.fights.ch2_tactics import check_strikers
from pbem.games.singapore.rules.orders import Strike
from pbem.games.singapore.rules.outcomes import (
    Loss,
    StrikeRolled,
    StrikesDeclared,
    StrikesOver,
    StrikesSealed,
    UnitLost,
)
from pbem.games.singapore.rules.position import (
    ATTACKER,
    DEFENDER,
    SIDES,
    Battle,
    Position,
    open_battle,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.contract import Order, Outcome
from pbem.kit.dice import Dice, die
from pbem.kit.keeping import kept_of
from pbem.kit.typed.orders import Pass

ASKED_FIRST = (DEFENDER, ATTACKER)
"""[R11] Who has not declared with their group is asked after the defender."""


def alike(setting: Setting, units: Sequence[str]) -> list[list[str]]:
    """Return units in groups of one army and kind, which come to the same."""
    groups: dict[Unit, list[str]] = {}
    for unit in setting.in_order(list(units)):
        groups.setdefault(setting.tables.units[unit], []).append(unit)
    return list(groups.values())


def picks(groups: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """Yield so many of each group, the first ones, but not nobody."""
    for numbers in product(*(range(len(group) + 1) for group in groups)):
        if any(numbers):
            yield tuple(
                unit for group, n in zip(groups, numbers, strict=True) for unit in group[:n]
            )


def seats(battle: Battle) -> list[str]:
    """[R11, R96] Return who is asked in turn: the defender's armies, then the attacker's."""
    return [seat for role in ASKED_FIRST for seat in battle.seats[role]]


def open_window(battle: Battle) -> bool:
    """[3.8.1] Whether this pair of points is new, and somebody could strike."""
    new = battle.faced != [battle.point, battle.defender]
    return new and bool(battle.declared or any(battle.strikers(side) for side in SIDES))


def sealing(setting: Setting, battle: Battle) -> bool:
    """[R11] Whether the strikes of this pair are sealed first: where both sides could strike."""
    if battle.sealed:
        return True
    both = all(battle.strikers(role) for role in SIDES)
    return setting.options.strikes == "sealed" and both and not battle.declared


def label(battle: Battle, side: str) -> str:
    """Return what the sealed strikes of a side are called; a pair faces each other once."""
    return f"strikes-{battle.point}-{battle.defender}-{side}"


def asked(battle: Battle) -> str:
    """Return the side that declares or opens now, or nothing where both have, or cannot."""
    undeclared = (seat for seat in seats(battle) if seat not in battle.declared)
    return next((seat for seat in undeclared if battle.strikers_of(seat)), "")


@kept_of("battle")
def writes(setting: Setting, battle: Battle) -> str:
    """Return the side that is asked for its strikes: to seal, to open, or to declare them."""
    if sealing(setting, battle):
        unsealed = [s for s in seats(battle) if s not in battle.sealed and battle.strikers_of(s)]
        return unsealed[0] if unsealed else asked(battle)
    return asked(battle)


def check_secret(position: Position, name: str, order: Order) -> None:
    """[R11] Raise `IllegalOrder` unless an order could have been sealed under a name."""
    battle = open_battle(position)
    side = next((side for side in seats(battle) if label(battle, side) == name), "")
    if not side or not isinstance(order, Strike | Pass):
        raise IllegalOrder("3.8.1", f"{name!r} can seal only strikes, or `pass`")
    if isinstance(order, Strike):
        check_committed(battle, side, order)


def seal(position: Position, name: str) -> Iterator[Outcome]:
    """[R11] Go on after a side has sealed its strikes."""
    battle = open_battle(position)
    for side in seats(battle):
        if label(battle, side) == name:
            yield StrikesSealed(paragraph="3.8.1", side=side)


def check_strike(setting: Setting, position: Position, order: Strike) -> None:
    """Raise `IllegalOrder` unless the side asked may commit these strikes."""
    battle = open_battle(position)
    check_committed(battle, writes(setting, battle), order)


def check_committed(battle: Battle, side: str, order: Strike) -> None:
    """[3.8, 3.8.2] Raise `IllegalOrder` unless a side may commit these strikes."""
    check_strikers(battle, side, (*order.point, *order.support))
    if order.support and battle.role(side) == ATTACKER:
        raise IllegalOrder("3.8.2", "the attacker can only strike at the defender's point")
    if order.support and not battle.paired:
        raise IllegalOrder("3.8.2", "the attacker has no supporting unit to strike at")


def legal_strikes(setting: Setting, position: Position) -> Iterator[Order]:
    """Yield what may be committed: of units of one army and kind the first ones."""
    battle = open_battle(position)
    side = writes(setting, battle)
    groups = alike(setting, battle.strikers_of(side))
    splits = battle.role(side) == DEFENDER and battle.paired
    for units in picks(groups):
        yield Strike(units)
        if splits:
            yield Strike((), units)
    if splits:
        yield from _split(groups)


def _split(groups: Sequence[Sequence[str]]) -> Iterator[Strike]:
    """Yield strikes at both, some at each (R74)."""
    for first in picks(groups):
        rest = [[unit for unit in group if unit not in first] for group in groups]
        for second in picks(rest):
            yield Strike(first, second)


def declare(position: Position, order: Strike | Pass) -> Iterator[Outcome]:
    """[3.8.1] Commit strikes, or none; that is final."""
    reported = order if isinstance(order, Strike) else Strike()
    yield StrikesDeclared(
        paragraph="3.8.1",
        side=asked(open_battle(position)),
        point=reported.point,
        support=reported.support,
    )


def over(battle: Battle) -> StrikesOver:
    """Return that this pair has had its strikes."""
    return StrikesOver(paragraph="3.8.4", point=battle.point, defender=battle.defender)


def roll(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[3.8.3] Roll every strike, the defender's first; then the best result of each target."""
    battle = open_battle(position)
    best: dict[str, str] = {}
    committed = [
        (side, unit, target)
        for side in seats(battle)
        for unit, target in sorted(
            battle.declared.get(side, {}).items(), key=lambda one: setting.tables.order[one[0]]
        )
    ]
    for side, unit, target in committed:
        face = die(dice, FACES_OF_A_STRIKE, f"strike of {unit} at {target}", "3.8.3")
        result = result_of(row_of(setting, position, unit), face)
        yield StrikeRolled(
            paragraph="3.8.3", side=side, unit=unit, target=target, die=face,
            result=result,  # type: ignore[arg-type]
        )  # fmt: skip
        if result != "none" and best.get(target) != "eliminated":
            best[target] = result
    yield over(battle)
    for unit in setting.in_order(list(best)):
        how: Loss = "eliminated" if best[unit] == "eliminated" else "suppressed"
        reported = UnitLost(paragraph="3.8.3", unit=unit, how=how, by="strike")
        yield from lose(setting, position, reported)
