"""Simulated games are the same for the same seed, wherever they are played."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, cast

import msgspec
import pytest

from pbem.errors import FormError, RulesFault
from pbem.kit.contract import Fact
from pbem.pool import pool
from pbem.selfplay import simulate
from pbem.selfplay.general import check_many, line
from pbem.selfplay.simulate import EndlessGameError, Mails, Played, Setup, Watched, bind, play_one
from pbem.selfplay.unsigned import begin, rules_of
from toy.rules import ToyGame, ToyRules

LOGS = Path(__file__).parents[2] / "logs"


def timeless(games: list[Played]) -> list[Played]:
    return [msgspec.structs.replace(game, s=0.0) for game in games]


def test_what_is_owed_with_hands_and_stocks_is_counted_as_a_log_has_it() -> None:
    """The beginning of a log of three: who writes there, and who by the play without keys."""
    lines = (LOGS / "singapore" / "corps-three.pbem").read_bytes().splitlines()
    opening, *events = [json.loads(one)["body"] for one in lines[:20]]
    events = [event for event in events if event["kind"] != "join"]
    side_of = {handle: side for side, handle in opening["data"]["seats"].items()}
    flying = next(
        at for at, event in enumerate(events)
        if event["kind"] == "orders" and event["data"]["orders"][0]["do"] == "fly"
    )  # fmt: skip
    wrote = [side_of[event["by"]] for event in events[: flying + 1]]
    kinds = Counter(event["kind"] for event in events[:flying])
    assert kinds == {"shuffle": 2, "answer": 2, "unmask": 2, "orders": 4}

    game = bind(Setup("singapore", "corps", opening["data"]["options"]))
    play = begin(game)
    mails = Mails(game.sides, [["jp"], ["au", "br"]])
    mails.hands(play)
    for event in [event for event in events[: flying + 1] if event["kind"] == "orders"]:
        orders = event["data"]["orders"]
        if orders == [{"do": "split"}]:
            orders = [{"do": "split", "tokens": 20}]
        assert play.asked is not None
        assert play.asked.side == side_of[event["by"]]
        mails.orders(play.asked.side)
        play.order(play.asked.side, orders)
        mails.hands(play)
    assert mails.count == 1 + sum(one != other for one, other in pairwise(wrote))


@pytest.mark.few(1)
@pytest.mark.parametrize("at_random", [False, True])
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_the_same_seed_gives_the_same_game(scenario: str, at_random: bool) -> None:
    setup = Setup("saipan", scenario, random=at_random)
    one = timeless(list(simulate.simulate(setup, range(3), processes=1)))
    two = timeless(list(simulate.simulate(setup, range(3), processes=2)))
    assert one == two
    assert [game.seed for game in one] == [0, 1, 2]
    assert len({msgspec.json.encode(game) for game in one}) == 3
    assert all(game.turn >= 1 and game.rolls > 0 for game in one)


def test_options_are_played() -> None:
    assert bind(Setup("saipan", "historical", {"us_gsp": 0}))
    for setup in (Setup("saipan", "moon"), Setup("chess", "x"), Setup("saipan", "free", {"x": 1})):
        with pytest.raises(FormError):
            list(simulate.simulate(setup, [1]))


class Scored:
    """A game that is nothing but a turn and a score."""

    facts = ("turn", "score")
    tracks = ("score",)

    def apply(self, position: dict[str, int], outcome: Any) -> None:
        position.update(outcome)

    def fact(self, position: dict[str, int], name: str, args: Any) -> int:
        return position[name]


def test_tracks_are_noted_as_each_turn_left_them() -> None:
    watched, position = Watched(cast(Any, Scored())), {"turn": 1, "score": 0}
    steps: list[Any] = [{"score": 5}, {"score": 4}, {"turn": 2}, {"score": 1}, {"score": 2}]
    for step in [*steps, {"turn": 3}, {"score": 7}]:
        watched.apply(position, step)
    assert watched.tracks == {"score": [4, 2]}
    watched.note(position)
    assert watched.tracks == {"score": [4, 2, 7]}


def test_a_game_reports_its_tracks() -> None:
    class Rounds(ToyGame):
        facts: ClassVar[dict[str, Fact]] = {
            **ToyGame.facts,
            "turn": Fact((), "round", "number"),
            "double": Fact((), "twice the round", "number"),
        }
        tracks = ("double",)

        def fact(self, position: Any, name: str, args: Any) -> int:
            return position.round * (1 + (name == "double"))

    game: Any = Rounds("duel", 4, ToyRules().data(), 4)
    played = play_one(game, 1, at_random=True)
    # The toy's round begins at once with what it changes, so the next one says its end.
    assert played.tracks == {
        "double": [2 * n for n in range(2, played.turn + 1)] + [2 * played.turn]
    }


def test_an_endless_game_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    class NeverEnds(ToyGame):
        def _over(self, position: Any) -> bool:
            return False

    monkeypatch.setattr(simulate, "DECISIONS_MAX", 200)
    endless: Any = NeverEnds("duel", 4, ToyRules().data(), 4)
    with pytest.raises(EndlessGameError, match="did not end after 200"):
        play_one(endless, 1, at_random=True)


def refused(*_: object) -> list[dict[str, str]]:
    return [{"do": "end", "phase": "combat"}]


def answer_what_is_refused() -> None:
    simulate.answer_sensible = refused


@pytest.mark.parametrize("processes", [1, 2])
def test_a_player_whose_order_is_refused_is_a_fault_with_its_seed(
    monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    """From whatever process: an error that cannot be sent would break the pool instead."""
    if processes == 1:
        monkeypatch.setattr(simulate, "answer_sensible", refused)
    else:  # where it is not a copy of this one it needs the same change
        monkeypatch.setattr(simulate, "pool", partial(pool, begin=answer_what_is_refused))
    played = simulate.simulate(Setup("saipan", "historical"), range(2), processes)
    with pytest.raises(RulesFault, match=r"Game with seed 0: the rules refused .*: .*\[\d"):
        list(played)


def test_checking_many() -> None:
    checked = list(check_many(Setup("saipan", "historical"), range(2)))
    assert line(checked).startswith("2 random games kept the contract: ")


def test_mails_are_counted_as_people_send_them() -> None:
    """The active player mails everything at once; dice come before what their giver writes."""
    mails = Mails(("us", "jp"))
    mails.orders("us")
    mails.orders("us")
    assert mails.count == 1
    mails.dice()  # jp gives them
    mails.orders("jp")
    assert mails.count == 2
    mails.dice()
    mails.orders("us")
    assert mails.count == 3
    alone = Mails(("us",))
    for _ in range(2):
        alone.orders("us")
        alone.dice()
    assert alone.count == 4
    three = Mails(("a", "b", "c"))
    three.orders("a")
    three.dice()  # b and c, one after the other
    three.orders("c")
    assert three.count == 3


@pytest.mark.few(1)
@pytest.mark.parametrize("game", ["saipan", "tokyo"])
def test_standing_answers_save_mails(game: str) -> None:
    scenario = next(iter(rules_of(game).scenarios))
    bound = bind(Setup(game, scenario))
    given, asked = (play_one(bound, 3, at_random=False, standing=on) for on in (True, False))
    assert asked.mails / asked.turn > 1.5 * given.mails / given.turn


class Asked(Exception):
    """Somebody is asked, with these standing orders."""


def test_standing_answers_to_some_questions_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A declared pass is one of them: so what it saves alone can be counted."""
    game = bind(Setup("saipan", "historical"))

    def stop(play: Any, _rng: Any) -> Any:
        raise Asked(play.standing)

    def given(*names: str) -> dict[str, Any]:
        with pytest.raises(Asked) as asked:
            play_one(game, 1, at_random=False, standing_for=names)
        return dict(asked.value.args[0]["us"]["us"])

    monkeypatch.setattr(simulate, "answer_sensible", stop)
    usual = game.sensible_standing("us")
    assert given() == usual
    for name, answer in usual.items():
        assert given(name) == {name: answer}


