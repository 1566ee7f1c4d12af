"""Race to Tokyo's entry of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from pbem.games.tokyo.data.forms import TokyoData
from pbem.games.tokyo.data.pack import PACKS
from pbem.games.tokyo.game import TokyoGame
from pbem.games.tokyo.rules.orders import AnyOrder
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import SCENARIOS, Setting
from pbem.games.tokyo.rules.standing import Standing
from pbem.kit.contract import Option
from pbem.kit.module import RulesModule

_NO_YES = (False, True)


class TokyoRules(RulesModule[TokyoData]):
    """Version 1 of Race to Tokyo; see `pbem.kit.contract.Rules`."""

    name = "tokyo"
    version = 1
    title = "Race to Tokyo: Operation Coronet, 1946 (Command Magazine Japan 2011)"
    about = "March 1946, hexes"
    mails = MappingProxyType({"two": 23})
    scenarios: Mapping[str, str] = SCENARIOS
    options: Mapping[str, Option] = {
        "chinese_trigger": Option(
            False, _NO_YES, "the Tama releases the 36th Army too, to Japan West", "13.1"
        ),
        "volunteers": Option(False, _NO_YES, "the Volunteer Corps", "13.2"),
        "cross_boundary_attacks": Option(
            True, _NO_YES, "attacks across the Operational Boundary", "5.42"
        ),
        "retreat_into_ct": Option(
            True, _NO_YES, "an American unit may retreat into Central Tokyo", "5.43"
        ),
        "points_1ag": Option(
            0,
            tuple(range(51)),
            "a handicap: Victory Points that 1ag has beforehand",
            "10.0",
            later=True,
        ),
        "points_8ag": Option(
            0,
            tuple(range(51)),
            "a handicap: Victory Points that 8ag has beforehand",
            "10.0",
            later=True,
        ),
        "points_jp": Option(
            0,
            tuple(range(51)),
            "a handicap: Victory Points that Japan has beforehand, in the game of three",
            "10.0",
            later=True,
        ),
        "ties": Option(
            "draw",
            ("draw", "1ag", "8ag", "jp"),
            "a handicap: who wins among those with most Victory Points, if that side is one",
            "10.0",
            later=True,
        ),
    }
    reconstructed: tuple[str, ...] = (
        "the map: terrain of every hex but Central Tokyo and those around it, Yokohama, Kawasaki",
        "which columns sit half a hex lower: the even ones",
        "roads and rivers, but that the Tama passes hex 2218",
        "the Operational Boundary and the zone of the 36th Army",
        "the beaches, but for the hexes 2902 and 3217",
        "the terrain effects chart, but for the shifts of wilds, hills and cities with Americans",
        "the combat results table, but for a 1 at 2:1, which is Ex",
        "the victory points of every town and city; those of Central Tokyo are published",
        "where the Japanese start, and where the Strategic Reserve enters",
        "American units: names, figures and most turns of entry, but for one 6-7-5",
        "Japanese counters: names, figures and most numbers, but for one 2-4-3 and one 3-1-3",
        "how many units are reconstituted and how many of the Strategic Reserve arrive each turn",
        "the dates of the turns",
        "the numbers on the backs of the Volunteer Corps",
    )
    packs = PACKS
    types: ClassVar[Mapping[str, Any]] = {
        "order": AnyOrder,
        "position": Position,
        "standing": Standing,
    }

    @staticmethod
    def bind(scenario: str, options: Mapping[str, Any], data: TokyoData) -> TokyoGame:
        """Bind a scenario, complete options and data.

        Raises:
            FormError: The game has no such scenario, option or value.
        """
        return TokyoGame(Setting(scenario, options, PACKS.tables(data)))
