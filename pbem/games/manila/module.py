"""Manila's entry of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pbem.games.manila.data.pack import PACKS
from pbem.games.manila.data.tables import ManilaData
from pbem.games.manila.game import ManilaGame
from pbem.games.manila.rules.orders import AnyOrder
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import SCENARIOS, Setting
from pbem.games.manila.rules.standing import Standing
from pbem.kit.contract import Option
from pbem.kit.module import RulesModule

_NO_YES = (False, True)


class ManilaRules(RulesModule[ManilaData]):
    """Version 1 of Manila; see `pbem.kit.contract.Rules`."""

    name = "manila"
    version = 1
    title = "Manila: The Savage Streets, 1945 (Revolution Games 2024)"
    about = "Feb. 1945, areas"
    scenarios: Mapping[str, str] = SCENARIOS
    options: Mapping[str, Option] = {
        "rubble": Option(
            False, _NO_YES, "no Combined Arms without Engineers, no Overrun of a Fort", "11.1"
        ),
        "nichols": Option(
            False, _NO_YES, "the 11th Airborne attacks Nichols Airfield first", "11.2"
        ),
        "parent_formation": Option(
            False, _NO_YES, "each division beyond the first costs 1 of the Attack Value", "11.3"
        ),
        "artillery_limit": Option(
            False, _NO_YES, "one Artillery marker for each combat before turn 4", "11.4"
        ),
        "early_lead": Option(
            False, _NO_YES, "the lead is named before an Unrevealed unit is flipped", "11.5"
        ),
        "air": Option(False, _NO_YES, "Air Support once Morale has been Shaken", "11.6"),
        "sniper_alone": Option(
            "ambush",
            ("ambush", "nothing"),
            "what a Sniper does where no Leader takes part (second-hand, one source)",
            "9.4",
        ),
        "iwabuchi_target": Option(
            "random",
            ("random", "player"),
            "who picks the Area of an Iwabuchi breakout (reconstructed)",
            "6.2",
        ),
        "river_border": Option(
            False, _NO_YES, "whether 11-37 and 12-37 count as adjacent where nobody moves", "8.3.3"
        ),
        "leader_support": Option(
            "command",
            ("command", "any"),
            "which Leaders count as attacking units for the support limit",
            "9.5.4",
        ),
        "areas": Option(
            0,
            (0, *range(20, 38)),
            "a handicap: how many Areas Operational Victory asks for (0: as the data say)",
            "10.2",
            later=True,
        ),
    }
    reconstructed: tuple[str, ...] = (
        "the cost of an Air marker (only with the option air)",
        "who picks the Area of an Iwabuchi breakout (the option iwabuchi_target)",
        "the names of the two cavalry brigades; that their counters share a colour is published",
        "the cost of returning infantry and armor to play: second-hand, two sources agree",
        "the cost of a point of Morale: second-hand, two sources agree",
        "the supply dice of a turn with an offensive: second-hand, two sources agree",
        "the chance of an Iwabuchi breakout: second-hand, two sources agree",
        "which Areas an Iwabuchi breakout can happen in: second-hand, one source",
        "that units which retreat from it become Spent: second-hand, one source",
        "that a breakout of Kembu or Shimbu is an offensive from turn 6: second-hand, one source",
        "what a Sniper does where no Leader takes part (sniper_alone): second-hand, one source",
        "which unit may be given up to a Barrage: second-hand, one source",
    )
    packs = PACKS
    types: ClassVar[Mapping[str, Any]] = {
        "order": AnyOrder,
        "position": Position,
        "standing": Standing,
    }

    @staticmethod
    def bind(scenario: str, options: Mapping[str, Any], data: ManilaData) -> ManilaGame:
        """Bind a scenario, complete options and data.

        Raises:
            FormError: The game has no such scenario, option or value.
        """
        return ManilaGame(Setting(scenario, options, PACKS.tables(data)))
