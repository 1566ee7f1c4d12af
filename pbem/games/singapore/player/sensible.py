"""A computer player of Singapore: neither random nor clever, always legal, never slow.

They answer as is usual; of lines that are as strong they take one by the seed, so that games
differ.
"""

from __future__ import annotations

from pbem.games.singapore.player import cards, hidden, on_map
from pbem.games.singapore.rules import questions, usual
from pbem.games.singapore.rules.position import ATTACKER, DEFENDER, Position, open_battle
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.contract import Order, Question

UNIT, STRIKER = 100, 30
"""The worth of a unit of the line, and of a strike unit that has not struck."""


def sensible(setting: Setting, position: Position, seed: int) -> list[Order]:
    """Return what a computer player orders now.

    Raises:
        ValueError: Nothing is asked.
    """
    asked = questions.need(setting, position)
    if not isinstance(asked, Question):
        raise ValueError("no question is open now")  # noqa: TRY004 - no matter of types
    if (order := cards.answer(setting, position, asked)) is not None:
        return [order]
    if (order := hidden.answer(setting, position, asked, seed)) is not None:
        return [order]
    if asked.phase and position.war is not None and position.battle is None:
        return [on_map.order(setting, position, position.war, seed)]
    worth = {
        order: usual.worth(setting, position, asked, order)
        for order in questions.answering(setting, position, asked)
    }
    most = max(worth.values())
    alike = [order for order, what in worth.items() if what == most]
    return [alike[seed % len(alike)]]


def merit(setting: Setting, position: Position, side: str) -> int:
    """Return how a side stands: units that can fight on, strikes left, less the other's."""
    if position.war is not None:
        return on_map.merit(setting, position, side)
    battle = open_battle(position)
    ours = [*battle.group, *battle.line[ATTACKER]]
    fights = {ATTACKER: len(ours), DEFENDER: len(battle.line[DEFENDER])}
    worth = {
        one: UNIT * fights[one] + STRIKER * len((*battle.guns[one], *battle.planes[one]))
        for one in fights
    }
    return 2 * worth[side] - sum(worth.values())
