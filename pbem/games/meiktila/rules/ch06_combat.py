"""[6.5, 8.2, 8.3, 8.5, 5.2] Combat up to its die: who attacks, who supports, strengths, shifts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pbem.errors import IllegalOrder
from pbem.games.meiktila.data.forms import ENEMY
from pbem.games.meiktila.rules import ch06_activation as activation
from pbem.games.meiktila.rules import ch07_supply as supply
from pbem.games.meiktila.rules.orders import Attack, Defend
from pbem.games.meiktila.rules.outcomes import (
    AttackDeclared,
    CombatRolled,
    Defended,
    Fired,
)
from pbem.games.meiktila.rules.position import Battle, Position, acting, open_battle
from pbem.games.meiktila.rules.setting import Setting, halved
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die
from pbem.kit.keeping import kept
from pbem.kit.wording import counted


class Item(NamedTuple):
    """A strength or a shift with what it is of, and the paragraph that gives it."""

    what: str
    amount: int
    paragraph: str


# --- who attacks -----------------------------------------------------------------------------


def attackers_beside(setting: Setting, position: Position, here: str) -> list[str]:
    """[6.5, A74] Return the active infantry and armour that may attack a hex."""
    beside, at = setting.tables.land[here], position.at
    return [unit for unit in _attackers(setting, position) if at[unit] in beside]


@kept
def _attackers(setting: Setting, position: Position) -> list[str]:
    """[6.5, A74] Return the active infantry and armour that may attack."""
    return [
        unit
        for unit in setting.on_map(position, acting(position).side)
        if not _barred(setting, position, unit) and activation.can_act(setting, position, unit)
    ]


def _barred(setting: Setting, position: Position, unit: str) -> tuple[str, str] | None:
    """Return why a unit does not attack in this activation, with the paragraph."""
    now = acting(position)
    if setting.tables.units[unit].kind == "artillery":
        return "8.5", f"{unit} is artillery, and artillery supports an attack with `guns`"
    if setting.is_(unit, "anti-tank"):
        return "8.3", f"{unit} has no attack factor"
    return _spent(now.fought, now.dug, position, unit)


def _spent(
    fought: Sequence[str], dug: Sequence[str], position: Position, unit: str
) -> tuple[str, str] | None:
    if unit in fought:
        return "6.5", f"{unit} has already attacked in this activation"
    if unit in dug:
        return "8.4", f"{unit} has dug in, so it cannot attack in this activation"
    if unit in position.took:
        paragraph = "8.1.3" if position.side == "al" else "8.1.4"
        return paragraph, f"{unit} took a replacement, so it cannot attack in this turn"
    return None


def targets(setting: Setting, position: Position) -> list[str]:
    """[6.5] Return the hexes with enemies that were not attacked in this activation."""
    now = acting(position)
    enemies = setting.places(position, ENEMY[now.side])
    return setting.by_hex(enemies.difference(now.targets))


@kept
def guns(setting: Setting, position: Position, side: str, here: str) -> list[str]:
    """[8.5, A50, A51] Return the guns of a side that can support a combat on a hex."""
    found = [
        unit
        for unit in setting.guns[side]
        if gun_refused(setting, position, side, here, unit, path=False) is None
    ]
    cut = supply.cut_off(setting, position, found) if found else []
    return [unit for unit in found if unit not in cut]


def gun_refused(setting: Setting, position: Position, side: str, here: str, unit: str, *,
                path: bool = True) -> tuple[str, str] | None:  # fmt: skip
    """Return the paragraph and the reason why a unit cannot fire into a combat; None if it can.

    ``here``: the hex that is attacked; ``path``: look at supply too.
    """
    one, why = setting.tables.units[unit], ""
    if unit not in position.at or one.kind != "artillery":
        why = f"{unit} is not a gun on the map"
    elif position.at[unit] == here:
        why = f"{unit} is in the attacked hex, and defends there"
    elif unit in position.fired:
        why = f"{unit} has already fired in this turn"
    elif setting.tables.distance(position.at[unit], here) > one.range:
        why = f"{here} is out of range of {unit}, whose range is {one.range}"
    elif side == acting(position).side and (idle := _gun_idle(setting, position, unit)) is not None:
        return idle
    elif path and supply.cut_off(setting, position, [unit]):
        why = f"{unit} is out of supply"
    return ("8.5", why) if why else None


def _gun_idle(setting: Setting, position: Position, unit: str) -> tuple[str, str] | None:
    """[A47, A50, A93] Return why a gun supports no attack in this activation."""
    if not activation.can_act(setting, position, unit):
        return "8.5", f"{unit} is not active, so it cannot support an attack"
    return _spent((), acting(position).dug, position, unit)


def planes(position: Position, side: str) -> int:
    """[5.2] Return how many air units of a side can still fly in combat."""
    return position.air if side == "al" else int(position.sentai == "ready")


def _too_few(have: int, named: int) -> str:
    """Say that fewer air units can fly than an order names."""
    able = counted(have, "air unit") if have else "no air unit"
    return f"{able} can fly, but the order names {named}"


def check_attack(setting: Setting, position: Position, order: Attack) -> None:
    """[6.5] Refuse a hex that cannot be attacked, and who cannot attack or support."""
    now = acting(position)
    if order.hex not in setting.places(position, ENEMY[now.side]):
        raise IllegalOrder("6.5", f"there is no enemy in {order.hex}")
    if order.hex in now.targets:
        raise IllegalOrder("6.5", f"{order.hex} was already attacked in this activation")
    for unit in (*order.with_, *order.guns):
        if unit not in position.at:
            raise IllegalOrder("6.5", f"{unit} is not on the map")
        activation.check_active(setting, position, unit)
    _check_team(setting, position, order)
    _check_number(position, (*order.with_, *order.guns))
    _check_charges(setting, order)
    have = planes(position, now.side)
    if order.air > have:
        raise IllegalOrder("5.2", _too_few(have, order.air))
    for unit in order.advance:
        if unit not in order.with_:
            raise IllegalOrder("6.5.4", f"{unit} does not attack, so it cannot advance")


def _check_team(setting: Setting, position: Position, order: Attack) -> None:
    """[6.5, 8.2, 8.5] Refuse who cannot attack the hex or fire at it, and armour alone."""
    for unit in order.with_:
        if (refused := _barred(setting, position, unit)) is not None:
            raise IllegalOrder(*refused)
        if order.hex not in setting.tables.land[position.at[unit]]:
            raise IllegalOrder("6.5", f"{unit} in {position.at[unit]} is not next to {order.hex}")
    for unit in order.guns:
        refused = gun_refused(setting, position, acting(position).side, order.hex, unit)
        if refused is not None:
            raise IllegalOrder(*refused)
    if not order.guns and all(setting.is_(unit, "armour") for unit in order.with_):
        raise IllegalOrder(
            "8.2", "armour can attack only with infantry or with the support of a gun"
        )


def _check_number(position: Position, units: Iterable[str]) -> None:
    """[A71] Refuse more units than the marker's number allows."""
    now = acting(position)
    acted = {*now.counted, *units}
    if now.number and len(acted) > now.number:
        why = (
            f"{now.marker} activates {counted(now.number, 'unit')}, but with these "
            f"{len(acted)} would act"
        )
        raise IllegalOrder("6.1.1", why)


