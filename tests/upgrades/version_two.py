"""A made-up version 2 of Saipan, of which the program itself knows nothing.

The last column of its combat results table is another: whatever falls, the defender is eliminated.
It has an option that version 1 has not, and its positions have a field more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.errors import FormError
from pbem.games.saipan.data.pack import PACKS
from pbem.games.saipan.data.tables import SaipanData
from pbem.games.saipan.game import SaipanGame
from pbem.games.saipan.module import SaipanRules
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Option
from pbem.kit.cups import Cups

RAIN = "rain"


class PositionTwo(Position, kw_only=True):
    """A position of version 2: ``wet`` says whether rain is played with."""

    wet: bool


class SaipanGameTwo(SaipanGame):
    """A game by version 2."""

    position_type: type[Position] = PositionTwo

    def __init__(self, setting: Setting, *, wet: bool) -> None:
        super().__init__(setting)
        self.wet = wet

    def set_up(self, cups: Cups) -> Position:
        """Return the position before the first decision."""
        plain = msgspec.to_builtins(super().set_up(cups))
        return msgspec.convert({**plain, "wet": self.wet}, PositionTwo)


class SaipanRulesTwo(SaipanRules):
    """Version 2 of Saipan."""

    version = 2
    options: Mapping[str, Option] = {
        **SaipanRules.options,
        RAIN: Option(False, (False, True), "rain", "4.0", later=True),
    }

    def data(self, pack: bytes | None = None) -> SaipanData:
        """Return an owner's data, or the module's own."""
        if pack is not None:
            return super().data(pack)
        own = super().data()
        rows = tuple((*row[:-1], "De") for row in own.combat.rows)
        return msgspec.structs.replace(own, combat=msgspec.structs.replace(own.combat, rows=rows))

    def migrate(self, version: int, position: dict[str, Any]) -> dict[str, Any]:
        """Return the position of version 1 in the form of this one."""
        if version != 1:
            raise FormError(f"saipan cannot continue a position of version {version}")
        return {**position, "wet": False}

    @staticmethod
    def bind(scenario: str, options: Mapping[str, Any], data: SaipanData) -> SaipanGame:
        """Bind a scenario, complete options and data."""
        wet = options[RAIN]
        known = {name: value for name, value in options.items() if name != RAIN}
        return SaipanGameTwo(Setting(scenario, known, PACKS.tables(data)), wet=wet)
