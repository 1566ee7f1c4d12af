"""A player who keeps a table going: rolls, draws, and gives the turn to the next side."""

from __future__ import annotations

from types import UnionType
from typing import Any

from pbem.games.table.rules import orders as o
from pbem.games.table.rules import questions
from pbem.games.table.rules.position import Position
from pbem.games.table.rules.setting import Setting
from pbem.kit.contract import Order, Question
from pbem.kit.typed.orders import Pass

ENOUGH = 24
"""After so many acts a program that plays alone says that nobody wins."""

DEEDS: tuple[type[Order] | UnionType, ...] = (
    o.Roll,
    o.DrawCards | o.Play,
    o.Pause,
    o.Roll,
    o.DrawCards | o.Play,
    o.Move | o.Face | o.Turn,
    o.Lay | o.Reveal,
    o.Pull | o.Value,
    o.New | o.Seal,
)
"""The deeds of a player, by turns; then the turn is given away."""


def sensible(setting: Setting, position: Position, seed: int) -> list[Order]:
    """Return what a player does who has no rules: little, and always something.

    Raises:
        ValueError: No question is open.
    """
    asked = questions.need(setting, position)
    if not isinstance(asked, Question):
        raise ValueError("no question is open now")  # noqa: TRY004 - as every game does
    if asked.name == "result":
        return [o.Agree()]
    legal = list(questions.legal(setting, position))
    if isinstance(legal[0], o.Dead):
        return legal[:1]
    if not asked.phase:
        return [Pass() if asked.name == "reaction" else legal[seed % len(legal)]]
    if position.acts >= ENOUGH:
        return [o.Claim(None)]
    kinds: Any = DEEDS[(seed + position.acts) % len(DEEDS)]
    chosen = [order for order in legal if isinstance(order, kinds)]
    return [chosen[seed % len(chosen)] if chosen else o.End("turn")]


def merit(_: Setting, __: Position, ___: str) -> int:
    """Return 0: nobody knows who is ahead."""
    return 0