def _check_charges(setting: Setting, order: Attack) -> None:
    """[11.1] Refuse a charge of who does not attack, or cannot charge."""
    for unit in order.banzai:
        if not setting.options.banzai or setting.side(unit) != "jp":
            raise IllegalOrder("11.1", "only the Japanese can charge, and only with the option")
        if unit not in order.with_ or not setting.is_(unit, "infantry"):
            raise IllegalOrder("11.1", f"{unit} is not infantry in this attack")


def legal_attacks(setting: Setting, position: Position) -> Iterator[Attack]:
    """Yield for each hex an attack of each infantry unit alone, and of all that can attack it."""
    now, at = acting(position), position.at
    near = set().union(*(setting.tables.land[at[u]] for u in _attackers(setting, position)))
    for here in setting.by_hex(near.intersection(targets(setting, position))) if near else ():
        beside = attackers_beside(setting, position, here)
        foot = [unit for unit in beside if setting.is_(unit, "infantry")]
        groups: list[tuple[str, ...]] = [(unit,) for unit in foot]
        room = room_left(position)
        team = within(position, [*foot, *(u for u in beside if u not in foot)], room)
        if len(team) > 1 and any(unit in foot for unit in team):
            groups.append(tuple(team))
        yield from (Attack(here, group) for group in groups)
        able = guns(setting, position, now.side, here) if team else []
        if able and (support := within(position, [team[0], *able], room)[1:]):
            yield Attack(here, (team[0],), guns=tuple(support))
        if groups and planes(position, now.side):
            yield Attack(here, groups[-1], air=planes(position, now.side))
        if groups and setting.options.banzai and now.side == "jp":
            charge = tuple(unit for unit in groups[-1] if unit in foot)
            yield Attack(here, groups[-1], banzai=charge)


