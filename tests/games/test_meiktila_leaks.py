"""[4.3, 6.1.1] Which markers lie unseen in the cup shows nowhere: not in a view, an order, a word.

At many points of random games the markers that nobody knows change their places in the cups in
ways that everything public allows. In each of these worlds the same lists are given, legal and not,
and everything that a player can get is compared byte by byte, up to the next die.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from long import sample
from pbem.errors import FormError, IllegalOrder
from pbem.games.meiktila.game import MeiktilaGame
from pbem.games.meiktila.rules.outcomes import Activated, Passed
from pbem.kit.contract import Order, Outcome, RawOrder
from pbem.kit.cups import Cups
from pbem.kit.dice import SeededDice
from pbem.play.play import Play
from pbem.selfplay.general import position_of
from pbem.selfplay.simulate import Setup, bind
from pbem.selfplay.unsigned import begin, random_order, rules_of
from pbem.table.words.reporting import report

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"opener": "any", "kimura": True, "forced_march": "activation"},
    {"stacking": "move_end", "attacker_mode": "all"},
    {"opener": "any", "retreat_rolls": True, "banzai": False},
)
TRIED = [(options, seed) for seed in range(2) for options in OPTIONS]
EVERY = 8
"""One decision in so many is tried in other worlds."""
WORLDS = 2
"""Other worlds drawn by chance, beside the one in which every set is turned round."""
LEGAL = 15
"""Legal orders read in each world."""
SLIPS = (
    "open J-DR2",
    "open A-63",
    "open A-48; activate move-attack",
    "activate move-attack enter 2/14",
    "activate attack-move commit 1/56",
    "end activation passing",
    "pass",
    "standing opener J-49 J-18",
    "standing opener A-99",
)
"""Lines that somebody may write to learn more than they should."""


# --- other worlds ----------------------------------------------------------------------------


def other_world(play: Play, rng: random.Random | None) -> Play:
    """The same game, the markers that nobody knows lying otherwise in their sides' sets."""
    twin = play.copy()
    for members in twin.cups.members.values():
        if rng is None:
            members.reverse()
        else:
            rng.shuffle(members)
    return twin


def anything(play: Play, raws: list[RawOrder]) -> list[Any]:
    """Everything that players can get once ``raws`` were ordered, or were refused."""
    game: Any = play.game
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
        in_order(play),
        [msgspec.json.encode(game.view(position, side)) for side in (*game.sides, None)],
        [play.asked, play.due, play.result, game.need(position)],
        game.describe(position),
        msgspec.json.encode(game.picture(position)),
        game.facts_of(position),
        [game.fact(position, name, []) for name, fact in game.facts.items() if not fact.args],
        {name: sorted(members) for name, members in play.cups.members.items()},
    ]
    legal = islice(game.legal(position), LEGAL)
    found += [(game.write_order(order), game.text(order)) for order in legal]
    found += [refusal(play, line) for line in SLIPS]
    return found


def in_order(play: Play) -> bytes:
    """Return what is digested, the order in the cups put aside."""
    twin = play.copy()
    for members in twin.cups.members.values():
        members.sort()
    return position_of(twin)


def refusal(play: Play, line: str) -> Any:
    """Return the answer to somebody who writes a line now."""
    if play.asked is None:
        return None
    game, side = play.game, play.asked.side
    try:
        if line.startswith("standing "):
            return game.parse_standing(play.position, side, line.removeprefix("standing "))
        orders = [game.parse(play.position, side, one.strip()) for one in line.split(";")]
        game.check(play.position, orders[0])
    except (IllegalOrder, FormError) as error:
        return str(error)
    return [game.write_order(order) for order in orders]


def differences(play: Play, raws: list[RawOrder], rng: random.Random) -> bool:
    """Say whether anything is otherwise in another world."""
    wanted = anything(play.copy(), raws)
    return any(
        anything(other_world(play, world), raws) != wanted for world in (None, *[rng] * WORLDS)
    )


# --- games -----------------------------------------------------------------------------------


