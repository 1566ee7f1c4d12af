"""[2.53, 7.11, 7.21] Counters face down: cups give exactly the odds of a cup and honest hands.

A Race to Tokyo of eight counters is played both ways, with hands that draw out of a cup and with
the module's own set-up, reconstitution, combat and removal on cups. Every history is enumerated,
and all that is ever turned up is compared by exact fractions: units that die return as themselves,
unseen ones unseen, deserters at once, anti-aircraft and Strategic Reserves never.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from games.every_draw import Script, distribution
from pbem.games.tokyo.data import pack
from pbem.games.tokyo.data.forms import CounterData
from pbem.games.tokyo.data.tables import Tables
from pbem.games.tokyo.rules import ch05_movement as movement
from pbem.games.tokyo.rules import ch06_combat as combat
from pbem.games.tokyo.rules import ch07_recon as recon
from pbem.games.tokyo.rules.ch11_setup import set_up
from pbem.games.tokyo.rules.changes import apply
from pbem.games.tokyo.rules.orders import Attack, Enter, Recon, Remove
from pbem.games.tokyo.rules.outcomes import PhaseBegun, TurnedUp
from pbem.games.tokyo.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups

GENERAL = {"a": "2-3-3", "b": "2-3-3", "deserter": "1-0-3", "flak": "0-3-3"}
ZONE = {"z": "3-3-3", "y": "1-0-3"}
RESERVE = {"r": "2-2-3", "q": "2-0-3"}
COUNTERS = {**GENERAL, **ZONE, **RESERVE}
GONE_FOR_GOOD = {"flak", *RESERVE}
AT_START = ("U1", "U2", "Z1")
RING, ENTRY, BATTLE = "2312", "0101", "1407"
DIES, LIVES = 1, 2
"""The die that destroys the defender, and the one that destroys the attackers."""

ALONE = ("dies", "lives", "goes")
"""The events for one unit."""

Act = tuple[str, int]
"""The acts: ``recon``, ``enter``; for the unit of that number (as they came): ``dies`` and
``lives`` in an attack on it, ``goes`` (unfought); ``charge`` of all: 1 ends well for them."""


class Scripted(Script):
    """Says what is drawn as a script does, and asks for more where it ends; ``face``: the die."""

    face = DIES

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        if not purpose.startswith(("the identity", "what")):
            assert n == 6
            return self.face - 1
        assert paragraph == "2.53"
        return self.drawn(n)


def small() -> Setting:
    """The published rules with eight counters, and a die that decides every combat alone."""
    data = pack.load()
    bags = {
        "general": (data.japanese.general, GENERAL),
        "army36": (data.japanese.army36, ZONE),
        "reserve": (data.japanese.reserve, RESERVE),
    }
    japanese = msgspec.structs.replace(
        data.japanese,
        **{
            name: msgspec.structs.replace(
                bag,
                counters={c: CounterData(f, c, aa=c == "flak") for c, f in counters.items()},
            )
            for name, (bag, counters) in bags.items()
        },
    )
    start = msgspec.structs.replace(data.setup, infantry=("0901", "1304"), zone_infantry=("0611",))
    rows = (("De",) * 10, *[("Ae",) * 10] * 5)
    crt = msgspec.structs.replace(data.combat, rows=rows)
    data = msgspec.structs.replace(data, japanese=japanese, setup=start, combat=crt)
    return Setting("three", {}, Tables(data))


SMALL = small()


class Virtual:
    """The rules module, one paragraph after the other; ``seen``: all that was turned up."""

    def __init__(self, dice: Scripted) -> None:
        self.dice = dice
        self.cups = Cups()
        self.position = set_up(SMALL, self.cups)
        self.units = list(AT_START)
        self.seen: list[tuple[str, str]] = []

    def carry(self, outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            apply(SMALL, self.position, outcome)
            if isinstance(outcome, TurnedUp):
                self.seen.append((outcome.unit, outcome.counter))

    def do(self, act: str, number: int) -> None:
        position = self.position
        if act == "recon" and position.pool:
            self.carry(recon.reconstitute(SMALL, position, Recon(RING), self.cups))
            self.units.append(f"U{position.made['U']}")
        elif act == "enter" and position.infantry:
            self.carry([PhaseBegun(paragraph="3.0", turn=3, army="jp", phase="recon")])
            self.carry(recon.enter(position, Enter("infantry", ENTRY), self.cups))
            self.units.append(f"S{position.made['S']}")
        elif act == "charge":
            there = tuple(unit for unit in self.units if unit in position.at)
            if there:
                self.fight("jp", BATTLE, there, "1M", DIES if number else LIVES)
        elif act in ALONE and number < len(self.units) and self.units[number] in position.at:
            unit = self.units[number]
            if act == "goes":
                self.carry(movement.remove(SMALL, position, Remove(unit), self.cups))
            else:
                position.at[unit] = BATTLE
                self.fight("1ag", BATTLE, ("1M",), unit, DIES if act == "dies" else LIVES)
                if unit in position.at:
                    position.at[unit] = RING

    def fight(self, army: str, where: str, units: tuple[str, ...], target: str, face: int) -> None:
        position = self.position
        position.army, position.phase = army, "combat"
        position.at["1M"] = BATTLE if target == "1M" else "1307"
        self.dice.face = face
        self.carry(combat.declare(Attack(where, units)))
        assert position.battle is not None
        assert position.battle.target == target
        self.carry(combat.roll(SMALL, position, self.dice, self.cups))
        position.battle = None
        position.at.pop("1M", None)
        position.box.clear()


class Hands:
    """A cup and two piles of counters; who draws takes one unseen, and it is that one for good."""

    def __init__(self, dice: Scripted) -> None:
        self.dice = dice
        self.cup, zone, self.reserve = list(GENERAL), list(ZONE), list(RESERVE)
        self.units: list[str] = list(AT_START)
        self.made = {"U": 2, "S": 0}
        self.is_: dict[str, str] = {unit: self.draw(self.cup) for unit in ("U1", "U2")}
        self.is_["Z1"] = self.draw(zone)
        self.seen: list[tuple[str, str]] = []

    def draw(self, pile: list[str]) -> str:
        return pile.pop(self.dice.uniform(len(pile), "what a hand takes", "2.53"))

    def lay(self, letter: str, pile: list[str]) -> None:
        self.made[letter] += 1
        name = f"{letter}{self.made[letter]}"
        self.units.append(name)
        self.is_[name] = self.draw(pile)

    def do(self, act: str, number: int) -> None:
        if act == "recon" and self.cup:
            self.lay("U", self.cup)
        elif act == "enter" and self.reserve:
            self.lay("S", self.reserve)
        elif act == "charge":
            there = sorted(self.is_)
            self.turn_up(there)
            for unit in there if not number else ():
                self.leave(unit)
        elif act in ALONE and number < len(self.units) and self.units[number] in self.is_:
            unit = self.units[number]
            if act != "goes":
                self.turn_up([unit])
            if act != "lives":
                self.leave(unit)

    def turn_up(self, units: list[str]) -> None:
        known = {unit for unit, _ in self.seen}
        self.seen += [(unit, self.is_[unit]) for unit in units if unit not in known]
        for unit in units:
            if COUNTERS[self.is_[unit]].split("-")[1] == "0":
                self.leave(unit)

    def leave(self, unit: str) -> None:
        """Back into the cup, but for what everybody has seen to be gone for good, and reserves."""
        counter = self.is_.pop(unit, None)
        seen = (unit, counter) in self.seen
        if counter is not None and unit[0] != "S" and not (seen and counter in GONE_FOR_GOOD):
            self.cup.append(counter)


def both(history: list[Act]) -> tuple[dict[Any, Fraction], dict[Any, Fraction]]:
    def by_cups(dice: Scripted) -> Any:
        virtual = Virtual(dice)
        for act in history:
            virtual.do(*act)
        return tuple(virtual.seen), virtual.position.pool

    def by_hands(dice: Scripted) -> Any:
        hands = Hands(dice)
        for act in history:
            hands.do(*act)
        return tuple(hands.seen), len(hands.cup)

    return distribution(by_cups, Scripted), distribution(by_hands, Scripted)


READ = {
    "r": "recon", "e": "enter", "d": "dies", "l": "lives", "g": "goes", "c": "charge",
}  # fmt: skip


def acts(text: str) -> list[Act]:
    """Read ``d0 r`` as: the first unit dies, one is reconstituted."""
    return [(READ[word[0]], int(word[1:] or 0)) for word in text.split()]


@pytest.mark.few(5)
@pytest.mark.parametrize(
    "history",
    [
        "l0 l1",
        "d0 d1 d2",
        "d0 r l3",  # it may be the one that died
        "g0 r l3 l1",  # nobody knows what went back
        "g0 g1 r r r l3 l4",
        "d2 r r l3 l4",  # a unit of the 36th Army is drawn out of the pool
        "g2 r r l4 l3",
        "g2 g0 r g3 r l4 l1",  # back and out again, never seen
        "e e l3 l4 r l5",  # reserves are their own pile
        "e g3 r r r l4 l5",  # and go back nowhere
        "d0 d1 r r l3 l4",  # the flak is gone for good, if it was seen
        "g0 g1 r d3 r l4",
        "l0 d0 r d3 r d4 r l5",
        "c1 r r l3 l4",  # all at once, and deserters
        "c0 r r r l3",
        "r r r c0 r r l6 l7",
        "r g3 r g4 r g5 r l6 d0 r l7",
    ],
)
def test_the_odds_are_those_of_a_cup_and_honest_hands(history: str) -> None:
    cups, hands = both(acts(history))
    assert cups == hands
    assert sum(cups.values()) == 1


def some_history(rng: random.Random) -> list[Act]:
    """Six acts, and then the last that came is looked at."""
    words = ("recon", "recon", "dies", "lives", "goes", "enter")
    return [(rng.choice(words), rng.randrange(6)) for _ in range(6)] + [("lives", 3)]


@pytest.mark.few(1)
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_the_odds_of_any_history(first: int) -> None:
    compared = 0
    for seed in range(first, first + 20):
        history = some_history(random.Random(seed))  # noqa: S311 - no secret
        cups, hands = both(history)
        assert cups == hands, history
        compared += len(cups)
    assert compared > 200


def test_what_is_turned_up_can_be_anything_that_lies_in_the_cup() -> None:
    cups, _ = both(acts("l0"))
    assert {seen: odds for (seen, _), odds in cups.items()} == {
        (("U1", counter),): Fraction(1, 4) for counter in GENERAL
    }


def test_nothing_is_drawn_before_it_is_turned_up() -> None:
    virtual = Virtual(Scripted(()))  # every number asked for would raise
    for act in acts("r r e g0 g2 r g3 r"):
        virtual.do(*act)
    lying = [m for cup in virtual.cups.members.values() for m in cup if not m.startswith("?")]
    assert sorted(lying) == sorted(COUNTERS)