def room_left(position: Position) -> int:
    """[A71] Return how many more units may act, as many as there are where nothing limits them."""
    now = acting(position)
    return now.number - len(now.counted) if now.number else len(position.at)


def within(position: Position, units: Sequence[str], room: int) -> list[str]:
    """Return units of which not more are new to this activation than there is ``room`` for."""
    found: list[str] = []
    for unit in units:
        new = unit not in acting(position).counted
        if not new or room > 0:
            found.append(unit)
            room -= new
    return found


def declare(setting: Setting, position: Position, order: Attack) -> Iterator[Outcome]:
    """[6.5] Declare an attack: supply is looked at now, then guns fire (A38, A65, A95)."""
    side = acting(position).side
    there = setting.here(position, ENEMY[side], order.hex)
    oos = supply.cut_off(setting, position, (*order.with_, *there))
    said = order.advance or order.stay
    yield AttackDeclared(
        paragraph="6.5",
        side=side,
        hex=order.hex,
        with_=order.with_,
        banzai=order.banzai,
        guns=order.guns,
        air=order.air,
        advance=order.advance if said else None,
        oos=tuple(oos),
    )
    yield from _fire(setting, position, order.guns, attacking=True)


def _fire(
    setting: Setting, position: Position, units: Sequence[str], *, attacking: bool
) -> Iterator[Outcome]:
    """[8.5, 7.1.1] Mark guns as fired; each Allied one costs a level."""
    for unit in units:
        yield Fired(paragraph="8.5", unit=unit, attacking=attacking)
        if setting.side(unit) == "al":
            yield from supply.fall(setting, position)


# --- what the defender commits ---------------------------------------------------------------


def defenders(setting: Setting, position: Position, battle: Battle) -> list[str]:
    """Return the units in the hex attacked, in the order of the data."""
    return setting.here(position, ENEMY[battle.side], battle.hex)


def covers(setting: Setting, position: Position, battle: Battle) -> int:
    """[8.4, A87] Return how many defenders have the bonus of an Improved Position."""
    return min(position.dug.get(battle.hex, 0), len(defenders(setting, position, battle)))


def has_town(setting: Setting, battle: Battle) -> bool:
    """[6.5.1] Whether one defender has the bonus of a town."""
    return setting.tables.ground[battle.hex].one != 0


def asks_defender(setting: Setting, position: Position) -> bool:
    """[A73] Whether the defender has a choice before the die."""
    battle = open_battle(position)
    side = ENEMY[battle.side]
    here = len(defenders(setting, position, battle))
    bonus = has_town(setting, battle) or 0 < covers(setting, position, battle) < here
    return (
        (here > 1 and bonus)
        or planes(position, side) > 0
        or bool(guns(setting, position, side, battle.hex))
    )


