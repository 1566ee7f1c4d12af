"""The Ford's entry of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ford.data.pack import PACKS
from ford.data.tables import FordData
from ford.game import FordGame
from ford.rules.orders import AnyOrder
from ford.rules.position import Position
from ford.rules.setting import SCENARIOS, Setting
from ford.rules.standing import Standing
from pbem.kit.contract import Option
from pbem.kit.module import RulesModule


class FordRules(RulesModule[FordData]):
    """Version 1 of The Ford; see `pbem.kit.contract.Rules`."""

    name = "ford"
    version = 1
    title = "The Ford"
    scenarios: Mapping[str, str] = SCENARIOS
    options: Mapping[str, Option] = {
        "barrage": Option(True, (False, True), "whether Blue has a barrage", "2.2")
    }
    reconstructed: tuple[str, ...] = ()
    packs = PACKS
    types: ClassVar[Mapping[str, Any]] = {
        "order": AnyOrder,
        "position": Position,
        "standing": Standing,
    }

    @staticmethod
    def bind(scenario: str, options: Mapping[str, Any], data: FordData) -> FordGame:
        """Bind complete options and data; raise `FormError`."""
        return FordGame(Setting(options, data))
