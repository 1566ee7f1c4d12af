"""Orders that lead to a battle: their odds are those of it, as if nothing more were done."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from long import times
from pbem.client.views.odds import odds_lines
from pbem.kit.chances.chance import State, following
from pbem.kit.chances.leading import led
from pbem.kit.chances.odds import Odds, by_answer, reckon
from pbem.kit.contract import Question, Roll
from pbem.kit.cups import Cups
from pbem.kit.dice import SeededDice
from pbem.selfplay.simulate import Setup, answer_sensible, begin, bind

FAR = {"bi1": "Bedok"}
"""Without anybody of an army the game would be over."""
GAMES = times(1, of=4)


def arranged(
    units: dict[str, str], phase: str = "movement", scenario: str = "brigade", **given: Any
) -> tuple[Any, Any]:
    game = bind(Setup("singapore", scenario))
    held = {"clear": True, "phase": phase, "units": {**FAR, **units}}
    return game, game.arrange({**held, "control": {"Sarimbun": "jp"}, **given}, Cups())


def odds_of(game: Any, position: Any, line: str) -> list[Odds]:
    order = game.parse(position, "jp", line)
    game.check(position, order)
    kept = msgspec.msgpack.encode(position)
    found = reckon(game, position, Cups(), "jp", order)
    assert msgspec.msgpack.encode(position) == kept
    return found


def results(odds: Odds) -> dict[str, Fraction]:
    return {case.result: case.chance for case in odds.cases}


def rounds(attack: tuple[int, ...], defence: tuple[int, ...]) -> dict[int, Fraction]:
    """Count every fall of the dice of a round: 1 where the attacker's highest is above, 0, -1.

    Besides, 3 and -3 where it is above, or below, by three or more (1.12).
    """
    wins, every = Counter[int](), 0
    for shown in product(*(range(1, face + 1) for face in (*attack, *defence))):
        ours, theirs = max(shown[: len(attack)]), max(shown[len(attack) :])
        sign = (ours > theirs) - (ours < theirs)
        every += 1
        wins[sign] += 1
        wins[3 * sign] += abs(ours - theirs) >= 3
    return {sign: Fraction(many, every) for sign, many in wins.items()}


def test_one_against_one_is_counted_by_hand() -> None:
    """[1.9 to 1.12, 4.10, 4.10.2] Each attacks twice at most, and a draw is an attack.

    The highest dice are compared, the edge's bonus on the defender's. The loser of a round leaves
    the sector. If both of the attacker's attacks were draws, it stays contested.
    """
    game, position = arranged({"ji1": "Sarimbun", "ai1": "Ama-Keng"})
    attack, defence = game.setting.tables.attack("ji1"), game.setting.tables.defence("ai1")
    win, draw, loss, kill, killed = (rounds(attack, defence)[sign] for sign in (1, 0, -1, 3, -3))
    (odds,) = odds_of(game, position, "move ji1 Ama-Keng")
    assert odds.whole
    assert results(odds) == {
        "Ama Keng is Japanese": win * (1 + draw), "Ama Keng is Australian": loss * (1 + draw),
        "Ama Keng stays contested": draw**2,
    }  # fmt: skip
    assert odds.losses == {"ai1": kill * (1 + draw), "ji1": killed * (1 + draw)}
    assert odds.out == {"ai1": (win - kill) * (1 + draw), "ji1": (loss - killed) * (1 + draw)}
    assert odds.supposed == ("Japan: battle Ama-Keng",), "nobody else can move: that phase is over"
    assert odds_lines([odds])[1:3] == [
        "Assumed on the way: Japan: battle Ama-Keng.",
        "The whole battle, if everybody plays like the computer player:",
    ]


def test_across_a_river_no_round_is_a_draw() -> None:
    """[4.10] Its half point is the defender's: equal dice are a win for the defence."""
    game, position = arranged({"ji1": "Ama-Keng", "ai1": "Kranji"}, control={"Ama-Keng": "jp"})
    won = rounds(game.setting.tables.attack("ji1"), game.setting.tables.defence("ai1"))
    (odds,) = odds_of(game, position, "move ji1 Kranji")
    assert results(odds) == {"Kranji is Japanese": won[1], "Kranji is Australian": won[0] + won[-1]}


def test_guns_of_the_defender_fire_and_ones_own_do_not() -> None:
    """[4.8, 4.9] What one's own guns do one orders oneself: a phase that is asked about ends."""
    units = {"ji1": "Ama-Keng", "ai1": "Kranji", "ag1": "Mandai", "jg1": "Ama-Keng"}
    game, position = arranged(units, control={"Ama-Keng": "jp"})
    (odds,) = odds_of(game, position, "move ji1 Kranji")
    assert odds.supposed == (
        "Japan: end movement", "Japan: end barrage", "Australia: support ag1 Kranji",
        "Japan: battle Kranji",
    )  # fmt: skip
    won = rounds(game.setting.tables.attack("ji1"), game.setting.tables.defence("ai1"))
    row = game.setting.tables.data.strikes["field"]
    missed = Fraction(row.suppressed - 1, 12)
    assert results(odds)["Kranji is Japanese"] == missed * won[1]