def check_defend(setting: Setting, position: Position, order: Defend) -> None:
    """[5.2, 6.5.1, 8.4, 8.5] Refuse what the defender does not have."""
    battle = open_battle(position)
    side, here = ENEMY[battle.side], defenders(setting, position, battle)
    for unit in order.guns:
        if setting.side(unit) != side:
            raise IllegalOrder("8.5", f"{unit} is not yours")
        if (refused := gun_refused(setting, position, side, battle.hex, unit)) is not None:
            raise IllegalOrder(*refused)
    have = planes(position, side)
    if order.air > have:
        raise IllegalOrder("5.2", _too_few(have, order.air))
    if order.town and (not has_town(setting, battle) or order.town not in here):
        raise IllegalOrder("6.5.1", f"{order.town} gives no town bonus in {battle.hex}")
    most = covers(setting, position, battle)
    if len(order.dug) > most or any(unit not in here for unit in order.dug):
        raise IllegalOrder(
            "8.4", f"only {most} of {', '.join(here)} can have the bonus of a position"
        )


def legal_defences(setting: Setting, position: Position) -> Iterator[Defend]:
    """Yield each kind of support alone, all of it, and each bonus elsewhere."""
    battle = open_battle(position)
    side, here = ENEMY[battle.side], defenders(setting, position, battle)
    able, fly = guns(setting, position, side, battle.hex), planes(position, side)
    yield from (Defend(guns=(unit,)) for unit in able)
    if fly:
        yield Defend(air=1)
    if fly > 1:
        yield Defend(air=fly)
    if len(able) + bool(fly) > 1:
        yield Defend(tuple(able), fly)
    if len(here) > 1:
        if has_town(setting, battle):
            yield from (Defend(town=unit) for unit in here)
        if 0 < covers(setting, position, battle) < len(here):
            yield from (Defend(dug=(unit,)) for unit in here)


def defend(setting: Setting, position: Position, order: Defend) -> Iterator[Outcome]:
    """[A27, A73] Commit the defence; who has a bonus that nobody named is the strongest."""
    battle = open_battle(position)
    here = defenders(setting, position, battle)
    strongest = sorted(here, key=lambda unit: -setting.face(position, unit).defence)
    town = order.town or strongest[0] if has_town(setting, battle) else ""
    named = [*order.dug, *(unit for unit in strongest if unit not in order.dug)]
    yield Defended(
        paragraph="6.5.1",
        side=ENEMY[battle.side],
        guns=order.guns,
        air=order.air,
        town=town,
        dug=tuple(named[: covers(setting, position, battle)]),
    )
    yield from _fire(setting, position, order.guns, attacking=False)


# --- strengths and shifts --------------------------------------------------------------------


def attack_items(setting: Setting, position: Position) -> list[Item]:
    """[6.5.1, 7.2, 11.1, A25, A61] Return what makes up the attack: each hex, terrain, guns."""
    battle = open_battle(position)
    items: list[Item] = []
    for here in dict.fromkeys(position.at[unit] for unit in battle.with_):
        team = [unit for unit in battle.with_ if position.at[unit] == here]
        items += _attack_from(setting, position, battle, here, team)
    for gun in battle.guns:
        items.append(Item(gun, setting.face(position, gun).attack or 0, "8.5"))
    return items


def _attack_from(
    setting: Setting, position: Position, battle: Battle, here: str, team: list[str]
) -> list[Item]:
    tables = setting.tables

    def factor(unit: str) -> int:
        attack = setting.face(position, unit).attack or 0
        return 2 * attack if unit in battle.banzai else attack

    well = [unit for unit in team if unit not in battle.oos]
    sick = [unit for unit in team if unit in battle.oos]
    items = [Item(unit, factor(unit), "11.1" if unit in battle.banzai else "6.5") for unit in well]
    if sick:
        half = halved(sum(factor(unit) for unit in sick))
        items.append(Item(f"{', '.join(sick)} out of supply", half, "7.2"))
    foot = sum(setting.is_(unit, "infantry") for unit in team)
    lost: list[Item] = []
    if tables.stream(here, battle.hex):
        lost.append(Item(f"stream from {here}", foot * tables.data.ways.across, "6.5.1"))
    if city := tables.ground[battle.hex].attacker:
        lost.append(Item(f"{tables.terrain[battle.hex]} from {here}", foot * city, "6.5.1"))
    left = sum(item.amount for item in items)
    for item in lost:
        cut = -min(left, -item.amount)
        left += cut
        items.append(item._replace(amount=cut))
    return items