def played(game: Any, seed: int) -> Iterator[tuple[Play, list[RawOrder]]]:
    """Play at random; yield the play before each decision, and what is ordered."""
    rng = random.Random(seed)  # noqa: S311 - nobody has to trust these dice
    play = begin(game)
    for side in game.sides if seed % 2 else ():
        play.standing[side] = {side: dict(game.sensible_standing(side))}
    while play.result is None:
        if play.due is not None:
            play.roll(SeededDice(rng))
        else:
            raws = [game.write_order(random_order(play, rng))]
            yield play, raws
            assert play.asked is not None
            play.order(play.seats[play.asked.side], raws)


def leaks(game: Any, seed: int, judge: Any = None) -> tuple[int, int]:
    """Return how many lists were tried in other worlds, and in how many something differed."""
    rng = random.Random(-1 - seed)  # noqa: S311 - no secret
    tried, found = 0, 0
    before: list[RawOrder] = []
    for play, raws in played(game, seed):
        unseen = sum(play.position.hidden.values())
        if unseen and (rng.randrange(EVERY) == 0 or raws[0]["do"] in {"open", "pass"}):
            there = play.copy()
            there.game = judge or game
            more = [play.game.write_order(random_order(play, rng)) for _ in range(2)]
            for orders in (raws, [*raws, *more], [*before, *raws]):
                found += differences(there, orders, rng)
                tried += 1
        if judge is not None and found:
            break
        before = raws
    return tried, found


@pytest.mark.parametrize(("options", "seed"), sample(TRIED, 1, of=5))
def test_what_nobody_knows_shows_nowhere(options: dict[str, Any], seed: int) -> None:
    tried, found = leaks(bind(Setup("meiktila", "meiktila", options)), seed)
    assert found == 0
    assert tried >= 9


# --- that the comparison would see a leak ----------------------------------------------------


class Reporting(MeiktilaGame):
    """Shows with an activation or a pass how unseen markers lie, as if careless."""

    def adjudicate(self, position: Any, order: Order, cups: Cups) -> Iterator[Outcome]:
        for outcome in super().adjudicate(position, order, cups):
            if isinstance(outcome, Passed):
                void = self.setting.tables.markers_of("al").index(cups.members["al"][0])
                yield msgspec.structs.replace(outcome, void=void)
            elif isinstance(outcome, Activated):
                yield msgspec.structs.replace(outcome, enter=tuple(cups.members["jp"][:1]))
            else:
                yield outcome

    def apply(self, position: Any, outcome: Outcome) -> None:
        if isinstance(outcome, Activated):
            outcome = msgspec.structs.replace(outcome, enter=())
        super().apply(position, outcome)


class Refusing(MeiktilaGame):
    """Refuses an order otherwise where the cup of a side begins with a certain marker."""

    def adjudicate(self, position: Any, order: Order, cups: Cups) -> Iterator[Outcome]:
        if next(iter(cups.members["jp"]), "") > "J-B":
            raise IllegalOrder("4.3", "somebody would not like what comes")
        return super().adjudicate(position, order, cups)


@pytest.mark.parametrize("careless", [Reporting, Refusing])
def test_the_comparison_sees_a_leak(careless: type[MeiktilaGame]) -> None:
    rules = rules_of("meiktila")
    options = {name: option.default for name, option in rules.options.items()}
    honest = rules.game("meiktila", options, rules.data())
    judge = careless(honest.setting)  # type: ignore[attr-defined]
    assert any(leaks(honest, seed, judge)[1] for seed in range(3))


# --- nothing is drawn before it is turned up ---------------------------------------------------


@pytest.mark.parametrize(("options", "seed"), sample(TRIED, 1, of=5))
def test_nothing_is_drawn_before_it_is_turned_up(options: dict[str, Any], seed: int) -> None:
    """A position never names a marker that is neither up nor known; the cup says "one of"."""
    met = 0
    for play, _ in played(bind(Setup("meiktila", "meiktila", options)), seed):
        position, cups = play.position, play.cups
        cup = cups.members["cup"]
        assert [one for one in cup if not one.startswith("?")] == position.known
        for side in ("al", "jp"):
            assert cup.count(f"?{side}") == position.hidden[side]
            met += position.hidden[side]
            gone = {*position.up, *position.known}
            assert not gone & set(cups.members[side])
    assert met
