"""Standing orders of every game: one for each question that interrupts, within what was given.

The possible questions of a game are taken from its own table of questions (`pbem.kit.asking`) and
from games played under several options. So a question added later has to find its standing order
here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import msgspec
import pytest

from fitting import fitting, option_sets
from long import times
from pbem.errors import FormError
from pbem.games import registry
from pbem.kit.contract import Outcome, Question
from pbem.kit.dice import SeededDice
from pbem.play.lists import merge, read_text
from pbem.play.outcomes import Settled, StandingLapsed
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, answer_random, answer_sensible, bind
from pbem.selfplay.unsigned import Secrets, begin, rules_of

GAMES = registry.names()
SEEDS = {"manila": range(5), "saipan": (3, 0, 1, 2), "meiktila": (44, 0, 1, 2)}
"""The seeds of games under each set of options: an Iwabuchi breakout, an exchange (seed 3) and too
many in a hex (seed 44) are rare."""

RARE = {"singapore": {"drive"}}
"""The question of one card of forty: case 6.D1-4 has its usual answer."""

OF_HANDS = {"singapore": {"drawn", "discard", "lose"}}
"""The questions that are answered by showing a card or proving an amount, which nobody has
beforehand."""

OWN = {
    "lantern": "standing advance none",
    "manila": "standing fight artillery 4",
    "saipan": "standing advance any with any",
    "table": "standing reaction pass",
    "tokyo": "standing volunteer De in all 1",
    "meiktila": "standing defend none",
    "singapore": "standing strikes 2",
}
"""A line of a player's own about something that the usual answers speak of too."""


def decisions(play: Play, seed: int, *, at_random: bool) -> Iterator[Question]:
    """Play a game to its end; yield what is asked before it is answered."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    dice, secrets = SeededDice(rng), Secrets()
    while play.result is None:
        if play.due is not None:
            play.roll(dice)
            continue
        asked = play.asked
        assert asked is not None
        yield asked
        if play.asked is not asked:
            continue
        answer = answer_random if at_random else answer_sensible
        secrets.answer(play, asked, [] if asked.opens else answer(play, rng))


def games(name: str) -> Iterator[tuple[Play, int, bool]]:
    for seed in SEEDS.get(name, range(2)):
        for options in option_sets(name):
            for scenario in rules_of(name).scenarios:
                for at_random in (False, True):
                    fit = fitting(rules_of(name), scenario, options)
                    yield begin(bind(Setup(name, scenario, fit))), seed, at_random


class Asked(msgspec.Struct):
    """Names of questions: in the game's table, met as phases or secrets, met as interruptions."""

    declared: set[str]
    open: set[str]
    interruptions: set[str]
    unsettled: list[str]

    def unmet(self, name: str) -> set[str]:
        """Return the questions of a game that no game has asked."""
        return self.declared - self.open - self.interruptions - RARE.get(name, set())


@cache
def asked_in(name: str) -> Asked:
    found = Asked(set(), set(), set(), [])
    for number, (play, seed, at_random) in enumerate(games(name), 1):
        game: Any = play.game
        found.declared |= set(game.modules.questions.ASKING.answers)
        for asked in decisions(play, seed, at_random=at_random):
            if asked.phase or asked.secret:
                found.open.add(asked.name)
                continue
            found.interruptions.add(asked.name)
            if asked.name in OF_HANDS.get(name, ()):
                continue
            standing = game.sensible_standing(asked.side)
            order = game.standing_answer(play.position, asked, standing)
            if order is None:
                found.unsettled.append(f"{asked.side}, {asked.name}: says nothing")
            else:
                game.check(play.position, order)
        if number >= times(1, of=2) and not found.unmet(name):
            break  # all are met: the other games are more of the same
    return found


@pytest.mark.few(2)
@pytest.mark.parametrize("name", GAMES)
def test_every_question_that_interrupts_is_met_and_settled_by_the_usual_answers(name: str) -> None:
    """None is left out by chance: what the table of questions holds is met in these games."""
    found = asked_in(name)
    assert not found.unmet(name)
    assert found.interruptions <= found.declared
    assert not found.unsettled


@pytest.mark.few(2)
@pytest.mark.parametrize("name", GAMES)
def test_anyone_gives_the_usual_answers_is_never_asked_in_between(name: str) -> None:
    """Through whole games, since what was given is valid until it is withdrawn."""
    for play, seed, at_random in islice(games(name), times(1, of=1)):
        game = play.game
        given = {side: read_text(play, side, "standing usual").standing for side in game.sides}
        for side, standing in given.items():
            play.standing[side] = {side: standing}
        assert all(
            asked.phase or asked.secret for asked in decisions(play, seed, at_random=at_random)
        )
        assert play.standing == {side: {side: standing} for side, standing in given.items()}
        assert not [one for one in play.reported if isinstance(one, StandingLapsed)]


def _asked_after_withdrawal(name: str, seed: int) -> bool:
    scenario = next(iter(rules_of(name).scenarios))
    play = begin(bind(Setup(name, scenario)))
    for side in play.game.sides:
        play.stand(side, {side: read_text(play, side, "standing usual").standing})
    settled: list[Outcome] = []
    for asked in decisions(play, seed, at_random=False):
        settled += [
            one for one in play.forget() if isinstance(one, Settled) and one.how == "standing"
        ]
        if len(settled) >= 3:
            for side in play.game.sides:
                play.stand(side, {})
        if not asked.phase and not asked.secret:
            assert len(settled) >= 3
            return True
    return False


