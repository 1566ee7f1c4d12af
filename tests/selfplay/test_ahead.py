"""Turns written ahead: whole games by conditional orders, by who sees no die before it falls.

A list is carried out by the table like any other: what it says after guards is looked at when its
turn comes, and what it does not foresee is asked.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec
import pytest

from long import sample
from pbem.errors import FormError
from pbem.games import registry
from pbem.kit.dice import SeededDice
from pbem.play import guards
from pbem.play.lists import read_text, write_text
from pbem.play.outcomes import LeftOut
from pbem.play.play import Play
from pbem.selfplay import series, simulate
from pbem.selfplay.ahead import LAST, Answered, Batch, Script, Step, World
from pbem.selfplay.general import position_of
from pbem.selfplay.simulate import Played, Setup, bind, play_one, writer
from pbem.selfplay.unsigned import begin, rules_of
from toy.rules import ToyGame, ToyRules

SCENARIOS = [(name, scenario) for name in registry.names() for scenario in rules_of(name).scenarios]
SEED = 3
SEEDS = {"lantern": 2}
"""The seed of a small game, in which little depends on dice: here something does."""


@cache
def played(name: str, scenario: str, *, ahead: bool) -> Played:
    seed = SEEDS.get(name, SEED)
    return play_one(bind(Setup(name, scenario)), seed, at_random=False, ahead=ahead)


@pytest.mark.parametrize(("name", "scenario"), sample(SCENARIOS, 1, of=2))
def test_games_are_played_to_their_end_by_guarded_lists(name: str, scenario: str) -> None:
    ahead, given = (played(name, scenario, ahead=on) for on in (True, False))
    assert ahead.guarded > 0
    assert 0 < ahead.left_out <= ahead.guarded
    assert given.guarded == given.left_out == 0
    assert all(len(levels) == ahead.turn for levels in ahead.tracks.values())
    # A game that ends in the second half of a turn has mails of a turn begun: at most one.
    assert ahead.mails / ahead.turn <= (given.mails + 1) / given.turn


@pytest.mark.parametrize(
    ("name", "scenario"), sample([("manila", "campaign"), ("tokyo", "two")], 1)
)
def test_where_dice_part_a_turn_in_many_pieces_it_takes_less_than_half(
    name: str, scenario: str
) -> None:
    ahead, given = (played(name, scenario, ahead=on) for on in (True, False))
    assert ahead.mails / ahead.turn < given.mails / given.turn / 2


@pytest.mark.long  # in every run, lists of one turn are written twice: below
def test_the_same_seed_writes_the_same_game_in_any_process() -> None:
    setup = Setup("manila", "campaign", ahead=True)
    games = [
        [msgspec.structs.replace(game, s=1.0) for game in simulate.simulate(setup, range(2), many)]
        for many in (1, 2)
    ]
    assert games[0] == games[1]
    assert games[0][0] != games[0][1]
    assert "conditional orders" in "\n".join(series.lines(series.summary(games[0])))


def test_who_plays_at_random_has_no_plan() -> None:
    with pytest.raises(FormError, match="--ahead needs sensible players"):
        list(simulate.simulate(Setup("manila", "campaign", random=True, ahead=True), range(1)))


def some_turns(name: str, scenario: str) -> list[Play]:
    """A game at the beginning of some turns, as somebody left it who writes none ahead."""
    rng = random.Random(1)  # noqa: S311 - no secret
    play, dice, found = begin(bind(Setup(name, scenario))), SeededDice(rng), list[Play]()
    while play.result is None and len(found) < 3:
        if play.due is not None:
            play.roll(dice)
            continue
        assert play.asked is not None
        if play.asked.phase and rng.random() < 0.2:
            found.append(play.copy())
        orders = simulate.answer_sensible(play, rng)
        play.order(play.seats[play.asked.side], orders)
    return found


@pytest.mark.parametrize(
    ("name", "scenario"), [("manila", "campaign"), ("saipan", "historical"), ("tokyo", "two")]
)
def test_nobody_looks_at_dice_that_have_not_fallen(name: str, scenario: str) -> None:
    """Whatever the game's dice will be, the same history is answered by the same list."""
    turns = some_turns(name, scenario)
    assert len(turns) == 3
    lists: list[list[list[Any]]] = []
    for fate in (1, 2):
        dice = random.Random(fate)  # noqa: S311 - those of the game
        random.seed(fate)
        state, elsewhere = dice.getstate(), random.getstate()
        write = writer(turns[0].game, SEED, at_random=False, ahead=True)
        before = [position_of(play) for play in turns]
        lists.append([write(play, dice) for play in turns])
        assert (dice.getstate(), random.getstate()) == (state, elsewhere)
        assert [position_of(play) for play in turns] == before
    assert lists[0] == lists[1]


