"""[6.0] Combat: who attacks what, units turned up, odds, dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from pbem.errors import IllegalOrder
from pbem.games.tokyo.data.forms import ARMIES
from pbem.games.tokyo.data.tables import Counter
from pbem.games.tokyo.rules import ch04_ground as ground
from pbem.games.tokyo.rules import ch06_results as results
from pbem.games.tokyo.rules.ch05_movement import asleep, not_there
from pbem.games.tokyo.rules.orders import Attack
from pbem.games.tokyo.rules.outcomes import (
    AttackDeclared,
    Code,
    CombatResolved,
    Deserted,
    DieRolled,
    DieRolledAgain,
    DieVoided,
    StrengthRolled,
    TurnedUp,
    VolunteerCalled,
)
from pbem.games.tokyo.rules.position import Battle, Position, open_battle
from pbem.games.tokyo.rules.setting import GROUPS, Setting
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice, die
from pbem.kit.maps.hexes import Hex

LOWEST, HIGHEST = -3, 6
"""Columns of the combat results table: 1:4 and 7:1 (6.1)."""

NOTHING = -1000
"""The column of an attack without strength: the lowest, whatever the shifts (ruling 2)."""


# --- who may attack --------------------------------------------------------------------------


def may_attack(setting: Setting, position: Position, unit: str) -> bool:
    """Whether a unit of the acting army has not attacked in this phase and is free to."""
    return not (
        unit in position.fought or unit in position.locked or asleep(setting, position, unit)
    )


def targets(setting: Setting, position: Position) -> dict[Hex, list[str]]:
    """Return the hexes that may be attacked -> the units that may join, both ascending.

    [6.3, 6.4] The other nation is the enemy. Ruling 22: an adjacent enemy across the boundary may
    be attacked, unless the option says otherwise.
    """
    own = [u for u in setting.units_of(position, position.army) if may_attack(setting, position, u)]
    american, americans = position.army in GROUPS, setting.tables.americans
    enemies = {here: unit for unit, here in position.at.items() if (unit in americans) != american}
    found: dict[Hex, list[str]] = {}
    for unit in own:
        here = position.at[unit]
        for number in setting.tables.next_to[here]:
            enemy = enemies.get(number)
            if enemy is None or enemy in position.attacked:
                continue
            if _in_reach(setting, position, here, number):
                found.setdefault(number, []).append(unit)
    return dict(sorted(found.items()))


def _in_reach(setting: Setting, position: Position, here: Hex, there: Hex) -> bool:
    """[5.42, 12.3] Whether the boundary lets a unit attack; it never binds Japan as a whole."""
    free = setting.options.cross_boundary_attacks or position.army == "jp"
    return free or not ground.crosses(setting, here, there)


def check_attack(setting: Setting, position: Position, order: Attack) -> None:
    """Refuse an attack that is not legal."""
    if order.hex not in setting.tables.terrain:
        raise IllegalOrder("6.7", f"{order.hex} is not a hex of the map")
    for unit in order.with_:
        _check_own(setting, position, unit)
    target = position.unit_at(order.hex)
    american = position.army in GROUPS
    if target is None:
        raise IllegalOrder("6.0", f"there is no unit in {order.hex} to attack")
    if setting.american(target) == american:
        paragraph = "6.3" if american else "6.4"
        whose = ARMIES[position.army]
        raise IllegalOrder(paragraph, f"{target} in {order.hex} is not an enemy of {whose}")
    if target in position.attacked:
        raise IllegalOrder("6.5", f"{target} was already attacked in this phase")
    for unit in order.with_:
        _check_attacker(setting, position, unit, order.hex)


def _check_own(setting: Setting, position: Position, unit: str) -> None:
    if unit not in position.at:
        raise not_there(setting, position, unit, "6.0")
    army = setting.army(position, unit)
    if army != position.army:
        why = f"{unit} belongs to {ARMIES[army]}, but {ARMIES[position.army]} attacks now"
        raise IllegalOrder("3.0", why)


def _check_attacker(setting: Setting, position: Position, unit: str, there: Hex) -> None:
    if unit in position.locked:
        raise IllegalOrder("8.2", f"{unit} of the 36th Army has not been released")
    if asleep(setting, position, unit):
        raise IllegalOrder("3.0", f"{unit} is west of the boundary, so it can do nothing on turn 1")
    if unit in position.fought:
        raise IllegalOrder("6.5", f"{unit} has already attacked in this phase")
    here = position.at[unit]
    if there not in setting.tables.next_to[here]:
        raise IllegalOrder("6.7", f"{unit} in {here} is not next to {there}")
    if not _in_reach(setting, position, here, there):
        why = f"{unit} cannot attack across the Operational Boundary in this game"
        raise IllegalOrder("3.0", why)


def legal_attacks(setting: Setting, position: Position) -> Iterator[Attack]:
    """Yield every attack on every hex, by all who may join first, then by fewer."""
    for number, units in targets(setting, position).items():
        for size in range(len(units), 0, -1):
            yield from (Attack(number, some) for some in combinations(units, size))


def declare(order: Attack) -> Iterator[Outcome]:
    """Commit an attack."""
    yield AttackDeclared(paragraph="6.0", hex=order.hex, with_=order.with_)


# --- the dice --------------------------------------------------------------------------------


def roll(setting: Setting, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
    """Turn up, roll strengths and the die; a second die alone after a Volunteer Corps."""
    battle = open_battle(position)
    if battle.stage == "again":
        yield from _chit(setting, position, battle, dice)
        if position.ended is None:
            face = die(dice, 6, f"attack on {battle.hex}, again", "13.2")
            code = _code(setting, battle.column, face)
            yield DieRolledAgain(
                paragraph="13.2", column=odds(battle.column), die=face, result=code
            )
            yield CombatResolved(paragraph="6.2", result=code)
            yield from results.settle(setting, position, cups)
        return
    yield from _turn_up(setting, position, battle, dice, cups)
    if battle.result:  # who deserted is gone already, and the result owes nothing more
        return
    yield from _strengths(setting, battle, dice)
    ratio = ratio_of(setting, position, battle)
    column = column_of(ratio)
    face = die(dice, 6, f"attack on {battle.hex}", "6.1")
    yield DieRolled(
        paragraph="6.1",
        attack=ratio.attack,
        defense=ratio.defense,
        odds=odds_of(ratio),
        shift=ratio.shift,
        column=odds(column),
        die=face,
        result=_code(setting, column, face),
    )
    if battle.stage != "volunteer":
        yield CombatResolved(paragraph="6.2", result=_code(setting, column, face))
        yield from results.settle(setting, position, cups)


def _code(setting: Setting, column: int, face: int) -> Code:
    code: Code = setting.tables.crt(column, face)
    return code


def let_stand(setting: Setting, position: Position, cups: Cups) -> Iterator[Outcome]:
    """[13.2] No Volunteer Corps is called: the result stands."""
    battle = open_battle(position)
    code: Code = battle.result  # type: ignore[assignment]
    yield CombatResolved(paragraph="6.2", result=code)
    yield from results.settle(setting, position, cups)


def call_volunteer(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[13.2] Void the die just seen: a new one is due."""
    side = japanese_side(setting, position, open_battle(position))
    yield DieVoided(paragraph="13.2", side=side)


