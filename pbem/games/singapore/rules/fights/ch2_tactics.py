"""[2.6] Tactics: groups of a point and a supporting unit, their dice, who takes whose place."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.singapore.rules.cards.ch6_effects import without_lowest
from pbem.games.singapore.rules.fights import ch1_combat as combat
from pbem.games.singapore.rules.orders import Assist, Attack, Drop, Lead
from pbem.games.singapore.rules.outcomes import DieDropped, GroupFormed, StrikesDeclared
from pbem.games.singapore.rules.position import ATTACKER, DEFENDER, Battle, Position, open_battle
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.contract import Order, Outcome

DALLEY = 6
"""[6.C5] The die that a defender has more."""
TACTIC: dict[str, str] = {"standard": "2.6.1", "concentrate": "2.6.2", "flank": "2.6.3"}
"""Tactic -> its paragraph."""


# --- forming a group --------------------------------------------------------------------------


def check_attack(setting: Setting, position: Position, order: Attack) -> None:
    """Raise `IllegalOrder` unless the attacker may form this group."""
    battle = open_battle(position)
    line = battle.line[ATTACKER]
    here = TACTIC[order.tactic]
    if order.tactic != "standard":
        if not setting.tactics:
            raise IllegalOrder(here, "a Company Commander can use only the Standard Attack")
        if len(line) < 2:
            raise IllegalOrder(here, "the line has no second unit to support the point")
    if order.lent is not None and order.lent not in setting.tables.attack(line[1]):
        able = " or ".join(map(str, sorted(set(setting.tables.attack(line[1])))))
        raise IllegalOrder(here, f"{line[1]} has no die of {order.lent} to lend", f"Lend {able}.")
    if order.strike is not None and setting.options.strikes == "sealed":
        raise IllegalOrder(
            "3.8.1", "strikes are sealed in this game, so they cannot be declared before"
        )
    check_strikers(battle, battle.seats[ATTACKER][0], order.strike or ())


def check_strikers(battle: Battle, side: str, units: tuple[str, ...]) -> None:
    """[3.8] Raise `IllegalOrder` unless all these can strike for a side now."""
    able = battle.strikers_of(side)
    for unit in units:
        if unit not in able:
            who = ", ".join(able) or "nobody"
            why = "has already struck, and can strike only once in a battle"
            reported = f"{unit} {why if unit in battle.used else 'cannot strike'}"
            raise IllegalOrder("3.8", reported, f"These can: {who}.")


def legal_attacks(setting: Setting, position: Position) -> Iterator[Attack]:
    """Yield every tactic, without strikes declared beforehand."""
    yield Attack("standard")
    line = open_battle(position).line[ATTACKER]
    if setting.tactics and len(line) > 1:
        for die in sorted(set(setting.tables.attack(line[1]))):
            yield Attack("concentrate", die)  # type: ignore[arg-type]
        yield Attack("flank")


def form(position: Position, order: Attack) -> Iterator[Outcome]:
    """[2.6] The first units of the line go to the front, with the tactic that they keep."""
    battle = open_battle(position)
    line = battle.line[ATTACKER]
    yield GroupFormed(
        paragraph=TACTIC[order.tactic],
        point=line[0],
        support=line[1] if order.tactic != "standard" else "",
        tactic=order.tactic,
        lent=order.lent or 0,
    )
    if order.strike is not None:
        seat = battle.seats[ATTACKER][0]
        yield StrikesDeclared(paragraph="3.8.1", side=seat, point=order.strike)


def replaced(setting: Setting, battle: Battle) -> GroupFormed:
    """[2.8, 2.10] Return who takes an empty place of the group, under the tactic that stays."""
    line = battle.line[ATTACKER]
    if battle.point:  # R71: the next in line supports it
        lent = max(setting.tables.attack(line[0])) if battle.tactic == "concentrate" else 0
        return GroupFormed(
            paragraph="2.8", point=battle.point, support=line[0], tactic=battle.tactic, lent=lent
        )
    if line:  # R9: it supports the next in line
        return GroupFormed(
            paragraph="2.8",
            point=line[0],
            support=battle.support,
            tactic=battle.tactic,
            lent=battle.lent,
        )
    return GroupFormed(paragraph="2.10", point=battle.support, tactic="standard")


def stand_alone(setting: Setting, position: Position, order: Lead | Assist) -> Iterator[Outcome]:
    """[3.8.4] The supporting unit leads, or supports the next in line (R70)."""
    battle = open_battle(position)
    if isinstance(order, Lead):
        yield GroupFormed(paragraph="3.8.4", point=battle.support, tactic="standard")
    else:
        yield replaced(setting, battle)


def legal_alone(_setting: Setting, _position: Position) -> Iterator[Order]:
    """Yield what a supporting unit can do that a strike has left alone."""
    yield Lead()
    yield Assist()


# --- the dice of a round ----------------------------------------------------------------------


def attack_dice(setting: Setting, battle: Battle) -> tuple[int, ...]:
    """[1.9, 2.6.2] Return the attacker's dice: the point's, and the one that is lent."""
    own = setting.tables.attack(battle.point)
    if battle.paired and battle.tactic == "concentrate":
        own = (*own, battle.lent)
    return without_lowest(own) if battle.ambushed else own


def defence_dice(setting: Setting, battle: Battle) -> tuple[int, ...]:
    """[1.9, 2.6.3] Return the defender's dice, without the one that a flanked unit leaves out."""
    own = list(setting.tables.defence(battle.defender))
    if flanked(battle) and len(own) > 1:
        own.remove(battle.dropped or own[0])
    return (*own, *[DALLEY] * battle.joined)