def defence_items(setting: Setting, position: Position) -> list[Item]:
    """[6.5.1, 7.2, 8.4, 8.5] Return what makes up the defence: units, terrain, positions, guns."""
    battle = open_battle(position)
    ground = setting.tables.ground[battle.hex]
    here = defenders(setting, position, battle)
    well = [unit for unit in here if unit not in battle.oos]
    sick = [unit for unit in here if unit in battle.oos]
    items = [Item(unit, setting.face(position, unit).defence, "6.5") for unit in well]
    if sick:
        half = halved(sum(setting.face(position, unit).defence for unit in sick))
        items.append(Item(f"{', '.join(sick)} out of supply", half, "7.2"))
    if ground.defender:
        items.append(Item("jungle", ground.defender * len(here), "6.5.1"))
    if battle.town:
        items.append(Item(f"town, {battle.town}", ground.one, "6.5.1"))
    items += [Item(f"Improved Position, {unit}", 1, "8.4") for unit in battle.covered]
    for gun in battle.def_guns:
        items.append(Item(gun, setting.face(position, gun).defence, "8.5"))
    return items


def bonus(setting: Setting, battle: Battle, unit: str) -> int:
    """[6.5.3, A30] Return what terrain and position give to a defender's own factor."""
    ground = setting.tables.ground[battle.hex]
    town = ground.one if unit == battle.town else 0
    return ground.defender + town + (unit in battle.covered)


def shift_items(setting: Setting, position: Position) -> list[Item]:
    """[5.2, 6.1.1, 8.2, 8.3] Return the shifts, to the right if positive."""
    battle = open_battle(position)
    here = defenders(setting, position, battle)
    tanks = sum(setting.is_(unit, "armour") for unit in battle.with_)
    against = sum(setting.is_(unit, "armour") for unit in here)
    guns_ = sum(setting.is_(unit, "anti-tank") for unit in here)
    stopped = min(tanks, guns_) if battle.side == "al" else 0
    late = acting(position).mode == "attack-move"
    items = [
        Item("attacking armour", tanks, "8.2"),
        Item("anti-tank units", -stopped, "8.3"),
        Item("defending armour", -against, "8.2"),
        Item("attacking air units", battle.air, "5.2"),
        Item("defending air units", -battle.def_air, "5.2"),
        Item("attack before movement", int(late), "6.1.1"),
    ]
    return [item for item in items if item.amount]


class Odds(NamedTuple):
    """Totals, and the places of the columns before and after the shift."""

    attack: int
    defence: int
    raw: int
    shift: int
    column: int


@kept
def attack_strength(setting: Setting, position: Position) -> int:
    """[6.5.1] Return the strength of the attack, which no defence changes."""
    return sum(item.amount for item in attack_items(setting, position))


def odds(setting: Setting, position: Position, attack: int | None = None) -> Odds:
    """[6.5] Return the odds as they stand: clamped to the table, shifted, clamped again.

    ``attack``: the strength of the attack, where it is known.
    """
    tables = setting.tables
    attack = attack_strength(setting, position) if attack is None else attack
    defence = sum(item.amount for item in defence_items(setting, position))
    shift = sum(item.amount for item in shift_items(setting, position))
    raw = tables.column(attack, defence)
    column = min(max(raw + shift, 0), len(tables.columns) - 1)
    return Odds(attack, defence, raw, shift, column)


def roll(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[6.5] Roll the die of a combat and read the table."""
    tables, now = setting.tables, odds(setting, position)
    face = die(dice, 6, f"attack on {open_battle(position).hex}", "6.5")
    yield CombatRolled(
        paragraph="6.5",
        hex=open_battle(position).hex,
        attack=now.attack,
        defence=now.defence,
        odds=tables.columns[now.raw],
        shift=now.shift,
        column=tables.columns[now.column],
        die=face,
        result=tables.result(now.column, face),
    )
