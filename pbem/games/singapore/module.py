"""Singapore's entry of the registry."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from pbem.games.singapore.data.forms import SingaporeData
from pbem.games.singapore.data.pack import PACKS
from pbem.games.singapore.data.tables import Tables
from pbem.games.singapore.game import SingaporeGame
from pbem.games.singapore.rules.orders import AnyOrder
from pbem.games.singapore.rules.position import Position
from pbem.games.singapore.rules.setting import HANDICAP, SCENARIOS, Setting, setup_of
from pbem.games.singapore.rules.standing import Standing
from pbem.kit.contract import Option
from pbem.kit.module import RulesModule

_NO_YES = (False, True)


class SingaporeRules(RulesModule[SingaporeData]):
    """Version 1 of Singapore; see `pbem.kit.contract.Rules`."""

    name = "singapore"
    version = 1
    title = "Field Command: Singapore 1942 (WorldsForge)"
    about = "Feb. 1942, areas"
    mails = MappingProxyType({"corps": 158, "tiderace": 38, "regiment": 12, "sarimbun_beach": 8})
    scenarios: Mapping[str, str] = SCENARIOS
    options: Mapping[str, Option] = {
        "regiment_attacker": Option(
            "jp", ("jp", "br"), "which army attacks in the practice of a Regiment", "3.2"
        ),
        "strikes": Option(
            "open",
            ("open", "sealed"),
            "whether strikes of both sides are declared openly, or sealed and opened together",
            "3.8.1",
        ),
        "flank_die": Option(
            "defender",
            ("defender", "attacker"),
            "who says which die a flanked defender leaves out",
            "2.6.3",
        ),
        "leave_contested": Option(
            "free",
            ("free", "friendly"),
            "on the map: where units that leave a contested sector may go",
            "4.4.4",
        ),
        "axis_landing": Option(
            "all", ("all", "infantry"), "on the map: who lands from an axis of attack", "4.4.3"
        ),
        "japan_victory": Option(
            "capture",
            ("capture", "period_end"),
            "on the map: when it is seen whether the invader has the objectives",
            "4.20",
        ),
        "victory": Option(
            "plain",
            ("plain", "levels", "decisive", "total", "objectives"),
            "on the map: who wins: plainly, by levels, by an agreed level, or by objectives",
            "7.6",
        ),
        "defensive_fire": Option(
            "own",
            ("own", "side"),
            "on the map: whether guns support battles of an ally too",
            "4.9",
        ),
        "japan_start": Option(
            40, (40, 30), "with supply: the supply tokens that Japan begins with", "5.2"
        ),
        "deployment": Option(
            "historic",
            ("historic", "free", "shared"),
            "on the map: as the Deployment Orders say, or freely, in an ally's sectors too or not",
            "7.1",
        ),
        "logistics": Option(
            "plain",
            ("plain", "public", "hidden"),
            "with supply: whether the Commonwealth divides its tokens, and hands some over",
            "7.2",
        ),
        "bridges_supply": Option(
            "no", ("no", "yes"), "with supply: whether bridges carry supply over water", "5.6"
        ),
        "card_points": Option(
            "few",
            ("few", "every_step"),
            "with cards: before which steps others may play Deployment cards",
            "6.7",
        ),
        "situation_cards": Option(
            False, _NO_YES, "in `tiderace`: whether there are situation cards, a deck of 38", "6.1"
        ),
        "breakthrough": Option(
            False, _NO_YES, "an armoured attacker who wins with two eights breaks through", "7.4"
        ),
        "penetration": Option(
            False, _NO_YES, "on the map: three vehicles that capture a sector may go on", "7.3"
        ),
        "rout": Option(
            False, _NO_YES, "a defender who loses with nothing but ones is routed", "7.5"
        ),
        "defender_bonus": Option(
            0,
            tuple(range(-HANDICAP, HANDICAP + 1)),
            "a handicap: halves of a point added to the defender's highest die",
            "1.11",
        ),
    }
    reconstructed: tuple[str, ...] = (
        "the dice of every unit but those of the Japanese infantry and light tank in attack",
        "the direct strike chart",
        "how many pieces of each kind there are, but the seven Bren gun carriers",
        "the forces and the bonus of the four combat board scenarios",
        "the bonus of a fortified line",
        "the map but three sectors, a river and axes; movement, ranges, deployment, arrivals",
        "the supply that armies collect",
        "what decisive and total victories ask for",
        "Operation Tiderace but its idea: forces, dice, periods, supply, victory, deck",
        "the situation cards, but the names of two and what one of them gives",
    )
    packs = PACKS
    types: ClassVar[Mapping[str, Any]] = {
        "order": AnyOrder,
        "position": Position,
        "standing": Standing,
    }

    @staticmethod
    def bind(scenario: str, options: Mapping[str, Any], data: SingaporeData) -> SingaporeGame:
        """Bind a scenario, complete options and data.

        Raises:
            FormError: The game has no such scenario, option or value.
        """
        return SingaporeGame(Setting(scenario, options, Tables(data, setup_of(scenario, data))))
