"""One game's setting: scenario, options and tables, which never change while it is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from pbem.errors import FormError
from pbem.games.singapore.data.forms import (
    LINE,
    Army,
    Choice,
    Kind,
    Roster,
    Setup,
    SingaporeData,
)
from pbem.games.singapore.data.tables import Tables, unit_name
from pbem.games.singapore.rules.position import SIDES
from pbem.kit.keeping import Keeps
from pbem.kit.options import read_options

if TYPE_CHECKING:
    from pbem.games.singapore.rules.theatre import Stood

SCENARIOS: dict[str, str] = {
    "division": "Division Commander: Impregnable Fortress on the map, with supply (5)",
    "corps": "Corps Commander: Impregnable Fortress on the map, with situation cards (6)",
    "brigade": "Brigade Commander: Impregnable Fortress on the map, without supply (4)",
    "tiderace": "Army Commander: Operation Tiderace, 1945, the British come by sea (7.1)",
    "sarimbun_beach": "Battle of Sarimbun Beach, on the combat board (3.11)",
    "kranji": "Battle of Kranji, on the combat board (3.11)",
    "bukit_timah": "Battle of Bukit Timah, on the combat board (3.11)",
    "pasir_panjang": "Battle of Pasir Panjang, on the combat board (3.11)",
    "company": "Company Commander: one unit against one (1)",
    "battalion": "Battalion Commander: lines of three, and tactics (2)",
    "regiment": "Regiment Commander: lines of six, artillery and aircraft (3)",
}
HANDICAP = 4
"""So many halves of a point a handicap may be."""
COMPANY, REGIMENT, BRIGADE = "company", "regiment", "brigade"
DIVISION, CORPS = "division", "corps"
TIDERACE = "tiderace"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game; docs/games/singapore-orders.md lists them."""

    regiment_attacker: Literal["jp", "br"] = "jp"
    strikes: Literal["open", "sealed"] = "open"
    flank_die: Literal["defender", "attacker"] = "defender"
    breakthrough: bool = False
    rout: bool = False
    penetration: bool = False
    leave_contested: Literal["free", "friendly"] = "free"
    axis_landing: Literal["all", "infantry"] = "all"
    japan_victory: Literal["capture", "period_end"] = "capture"
    victory: Literal["plain", "levels", "decisive", "total", "objectives"] = "plain"
    defensive_fire: Literal["own", "side"] = "own"
    japan_start: Literal[40, 30] = 40
    deployment: Literal["historic", "free", "shared"] = "historic"
    logistics: Literal["plain", "public", "hidden"] = "plain"
    bridges_supply: Literal["no", "yes"] = "no"
    card_points: Literal["few", "every_step"] = "few"
    situation_cards: bool = False
    defender_bonus: Annotated[int, Meta(ge=-HANDICAP, le=HANDICAP)] = 0


T = TypeVar("T")


def _of(setups: Mapping[Any, T], scenario: str) -> T | None:
    """Return the set-up of a scenario, None where it has none of this sort."""
    return setups.get(scenario)


NOT_IN_TIDERACE: Mapping[str, tuple[object, str]] = {
    "deployment": ("historic", "free deployment belongs to the historic scenario"),
    "logistics": ("plain", "the Commonwealth is one army here, so it divides nothing"),
    "japan_start": (40, "its Japanese begin with other tokens"),
}
"""[R134] Option -> its default, and why it cannot be anything else in `tiderace`."""


def _fit(scenario: str, options: Options) -> None:
    """[R134, R135] Raise `FormError` where a scenario does not know what an option says."""
    if options.situation_cards and scenario != TIDERACE:
        why = "`corps` always has situation cards, and the others have none"
        raise FormError(f"option situation_cards: it belongs only to tiderace: {why}")
    for name, (usual, why) in NOT_IN_TIDERACE.items() if scenario == TIDERACE else ():
        if getattr(options, name) != usual:
            raise FormError(f"option {name}: leave it out in tiderace: {why}")


def setup_of(scenario: str, data: SingaporeData) -> Setup:
    """[7.1] Return the set-up on the map that a scenario is played with."""
    return data.tiderace if scenario == TIDERACE else data.historic


class Setting(Keeps):
    """The setting of every rank: ``tables``, ``options``, ``scenario``.

    ``practice``: what is chosen in the practice of a rank, None in a board scenario; ``board``: the
    other way round. ``tactics``: whether there are any but the Standard Attack. ``supplied``:
    whether attacks and barrages cost supply (5). ``with_cards``: whether there are situation cards
    (6). ``deploys``: whether units are deployed freely (7.1). ``transfers``: whether the
    Commonwealth divides its tokens (7.2); ``hidden``: whether nobody else sees how. ``armies``:
    those that play on the map, in the order of their turns (4.12). The first is the ``invader``,
    who comes from axes and has an airfield off the map. The last is the ``keeper``, who answers for
    the island. ``stood``: the places of units at the last lookup (`theatre`).
    """

    stood: Stood | None = None

    def __init__(self, scenario: str, options: Mapping[str, Any], tables: Tables) -> None:
        self.options = read_options(options, Options)
        _fit(scenario, self.options)
        self.scenario = scenario
        self.tables = tables
        self.practice = _of(tables.data.practice, scenario)
        self.board = _of(tables.data.boards, scenario)
        self.tactics = scenario != COMPANY
        self.on_map = scenario in {BRIGADE, DIVISION, CORPS, TIDERACE}
        self.supplied = scenario in {DIVISION, CORPS, TIDERACE}
        self.with_cards = scenario == CORPS or self.options.situation_cards
        self.deploys = self.on_map and self.options.deployment != "historic"
        self.transfers = self.supplied and self.options.logistics != "plain"
        self.hidden = self.supplied and self.options.logistics == "hidden"
        self.armies: tuple[Army, ...] = tables.setup.turns.armies
        self.invader, self.keeper = self.armies[0], self.armies[-1]
        self.sides: tuple[str, ...] = self.armies if self.on_map else SIDES

    @property
    def bonus(self) -> int:
        """[R106] Halves of a point on every defending roll, the handicap among them."""
        own = self.board.bonus if self.board is not None else 0
        return own + self.options.defender_bonus

    def colours(self, side: str) -> tuple[Army, ...]:
        """[1.3, 2.2, 3.2] Return the armies that a side may choose its units from."""
        if self.scenario != REGIMENT:
            return ("jp", "au", "br")
        attacks: Army = self.options.regiment_attacker
        defends: Army = "br" if attacks == "jp" else "jp"
        return (attacks,) if side == "attacker" else (defends,)

    def kinds(self, army: Army, choice: Choice) -> tuple[Kind, ...]:
        """Return those kinds of a choice of which an army has so many pieces."""
        return tuple(kind for kind in choice.kinds if unit_name(army, kind, choice.count)
                     in self.tables.units)  # fmt: skip

    def roster(self, side: str) -> list[str]:
        """[3.11] Return the units of a side in a board scenario, none in practice."""
        if self.board is None:
            return []
        forces: Roster = self.board.attacker if side == SIDES[0] else self.board.defender
        return [
            unit_name(army, kind, number)
            for army, kinds in forces.items()
            for kind, count in kinds.items()
            for number in range(1, count + 1)
        ]

    def in_line(self, unit: str) -> bool:
        """[3.5] Whether a unit stands in the line of the board."""
        return self.tables.units[unit].kind in LINE

    def in_order(self, units: list[str]) -> list[str]:
        """Return units in the order of the data."""
        return sorted(units, key=self.tables.order.__getitem__)
