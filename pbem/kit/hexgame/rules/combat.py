"""Attacks: who may attack what, strengths, modifiers, and the table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.errors import IllegalOrder
from pbem.kit.contract import Outcome, Term
from pbem.kit.dice import Dice, die
from pbem.kit.hexgame.rules.movement import check_own
from pbem.kit.hexgame.rules.orders import Attack
from pbem.kit.hexgame.rules.outcomes import Attacked, Resolved
from pbem.kit.hexgame.rules.position import Battle, HexPosition, open_battle
from pbem.kit.hexgame.rules.setting import HexSetting, Modifier
from pbem.kit.hexgame.rules.supply import is_supplied
from pbem.kit.maps.hexes import Hex

LISTED = 6
"""With more units beside a hex, only attacks by one, by two and by all are listed."""


def targets(setting: HexSetting, position: HexPosition) -> list[Hex]:
    """Return the hexes with enemies that may still be attacked, by number."""
    enemy = setting.tables.enemy[position.side]
    return sorted(h for h in setting.hexes_of(position, enemy) if h not in position.attacked)


def ready(setting: HexSetting, position: HexPosition, hex_: Hex) -> list[str]:
    """Return the units that may attack a hex, in the order of the data."""
    near = set(setting.tables.beside.get(hex_, ()))
    return [
        unit
        for unit in setting.own(position, position.side)
        if position.at[unit] in near
        and unit not in position.fought
        and setting.factors(position, unit).attack
    ]


def legal_attacks(setting: HexSetting, position: HexPosition) -> Iterator[Attack]:
    """Yield attacks on each hex: by any of the units beside it, if they are not too many."""
    for hex_ in targets(setting, position):
        units = ready(setting, position, hex_)
        sizes = range(1, len(units) + 1) if len(units) <= LISTED else (1, 2, len(units))
        for size in sizes:
            for team in combinations(units, size):
                yield Attack(hex_, team)


def other_attacks(setting: HexSetting, position: HexPosition) -> Iterator[Attack]:
    """Yield the attacks that `legal_attacks` leaves out."""
    for hex_ in targets(setting, position):
        units = ready(setting, position, hex_)
        if len(units) > LISTED:
            for size in range(3, len(units)):
                for team in combinations(units, size):
                    yield Attack(hex_, team)


def check_attack(setting: HexSetting, position: HexPosition, order: Attack) -> None:
    """Raise `IllegalOrder` unless these units may attack that hex."""
    paragraph = setting.data.combat.paragraph
    enemy = setting.tables.enemy[position.side]
    if order.hex not in setting.hexes_of(position, enemy):
        raise IllegalOrder(paragraph, f"there is no enemy in {order.hex}")
    if order.hex in position.attacked:
        raise IllegalOrder(paragraph, f"{order.hex} has been attacked in this phase")
    for unit in order.with_:
        check_own(setting, position, unit, paragraph)
        here = position.at.get(unit)
        if here is None:
            raise IllegalOrder(paragraph, f"{unit} is not on the map")
        if here not in setting.tables.beside[order.hex]:
            raise IllegalOrder(paragraph, f"{unit} in {here} cannot attack {order.hex} from there")
        if unit in position.fought:
            raise IllegalOrder(paragraph, f"{unit} has attacked in this phase")
        if not setting.factors(position, unit).attack:
            raise IllegalOrder(paragraph, f"{unit} has no attack strength")


def attack(setting: HexSetting, position: HexPosition, order: Attack) -> Iterator[Outcome]:
    """Declare an attack."""
    yield Attacked(
        paragraph=setting.data.combat.paragraph,
        side=position.side,
        hex=order.hex,
        attackers=tuple(unit for unit in setting.tables.units if unit in order.with_),
        defenders=tuple(setting.there(position, order.hex)),
    )


# --- strengths and columns ---------------------------------------------------------------------


def attack_strength(setting: HexSetting, position: HexPosition, battle: Battle) -> int:
    """Return the strength of the attackers."""
    return sum(setting.factors(position, unit).attack for unit in battle.attackers)


def defence_strength(setting: HexSetting, position: HexPosition, battle: Battle) -> int:
    """Return the strength of the defenders, with what their hex adds."""
    units = sum(setting.factors(position, unit).defence for unit in battle.defenders)
    return units + setting.tables.kind_of(battle.hex).defence


def modifiers(setting: HexSetting, position: HexPosition, battle: Battle) -> Iterator[Modifier]:
    """Yield the shifts of an attack: terrain, hexsides, supply, and those of the game's own."""
    yield from terrain_shift(setting, battle)
    yield from hexside_shift(setting, position, battle)
    yield from supply_shift(setting, position, battle)
    yield from setting.hooks.modifiers(setting, position, battle)


