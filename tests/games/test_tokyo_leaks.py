"""[2.53, 7.21] What nobody has seen shows nowhere: not in a view, an order, a word or a digest.

At many points of random games, the counters that nobody has seen change their places in the cups in
ways that everything public allows. In each of these worlds the same orders are given, and
everything that a player can get is compared byte by byte, up to the next die.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import Any

import msgspec
import pytest

from long import sample
from pbem.errors import FormError, IllegalOrder
from pbem.games.tokyo.game import TokyoGame
from pbem.games.tokyo.rules.outcomes import Entered, Reconstituted, TurnedUp
from pbem.kit.contract import Order, Outcome, RawOrder
from pbem.kit.cups import Cups
from pbem.kit.dice import SeededDice
from pbem.play.play import Play
from pbem.selfplay.general import position_of
from pbem.selfplay.simulate import Setup, bind
from pbem.selfplay.unsigned import begin, random_order, rules_of
from pbem.table.words.reporting import report

SETUPS = [
    Setup("tokyo", scenario, options)
    for scenario in ("two", "three")
    for options in ({}, {"chinese_trigger": True, "volunteers": True, "retreat_into_ct": False})
]
SEEDS = range(2)
TRIED = [(setup, seed) for seed in SEEDS for setup in SETUPS]
EVERY = 10
"""One decision in so many is tried in other worlds."""
WORLDS = 2
"""Other worlds drawn by chance, beside the one in which every bag is turned round."""
LEGAL = 15
"""Legal orders read in each world."""
BAG_OF = {"U": "general", "Z": "36a", "S": "reserve"}


# --- other worlds ----------------------------------------------------------------------------


class World:
    """Which counter each counter is instead: only those change that nobody has seen."""

    def __init__(self, play: Play, seen: set[str], rng: random.Random | None) -> None:
        self.now: dict[str, str] = {}
        for counters in play.game.setting.tables.bags.values():
            unseen = [name for name in counters if name not in seen]
            others = unseen[::-1] if rng is None else rng.sample(unseen, len(unseen))
            self.now |= dict(zip(unseen, others, strict=True))
        self.play = play.copy()
        for members in self.play.cups.members.values():
            members[:] = [self.now.get(member, member) for member in members]
            if rng is not None:  # no hand knows in which order counters lie in a cup
                rng.shuffle(members)

    def carried_back(self) -> Play:
        """Return the play with every counter as it was, the order in the cups put aside."""
        back = {other: name for name, other in self.now.items()}
        return in_order(self.play, back)


def in_order(play: Play, names: dict[str, str]) -> Play:
    twin = play.copy()
    for members in twin.cups.members.values():
        members[:] = sorted(names.get(member, member) for member in members)
    return twin


def anything(play: Play, raws: list[RawOrder]) -> list[Any]:
    """Everything that players can get once ``raws`` were ordered, or were refused."""
    game = play.game
    assert play.asked is not None
    try:
        play.order(play.seats[play.asked.side], raws)
    except (IllegalOrder, FormError) as error:
        return [str(error)]
    position = play.position
    reported = play.forget()
    found: list[Any] = [
        msgspec.json.encode(reported),
        [report(play, outcome) for outcome in reported],
        msgspec.json.encode(position),
        [msgspec.json.encode(game.view(position, side)) for side in (*game.sides, None)],
        [play.asked, play.due, play.result, game.need(position)],
        game.describe(position),
        msgspec.json.encode(game.picture(position)),
        game.facts_of(position),
        list(facts(play)),
    ]
    legal = islice(game.legal(position), LEGAL)
    found += [(game.write_order(order), game.text(order)) for order in legal]
    found += [str(refusal(play, line)) for line in slips(position)]
    return found


def facts(play: Play) -> Iterator[Any]:
    position, tables = play.position, play.game.setting.tables
    words = {"UNIT": [*position.at, *position.gone], "HEX": tables.towns, "SIDE": play.game.sides}
    for name, fact in play.game.facts.items():
        for word in sorted(words[fact.args[0]]) if fact.args else [()]:
            yield name, word, play.game.fact(position, name, [word] if fact.args else [])


def slips(position: Any) -> Iterator[str]:
    """Lines that somebody may write to learn more than they should."""
    hidden = sorted(unit for unit in position.at if not position.known(unit))[:3]
    for unit in hidden:
        here = position.at[unit]
        for counter in ("140", "67", "SR8"):
            yield f"move {counter} {here}"
        yield from (f"move {unit} {here}", f"attack {here} with {unit}", f"exchange {unit}")


def refusal(play: Play, line: str) -> object:
    try:
        side = play.game.sides[0] if play.asked is None else play.asked.side
        play.game.check(play.position, play.game.parse(play.position, side, line))
    except (IllegalOrder, FormError) as error:
        return error
    return None


def differences(play: Play, seen: set[str], raws: list[RawOrder], rng: random.Random) -> list[str]:
    """Give ``raws`` in this world and in others; return what of it is not the same everywhere."""
    here = play.copy()
    shown = anything(here, raws)
    digested = position_of(in_order(here, {}))
    found = []
    for chance in (None, *[rng] * WORLDS):
        world = World(play, seen, chance)
        other = anything(world.play, raws)
        found += [f"{a} / {b}" for a, b in zip_longest(shown, other) if a != b]
        if position_of(world.carried_back()) != digested:
            found.append("the position")
    return found


# --- games -----------------------------------------------------------------------------------


def played(game: Any, seed: int) -> Iterator[tuple[Play, list[Outcome], list[RawOrder] | None]]:
    """Play at random; yield before each step the play, the outcomes so far, and what is ordered."""
    rng = random.Random(seed)  # noqa: S311 - nobody has to trust these dice
    play = begin(game)
    for side in game.sides if seed % 2 else ():
        play.standing[side] = {side: dict(game.sensible_standing(side))}
    reported: list[Outcome] = []
    while play.result is None:
        if play.asked is None:
            yield play, reported, None
            play.roll(SeededDice(rng))
        else:
            raws = [game.write_order(random_order(play, rng))]
            yield play, reported, raws
            play.order(play.seats[play.asked.side], raws)
        reported += play.forget()


def seen_of(reported: list[Outcome]) -> set[str]:
    return {outcome.counter for outcome in reported if isinstance(outcome, TurnedUp)}


def leaks(game: Any, seed: int) -> tuple[int, list[str]]:
    """Return how many lists were tried in other worlds, and what differed there."""
    rng = random.Random(-1 - seed)  # noqa: S311 - no secret
    tried, found = 0, list[str]()
    before: list[RawOrder] = []
    for play, reported, raws in played(game, seed):
        if raws is not None and (rng.randrange(EVERY) == 0 or raws[0]["do"] == "recon"):
            more = [game.write_order(random_order(play, rng)) for _ in range(2)]
            for orders in (raws, [*raws, *more], [*before, *raws]):
                found += differences(play, seen_of(reported), orders, rng)
                tried += 1
        before = raws or before
    return tried, found


@pytest.mark.parametrize(("setup", "seed"), sample(TRIED, 1, of=2))
def test_what_nobody_has_seen_shows_nowhere(setup: Setup, seed: int) -> None:
    tried, found = leaks(bind(setup), seed)
    assert found == []
    assert tried >= 9


# --- that the comparison would see a leak ----------------------------------------------------


class Decided(TokyoGame):
    """Decides what was drawn as soon as it is laid down, as a careless program would."""

    def adjudicate(self, position: Any, order: Order, cups: Cups) -> Iterator[Outcome]:
        for outcome in super().adjudicate(position, order, cups):
            if isinstance(outcome, Reconstituted | Entered) and outcome.counter:
                dice = SeededDice(random.Random(1))  # noqa: S311 - no secret
                counter = cups.turn_up(outcome.counter, dice, "what it is", "7.21")
                yield msgspec.structs.replace(outcome, counter=counter)
            else:
                yield outcome


class Named(TokyoGame):
    """Refuses a move otherwise where the pool holds a certain counter first."""

    def adjudicate(self, position: Any, order: Order, cups: Cups) -> Iterator[Outcome]:
        if next(iter(cups.members["1"])) > "2":
            raise IllegalOrder("7.21", "somebody would not like what he gets")
        return super().adjudicate(position, order, cups)


@pytest.mark.few(1)
@pytest.mark.parametrize("careless", [Decided, Named])
def test_the_comparison_sees_a_leak(careless: type[TokyoGame]) -> None:
    rules = rules_of("tokyo")
    options = {name: option.default for name, option in rules.options.items()}
    game = careless(rules.game("two", options, rules.data()).setting)  # type: ignore[attr-defined]
    honest = bind(Setup("tokyo", "two"))
    for seed in range(20):
        found: list[str] = []
        for play, reported, raws in played(honest, seed):
            if raws is not None:
                there = play.copy()
                there.game = game
                rng = random.Random(seed)  # noqa: S311 - no secret
                found += differences(there, seen_of(reported), raws, rng)
            if found:
                return
    pytest.fail("no leak was seen")


# --- nothing is drawn before a first combat, and names say nothing ---------------------------


@pytest.mark.parametrize(("setup", "seed"), sample(TRIED, 1, of=3))
def test_nothing_is_drawn_before_a_first_combat(setup: Setup, seed: int) -> None:
    game = bind(setup)
    every = set(game.setting.tables.counters)
    fought: set[str] = set()
    for play, reported, raws in played(game, seed):
        position = play.position
        lying = Counter(m for cup in play.cups.members.values() for m in cup if m[0] != "?")
        up = Counter(counter for counter in position.tokens.values() if counter[0] != "?")
        seen = {outcome.counter for outcome in reported if isinstance(outcome, TurnedUp)}
        assert {outcome.unit for outcome in reported if isinstance(outcome, TurnedUp)} <= fought
        assert set((lying + up).values()) == {1}
        assert every - set(lying) <= seen  # nothing has left its cup unseen
        for unit, counter in position.tokens.items():
            assert counter in seen or re.fullmatch(r"\?[1-9][0-9]*", counter)
            assert unit in fought or counter[0] == "?"
        if raws is not None and raws[0]["do"] == "attack":
            fought |= {*raws[0]["with"], position.unit_at(raws[0]["hex"])}
    assert any(unit[0] == "U" for unit in fought)


@pytest.mark.parametrize("setup", SETUPS[::2], ids=str)
def test_names_of_face_down_units_say_nothing(setup: Setup) -> None:
    game = bind(setup)
    counters = set(game.setting.tables.counters)
    came: dict[str, list[str]] = {"U": [], "Z": [], "S": []}
    play = begin(game)
    for unit in play.position.tokens:
        came[unit[0]].append(unit)
    # In the order of the hexes where they stand, which says nothing about a counter
    for letter in "UZ":
        hexes = [play.position.at[unit] for unit in came[letter]]
        assert hexes == sorted(hexes)
    for play, reported, _ in played(game, 3):
        for unit in play.position.tokens:
            if unit not in came[unit[0]]:
                came[unit[0]].append(unit)
        assert not counters & set(play.position.tokens)
        for outcome in reported:
            if isinstance(outcome, TurnedUp):
                assert outcome.unit in came[outcome.unit[0]]
                assert game.setting.tables.counters[outcome.counter].bag in {
                    BAG_OF[outcome.unit[0]], "36a" if outcome.unit[0] == "U" else ""
                }  # fmt: skip
    for letter, units in came.items():
        assert units == [f"{letter}{number}" for number in range(1, len(units) + 1)]
    assert len(came["U"]) > 21
    assert came["S"]
