"""A player who keeps a table going: rolls, draws, and gives the turn to the next side."""

from __future__ import annotations

from pbem.games.table.rules import orders as o
from pbem.games.table.rules import questions
from pbem.games.table.rules.position import Position
from pbem.games.table.rules.setting import Setting
from pbem.kit.contract import Order, Question
from pbem.kit.typed.orders import Pass

ENOUGH = 24
"""After so many acts a program that plays alone says that nobody wins."""

EVERY = 3
"""One of so many turns begins with a roll, and one with a card."""


def sensible(setting: Setting, position: Position, seed: int) -> list[Order]:
    """Return what a player does who has no rules: little, and always something."""
    asked = questions.need(setting, position)
    if not isinstance(asked, Question):
        raise ValueError("no question is open now")  # noqa: TRY004 - as every game does
    if asked.name == "result":
        return [o.Agree()]
    legal = list(questions.legal(setting, position))
    if isinstance(legal[0], o.Dead):
        return legal[:1]
    if asked.name == "reaction":
        return [Pass()]
    if position.acts >= ENOUGH:
        return [o.Claim(None)]
    chosen: list[Order] = []
    if (seed + position.acts) % EVERY == 0:
        chosen = [order for order in legal if isinstance(order, o.Roll)]
    elif (seed + position.acts) % EVERY == 1:
        chosen = [order for order in legal if isinstance(order, o.DrawCards | o.Play)]
    elif (seed + position.acts) % (2 * EVERY) == 2:
        chosen = [order for order in legal if isinstance(order, o.Pause)]
    elif (seed + position.acts) % (2 * EVERY) == 2 * EVERY - 1:
        chosen = [order for order in legal if isinstance(order, o.Move | o.Face | o.Turn)]
    return [chosen[seed % len(chosen)] if chosen else o.End("turn")]


def merit(_: Setting, __: Position, ___: str) -> int:
    """Return 0: nobody knows who is ahead."""
    return 0