def flanked(battle: Battle) -> bool:
    """[2.6.3] Whether the defender's point is being flanked."""
    return battle.paired and battle.tactic == "flank"


def bonus(setting: Setting, battle: Battle) -> int:
    """[R106, 2.12] Return what comes to the defender's highest die, in halves of a point."""
    alone = len(setting.tables.defence(battle.defender)) == 1
    given = setting.bonus + battle.edge.get(battle.point, 0)
    if battle.ambushed and len(setting.tables.attack(battle.point)) == 1 and not battle.lent:
        given += combat.POINT
    return given - (combat.POINT if flanked(battle) and alone else 0)


def must_drop(setting: Setting, battle: Battle) -> bool:
    """[2.6.3, R65] Whether it is open which die a flanked defender leaves out."""
    several = len(set(setting.tables.defence(battle.defender))) > 1
    return flanked(battle) and several and not battle.dropped


def dropper(setting: Setting, battle: Battle) -> str:
    """[R65] Return the side that says which die is left out: of allies the point's own."""
    if setting.options.flank_die == "attacker":
        return battle.seats[ATTACKER][0]
    mine = (seat for seat in battle.seats[DEFENDER] if battle.of_seat(seat, [battle.defender]))
    return next(mine)


def check_drop(setting: Setting, position: Position, order: Drop) -> None:
    """Raise `IllegalOrder` unless the flanked defender has such a die."""
    able = sorted(set(setting.tables.defence(open_battle(position).defender)))
    if order.die not in able:
        why = f"{open_battle(position).defender} has no die of {order.die}"
        raise IllegalOrder("2.6.3", why, f"Leave out {' or '.join(map(str, able))}.")


def legal_drops(setting: Setting, position: Position) -> Iterator[Drop]:
    """Yield each die that may be left out."""
    for die in sorted(set(setting.tables.defence(open_battle(position).defender))):
        yield Drop(die)  # type: ignore[arg-type]


def drop(order: Drop) -> Iterator[Outcome]:
    """[2.6.3] Leave a die out."""
    yield DieDropped(paragraph="2.6.3", die=order.die)
