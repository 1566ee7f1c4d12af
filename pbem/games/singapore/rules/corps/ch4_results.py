"""[4.10.1 to 4.10.5] What becomes of losers on the map: withdrawals, retreats, captured batteries.

On the combat board who is lost is out, and nothing more happens here.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.tables import FACES_OF_A_STRIKE
from pbem.games.singapore.rules.cards.ch6_effects import result_of, row_of
from pbem.games.singapore.rules.corps.ch4_control import settle
from pbem.games.singapore.rules.orders import Pursue, Retreat, Withdraw
from pbem.games.singapore.rules.outcomes import (
    BatteryCaptured,
    BattleEnded,
    PlaneMoved,
    PursuitOrdered,
    RetreatAgreed,
    RetreatBegun,
    RetreatStruck,
    Stayed,
    UnitLost,
    UnitRemoved,
    Withdrew,
)
from pbem.games.singapore.rules.position import (
    ATTACKER,
    DEFENDER,
    OTHER,
    REPAIR,
    Battle,
    Position,
    open_battle,
    open_war,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import (
    contested,
    enemies,
    has_airfield,
    refuges,
)
from pbem.kit.contract import Order, Outcome
from pbem.kit.dice import Dice, die
from pbem.kit.keeping import kept
from pbem.kit.typed.orders import Pass


def lose(setting: Setting, position: Position, reported: UnitLost) -> Iterator[Outcome]:
    """[4.10.1, 4.10.2] Report that a unit has lost, and on the map what becomes of it at once."""
    if position.phase == "over":
        return
    yield reported
    if position.war is None:
        return
    unit, piece = reported.unit, setting.tables.units[reported.unit]
    if piece.flies:
        yield from _plane_lost(setting, position, reported)
    elif piece.kind == "fixed" and reported.how == "eliminated":
        yield from _captured(setting, position, unit)
    elif piece.kind == "fixed" or reported.how == "eliminated":
        yield from _remove(setting, position, unit, "4.10.1")


def _plane_lost(setting: Setting, position: Position, reported: UnitLost) -> Iterator[Outcome]:
    """[4.10.2, R91] A beaten plane is repaired, if its own army holds an airfield."""
    saved = reported.how != "eliminated"
    if saved and has_airfield(setting, position, open_war(position).of(reported.unit)):
        yield PlaneMoved(paragraph="4.10.2", unit=reported.unit, place=REPAIR, state="repair")
    else:
        yield UnitRemoved(paragraph="4.10.2" if saved else "4.10.1", unit=reported.unit)


def _captured(setting: Setting, position: Position, unit: str) -> Iterator[Outcome]:
    """[4.10.1, R35, R36] A battery is captured instead of eliminated."""
    war = open_war(position)
    place = war.at[unit]
    yield BatteryCaptured(paragraph="4.10.1", unit=unit, army=war.army)
    yield from settle(setting, position, place)


def _remove(setting: Setting, position: Position, unit: str, paragraph: str) -> Iterator[Outcome]:
    place = open_war(position).at[unit]
    yield UnitRemoved(paragraph=paragraph, unit=unit)
    yield from settle(setting, position, place)


# --- withdrawing ------------------------------------------------------------------------------


@kept
def havens(setting: Setting, position: Position, role: str) -> dict[str, int]:
    """[4.10.2, R34, R82] Return the sectors to which a role may withdraw, each with its room.

    Defenders: friendly neighbours, not over water. Attackers: sectors from which this sector was
    attacked in this turn, over whatever edge.
    """
    war, battle = open_war(position), open_battle(position)
    place = battle.sector
    if role == ATTACKER:
        return refuges(setting, war, war.launches.get(place, ()), war.army)
    return refuges(setting, war, setting.tables.overland[place], enemies(setting, war.army)[0])


def withdrawing(position: Position) -> str:
    """Return the unit that has to withdraw now, or nothing."""
    battle = open_battle(position)
    return battle.falls_back[0] if battle.falls_back else ""


def leavers(setting: Setting, position: Position) -> list[str]:
    """[4.10.2, R139] Return the units of which their army says which withdraws now.

    That is the next one alone, but where fewer find room than must withdraw: then those of its
    army, the first of each kind.
    """
    battle, unit = open_battle(position), withdrawing(position)
    role = role_of(position, unit)
    waiting = [u for u in battle.falls_back if role_of(position, u) == role and _moves(setting, u)]
    if sum(havens(setting, position, role).values()) >= len(waiting):
        return [unit]
    mine = [u for u in waiting if battle.army(u) == battle.army(unit)]
    return list({setting.tables.units[u]: u for u in reversed(mine)}.values())[::-1]


def _moves(setting: Setting, unit: str) -> bool:
    return setting.tables.units[unit].kind != "fixed"


def role_of(position: Position, unit: str) -> str:
    """Return the role for which a unit fights."""
    battle = open_battle(position)
    return ATTACKER if battle.army(unit) in battle.seats[ATTACKER] else DEFENDER


def perish(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.10.2] Who has nowhere to withdraw to is eliminated; a battery cannot go (R76)."""
    yield from _remove(setting, position, withdrawing(position), "4.10.2")