@pytest.mark.parametrize("seed", range(3))
def test_what_was_written_is_a_list_that_the_table_carries_out(seed: int) -> None:
    """Legal up to the first die, its guards read back from their text, and looked at in turn."""
    reported: list[Any] = []
    for turn in some_turns("manila", "campaign"):
        assert turn.asked is not None
        write = writer(turn.game, seed, at_random=False, ahead=True)
        orders = write(turn, random.Random(0))  # noqa: S311
        for order in orders:
            guards.check_form(order, turn.game)
        # (A path written as `to 16` is found again, so the orders themselves are not compared.)
        again = read_text(turn, "us", "\n".join(write_text(turn, orders))).orders
        assert [one.get("when") for one in again] == [one.get("when") for one in orders]
        play = turn.copy()
        play.stand("us", {"us": read_text(play, "us", "standing usual").standing})
        play.order("us", orders)
        dice = SeededDice(random.Random(seed))  # noqa: S311
        while play.due is not None:
            play.roll(dice)
        reported += play.reported
    assert any(isinstance(one, LeftOut) for one in reported)


# --- how rehearsals become a list ------------------------------------------------------------

MOVE, ATTACK, END = {"do": "move", "n": 1}, {"do": "attack", "on": "blue"}, {"do": "end"}
RETREAT, STAY = {"do": "retreat", "n": 1}, {"do": "retreat", "n": 0}
WEAK = {"fact": "strength", "args": ["blue"], "op": "<=", "value": 1}


def skirmish(strength: int) -> Any:
    play = begin(game())
    play.position.strength["blue"] = strength
    return play.position


def game() -> Any:
    return ToyGame("duel", 4, ToyRules().data(), 4)


def world(strength: int, *raws: dict[str, Any], follow: Any = None) -> World:
    """A rehearsal in which blue came to have a strength; ``follow`` answered its last order."""
    steps = [Step(raw, skirmish(strength)) for raw in raws]
    if follow is not None:
        steps[-1].follow.append(Answered("retreat", follow, skirmish(strength)))
    planned = {msgspec.json.encode(raw, order="sorted") for raw in raws}
    return {(1, LAST): Batch(skirmish(strength), steps, planned)}


def script(*worlds: World) -> list[dict[str, Any]]:
    return list(Script(game(), "red", worlds).orders())


def guarded(when: dict[str, Any], then: dict[str, Any]) -> dict[str, Any]:
    return {"do": "if", "when": when, "then": then}


def test_what_every_rehearsal_orders_stands_as_it_is_and_once() -> None:
    assert script(world(1, MOVE, END), world(3, MOVE, END)) == [MOVE, END]


def test_what_some_order_stands_after_what_parts_them_and_before_the_end() -> None:
    made = script(world(3, MOVE, END), world(1, MOVE, ATTACK, END), world(1, MOVE, ATTACK, END))
    assert made == [MOVE, guarded(WEAK, ATTACK), END]


def test_what_nothing_parts_is_put_to_the_vote() -> None:
    with_it, without = world(2, ATTACK, END), world(2, END)
    assert script(with_it, with_it, without) == [ATTACK, END]
    assert script(with_it, without, without) == [END]


def test_answers_stand_after_their_order_the_unguarded_last() -> None:
    made = script(
        world(3, END, follow=STAY), world(1, END, follow=RETREAT), world(1, END, follow=RETREAT)
    )
    strong = {"fact": "strength", "args": ["blue"], "op": ">=", "value": 3}
    # The order itself names nothing, so nothing parts the answers, and the more frequent is first.
    assert made == [END, RETREAT, STAY]
    made = script(world(3, ATTACK, follow=STAY), world(1, ATTACK, follow=RETREAT))
    assert made == [ATTACK, guarded(strong, STAY), guarded(WEAK, RETREAT)]