def _chit(setting: Setting, position: Position, battle: Battle, dice: Dice) -> Iterator[Outcome]:
    """[13.2] Take a Volunteer Corps; who has taken too many loses at once."""
    side = japanese_side(setting, position, battle)
    taken = dice.uniform(len(position.chits), "which Volunteer Corps comes", "13.2")
    number = sorted(position.chits)[taken]
    total = position.called.get(side, 0) + number
    yield VolunteerCalled(paragraph="13.2", side=side, number=number, total=total)
    yield from results.check_over(setting, position)


def japanese_side(setting: Setting, position: Position, battle: Battle) -> str:
    """Return the side that commands the Japanese units of a combat."""
    if battle.army in GROUPS:
        return setting.commander(setting.army(position, battle.target))
    return setting.commander(battle.army)


def _turn_up(
    setting: Setting, position: Position, battle: Battle, dice: Dice, cups: Cups
) -> Iterator[Outcome]:
    """[2.53, 6.61, 6.63] Turn up units that fight for the first time; deserters are gone."""
    units = fighting(battle)
    for unit in [u for u in units if not position.known(u)]:
        name = cups.turn_up(position.tokens[unit], dice, f"the identity of {unit}", "2.53")
        counter = setting.tables.counters[name]
        yield TurnedUp(
            paragraph="2.53",
            unit=unit,
            counter=name,
            attack=counter.attack,
            defense=counter.defense,
        )
    for unit in deserters(setting, position, battle):
        here = position.at[unit]
        results.return_counter(setting, position, unit, cups)
        yield Deserted(paragraph="6.61", unit=unit, hex=here)
    if not battle.target:
        yield CombatResolved(paragraph="6.63", result="De")
    elif not battle.with_:
        yield CombatResolved(paragraph="6.63", result="Ae")


def _counter(setting: Setting, position: Position, unit: str) -> Counter:
    return setting.tables.counters[position.tokens[unit]]


def fighting(battle: Battle) -> list[str]:
    """Return who fights, in the order in which it is turned up and rolled for."""
    return [*sorted(battle.with_), battle.target]


def deserters(setting: Setting, position: Position, battle: Battle) -> list[str]:
    """[6.61] Return who deserts of those who fight, when all of them are known."""
    return [
        unit
        for unit in fighting(battle)
        if unit in position.tokens and _counter(setting, position, unit).defense == 0
    ]


def armor_in(setting: Setting, battle: Battle) -> list[str]:
    """[6.62] Return the Japanese armor in an attack, in the order in which it is rolled for."""
    return [unit for unit in fighting(battle) if unit in setting.tables.armor]


def strength_of(setting: Setting, unit: str, face: int) -> int:
    """[6.62] Return the strength of armor that rolled ``face``: half of it, up, of a brigade."""
    return face if setting.tables.armor[unit].division else (face + 1) // 2