def check_withdraw(setting: Setting, position: Position, order: Withdraw) -> None:
    """Raise `IllegalOrder` unless the unit may withdraw there."""
    able = leavers(setting, position)
    named = f"These can: {', '.join(able)}."
    if not order.unit and len(able) > 1:
        raise IllegalOrder(
            "4.10.2", "there is not room for all units, so the order must say which withdraw", named
        )
    unit = order.unit or able[0]
    if unit not in able:
        raise IllegalOrder("4.10.2", f"{unit} is not the next unit to withdraw", named)
    places = havens(setting, position, role_of(position, unit))
    if order.place not in places:
        why = f"{unit} cannot withdraw to {order.place}"
        raise IllegalOrder("4.10.2", why, f"Choose from {', '.join(places)}.")


def legal_withdrawals(setting: Setting, position: Position) -> Iterator[Withdraw]:
    """Yield every sector to which the unit may withdraw, with the unit where several may."""
    able = leavers(setting, position)
    for unit in able:
        for place in havens(setting, position, role_of(position, unit)):
            yield Withdraw(place, unit if len(able) > 1 else None)


def withdraw(setting: Setting, position: Position, order: Withdraw) -> Iterator[Outcome]:
    """[4.10.2] A unit withdraws; both sectors may change hands."""
    here = open_battle(position).sector
    unit = order.unit or withdrawing(position)
    yield Withdrew(paragraph="4.10.2", unit=unit, place=order.place)
    for place in (order.place, here):
        if position.phase != "over":
            yield from settle(setting, position, place)


# --- retreating -------------------------------------------------------------------------------


def comes(setting: Setting, position: Position) -> str:
    """Return what goes before a round: strikes at who retreats, and withdrawals; or nothing."""
    battle = open_battle(position)
    if battle.flees and battle.hunters and not _pursuers(battle):
        return "hunt"
    if battle.flees and _pursuers(battle):
        return "pursue"
    if unit := withdrawing(position):
        able = _moves(setting, unit) and havens(setting, position, role_of(position, unit))
        return "withdraw" if able else "perish"
    return "over" if battle.flees else ""


@kept
def asked(setting: Setting, position: Position) -> str:
    """[R69, R78] Return the army that is asked whether it retreats now, or nothing."""
    battle = open_battle(position)
    if not battle.sector:
        return ""
    for role in (DEFENDER, ATTACKER):
        if role in battle.stays or (role == ATTACKER and not battle.fought):
            continue
        if not may_retreat(setting, position, role):
            continue
        for seat in battle.seats[role]:
            if seat not in battle.agreed and battle.of_seat(seat, _mobile(setting, battle, role)):
                return seat
    return ""


def _mobile(setting: Setting, battle: Battle, role: str) -> list[str]:
    return [u for u in battle.force(role) if _moves(setting, u)]


def may_retreat(setting: Setting, position: Position, role: str) -> bool:
    """[R62, R63, R76] Whether there is room for all of a force that can move."""
    units = _mobile(setting, open_battle(position), role)
    able = havens(setting, position, role)
    return bool(units) and sum(able.values()) >= len(units)