@pytest.mark.parametrize(
    ("phase", "line"), [("barrage", "fire jg1 Kranji"), ("air", "fly jb1 Kranji")]
)
def test_a_barrage_and_a_flight_lead_to_it_too(phase: str, line: str) -> None:
    """Those who stand in the sector already fight, and with them what was ordered there."""
    units = {"ji1": "Kranji", "ai1": "Kranji", "jg1": "Ama-Keng", "jb1": "Off-Map"}
    game, position = arranged(units, phase, control={"Ama-Keng": "jp"})
    alone, supported = (reckoned_at_last(game, position, before) for before in ("", line))
    assert supported["Kranji is Japanese"] > alone["Kranji is Japanese"]
    (odds,) = odds_of(game, position, line)
    assert results(odds) == supported


def reckoned_at_last(game: Any, position: Any, line: str) -> dict[str, Fraction]:
    """Order something, end all phases and ask for the odds of the battle itself."""
    state = State.copy(position, Cups())
    while True:
        need = game.need(state.position)
        assert isinstance(need, Question)
        line = line or ("battle Kranji" if need.name == "combat" else f"end {need.name}")
        order = game.parse(state.position, need.side, line)
        if line.startswith("battle"):
            return results(reckon(game, *state, need.side, order)[0])
        state.take(game, game.adjudicate(state.position, order, state.cups))
        line = ""


@pytest.mark.parametrize("line", ["move ji1 Ama-Keng", "move ji1 Axis-A"])
def test_where_nobody_stands_no_battle_is_led_to(line: str) -> None:
    game, position = arranged({"ji1": "Sarimbun", "ai1": "Kranji"})
    order = game.parse(position, "jp", line)
    assert led(game, position, Cups(), "jp", order) is None
    (odds,) = odds_of(game, position, line)
    assert not odds.whole


def test_what_another_answers_is_no_part_of_the_odds_of_a_battle() -> None:
    """Everybody in it is sensible: there is no least and no most that answers make of it."""
    units = {"ji1": "Ama-Keng", "ai1": "Kranji", "ag1": "Mandai", "jg1": "Ama-Keng"}
    game, position = arranged(units, control={"Ama-Keng": "jp"})
    order = game.parse(position, "jp", "move ji1 Kranji")
    assert by_answer(game, position, Cups(), "jp", order) == ("", {})


def test_dice_that_come_first_are_no_battle() -> None:
    """[5.7] A supply point that is passed falls, and its dice come before all else."""
    units = {"ji1": "Mandai", "ji2": "Mandai", "bi2": "Peirce"}
    control = {"Mandai": "jp", "Kranji": "jp"}
    game, position = arranged(units, scenario="division", control=control, stock={"br": 20})
    order = game.parse(position, "jp", "move ji1 Nee-Soon Peirce road")
    game.check(position, order)
    assert isinstance(following(game, position, Cups(), order)[0], Roll)
    assert led(game, position, Cups(), "jp", order) is None
    straight = game.parse(position, "jp", "move ji1 Nee-Soon")
    assert led(game, position, Cups(), "jp", straight) is None


@pytest.mark.few(2)
@pytest.mark.parametrize("scenario", ["brigade", "division", "corps"])
def test_of_games_that_are_played_every_battle_that_is_led_to_can_be_begun(scenario: str) -> None:
    """And nobody shows a card on the way, or pays what they do not have."""
    found = 0
    for play, side, order in moves(scenario):
        way = led(play.game, play.position, play.cups, side, order)
        if way is None:
            continue
        play.game.check(way.state.position, way.order)
        assert not any(one.split()[1] in {"play", "event"} for one in way.supposed)
        arrow = play.game.arrow(play.position, order)
        assert way.supposed[-1].endswith(f"battle {arrow.path[-1]}")
        found += 1
    assert found >= 10 * GAMES


def moves(scenario: str) -> Iterator[tuple[Any, str, Any]]:
    """Play games, and yield every move before it is given."""
    for seed in range(GAMES):
        play, rng = begin(bind(Setup("singapore", scenario))), random.Random(seed)  # noqa: S311
        for _ in range(400):
            asked = play.asked
            if play.due is not None:
                play.roll(SeededDice(rng))
            elif asked is not None:
                raw = answer_sensible(play, rng)[0]
                if raw["do"] == "move":
                    yield play, asked.side, play.game.read_order(raw)
                play.order(play.seats[asked.side], [raw])