def _strengths(setting: Setting, battle: Battle, dice: Dice) -> Iterator[Outcome]:
    """[6.62] Roll for Japanese armor."""
    for unit in armor_in(setting, battle):
        face = die(dice, 6, f"strength of {unit}", "6.62")
        strength = strength_of(setting, unit, face)
        yield StrengthRolled(paragraph="6.62", unit=unit, die=face, strength=strength)


# --- odds ------------------------------------------------------------------------------------


class Ratio(NamedTuple):
    """Sums of a combat, its column before shifts and caps (1:1 is 0, 2:1 is 1), the net shift."""

    attack: int
    defense: int
    column: int
    shift: int


class Shift(NamedTuple):
    """So many columns to the right (negative: to the left), what for, and the paragraph."""

    by: int
    why: str
    paragraph: str


def attack_of(setting: Setting, position: Position, unit: str, rolled: dict[str, int]) -> int:
    """Return the attack factor of a unit that everybody sees.

    ``rolled``: Japanese armor -> the strength that it rolled.
    """
    if setting.american(unit):
        return setting.tables.americans[unit].attack
    return rolled[unit] if unit in rolled else _counter(setting, position, unit).attack


def _defense_of(setting: Setting, position: Position, battle: Battle) -> int:
    unit = battle.target
    if setting.american(unit):
        return setting.tables.americans[unit].defense
    if unit in battle.strength:
        return battle.strength[unit]
    return _counter(setting, position, unit).defense


def ratio_of(setting: Setting, position: Position, battle: Battle) -> Ratio:
    """[6.1, 6.81] Return the ratio of a combat, rounded in favor of the defender."""
    rivers = setting.tables.rivers[battle.hex]
    dry = wet = 0
    for unit in battle.with_:
        factor = attack_of(setting, position, unit, battle.strength)
        if position.at[unit] in rivers:
            wet += factor
        else:
            dry += factor
    attack = dry + wet // 2
    defense = _defense_of(setting, position, battle)
    if attack == 0:
        column = NOTHING
    elif attack >= defense:
        column = attack // defense - 1
    else:
        column = 1 - -(-defense // attack)
    return Ratio(attack, defense, column, shift_of(setting, position, battle))


def column_of(ratio: Ratio) -> int:
    """[6.1] Return the column where a combat is read, shifts and caps included."""
    return max(LOWEST, min(HIGHEST, ratio.column + ratio.shift))


def shift_of(setting: Setting, position: Position, battle: Battle) -> int:
    """Return the net shift of columns, to the right if positive."""
    return sum(shift.by for shift in shifts_of(setting, position, battle))


def shifts_of(setting: Setting, position: Position, battle: Battle) -> Iterator[Shift]:
    """[6.64, 6.82, 6.10] Yield what shifts the column, terrain first."""
    terrain = setting.tables.terrain[battle.hex]
    row = setting.tables.row(terrain)
    american = setting.american(battle.target)
    by = row.shift + (row.shift_us if american else row.shift_japan)
    if by:
        yield Shift(by, terrain, "6.82")
    guns = not american and _is_anti_aircraft(setting, position, battle.target)
    if guns and any(_armored_division(setting, unit) for unit in battle.with_):
        yield Shift(-1, "anti-aircraft guns against an armored division", "6.64")
    if _supported(setting, position, battle):
        yield Shift(-1 if american else 1, "support of a headquarters", "6.10")


def _is_anti_aircraft(setting: Setting, position: Position, unit: str) -> bool:
    return unit in position.tokens and _counter(setting, position, unit).aa


def _armored_division(setting: Setting, unit: str) -> bool:
    return setting.american(unit) and setting.tables.americans[unit].kind == "armor"


def _supported(setting: Setting, position: Position, battle: Battle) -> bool:
    """[6.10] Whether an HQ of the Americans' group is within range of the defender's hex.

    An HQ that is attacked has no support, its own or another's.
    """
    tables = setting.tables
    if battle.army in GROUPS:
        group = battle.army
    elif tables.americans[battle.target].kind == "hq":
        return False
    else:
        group = setting.group(position, battle.target)
    at = position.at
    return any(
        unit in at
        and setting.group(position, unit) == group
        and tables.distance(at[unit], battle.hex) <= tables.hq_range
        for unit in tables.hqs
    )


def odds_of(ratio: Ratio) -> str:
    """Write the odds of a combat before shifts and caps."""
    return odds(ratio.column) if ratio.attack else f"0:{ratio.defense}"


def odds(column: int) -> str:
    """Write a column as odds."""
    return f"{column + 1}:1" if column >= 0 else f"1:{1 - column}"


def strongest(setting: Setting, position: Position, units: Sequence[str]) -> list[str]:
    """[6.2] Return the units with the highest attack factor, by name."""
    rolled = open_battle(position).strength
    factors = {unit: attack_of(setting, position, unit, rolled) for unit in units}
    best = max(factors.values())
    return sorted(unit for unit, factor in factors.items() if factor == best)
