"""Whole battles: what of a position one rests on, from where it goes on alike, what it comes to."""

from __future__ import annotations

from msgspec import msgpack, structs

from pbem.games.singapore.rules import usual
from pbem.games.singapore.rules.corps import ch4_results as results
from pbem.games.singapore.rules.outcomes import BattleEnded, GameEnded
from pbem.games.singapore.rules.position import (
    DEFENDER,
    SIDES,
    Battle,
    Position,
    War,
    open_battle,
    open_war,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.words.wording import ARMY, place_name
from pbem.kit.contract import Outcome


def field(setting: Setting, position: Position) -> Position:
    """Return a position with the map as far as the battle that is open reads or changes it.

    That is who fights or stands where somebody may withdraw to, and whose each sector is. The deeds
    of units before in this turn are forgotten. It shares what it has with the position.
    """
    battle, war = position.battle, position.war
    if battle is None or war is None:
        return position
    launches = war.launches.get(battle.sector, [])
    near = {battle.sector, *setting.tables.overland[battle.sector], *launches}
    fights = {unit for role in SIDES for unit in _in_role(battle, role)}
    at = {unit: place for unit, place in war.at.items() if place in near or unit in fights}
    there = War(
        period=war.period,
        army=war.army,
        at=at,
        air={plane: state for plane, state in war.air.items() if plane in at},
        holder=war.holder,
        aside=war.aside,
        control=war.control,
        active=war.active,
        launches={battle.sector: launches},
        stock=war.stock,
        debts=war.debts,
        cards=war.cards,
        reached=war.reached,
        veil=war.veil,
    )
    return structs.replace(position, war=there)


def _in_role(battle: Battle, role: str) -> list[str]:
    return [*battle.force(role), *battle.guns[role], *battle.planes[role]]


def mark(setting: Setting, position: Position) -> bytes:
    """Return a position without what nothing in its battle rests on any more.

    It leaves out the round, and strikes of pairs that face each other no more. It leaves out the
    fate of units that are out of the battle, but for the room that they have taken from a retreat
    (4.10.4).

    It leaves out which of several alike units have attacked so often that they are set aside (1.13,
    2.8): nobody fights them, unless planes strike at them as they retreat.
    """
    battle, war = open_battle(position), position.war
    tired = [] if battle.planes[DEFENDER] else battle.tired
    gone = {*battle.lost, *tired}
    face = [battle.point, battle.defender]
    fought = structs.replace(
        battle,
        lost={},
        used=[],
        rounds=0,
        spent={unit: often for unit, often in battle.spent.items() if unit not in gone},
        faced=face if battle.faced == face else [],
        tired=[] if tired else battle.tired,
    )
    room = 0
    if war is not None:
        room = _room(setting, position)
        at, air = dict(war.at), dict(war.air)
        for unit in gone:
            at.pop(unit, None)
            air.pop(unit, None)
        war = structs.replace(war, at=at, air=air, gone=[])
    trimmed = structs.replace(position, battle=fought, war=war)
    aside = sorted((battle.army(unit), setting.tables.units[unit]) for unit in tired)
    return msgpack.encode((trimmed, aside, room), order="deterministic")


def _room(setting: Setting, position: Position) -> int:
    """Return for how many defenders there is room to withdraw, 0 where no retreat comes of that.

    Room for all, those included who are to withdraw first, stays room for all.
    """
    battle = open_battle(position)
    many = len(battle.force(DEFENDER)) + len(battle.falls_back)
    if not usual.can_flee(battle, many):
        return 0
    return min(many, sum(results.havens(setting, position, DEFENDER).values()))


def came_to(position: Position, outcome: Outcome) -> str | None:
    """Return who has the sector where a battle has ended, or who has won on the board (4.10.5)."""
    if isinstance(outcome, GameEnded):
        return (
            "draw" if outcome.winner is None else f"{ARMY.get(outcome.winner, outcome.winner)} wins"
        )
    if not isinstance(outcome, BattleEnded):
        return None
    place = place_name(outcome.place)
    if outcome.contested:
        return f"{place} stays contested"
    return f"{place} is {ARMY[open_war(position).control[outcome.place]]}"
