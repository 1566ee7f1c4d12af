"""Whole battles by their tree, against counting by hand, the dice, and courses that are apart."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import msgspec
import pytest

from long import times
from pbem.client.views.odds import odds_lines
from pbem.kit.chances.battles import MANY, Whole, whole
from pbem.kit.chances.chance import State, supposed
from pbem.kit.chances.odds import by_answer, reckon
from pbem.kit.contract import Question
from pbem.kit.cups import Cups
from pbem.kit.dice import SeededDice
from pbem.selfplay.simulate import Setup, bind

RUNS = times(150, of=2_000)
UNITS = {
    **dict.fromkeys(("ji1", "ji2", "ji3", "ji4", "ai1", "ai2", "ai3", "av1"), "Kranji"),
    "ag1": "Mandai", "jg1": "Sarimbun", "bi1": "Bedok",
}  # fmt: skip
EVERYTHING = {"strikes": "sealed", "breakthrough": True, "rout": True}


def fought(options: dict[str, Any]) -> tuple[Any, Any, Any]:
    """Four against four in Kranji: the game, the position, the order that begins the battle."""
    game = bind(Setup("singapore", "brigade", options))
    given = {
        "clear": True, "phase": "combat", "units": UNITS,
        "barrage": {"jg1": "Kranji", "ag1": "Kranji"}, "control": {"Sarimbun": "jp"},
    }  # fmt: skip
    position = game.arrange(given, Cups())
    return game, position, game.parse(position, "jp", "battle Kranji")


def one_course(
    game: Any, position: Any, order: Any, dice: SeededDice
) -> tuple[str, set[str], set[str]]:
    """Play a battle once: what it came to, who was lost, and who was out of it without that."""
    state, sealed = State.copy(position, Cups()), dict[str, Any]()
    lost, out = set[str](), set[str]()
    outcomes = game.adjudicate(state.position, order, state.cups)
    while True:
        for outcome in outcomes:
            game.apply(state.position, outcome)
            lost |= set(game.lost(outcome))
            out |= set(game.out(outcome))
            if (result := game.battle_over(state.position, outcome)) is not None:
                return result, lost, out
        need = game.need(state.position)
        if not isinstance(need, Question):
            outcomes = game.roll(state.position, dice, state.cups)
        elif need.secret is None:
            answer = supposed(game, state.position, need, passing=False)
            outcomes = game.adjudicate(state.position, answer, state.cups)
        elif need.opens:
            outcomes = game.adjudicate(state.position, sealed.pop(need.secret), state.cups)
        else:
            sealed[need.secret] = supposed(game, state.position, need, passing=False)
            outcomes = game.sealed(state.position, need.secret)


def test_two_vehicles_of_a_company_are_counted_by_hand() -> None:
    """[1.10 to 1.14] A drawn round is fought again; two of them are a draw.

    A unit that is beaten by three points is eliminated, by less suppressed: out of the fight, not
    lost.
    """
    game: Any = bind(Setup("singapore", "company"))
    position = game.set_up(Cups())
    for line in ("choose au vehicle", "end setup"):
        order = game.parse(position, "defender", line)
        for outcome in game.adjudicate(position, order, Cups()):
            game.apply(position, outcome)
    attack, defence = (8, 8), game.setting.tables.defence("av1")
    assert game.setting.tables.attack("jv1") == attack
    wins, hard = Counter[int](), Counter[int]()
    for shown in product(*(range(1, face + 1) for face in (*attack, *defence))):
        ours, theirs = max(shown[:2]), max(shown[2:])
        sign = (ours > theirs) - (ours < theirs)
        wins[sign] += 1
        hard[sign] += abs(ours - theirs) >= 3
    win, draw, loss = (Fraction(wins[sign], wins.total()) for sign in (1, 0, -1))
    kill, killed = (Fraction(hard[sign], wins.total()) for sign in (1, -1))
    [found] = whole(game, position, Cups(), game.parse(position, "attacker", "choose jp vehicle"))
    assert found.results == {
        "attacker wins": win * (1 + draw), "defender wins": loss * (1 + draw), "draw": draw**2,
    }  # fmt: skip
    assert found.losses == {"av1": kill * (1 + draw), "jv1": killed * (1 + draw)}
    assert found.out == {"av1": (win - kill) * (1 + draw), "jv1": (loss - killed) * (1 + draw)}
    assert found.open == 0
    assert sum(found.reported["attacker wins"].values()) == found.results["attacker wins"]
    assert all("av1" in reported for reported in found.reported["attacker wins"])


@pytest.mark.parametrize("options", [{}, EVERYTHING], ids=["plain", "sealed strikes and variants"])
def test_a_battle_on_the_map_comes_out_as_the_dice_say(options: dict[str, Any]) -> None:
    game, position, order = fought(options)
    kept = msgspec.msgpack.encode(position)
    found, *_ = whole(game, position, Cups(), order)
    assert msgspec.msgpack.encode(position) == kept
    assert sum(found.results.values()) == 1 - found.open == 1
    assert set(found.results) == {
        "Kranji is Japanese", "Kranji is Australian", "Kranji stays contested",
    }  # fmt: skip
    for unit in {*found.losses, *found.out}:
        reported = [each for some in found.reported.values() for each in some.items()]
        chance = found.losses.get(unit, 0) + found.out.get(unit, 0)
        assert sum(share for one, share in reported if one.startswith(f"{unit} (")) == chance
    as_the_dice_say(game, position, order, found)


def as_the_dice_say(game: Any, position: Any, order: Any, found: Whole) -> None:
    """Assert that the calculated odds of a battle agree with many rolls of its dice."""
    dice, results = SeededDice(random.Random(4)), Counter[str]()  # noqa: S311 - no secret
    losses, outs = Counter[str](), Counter[str]()
    for _ in range(RUNS):
        result, lost, out = one_course(game, position, order, dice)
        results[result] += 1
        losses.update(lost)
        outs.update(out)
    pairs = (results, found.results), (losses, found.losses), (outs, found.out)
    for counted, reckoned in pairs:
        assert set(counted) <= set(reckoned)
        for what, chance in reckoned.items():
            error = sqrt(float(chance * (1 - chance)) / RUNS)
            assert abs(counted[what] / RUNS - float(chance)) <= 4 * error + 1e-9, what


@pytest.fixture
def in_doubt() -> tuple[Any, Any]:
    """[4.10.4] The four against four, some rounds on, where a side is asked whether it retreats."""
    game, position, order = fought({})
    state, dice = State.copy(position, Cups()), SeededDice(random.Random(2))  # noqa: S311 - no secret
    state.take(game, game.adjudicate(state.position, order, state.cups))
    asked = 0
    while True:
        need = game.need(state.position)
        if not isinstance(need, Question):
            state.take(game, game.roll(state.position, dice, state.cups))
            continue
        asked += need.name == "retreat"
        if asked == 5:
            return game, state.position
        passing = need.name == "retreat"
        answer = supposed(game, state.position, need, passing=passing)
        state.take(game, game.adjudicate(state.position, answer, state.cups))


@pytest.mark.parametrize("line", ["retreat", "pass"])
def test_a_battle_goes_on_with_either_answer_to_whether_one_leaves_it(
    line: str, in_doubt: tuple[Any, Any]
) -> None:
    game, position = in_doubt
    order = game.parse(position, game.need(position).side, line)
    found, *_ = whole(game, position, Cups(), order)
    assert sum(found.results.values()) == 1 - found.open == 1
    assert (len(found.results) == 1) is (line == "retreat")
    as_the_dice_say(game, position, order, found)


def exactly(position: Any) -> bytes:
    """Return what two positions have in common in which everything is the same."""
    return msgspec.msgpack.encode(position)


def test_what_no_battle_rests_on_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Courses that differ in that alone are reckoned as one: apart they come to the same."""
    game, position, order = fought({})
    together = whole(game, position, Cups(), order)
    marks = set[bytes]()

    def noted(position: Any) -> bytes:
        marks.add(exactly(position))
        return exactly(position)

    monkeypatch.setattr(game, "battle_mark", noted)
    monkeypatch.setattr(game, "battlefield", lambda position: position)
    assert whole(game, position, Cups(), order) == together
    assert len(marks) > 100