@pytest.mark.parametrize("name", GAMES)
def test_what_is_withdrawn_answers_no_more(name: str) -> None:
    """As soon as nothing stands, the next interruption is asked."""
    for seed in range(5, 25):  # a game that is a single fight may be over too soon
        if _asked_after_withdrawal(name, seed):
            return
    pytest.fail("nobody was asked after everything was withdrawn")


@pytest.mark.parametrize("name", GAMES)
def test_usual_is_spelled_out_and_leaves_to_the_player_what_he_has_said(name: str) -> None:
    play = begin(bind(Setup(name, next(iter(rules_of(name).scenarios)))))
    for side in play.game.sides:
        usual = read_text(play, side, "  Standing USUAL  # of the program").standing
        play.game.check_standing(side, usual)
        lines = play.game.standing_text(usual)
        assert len(lines) >= len(usual) > 0
        again: dict[str, Any] = {}
        for line in lines:
            merge(again, play.game.parse_standing(play.position, side, line))
        assert again == usual == msgspec.to_builtins(play.game.sensible_standing(side))
        # A question about which the player has written goes to the player, wherever the line
        # stands.
        mine = OWN[name]
        about = mine.split()[1]
        alone = read_text(play, side, mine).standing
        assert alone[about] != usual[about]
        for text in (f"{mine}\nstanding usual", f"standing usual\n{mine}"):
            both = read_text(play, side, text).standing
            assert both == {**usual, **alone}
            assert both[about] == alone[about]


@pytest.mark.parametrize("name", GAMES)
def test_a_slip_in_usual_is_reported(name: str) -> None:
    play = begin(bind(Setup(name, next(iter(rules_of(name).scenarios)))))
    side = play.game.sides[0]
    for line, said in (
        ("standing usaul", "did you mean usual"),
        ("standing usual 3", "whole line"),
    ):
        with pytest.raises(FormError, match=said):
            read_text(play, side, line)


# --- at most as much as the player gave ------------------------------------------------------


def spent(name: str, options: dict[str, Any], side: str, text: str, seeds: range) -> Iterator[Any]:
    """Play games in which ``side`` has given ``text``; yield what was settled, what is left."""
    for seed in seeds:
        play = begin(bind(Setup(name, next(iter(rules_of(name).scenarios)), options)))
        for other in play.game.sides:
            usual = "standing usual\n" + (text if other == side else "")
            play.stand(other, {other: read_text(play, other, usual).standing})
        for _ in decisions(play, seed, at_random=False):
            pass
        settled = [one for one in play.reported if isinstance(one, Settled) and one.side == side]
        yield settled, play.standing[side][side]


@pytest.mark.few(1)
@pytest.mark.parametrize("limit", [0, 1, 7])
def test_saipan_points_of_final_protective_fire_in_all(limit: int) -> None:
    text = f"standing fpf any gsp 3\nstanding fpf in all gsp {limit}\nstanding fpf none"
    for settled, left in spent("saipan", {"jp_gsp": 10}, "jp", text, range(3)):
        points = [one.order.get("gsp", 0) for one in settled if one.order["do"] == "fpf"]
        # There are always more attacks than this, over several Game-Turns.
        assert sum(points) == limit
        assert max(points, default=0) <= 3
        assert left["fpf"]["in_all"] == 0


def test_saipan_without_a_limit_in_all_every_use_has_its_own() -> None:
    for settled, left in spent("saipan", {"jp_gsp": 10}, "jp", "standing fpf any gsp 3", range(2)):
        points = [one.order.get("gsp", 0) for one in settled if one.order["do"] == "fpf"]
        assert max(points) == 3
        assert sum(points) > 7
        assert left["fpf"] == {"lines": [{"for": "any", "gsp": 3}]}


def test_manila_support_and_units_in_all() -> None:
    text = """
        standing fight strongest artillery 2 engineer 1
        standing fight in all artillery 5
        standing barrage lose weakest
        standing barrage in all 1
    """
    lost = 0
    for settled, left in spent("manila", {}, "us", text, range(8)):
        fights = [one.order for one in settled if one.order["do"] == "fight"]
        assert sum(order.get("artillery", 0) for order in fights) == 5
        assert sum(order.get("engineer", 0) for order in fights) > 1  # has no limit in all
        assert left["fight"]["in_all"] == {"artillery": 0}
        given_up = [
            one.order for one in settled if one.order["do"] == "barrage" and "lose" in one.order
        ]
        assert left["barrage"]["in_all"] == 1 - len(given_up)
        lost += len(given_up)
    assert lost > 0


@pytest.mark.few(1)
@pytest.mark.parametrize("limit", [0, 2])
def test_tokyo_calls_of_the_volunteer_corps_in_all(limit: int) -> None:
    text = f"standing volunteer De Dr Ex in all {limit}"
    calls, voided = 0, set[str]()
    for settled, left in spent("tokyo", {"volunteers": True}, "8ag", text, range(4)):
        answered = [one for one in settled if one.question == "volunteer"]
        called = [one for one in answered if one.order["do"] == "volunteer"]
        assert len(answered) > len(called)
        assert len(called) <= limit
        assert left["volunteer"]["in_all"] == limit - len(called)
        calls += len(called)
        voided |= {one.order["do"] for one in answered}
    assert (calls > 0) == (limit > 0)
