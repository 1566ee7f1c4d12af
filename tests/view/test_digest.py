"""An event in a few lines: attacks with their dice and results, units counted once."""

from __future__ import annotations

from pbem.view.digest import Line, digest
from pbem.view.history import Happening


def happening(news: str, brief: str, result: str = "") -> Happening:
    return Happening(f"{brief}.", "7.6", "outcome", result=result, news=news, brief=brief)


def die(*faces: int) -> Happening:
    return Happening("Die.", "7.4", "die", tuple((face, 6) for face in faces), "attack")


def test_an_attack_has_its_dice_and_what_came_of_it() -> None:
    found = digest(
        [
            happening("attack", "The U.S. attacks 317 with 1/29"),
            die(5),
            happening("result", "+12, rolled 5: Dr", "Dr"),
            happening("after", "The U.S. declines to advance"),
        ]
    )
    came = ["+12, rolled 5: Dr", "the U.S. declines to advance"]
    assert found == [Line("The U.S. attacks 317 with 1/29", came, [5], "Dr")]


def test_a_result_whose_attack_stands_in_another_event_stands_alone() -> None:
    found = digest([die(2), happening("result", "+3, rolled 2: Ex", "Ex"), happening("", "More")])
    assert found == [Line("+3, rolled 2: Ex", [], [2], "Ex")]


def test_units_are_named_once_in_one_line_and_the_first_of_many() -> None:
    moves = [happening("moved", f"u{number % 10}") for number in range(20)]
    assert [one.said for one in digest([*moves, happening("lost", "u3, u4")])] == [
        "Moved: u0, u1, u2, u3, u4, u5, u6, u7, and 2 more",
        "Lost: u3, u4",
    ]


def test_many_dice_stand_in_the_steps_alone() -> None:
    [line] = digest([die(*[3] * 7), happening("event", "Seven rolls"), happening("", "More")])
    assert line == Line("Seven rolls")


def test_what_is_no_shorter_than_its_steps_has_no_lines() -> None:
    assert digest([happening("moved", "1/2")]) == []
    assert digest([happening("phase", "A phase begins"), die(1)]) == []


def test_dice_stand_beside_what_they_decided() -> None:
    steps = [die(4, 3), happening("event", "Pause"), die(6), happening("event", "Supply")]
    assert [one.dice for one in digest([*steps, happening("", "")])] == [[4, 3], [6]]


def test_a_few_steps_say_more_than_the_units_that_moved() -> None:
    """An order of Singapore attacks: "Moved: ji4" would hide where."""
    assert digest([happening("moved", "ji4"), happening("", "The Japanese pay 1 token")]) == []
