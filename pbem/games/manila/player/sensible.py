"""A sensible American: neither random nor clever, always legal, never slow.

He buys support and brings units back, attacks with Armor, Infantry and their Leader together where
that pays, chooses lead and support when he sees who defends, and sends everybody else to where
units are missing. The same position and seed always give the same orders.
"""

from __future__ import annotations

from typing import Any

from pbem.games.manila.player import answers
from pbem.games.manila.player.attacks import finish_round, plan
from pbem.games.manila.player.field import Field
from pbem.games.manila.player.moves import Regroup
from pbem.games.manila.rules import questions
from pbem.games.manila.rules.orders import End
from pbem.games.manila.rules.position import Position, open_battle
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Order, Roll
from pbem.kit.standing import USUAL


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
        return answers.purchases(setting, position, seed)
    field = Field(setting, position, seed)
    if asked.name == "combat":
        orders = [*finish_round(field), *plan(field)]
        return orders or [*Regroup(field).orders(), End("combat")]
    return [_answer(field, asked.name)]


def _answer(field: Field, name: str) -> Order:
    match name:
        case "fight":
            return answers.fight(field, open_battle(field.position))
        case "barrage":
            return answers.barrage(field, open_battle(field.position))
        case "sniper":
            return answers.sniper(field, open_battle(field.position))
        case "streets":
            return answers.streets(field)
        case "place":
            return answers.place(field)
    return answers.other(field.setting, field.position)


def sensible_standing(_setting: Setting, _side: str) -> dict[str, Any]:
    """Return standing answers for a player who does not want to be asked."""
    asked = ("barrage", "fight", "place", "sniper", "retreat", "streets", "breakout")
    return dict.fromkeys(asked, USUAL)
