"""Saipan's entry of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from pbem.games.saipan.data.pack import PACKS
from pbem.games.saipan.data.tables import LANDINGS, SaipanData
from pbem.games.saipan.game import SaipanGame
from pbem.games.saipan.rules.orders import AnyOrder
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import SCENARIOS, Setting
from pbem.games.saipan.rules.standing import Standing
from pbem.kit.contract import Option
from pbem.kit.module import RulesModule


class SaipanRules(RulesModule[SaipanData]):
    """Version 1 of Saipan; see `pbem.kit.contract.Rules`."""

    name = "saipan"
    version = 1
    title = "Saipan: Conquest of the Marianas (SPI 1975)"
    about = "June 1944, hexes"
    mails = MappingProxyType({"historical": 22, "free": 20})
    scenarios: Mapping[str, str] = SCENARIOS
    options: Mapping[str, Option] = {
        "landing": Option("H2", LANDINGS, "which hexes the historical landing list names", "14.12"),
        "banzai": Option(False, (False, True), "the reconstructed Banzai rule", "10.0"),
        "us_gsp": Option(
            10, tuple(range(31)), "ground support points of the U.S. in each combat phase", "9.0"
        ),
        "jp_gsp": Option(
            0, tuple(range(31)), "ground support points of the Japanese in each combat phase", "9.0"
        ),
        "retreat_by": Option("owner", ("owner", "victor"), "who chooses retreats", "7.7"),
        "artillery_adjacent": Option(
            "barrage", ("barrage", "combat"), "with what adjacent artillery attacks", "8.0"
        ),
        "must_attack": Option(
            "able",
            ("able", "each"),
            "whether a unit must attack whose last enemy others attack",
            "7.1",
        ),
        "us_by": Option(
            0,
            tuple(range(31)),
            "a handicap: the Game-Turn by whose end the U.S. wins or has lost (0: none)",
            "13.0",
            later=True,
        ),
    }
    reconstructed: tuple[str, ...] = (
        "the map: terrain of every hex",
        "which columns sit half a hex lower: the even ones",
        "the terrain key: movement costs and defence multipliers",
        "the combat results table",
        "every U.S. counter: names, numbers and strengths",
        "what the figures on a counter say: attack, defence; barrage, protective fire, range",
        "which hexes are beach hexes, and the landing hex that the rulebook prints as 002",
        "the numbers of ground support points: U.S. 10, Japanese 0",
        "the Banzai rule",
        "the standard rules 3.0 to 10.0, but for what official errata and reports of play confirm",
    )
    packs = PACKS
    types: ClassVar[Mapping[str, Any]] = {
        "order": AnyOrder,
        "position": Position,
        "standing": Standing,
    }

    @staticmethod
    def bind(scenario: str, options: Mapping[str, Any], data: SaipanData) -> SaipanGame:
        """Bind a scenario, complete options and data.

        Raises:
            FormError: The game has no such scenario, option or value.
        """
        return SaipanGame(Setting(scenario, options, PACKS.tables(data)))
