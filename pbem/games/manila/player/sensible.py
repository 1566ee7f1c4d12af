"""A sensible American: neither random nor clever, always legal, never slow.

They buy support and bring units back. They attack with Armor, Infantry and their Leader together if
that pays. They choose lead and support when they see who defends, and send everybody else to where
units are missing. The same position and seed always give the same orders.
"""

from __future__ import annotations

from pbem.games.manila.player.attacks import finish_round, plan
from pbem.games.manila.player.field import Field
from pbem.games.manila.player.moves import Regroup
from pbem.games.manila.player.purchases import purchases
from pbem.games.manila.rules import questions, usual
from pbem.games.manila.rules.orders import End
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Order, Roll

HELD = 100
GOAL = 150
MORALE = 20
POINT = 10
"""The worth of a held Area, of Intramuros besides, of a point of Morale, of a Supply Point."""


def sensible(setting: Setting, position: Position, seed: int) -> list[Order]:
    """Return what a computer player orders now; the first order answers the open question.

    For the Supply Phase: the whole phase. For the Combat Phase: every attack that is worth making
    as things stand. If there is none: the moves and the end. The player is asked again after the
    attacks. For an interruption: one answer.

    Raises:
        ValueError: Nothing is asked.
    """
    asked = questions.need(setting, position)
    if asked is None or isinstance(asked, Roll):
        raise ValueError("no question is open now")
    if asked.name == "supply":
        return purchases(setting, position, seed)
    field = Field(setting, position, seed)
    if asked.name == "combat":
        orders = [*finish_round(field), *plan(field)]
        return orders or [*Regroup(field).orders(), End("combat")]
    return [usual.weighed(field, asked)]


def merit(setting: Setting, position: Position, _side: str) -> int:
    """Return how the Americans stand: Areas, Morale, units on the map, support in the box."""
    supply, markers = setting.tables.data.supply, setting.tables.data.markers
    areas = setting.tables.areas
    worth = HELD * sum(position.american(area) for area in areas) + MORALE * position.morale
    worth += GOAL * position.american(setting.tables.data.victory.must_hold)
    fares = {"armor": supply.armor, "infantry": supply.infantry}
    points = sum(
        fares.get(setting.tables.units[unit].kind, supply.infantry) for unit in position.at
    )
    points += position.markers["artillery"] * markers.artillery.cost
    points += position.markers["engineer"] * markers.engineer.cost
    return worth + POINT * points
