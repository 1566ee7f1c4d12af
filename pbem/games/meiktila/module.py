"""Meiktila's entry of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from pbem.games.meiktila.data.forms import MeiktilaData
from pbem.games.meiktila.data.pack import PACKS
from pbem.games.meiktila.game import MeiktilaGame
from pbem.games.meiktila.rules.orders import AnyOrder
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import SCENARIOS, Setting
from pbem.games.meiktila.rules.standing import Standing
from pbem.kit.contract import Option
from pbem.kit.module import RulesModule


def _beforehand(who: str) -> Option:
    """Return the option of a handicap in points."""
    what = f"a handicap: Victory Points that {who} have from the beginning"
    return Option(0, tuple(range(51)), what, "9.1")


class MeiktilaRules(RulesModule[MeiktilaData]):
    """Version 1 of Meiktila; see `pbem.kit.contract.Rules`."""

    name = "meiktila"
    version = 1
    title = "A Master Stroke: The Battle for Meiktila, 1945"
    about = "March 1945, hexes"
    mails = MappingProxyType({"meiktila": 119})
    scenarios: Mapping[str, str] = SCENARIOS
    options: Mapping[str, Option] = {
        "banzai": Option(True, (True, False), "Banzai charges", "11.1"),
        "kimura": Option(
            False, (False, True), "Kimura's hesitation: the Strategic Reserve", "11.2"
        ),
        "retreat_rolls": Option(
            False,
            (False, True),
            "a defender's 2: each unit rolls for each hex of its retreat",
            "6.5.3",
        ),
        "attacker_mode": Option(
            "units",
            ("units", "all"),
            "an attacker's 1 or 2: so many units pay, or all as a defender's do",
            "6.5.2",
        ),
        "opener": Option(
            "subset", ("subset", "any"), "the marker that opens: of those drawn, or any", "4.3"
        ),
        "stacking": Option("turn_end", ("turn_end", "move_end"), "when stacking is tested", "6.3"),
        "forced_march": Option(
            "turn",
            ("turn", "activation"),
            "for how long an enemy zone bars a forced march",
            "6.2.1",
        ),
        "zoc_step": Option(
            "max", ("max", "add"), "a step from zone to zone: 2 points, or 2 more", "6.4"
        ),
        "border_full": Option(
            True, (True, False), "both steps of a Border battalion may land together", "8.1.1"
        ),
        "points_al": _beforehand("the Allies"),
        "points_jp": _beforehand("the Japanese"),
    }
    reconstructed: tuple[str, ...] = (
        "the map but M7, M8 and N8: terrain, towns, airfields, roads, railroads, streams",
        "the costs of movement",
        "the combat results table, but for a 4 at 3-1, which is 1/1",
        "the Supply Status Table, but for levels 0, 7 and 8",
        "the set of activation markers; their kinds and how many are in play are published",
        "units: names, formations and figures, but for the fronts of GR13 and PH5",
        "that there are ten turns",
    )
    packs = PACKS
    types: ClassVar[Mapping[str, Any]] = {
        "order": AnyOrder,
        "position": Position,
        "standing": Standing,
    }

    @staticmethod
    def bind(scenario: str, options: Mapping[str, Any], data: MeiktilaData) -> MeiktilaGame:  # noqa: ARG004
        """Bind a scenario, complete options and data.

        Raises:
            FormError: The game has no such scenario, option or value.
        """
        return MeiktilaGame(Setting(options, PACKS.tables(data)))