def terrain_shift(setting: HexSetting, battle: Battle) -> Iterator[Modifier]:
    """Yield the shift of the hex that is attacked."""
    if shift := setting.tables.kind_of(battle.hex).shift:
        yield Modifier(setting.tables.terrain[battle.hex], shift, setting.data.combat.paragraph)


def hexside_shift(
    setting: HexSetting, position: HexPosition, battle: Battle
) -> Iterator[Modifier]:  # fmt: skip
    """Yield the best shift of the hexsides across which the attackers attack."""
    found = []
    for unit in battle.attackers:
        edge = setting.tables.edges.get((position.at[unit], battle.hex))
        found.append((0, "") if edge is None else (edge.shift, edge.name))
    shift, name = max(found, default=(0, ""))
    if shift:
        yield Modifier(name, shift, setting.data.combat.paragraph)


def supply_shift(
    setting: HexSetting, position: HexPosition, battle: Battle
) -> Iterator[Modifier]:  # fmt: skip
    """Yield the shifts for units that are out of supply."""
    supply = setting.data.supply
    if supply is None:
        return
    for units, shift, who in (
        (battle.attackers, supply.attack, "an attacker"),
        (battle.defenders, supply.defence, "a defender"),
    ):
        if shift and not all(is_supplied(setting, position, unit) for unit in units):
            yield Modifier(f"{who} out of supply", shift, supply.paragraph)


def column_of(setting: HexSetting, position: HexPosition, battle: Battle) -> int:
    """Return the column in which an attack is read, from 0, after all shifts."""
    at = setting.tables.column(
        attack_strength(setting, position, battle), defence_strength(setting, position, battle)
    )
    at += sum(one.shift for one in modifiers(setting, position, battle))
    return max(0, min(at, len(setting.data.combat.columns) - 1))


def terms(setting: HexSetting, position: HexPosition, battle: Battle) -> Iterator[Term]:
    """Yield what makes up the strengths and the shifts of an attack."""
    paragraph = setting.data.combat.paragraph
    for unit in battle.attackers:
        yield Term(unit, f"+{setting.factors(position, unit).attack}", paragraph, unit, "attacks")
    for unit in battle.defenders:
        yield Term(unit, f"-{setting.factors(position, unit).defence}", paragraph)
    if added := setting.tables.kind_of(battle.hex).defence:
        yield Term(setting.tables.terrain[battle.hex], f"{-added:+}", paragraph)
    for one in modifiers(setting, position, battle):
        unit = "column" if abs(one.shift) == 1 else "columns"
        yield Term(one.what, f"{one.shift:+} {unit}", one.paragraph)


def resolve(setting: HexSetting, position: HexPosition, dice: Dice) -> Iterator[Outcome]:
    """Roll for an attack and read the table."""
    combat, battle = setting.data.combat, open_battle(position)
    column = column_of(setting, position, battle)
    face = die(dice, len(combat.rows), f"attack on {battle.hex}", combat.paragraph)
    yield Resolved(
        paragraph=combat.paragraph,
        side=position.side,
        hex=battle.hex,
        attack=attack_strength(setting, position, battle),
        defence=defence_strength(setting, position, battle),
        column=combat.columns[column],
        die=face,
        result=combat.rows[face - 1][column],
    )