def legal_retreats(_setting: Setting, _position: Position) -> Iterator[Order]:
    """Yield what an army may say beside `pass`."""
    yield Retreat()


def stay(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[R78] An army fights on, and so does its ally."""
    role = open_battle(position).role(asked(setting, position))
    yield Stayed(paragraph="4.10.4", armies=(role,))


def agree(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.10.4, R77, R78] An army retreats, once its ally in the sector would too."""
    battle = open_battle(position)
    seat = asked(setting, position)
    role = battle.role(seat)
    yield RetreatAgreed(paragraph="4.10.4", army=seat)
    if asked(setting, position) not in battle.seats[role]:
        front = battle.group if role == ATTACKER else ()
        others = [unit for unit in battle.force(role) if unit not in front]
        yield RetreatBegun(paragraph="4.10.4", role=role, units=(*front, *others))


def _pursuers(battle: Battle) -> list[str]:
    """[R75] Return the armies that are still to say who strikes at those that retreat."""
    seats = battle.seats[OTHER[battle.flees]]
    return [seat for seat in seats if seat not in battle.hunted and battle.strikers_of(seat)]


def pursuer(position: Position) -> str:
    """Return the army that says now who strikes at those that retreat."""
    return _pursuers(open_battle(position))[0]


def quarry(setting: Setting, position: Position, unit: str) -> list[str]:
    """[4.10.4, R75] Return whom a unit may strike at: guns the rearguard, planes anybody."""
    fleeing = open_battle(position).falls_back
    return list(fleeing) if setting.tables.units[unit].flies else fleeing[:1]


def check_pursue(setting: Setting, position: Position, order: Pursue) -> None:
    """Raise `IllegalOrder` unless these units may strike at those."""
    able = open_battle(position).strikers_of(pursuer(position))
    for unit, target in zip(order.units, order.targets, strict=True):
        if unit not in able:
            raise IllegalOrder("4.10.4", f"{unit} cannot strike", f"These can: {', '.join(able)}.")
        aims = quarry(setting, position, unit)
        if target not in aims:
            why = f"{unit} cannot strike at {target}"
            raise IllegalOrder("4.10.4", why, f"It can strike at {', '.join(aims)}.")


def legal_pursuits(setting: Setting, position: Position) -> Iterator[Pursue]:
    """Yield strikes of the first so many units, all at one target."""
    able = setting.in_order(open_battle(position).strikers_of(pursuer(position)))
    for many in range(1, len(able) + 1):
        rear = quarry(setting, position, able[0])[0]
        yield Pursue(tuple(able[:many]), (rear,) * many)


def pursue(position: Position, order: Pursue | Pass) -> Iterator[Outcome]:
    """[4.10.4] Commit strikes at units that retreat, or none."""
    army = pursuer(position)
    if isinstance(order, Pursue):
        yield PursuitOrdered(
            paragraph="4.10.4", army=army, units=order.units, targets=order.targets
        )
    else:
        yield PursuitOrdered(paragraph="4.10.4", army=army)


def hunt(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[4.10.4, R75] Roll the strikes at units that retreat; only eliminating counts."""
    battle = open_battle(position)
    hit = []
    for unit in setting.in_order(list(battle.hunters)):
        target = battle.hunters[unit]
        face = die(dice, FACES_OF_A_STRIKE, f"strike of {unit} at {target}", "4.10.4")
        result = result_of(row_of(setting, position, unit), face)
        yield RetreatStruck(
            paragraph="4.10.4", unit=unit, target=target, die=face,
            result=result,  # type: ignore[arg-type]
        )  # fmt: skip
        if result == "eliminated" and target not in hit:
            hit.append(target)
    for target in hit:
        reported = UnitLost(paragraph="4.10.4", unit=target, how="eliminated", by="strike")
        yield from lose(setting, position, reported)


# --- the end of a battle ----------------------------------------------------------------------


def conclude(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[4.10.5] A battle is over for this turn."""
    war, place = open_war(position), open_battle(position).sector
    goes_on = contested(setting, war, place)
    yield BattleEnded(paragraph="4.10.5", place=place, contested=goes_on)
    yield from settle(setting, position, place)
