"""The entry of Raids in the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from data_game.data.pack import PACKS, RaidsData
from data_game.game import RaidsGame
from data_game.orders import FORMS
from data_game.position import Position
from data_game.setting import Setting
from pbem.kit.defaults.standing import form_of
from pbem.kit.module import RulesFromData


class RaidsRules(RulesFromData[RaidsData]):
    """Version 1 of Raids."""

    name = "raids"
    version = 1
    title = "Raids"
    reconstructed: tuple[str, ...] = ()
    packs = PACKS
    types: ClassVar[Mapping[str, Any]] = {
        "order": FORMS.union,
        "position": Position,
        "standing": form_of("raid"),
    }

    @staticmethod
    def bind(scenario: str, options: Mapping[str, Any], data: RaidsData) -> RaidsGame:
        """Make the game of a scenario."""
        return RaidsGame(Setting(scenario, options, data))
