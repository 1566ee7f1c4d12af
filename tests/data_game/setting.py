"""One game's setting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from data_game.data.pack import RaidsData
from pbem.kit.offer import agreed


class Options(Struct, frozen=True):
    """The options that the rules read."""

    die: int
    rich: bool
    first: str


class Setting:
    """The setting of every paragraph."""

    def __init__(self, scenario: str, options: Mapping[str, Any], data: RaidsData) -> None:
        here = agreed(data, scenario, options)
        self.options = Options(here.options["die"], here.options["rich"], here.options["first"])
        self.sides = here.sides if self.options.first == "listed" else here.sides[::-1]
        self.side_names = here.side_names
        self.rounds = data.rounds[scenario]
        self.points = data.points
