"""The reader's table: units, markers, points, and small calculations with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.meiktila_reader.ground import (
    AIRFIELDS,
    ANY_MARKER,
    CITY,
    LAND,
    SOUTH_ROADS,
    UNITS,
    Field,
    apart,
    edge_hexes,
    half,
    side_of,
)

SETS = {
    "al": ("A-ALL", "A-DR", "A-48", "A-63", "A-99", "A-255"),
    "jp": ("J-ALL", "J-DR1", "J-DR2", "J-18", "J-49"),
}
OF_MARKER = {
    "A-48": {"48 Bde"},
    "A-63": {"63 Bde"},
    "A-99": {"99 Bde"},
    "A-255": {"255 Tk Bde", "17 Div troops", "5 Div"},
    "J-18": {"55 Rgt", "56 Rgt"},
    "J-49": {"106 Rgt", "168 Rgt", "153 Rgt"},
}
ODDS = ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"]
OBJECTIVES = (CITY, *AIRFIELDS)
EDGES = ("north", "south")
FOLLOWS: dict[str, tuple[str, ...]] = {
    "setup": ("setup", "air"),
    "air": ("allot", "supply"),
    "allot": ("supply",),
    "supply": ("land", "allied status"),
    "land": ("allied status",),
    "allied status": ("edges", "japanese status"),
    "edges": ("japanese status",),
    "japanese status": ("markers",),
    "markers": ("opener",),
    "opener": ("cup", "number", "activation"),
    "cup": ("cup", "number", "activation", "stacking"),
    "number": ("activation", "cup"),
    "activation": ("requests", "movement", "combat", "cup"),
    "requests": ("movement", "combat"),
    "movement": ("combat", "cup"),
    "combat": ("movement", "cup"),
    "stacking": ("end",),
    "end": ("air",),
}
"""[4.0 to 4.4, 6.1.1] What may come after each part of a turn."""


class Combat:
    """One combat, from the attack to its end."""

    def __init__(self, reported: Mapping[str, Any]) -> None:
        self.side: str = reported["side"]
        self.hex: str = reported["hex"]
        self.attackers = list(reported["with_"])
        self.all = list(reported["with_"])
        self.banzai = list(reported["banzai"])
        self.guns = list(reported["guns"])
        self.air: int = reported["air"]
        self.oos = set(reported["oos"])
        self.def_guns: list[str] = []
        self.def_air = 0
        self.town = ""
        self.covered: list[str] = []
        self.anti_tank = False
        self.rolled = False
        self.result = ("-", "-")
        self.stage = "defend"
        self.owed = 0
        self.gone_back: set[str] = set()
        self.paid: set[str] = set()
        self.due: list[tuple[str, str]] = []
        """The things that must follow at once: an outcome of a unit."""


class Table:
    """One game, as the reader sees it; ``found``: what the reader does not agree with."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.o = options
        self.found: list[str] = []
        self.seen: set[str] = set()
        """The comparisons that were made, to show that games come to them."""
        self.turn, self.phase, self.side = 1, "setup", "al"
        self.level, self.sixes, self.air, self.sentai = 4, 0, 0, ""
        self.at: dict[str, str] = {}
        self.reduced: set[str] = set()
        self.gone: set[str] = set()
        self.dug: dict[str, int] = {}
        self.sheltered: set[str] = set()
        self.vp = {"al": options["points_al"], "jp": options["points_jp"]}
        self.control = dict.fromkeys(OBJECTIVES, "al")
        self.initiative = ""
        self.supply_air = 0
        self.over = dict.fromkeys(EDGES, 0)
        self.landing = self.points = 0
        self.oos: set[str] = set()
        self.fired: set[str] = set()
        self.edge: dict[str, str] = {}
        self.declared: dict[str, str] = {}
        self.attacked = False
        self.known: list[str] = []
        self.hidden = {"al": 0, "jp": 0}
        self.up: list[str] = []
        self.passed: list[str] = []
        self.tried: set[str] = set()
        self.barred: set[str] = set()
        self.tries = dict.fromkeys(EDGES, 0)
        self.took: set[str] = set()
        self.fought: set[str] = set()
        self.stirred: set[str] = set()
        self.marched: set[str] = set()
        self.combat: Combat | None = None
        self.status: dict[str, set[str]] = {}
        self.scored = {"al": 0, "jp": 0}
        self.ended = ""
        self._stand: Any = None
        self._field = Field({}, {})
        self._no_activation()

    def _no_activation(self) -> None:
        self.marker, self.number, self.mode = "", 0, ""
        self.counted: set[str] = set()
        self.moved: set[str] = set()
        self.struck: set[str] = set()
        self.targets: set[str] = set()
        self.digging: set[str] = set()
        self.entering: set[str] = set()
        self.rolling: dict[str, set[str]] = {"enter": set(), "replace": set(), "commit": set()}

    # --- saying what is wrong

    def want(self, what: str, right: object, reported: object) -> None:
        """Note where what was reported is not what the reader has reckoned."""
        self.seen.add(what)
        if right != reported:
            self.found.append(f"turn {self.turn} {self.phase}: {what}: {reported!r}, not {right!r}")

    def sure(self, what: str, holds: object) -> None:
        """Note where a rule is broken."""
        self.seen.add(what)
        if not holds:
            self.found.append(f"turn {self.turn} {self.phase}: {what}")

    # --- small reckonings

    @property
    def field(self) -> Field:
        """The units as they stand now."""
        now = (tuple(self.at.items()), tuple(self.dug.items()))
        if now != self._stand:
            self._stand, self._field = now, Field(self.at, self.dug)
        return self._field

    def here(self, place: str) -> list[str]:
        return [unit for unit, where in self.at.items() if where == place]

    def face(self, unit: str) -> tuple[int | None, int, int]:
        if unit in self.reduced:
            back = UNITS[unit].back
            assert back is not None
            return back
        return UNITS[unit].front

    def steps(self, unit: str) -> int:
        return 1 if unit in self.reduced else UNITS[unit].steps

    def points_of(self, unit: str) -> int:
        """Movement in half points, of a unit with a marker half of it (7.2)."""
        move = self.face(unit)[2]
        return 2 * (half(move) if unit in self.oos else move)

    def activates(self, marker: str, unit: str) -> bool:
        formation = UNITS[unit].formation
        own = {"A": "al", "J": "jp"}[marker[0]] == side_of(unit)
        if marker in OF_MARKER:
            return own and (formation in OF_MARKER[marker] or formation in ANY_MARKER)
        return own

    def may_act(self, unit: str) -> bool:
        return self.activates(self.marker, unit) and (
            unit in self.counted or not self.number or len(self.counted) < self.number
        )

    def entries(self, unit: str) -> list[str]:
        """[8.1.2, A90] Where a reinforcement may come in."""
        free = [here for here in LAND if not self.field.here(here, "al")]
        if UNITS[unit].entry != "south":
            return [here for here in edge_hexes("north") if here in free]
        found: list[str] = []
        for road in SOUTH_ROADS:
            near = min(apart(road, here) for here in free)
            found += [here for here in free if apart(road, here) == near]
        return found

    def may_try(self, unit: str, marker: str) -> bool:
        """[8.1.2, 11.2] Whether a die may be rolled for a unit off the map under a marker."""
        if unit in self.at or unit in self.gone or unit in self.tried:
            return False
        if UNITS[unit].entry == "reserve":
            if not self.o["kimura"] or unit in self.barred or marker == "J-49":
                return False
        elif UNITS[unit].entry not in EDGES:
            return False
        return self.activates(marker, unit) and bool(self.entries(unit))

    def marker_count(self, side: str) -> int:
        if side == "jp":
            return 3 if self.initiative == "jp" else 2
        if not self.attacked:
            return 1
        return 1 if self.level <= 4 else 2 if self.level <= 6 else 3

    def cup(self) -> int:
        return len(self.known) + sum(self.hidden.values())
