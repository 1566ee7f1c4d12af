"""A sensible American: neither random nor clever, always legal, never slow.

He buys support and brings units back, attacks with Armor, Infantry and their Leader together where
that pays, chooses lead and support when he sees who defends, and sends everybody else to where
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


def sensible(setting: Setting, position: Position, seed: int) -> list[Order]:
    """Return what a sensible player orders now; the first order answers the open question.

    For the Supply Phase: the whole phase. For the Combat Phase: every attack that is worth making
    as things stand, and when there is none, the moves and the end; he is asked again after the
    attacks. For an interruption: one answer. Raises ValueError if nothing is asked.
    """
    asked = questions.need(setting, position)
    if asked is None or isinstance(asked, Roll):
        raise ValueError("nothing is asked now")
    if asked.name == "supply":
        return purchases(setting, position, seed)
    field = Field(setting, position, seed)
    if asked.name == "combat":
        orders = [*finish_round(field), *plan(field)]
        return orders or [*Regroup(field).orders(), End("combat")]
    return [usual.weighed(field, asked)]
