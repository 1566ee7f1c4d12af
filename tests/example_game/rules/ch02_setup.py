"""[2.0] Set-up, and the day that Blue writes down."""

from __future__ import annotations

from collections.abc import Iterator

from example_game.rules.orders import Barrage
from example_game.rules.outcomes import BarrageSealed
from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.errors import IllegalOrder
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups

LABEL = "barrage"
"""The label of the secret choice of 2.2."""

CUP = "garrisons"


def set_up(setting: Setting, cups: Cups) -> Position:
    """[2.1] Draw the garrison blind: the position says that one lies there, and not which."""
    cups.fill(CUP, list(setting.data.garrisons.counters))
    waits = "barrage" if setting.options.barrage else "day"
    return Position(cups.draw_blind(CUP), setting.data.battalion.steps, waits=waits)


def check_barrage(setting: Setting, _: Position, order: Barrage) -> None:
    """[2.2] A day of the game."""
    if order.day > setting.days:
        raise IllegalOrder("2.2", f"there is no day {order.day}", f"Write 1 to {setting.days}.")


def sealed() -> Iterator[Outcome]:
    """[2.2] The choice is sealed; Red's first day begins."""
    yield BarrageSealed(paragraph="2.2")
