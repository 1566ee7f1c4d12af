"""[3.7] Air superiority: planes fight in rounds until one side has none left in the sky."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.singapore.rules.corps.ch4_results import lose
from pbem.games.singapore.rules.fights import ch1_combat as combat
from pbem.games.singapore.rules.fights.ch3_strikes import alike, picks
from pbem.games.singapore.rules.orders import Leave, Plane
from pbem.games.singapore.rules.outcomes import AirRound, PlaneNamed, UnitLost
from pbem.games.singapore.rules.position import ATTACKER, DEFENDER, Battle, Position, open_battle
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.contract import Order, Outcome
from pbem.kit.dice import Dice


def asked(battle: Battle) -> str:
    """[3.7.1] Return the side that names its plane now, or nothing: the defender goes first."""
    return next((side for side in (DEFENDER, ATTACKER) if side not in battle.named), "")


def seat(battle: Battle) -> str:
    """[R21] Return who decides for the side that is asked: of allies who has planes there."""
    role = asked(battle)
    return next(one for one in battle.seats[role] if battle.of_seat(one, battle.planes[role]))


def able(battle: Battle) -> list[str]:
    """Return the planes for which is asked."""
    return battle.of_seat(seat(battle), battle.planes[asked(battle)])


def check_plane(_setting: Setting, position: Position, order: Plane) -> None:
    """Raise `IllegalOrder` unless the plane is in the sky for the side that is asked."""
    _check(open_battle(position), (order.unit,))


def check_leave(_setting: Setting, position: Position, order: Leave) -> None:
    """Raise `IllegalOrder` unless all these planes are in the sky for the side that is asked."""
    _check(open_battle(position), order.units)


def _check(battle: Battle, units: tuple[str, ...]) -> None:
    here = able(battle)
    for unit in units:
        if unit not in here:
            why = f"{unit} is not a plane of the {asked(battle)} in this fight"
            raise IllegalOrder("3.7", why, f"Choose from {', '.join(here)}.")


def legal_planes(setting: Setting, position: Position) -> Iterator[Order]:
    """Yield who can be point, one of each kind, and who can leave, so many of each kind."""
    battle = open_battle(position)
    groups = alike(setting, able(battle))
    for group in groups:
        yield Plane(group[0])
    for units in picks(groups):
        yield Leave(units)


def name(position: Position, order: Plane) -> Iterator[Outcome]:
    """[3.7.1] Name the point of this round."""
    yield PlaneNamed(paragraph="3.7.1", side=asked(open_battle(position)), unit=order.unit)


def leave(setting: Setting, position: Position, order: Leave) -> Iterator[Outcome]:
    """[3.7.2] Planes leave the sky to the enemy."""
    for unit in order.units:
        yield from lose(setting, position, UnitLost(
            paragraph="3.7.2", unit=unit, how="left", by="order"
        ))  # fmt: skip


def fight(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[3.7] A round between the two planes that were named; nobody tires, nothing is added."""
    ours, theirs = (open_battle(position).named[side] for side in (ATTACKER, DEFENDER))
    what = f"air fight of {ours} against {theirs}"
    attack = combat.throw(dice, setting.tables.attack(ours), what, "3.7")
    defence = combat.throw(dice, setting.tables.defence(theirs), what, "3.7")
    margin = combat.margin_of(attack, defence, 0)
    result = combat.result_of(margin)
    yield AirRound(
        paragraph="3.7",
        attacker=ours,
        defender=theirs,
        attack=attack,
        defence=defence,
        margin=margin,
        result=result,
    )
    if result != "draw":
        loser = theirs if margin > 0 else ours
        hard = result.endswith("eliminated")
        yield from lose(setting, position, UnitLost(
            paragraph="1.12", unit=loser, how="eliminated" if hard else "suppressed", by="air"
        ))  # fmt: skip
