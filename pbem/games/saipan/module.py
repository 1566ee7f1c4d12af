"""Saipan's entry of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.errors import FormError
from pbem.games.saipan.data import LANDINGS, SaipanData, Tables
from pbem.games.saipan.game import SaipanGame
from pbem.games.saipan.orders import AnyOrder
from pbem.games.saipan.pack import export, load
from pbem.games.saipan.position import Position
from pbem.games.saipan.setting import SCENARIOS, Setting
from pbem.games.saipan.standing import Standing
from pbem.kit.contract import Option
from pbem.kit.options import check_options


class SaipanRules:
    """Version 1 of Saipan; see `pbem.kit.contract.Rules`."""

    name = "saipan"
    version = 1
    title = "Saipan: Conquest of the Marianas (SPI 1975)"
    scenarios: Mapping[str, str] = SCENARIOS
    options: Mapping[str, Option] = {
        "landing": Option("H2", LANDINGS, "which hexes the historical landing list names", "14.12"),
        "banzai": Option(False, (False, True), "the reconstructed Banzai rule", "10.0"),
        "us_gsp": Option(
            10, tuple(range(31)), "ground support points of the US a Game-Turn", "9.0"
        ),
        "jp_gsp": Option(
            0, tuple(range(31)), "ground support points of the Japanese a Game-Turn", "9.0"
        ),
        "retreat_by": Option("owner", ("owner", "victor"), "who chooses retreats", "7.7"),
        "artillery_adjacent": Option(
            "barrage", ("barrage", "combat"), "with what adjacent artillery attacks", "8.0"
        ),
    }
    reconstructed: tuple[str, ...] = (
        "the map: terrain of every hex",
        "which columns sit half a hex lower: the even ones",
        "the terrain key: movement costs and defence multipliers",
        "the combat results table",
        "every US counter: names, numbers and strengths",
        "the order of the figures on artillery counters: barrage, final protective fire, range",
        "which hexes are beach hexes, and the landing hex that the rulebook prints as 002",
        "the numbers of ground support points: US 10, Japanese 0",
        "the Banzai rule",
        "the standard rules 3.0 to 10.0, but for what official errata and reports of play confirm",
    )

    def data(self, pack: bytes | None = None) -> SaipanData:
        """Load the rules data: the module's own, or an owner's pack; raise `PackError`."""
        return load(pack)

    def export(self) -> bytes:
        """Return the module's own data as a pack that an owner may edit."""
        return export()

    def game(self, scenario: str, options: Mapping[str, Any], data: msgspec.Struct) -> SaipanGame:
        """Bind a scenario, complete options and data; raise `FormError`."""
        if not isinstance(data, SaipanData):
            raise FormError("these are not the rules data of Saipan")
        check_options(options, self.options)
        return SaipanGame(Setting(scenario, options, Tables(data)))

    def migrate(self, version: int, position: dict[str, Any]) -> dict[str, Any]:
        """Return the position of an older version in the form of this one; there is none yet."""
        if version != self.version:
            raise FormError(f"there is no version {version} of saipan that could be taken over")
        return position

    def schemas(self) -> Mapping[str, dict[str, Any]]:
        """Return the JSON Schemas of orders, position, standing answers and data pack."""
        return {
            "order": msgspec.json.schema(AnyOrder),
            "position": msgspec.json.schema(Position),
            "standing": msgspec.json.schema(Standing),
            "pack": msgspec.json.schema(SaipanData),
        }