def in_kallang(attackers: int, defenders: int, room: int = 0) -> tuple[Any, Any, Any]:
    """Vehicles have come from Katong; defenders can go to Paya-Lebar, where so much room is left.

    The game, the position, the order that begins the battle.
    """
    game = bind(Setup("singapore", "brigade"))
    units = {
        **dict.fromkeys([f"jv{number}" for number in range(1, attackers + 1)], "Kallang"),
        **dict.fromkeys([f"ai{number}" for number in range(6, defenders + 6)], "Kallang"),
        **{f"bi{number}": "Paya-Lebar" for number in range(1, 7 - room)},
    }
    held = {"Katong": "jp", "Paya-Lebar": "br", "Singapore-City": "jp"}
    given = {"clear": True, "phase": "combat", "units": units, "control": held}
    position = game.arrange(given, Cups())
    position.war.launches = {"Kallang": ["Katong"]}
    return game, position, game.parse(position, "jp", "battle Kallang")


@pytest.mark.parametrize("room", [0, 1, 2])
def test_room_that_is_taken_from_a_retreat_is_not_left_out(
    room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[4.10.2, 4.10.4, R62] A suppressed unit takes room, an eliminated one none.

    One of two that is left against three retreats, if there is room for it.
    """
    game, position, order = in_kallang(3, 2, room)
    together = whole(game, position, Cups(), order)
    assert len(together) == (2 if room else 1)
    monkeypatch.setattr(game, "battle_mark", exactly)
    assert whole(game, position, Cups(), order) == together


def test_who_of_those_alike_was_set_aside_is_not_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """[1.13] Who has attacked twice only waits for the end: how many there are is what counts."""
    game, position, order = in_kallang(5, 1)
    followed, real = Counter[str](), game.falls

    def noted(position: Any, cups: Any) -> Any:
        battle = position.battle
        line = battle.line["attacker"], battle.line["defender"]
        followed[str((battle.point, line, battle.spent.get(battle.point), len(battle.tired)))] += 1
        return real(position, cups)

    monkeypatch.setattr(game, "falls", noted)
    assert len(whole(game, position, Cups(), order)) == 1
    assert len(followed) > 20
    assert max(followed.values()) == 1


def test_of_the_map_a_battle_carries_its_surroundings_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The copy at each roll has the units in Kranji, beside it, or in support from afar."""
    game, position, order = fought({})
    position.war.moved = list(UNITS)
    real, carried = game.falls, list[Any]()

    def noted(position: Any, cups: Any) -> Any:
        carried.append((set(position.war.at), position.war.moved))
        return real(position, cups)

    monkeypatch.setattr(game, "falls", noted)
    whole(game, position, Cups(), order)
    assert carried
    assert all(units <= UNITS.keys() - {"bi1"} and not moved for units, moved in carried)


def test_what_is_not_followed_to_its_end_is_left_open() -> None:
    game, position, order = fought({})
    every, *_ = whole(game, position, Cups(), order)
    some, *_ = whole(game, position, Cups(), order, limits=MANY._replace(abreast=3))
    assert 0 < some.open < 1
    assert sum(some.results.values()) + some.open == 1
    assert all(chance <= every.results[result] for result, chance in some.results.items())


def test_the_odds_of_a_battle_are_those_of_the_whole() -> None:
    game, position, order = fought({})
    found, *_ = whole(game, position, Cups(), order)
    (reported, *_) = reckon(game, position, Cups(), "jp", order)
    assert reported.whole
    assert {case.result: case.chance for case in reported.cases} == found.results
    assert by_answer(game, position, Cups(), "jp", order) == ("", {})
    lines = odds_lines([reported])
    assert lines[0] == "battle Kranji"
    assert lines[1] == "The whole battle, if everybody plays like the computer player:"
    assert any("is eliminated" in line and "of these" in line for line in lines)
    assert lines[-2].startswith("Lost in it: ")
    assert lines[-1].startswith("Out of the fight, not lost, in it: ")
    assert not any("/" in line for line in lines), "fractions of forty digits are for programs"
    part = reported._replace(open=Fraction(1, 50))
    assert "  2% not followed to the end: too many possibilities" in odds_lines([part])


def test_where_somebody_would_retreat_it_is_reported_too_what_comes_if_nobody_does() -> None:
    """[4.10.4] One against four retreats, and says so."""
    game = bind(Setup("singapore", "brigade"))
    units = {**dict.fromkeys(("ji1", "ji2", "ji3", "ji4", "ai1"), "Kranji"), "bi1": "Bedok"}
    position = game.arrange({"clear": True, "phase": "combat", "units": units}, Cups())
    order = game.parse(position, "jp", "battle Kranji")
    usual, staying = reckon(game, position, Cups(), "jp", order)
    assert {case.result: case.chance for case in usual.cases} == {"Kranji is Japanese": Fraction(1)}
    assert "ai1" not in usual.losses
    assert staying.supposed == ("nobody retreats",)
    assert 0 < staying.losses["ai1"] < 1
    assert len(staying.cases) > 1


@pytest.mark.parametrize("asked", ["falls", "sensible"])
def test_from_where_it_goes_on_alike_it_is_followed_once(
    asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However courses come there; and once more where somebody leaves, as if they stayed."""
    game, position, order = fought({})
    marks, real = Counter[bytes](), getattr(game, asked)

    def noted(position: Any, given: Any) -> Any:
        marks[game.battle_mark(position)] += 1
        return real(position, given)

    monkeypatch.setattr(game, asked, noted)
    assert len(whole(game, position, Cups(), order)) == 2
    assert len(marks) > 40
    assert set(marks.values()) == {1, 2}
    if asked == "falls":
        assert sum(many > 1 for many in marks.values()) < len(marks) / 5


def test_chances_are_added_without_their_lowest_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many courses there are: fewer fractions are added than dice fall."""
    game, position, order = fought({})
    together = whole(game, position, Cups(), order)
    sums, rolls, roll = list[Any](), list[Any](), game.roll
    monkeypatch.setattr(game, "roll", lambda *at: rolls.append(at) or roll(*at))
    for name in ("__add__", "__radd__", "__mul__", "__sub__"):
        real = getattr(Fraction, name)
        noted = lambda one, other, real=real: sums.append(other) or real(one, other)  # noqa: E731
        monkeypatch.setattr(Fraction, name, noted)
    again = whole(game, position, Cups(), order)
    monkeypatch.undo()
    assert again == together
    assert len(sums) < len(rolls)


def test_no_position_is_marked_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    game, position, order = fought({})
    marked, mark = list[tuple[Any, bytes]](), game.battle_mark

    def noted(position: Any) -> bytes:
        marked.append((position, msgspec.msgpack.encode(position)))
        return mark(position)

    monkeypatch.setattr(game, "battle_mark", noted)
    whole(game, position, Cups(), order)
    assert len(marked) > 40
    assert len({(id(position), stands) for position, stands in marked}) == len(marked)
