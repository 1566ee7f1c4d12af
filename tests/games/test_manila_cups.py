"""[5.4, 6.2] Counters face down: cups give exactly the odds of the physical game.

A small Manila is set up both ways, with honest hands and with cups, and every counter ever turned
up is compared by exact enumeration. There are two Clear Areas out of four counters. There is an
Urban one out of four (two of them alike in print) that an Iwabuchi breakout fills again from those
set aside.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import msgspec
import pytest

from games.every_draw import Script, distribution
from pbem.games.manila.data.tables import AreaData, CounterGroup, Tables
from pbem.games.manila.module import ManilaRules
from pbem.games.manila.rules import ch06_2_events as events
from pbem.games.manila.rules.ch05_setup import set_up
from pbem.games.manila.rules.changes import apply
from pbem.games.manila.rules.setting import Setting
from pbem.kit.cups import Cups

MAP = {
    "1": AreaData("home", None, (2, 3, 4)),
    "2": AreaData("west", "Clear", (1, 3)),
    "3": AreaData("east", "Clear", (1, 2)),
    "4": AreaData("town", "Urban", (1,)),
}
COUNTERS = (
    CounterGroup("Clear", 3, ("Sniper", "Ambush")),
    CounterGroup("Clear", 4, ("Barrage", "Fanatic")),
    CounterGroup("Urban", 7, ("Elite",), copies=2),
    CounterGroup("Urban", 5, ("Sniper", "Fanatic")),
)


class Scripted(Script):
    """Dice that follow a script, and ask for one more number where it ends."""

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        assert purpose
        assert paragraph == "9.4"
        return self.drawn(n)


def small() -> Setting:
    rules = ManilaRules()
    data = rules.data()
    data = msgspec.structs.replace(
        data,
        map=msgspec.structs.replace(data.map, areas=MAP, water=()),
        japanese=msgspec.structs.replace(data.japanese, counters=COUNTERS),
        american=(),
    )
    options = {name: option.default for name, option in rules.options.items()}
    return Setting("campaign", options, Tables(data))


def by_cups(acts: str) -> dict[Any, Fraction]:
    """Play ``acts`` with cups: a digit turns up that Area's counter, ``!`` breaks out in Area 4."""
    setting = small()

    def run(dice: Scripted) -> tuple[str, ...]:
        cups = Cups()
        position = set_up(setting, cups)
        seen: list[str] = []
        for act in acts:
            if act == "!":
                del position.defenders["4"]
                for outcome in events.break_out(setting, position, 4, cups):
                    apply(setting, position, outcome)
            else:
                member = position.defenders[act]
                seen.append(cups.turn_up(member, dice, "which unit", "9.4"))
                position.defenders[act] = seen[-1]
        return tuple(seen)

    return distribution(run, Scripted)


def by_hands(acts: str) -> dict[Any, Fraction]:
    """The same with shuffled counters: every order of each pile is as likely."""
    tables = small().tables
    piles = [list(permutations(tables.bags[terrain])) for terrain in ("Clear", "Urban")]
    found: dict[Any, Fraction] = {}
    weight = Fraction(1, len(piles[0]) * len(piles[1]))
    for clear in piles[0]:
        for urban in piles[1]:
            lies = {"2": clear[0], "3": clear[1], "4": urban[0]}
            seen: list[str] = []
            for act in acts:
                if act == "!":
                    lies["4"] = urban[1]
                else:
                    seen.append(lies[act])
            found[tuple(seen)] = found.get(tuple(seen), Fraction(0)) + weight
    return found


@pytest.mark.parametrize("acts", ["2", "3", "23", "32", "4", "4!", "4!4", "!4", "342", "24!43"])
def test_the_odds_are_those_of_shuffled_counters(acts: str) -> None:
    assert by_cups(acts) == by_hands(acts)


def test_every_counter_of_a_pile_is_as_likely() -> None:
    odds = by_cups("4")
    assert len(odds) == 4  # the two counters alike in print are still two
    assert set(odds.values()) == {Fraction(1, 4)}


def test_nothing_is_drawn_before_it_is_turned_up() -> None:
    cups = Cups()
    position = set_up(small(), cups)
    assert all(member.startswith("?") for member in position.defenders.values())