def test_a_question_without_a_standing_answer_is_reported() -> None:
    with pytest.raises(FormError, match=r"No question is called 'moon' here\. Known: advance"):
        list(simulate.simulate(Setup("saipan", "historical", standing_for=("moon",)), [1]))


def test_one_player_of_two_sides_writes_no_mail_to_himself() -> None:
    """The same game of the same orders: two people of one side mail more than one does."""
    apart, together = (
        next(simulate.simulate(Setup("singapore", "division", standing=False, seats=seats), [1], 1))
        for seats in ({}, {"au": "ann", "br": "ann"})
    )
    assert together.mails < apart.mails
    assert timeless([apart]) == timeless([msgspec.structs.replace(together, mails=apart.mails)])


def test_who_has_two_sides_has_the_standing_answers_of_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = bind(Setup("singapore", "brigade"))

    def stop(play: Any, _rng: Any) -> Any:
        raise Asked(play.standing)

    monkeypatch.setattr(simulate, "answer_sensible", stop)
    with pytest.raises(Asked) as asked:
        play_one(game, 1, at_random=False, seats={"au": "ann", "br": "ann"})
    assert asked.value.args[0] == {
        "jp": {"jp": game.sensible_standing("jp")},
        "ann": {side: game.sensible_standing(side) for side in ("au", "br")},
    }


@pytest.mark.parametrize("play", [simulate.simulate, check_many])
def test_a_seat_that_is_not_there_is_reported(play: Any) -> None:
    with pytest.raises(FormError, match=r"There is no side 'moon' here\. The sides are us, jp"):
        list(play(Setup("saipan", "historical", seats={"moon": "ann"}), [1]))
