"""The Ford's entry of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from example_game.data.pack import PACKS
from example_game.data.tables import ExampleData
from example_game.game import ExampleGame
from example_game.rules.orders import AnyOrder
from example_game.rules.position import Position
from example_game.rules.setting import SCENARIOS, Setting
from example_game.rules.standing import Standing
from pbem.kit.contract import Option
from pbem.kit.module import RulesModule


class ExampleRules(RulesModule[ExampleData]):
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
    def bind(scenario: str, options: Mapping[str, Any], data: ExampleData) -> ExampleGame:
        """Bind complete options and data; raise `FormError`."""
        return ExampleGame(Setting(options, data))
