"""A reader of its own keeps the books of whole games with supply, and walks every supply line.

The reader uses the data, the outcomes in their order and who stands where; nothing of the rules'
supply.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from long import sample
from pbem.kit.contract import Question
from pbem.kit.dice import SeededDice
from pbem.selfplay.simulate import Setup, answer_random, answer_sensible, bind
from pbem.selfplay.unsigned import Secrets, begin

SIDE = {"jp": "Japan", "au": "Commonwealth", "br": "Commonwealth"}
COLOUR = {"j": "jp", "a": "au", "b": "br"}
ON_FOOT = "ivgh"
"""Letters of infantry, vehicles, field and fixed guns; planes have others."""


class Reader:
    """The books: tokens, and what has to stand in the next outcomes."""

    def __init__(self, game: Any) -> None:
        data = game.setting.tables.data
        self.options = game.setting.options
        self.sectors, self.edges = data.map.sectors, data.map.edges
        self.income = data.historic.supply.income
        self.stock = {"jp": self.options.japan_start, "au": 20, "br": 20}
        if game.setting.scenario == "tiderace":
            self.income, self.stock = data.tiderace.supply.income, {"br": 40, "jp": 25}
        self.owed: list[tuple[str, str, str]] = []
        self.bill = 0
        self.seen: dict[str, int] = defaultdict(int)

    def see(self, position: Any, reported: Any) -> None:
        """Read an outcome, the position being as it was before."""
        name, war = type(reported).__name__, position.war
        self.seen[name] += 1
        assert not self.bill or name == "SupplyPaid", "what costs is paid at once"
        match name:
            case "UnitsMoved":
                if self.enemies(war, reported.path[-1], war.army):
                    self.bill = len(reported.units)
                    assert self.fed(war, war.army, reported.start), reported
            case "BarrageOrdered":
                self.bill = len(reported.units)
                for gun in reported.units:
                    assert self.fed(war, self.army(war, gun), war.at[gun]), reported
            case "SupplyPaid":
                assert reported.tokens == self.bill
                self.bill = 0
                self.stock[reported.army] -= reported.tokens
                assert self.stock[reported.army] >= 0
            case "ControlChanged" if self.sectors[reported.place].depot:
                if SIDE[reported.army] != SIDE[reported.before]:
                    self.owed.append((reported.place, reported.before, reported.army))
            case "SupplyLost":
                assert (reported.place, reported.army, reported.to) == self.owed.pop(0)
                assert len(reported.dice) == 3
                assert reported.tokens == min(sum(reported.dice), self.stock[reported.army] // 2)
                self.stock[reported.army] -= reported.tokens
                self.stock[reported.to] += reported.tokens
            case "Resupplied":
                assert reported.army == war.army
                self.stock[reported.army] += getattr(self.income, reported.army)[war.period]

    @staticmethod
    def army(war: Any, unit: str) -> str:
        return war.holder.get(unit, COLOUR[unit[0]])

    def here(self, war: Any, place: str) -> Iterator[str]:
        """Yield whose units are on the ground in a sector, captured batteries aside left out."""
        for unit, at in war.at.items():
            if at == place and unit[1] in ON_FOOT and unit not in war.aside:
                yield self.army(war, unit)

    def enemies(self, war: Any, place: str, army: str) -> bool:
        return any(SIDE[other] != SIDE[army] for other in self.here(war, place))

    def fed(self, war: Any, army: str, start: str) -> bool:
        """Walk from a sector to a supply point, sector by sector."""
        beside: dict[str, list[str]] = defaultdict(list)
        for edge in self.edges:
            one, other = edge.between
            landing = any(place in war.active for place in edge.between)
            bridge = edge.road and self.options.bridges_supply == "yes"
            if landing or bridge or not edge.water:
                beside[one].append(other)
                beside[other].append(one)
        walked, ahead = set(), [start]
        while ahead:
            place = ahead.pop()
            if place in walked or (SIDE[war.control[place]] != SIDE[army] and place != start):
                continue
            fought = len({SIDE[one] for one in self.here(war, place)}) > 1
            if place != start and fought:
                continue
            own = SIDE[war.control[place]] == SIDE[army]
            if own and (self.sectors[place].depot or place in war.active):
                return True
            walked.add(place)
            ahead += beside[place]
        return False

    def compare(self, position: Any) -> None:
        """Hold the position to the books, and control to who stands where (4.15)."""
        war = position.war
        assert war.stock == self.stock
        assert [(one.place, one.army, one.to) for one in war.debts] == self.owed
        standing: dict[str, set[str]] = defaultdict(set)
        for unit, place in war.at.items():
            if unit[1] in ON_FOOT and unit not in war.aside:
                standing[place].add(self.army(war, unit))
        for place, armies in standing.items():
            if len(armies) == 1:
                assert {war.control[place]} == armies, place


def play(setup: Setup, seed: int, most: int) -> Reader:
    """Play a game, or so many decisions of it, under the reader's eyes."""
    game: Any = bind(setup)
    reader, apply = Reader(game), game.apply

    def watched(position: Any, reported: Any) -> None:
        reader.see(position, reported)
        apply(position, reported)

    game.apply = watched
    course, rng, secrets = begin(game), random.Random(seed), Secrets()  # noqa: S311 - no secret
    writer = answer_random if setup.random else answer_sensible
    for _ in range(most):
        if course.result is not None:
            break
        reader.compare(course.position)
        if course.due is not None:
            course.roll(SeededDice(rng))
            continue
        assert isinstance(course.asked, Question)
        secrets.answer(course, course.asked, writer(course, rng)[:1])
        course.lists.clear()
    return reader


OPTIONS: list[dict[str, Any]] = [
    {},
    {"bridges_supply": "yes", "japan_start": 30, "defensive_fire": "side"},
    {"leave_contested": "friendly", "axis_landing": "infantry", "japan_victory": "period_end"},
]


GAMES = [(seed, seed % 2 == 0) for seed in range(60)]
"""Seeds, every second one of a random game."""


@pytest.mark.parametrize(("seed", "at_random"), sample(GAMES, 1, of=4))
def test_the_books_of_a_game_agree(seed: int, at_random: bool) -> None:
    setup = Setup("singapore", "division", OPTIONS[seed % len(OPTIONS)], random=at_random)
    reader = play(setup, seed, 250 if at_random else 700)
    assert reader.seen["SupplyPaid"]
    assert at_random or (reader.seen["Resupplied"] and reader.seen["SupplyLost"])


@pytest.mark.parametrize(("seed", "at_random"), sample(GAMES, 1, of=4))
def test_the_books_of_tiderace_agree(seed: int, at_random: bool) -> None:
    """[7.1] Two armies: the British from sea axes, the Japanese from depots alone."""
    options = {word: what for word, what in OPTIONS[seed % 3].items() if word != "japan_start"}
    reader = play(Setup("singapore", "tiderace", options, random=at_random), seed, 700)
    assert reader.seen["SupplyPaid"]
    assert at_random or (reader.seen["Resupplied"] and reader.seen["SupplyLost"])
