"""The entry of the open table in the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pbem.games.table.data.forms import TableData
from pbem.games.table.data.pack import PACKS
from pbem.games.table.game import TableGame
from pbem.games.table.rules.orders import FORMS
from pbem.games.table.rules.position import Position
from pbem.games.table.rules.setting import Setting
from pbem.games.table.rules.standing import Standing
from pbem.kit.module import RulesFromData


class TableRules(RulesFromData[TableData]):
    """Version 1 of the open table."""

    name = "table"
    version = 1
    title = "Dice and cards"
    about = "any game you have"
    reconstructed: tuple[str, ...] = ()
    packs = PACKS
    carried = True
    judges = False
    types: ClassVar[Mapping[str, Any]] = {
        "order": FORMS.union,
        "position": Position,
        "standing": Standing,
    }

    @staticmethod
    def bind(scenario: str, options: Mapping[str, Any], data: TableData) -> TableGame:
        """Make the game of a table file."""
        return TableGame(Setting(scenario, options, data))
