"""One game's setting: its options and data, which never change while it is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from example_game.data.tables import ExampleData
from example_game.rules.position import Position
from pbem.kit.options import read_options

SCENARIOS: dict[str, str] = {"ford": "The Ford: three days (1.1)"}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game."""

    barrage: bool = True


class Setting:
    """The setting of every paragraph: ``data``, ``options``."""

    def __init__(self, options: Mapping[str, Any], data: ExampleData) -> None:
        self.options = read_options(options, Options)
        self.data = data
        self.days = data.days.last

    def attack(self, position: Position) -> int:
        """[4.1] Return what Red adds to the die, in points."""
        strength = position.steps * self.data.battalion.each_step
        return strength - self.minus(position)

    def minus(self, position: Position) -> int:
        """[4.1] Return what today's barrage takes off, in points; nothing while it is sealed."""
        return self.data.barrage.minus if position.barrage == position.turn else 0
