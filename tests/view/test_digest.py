"""Events in a few lines: one for each fight, one for the moves of a phase."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games import registry
from pbem.kit.contract import NO_DETAIL, Called, Detail
from pbem.kit.news import names
from pbem.table.library import Library
from pbem.view.digest import BLOCK, Line, called, digest, lines_of, needed_from, verb
from pbem.view.history import Entry, Happening, history

LOGS = Path(__file__).resolve().parents[2] / "logs"
DOT = "\N{MIDDLE DOT}"


def happening(
    news: str, brief: str, result: str = "", detail: Detail = NO_DETAIL, lost: tuple[str, ...] = ()
) -> Happening:
    return Happening(
        f"{brief}.",
        "7.6",
        "outcome",
        result=result,
        lost=lost,
        news=news,
        brief=brief,
        detail=detail,
    )


def die(*faces: int, of: int = 6) -> Happening:
    return Happening("Die.", "7.4", "die", tuple((face, of) for face in faces), "attack")


def entry(seq: int, *happened: Happening) -> Entry:
    return Entry(seq, "", "", "ann", "orders", 1, "orders.", (), happened, "")


BEGINS = happening("phase", "Combat begins", detail=Detail(turn="Turn 2", phase="U.S. combat"))
ATTACK = happening(
    "attack",
    "The U.S. attacks 317 with 1/29",
    detail=Detail(side="us", who=names("1/29"), does="attack", whom=names("317")),
)
RESULT = happening(
    "result", "+12, rolled 2: De", "De", Detail(odds="15 against 3: +12", result="eliminated")
)
LOST = happening("lost", "317", detail=Detail(who=names("317"), place="1103"), lost=("317",))


def moves(unit: str, to: str) -> Happening:
    return happening(
        "moved", unit, detail=Detail(side="us", who=names(unit), does="move", place=to)
    )


def test_a_fight_is_one_line_with_its_parts() -> None:
    [[line]] = digest([entry(3, BEGINS, ATTACK, die(2), RESULT, LOST)])
    assert line == Line(
        key="3.2",
        heading=f"Turn 2 {DOT} U.S. combat",
        side="us",
        said="The U.S. attacks 317 with 1/29",
        who="1/29",
        does="attacks",
        whom="317",
        place="1103",
        odds="15 against 3: +12",
        outcome="eliminated",
        result="De",
        dice=[2],
        lost=["317"],
    )
    assert f"{line.who} {line.rest}" == "1/29 attacks 317 in 1103, eliminated"
    assert line.below == "15 against 3: +12; lost: 317"


def test_a_fight_over_two_events_is_one_line_that_the_later_one_has_whole() -> None:
    declared, fought = digest([entry(3, BEGINS, ATTACK), entry(4, die(2), RESULT)])
    assert [one.key for one in declared + fought] == ["3.2", "3.2"]
    assert (declared[0].outcome, fought[0].outcome) == ("", "eliminated")
    assert fought[0].heading == f"Turn 2 {DOT} U.S. combat"


def test_two_fights_keep_their_dice_apart() -> None:
    [lines] = digest([entry(3, ATTACK, die(2), RESULT, LOST, ATTACK, die(5), RESULT)])
    assert [one.dice for one in lines] == [[2], [5]]
    assert [one.lost for one in lines] == [["317"], []]


def test_a_result_without_an_attack_stands_alone() -> None:
    [[line]] = digest([entry(3, die(2), happening("result", "+3, rolled 2: Ex", "Ex"))])
    assert (line.said, line.dice, line.result, line.below) == ("+3, rolled 2: Ex", [2], "Ex", "")


def test_what_came_of_an_attack_without_parts_stands_below_it() -> None:
    attack, after = happening("attack", "Red attacks"), happening("after", "The blue one retreats")
    [[line]] = digest([entry(3, attack, die(1), happening("result", "3:1"), after)])
    assert (line.said, line.below) == ("Red attacks", "3:1; the blue one retreats")


def test_moves_of_a_phase_are_one_line_over_all_its_events() -> None:
    first, second = digest(
        [entry(3, moves("a", "A1"), moves("b", "A1")), entry(4, moves("c", "A2"))]
    )
    [before], [line] = first, second
    assert before.key == line.key == "3.1"
    assert (before.who, line.who, line.rest) == ("A and b", "A, b and c", "move")
    assert line.below == "a and b to A1, c to A2"


def test_the_moves_of_the_next_phase_are_another_line() -> None:
    [lines] = digest([entry(3, moves("a", "A1"), BEGINS, moves("a", "A2"))])
    assert [(one.heading, one.below) for one in lines] == [
        ("Turn 1", "to A1"),
        (f"Turn 2 {DOT} U.S. combat", "to A2"),
    ]


def test_like_orders_are_one_line() -> None:
    def order(number: int) -> Happening:
        unit = Called(str(number), "infantry", "infantry")
        detail = Detail(side="jp", who=(unit,), does="attack", place="Bukit Panjang")
        return happening("event", f"infantry {number} attacks Bukit Panjang", detail=detail)

    lines = digest([entry(number, order(number)) for number in range(5)])
    assert f"{lines[0][0].who} {lines[0][0].rest}" == "Infantry 0 attacks Bukit Panjang"
    assert f"{lines[-1][0].who} {lines[-1][0].rest}" == "5 infantry attack Bukit Panjang"
    assert {line.key for [line] in lines} == {"0.1"}


def test_units_without_parts_are_named_once_and_the_first_of_many() -> None:
    moved = [happening("moved", f"u{number}") for number in range(10)]
    [lines] = digest([entry(3, *moved, happening("lost", "u3, u4"))])
    assert [one.said for one in lines] == [
        "Moved: u0, u1, u2, u3, u4, u5, u6, u7, and 2 more",
        "Lost: u3, u4",
    ]


def test_only_a_few_common_dice_stand_beside_a_line() -> None:
    seven, twelve = (
        [die(*[3] * 7), happening("event", "A")],
        [die(3, of=12), happening("event", "B")],
    )
    [lines] = digest([entry(3, *seven, *twelve, die(4), happening("event", "C"))])
    assert [one.dice for one in lines] == [[], [], [4]]


def test_what_is_no_news_has_no_line() -> None:
    assert digest([entry(3, BEGINS, die(1), happening("", "More"))]) == [[]]


@pytest.mark.parametrize(
    ("units", "said"),
    [
        (names("1/2", "2/2"), "1/2 and 2/2"),
        (names("1", "2", "3", "4"), "4 units"),
        ((Called("3", "tank", "tanks"),), "tank 3"),
        ((Called("3", "tank", "tanks"), Called("4", "tank", "tanks")), "tanks 3 and 4"),
        (
            (*(Called(str(n), "gun", "guns") for n in range(3)), Called("1", "tank", "tanks")),
            "3 guns and 1 tank",
        ),
        ((), ""),
    ],
)
def test_units_are_called_as_people_call_them(units: tuple[Called, ...], said: str) -> None:
    assert called(units) == said


def test_a_verb_agrees_with_how_many_do_it() -> None:
    assert [verb("fire at", 1), verb("fire at", 2), verb("", 1)] == ["fires at", "fire at", ""]


@pytest.mark.parametrize(
    "name", ["saipan/historical", "singapore/division", "manila/witness", "meiktila/first"]
)
def test_each_fight_of_a_log_is_one_line_with_who_attacks_and_a_heading(name: str) -> None:
    entries = history(LOGS / f"{name}.pbem", Library(registry.find)).entries
    lines = {line.key: line for some in digest(entries) for line in some}
    fights = [line for line in lines.values() if line.outcome]
    attacks = [one for an in entries for one in an.happened if one.news == "attack"]
    assert len(fights) == len(attacks)
    assert all(line.who and line.heading for line in fights)


def test_the_lines_of_an_event_are_the_same_whatever_is_asked_for() -> None:
    entries = [entry(number, moves(f"u{number}", "A1")) for number in range(3 * BLOCK)]
    whole = lines_of(entries, 0)
    assert len(whole) == len(entries)
    for first in (1, BLOCK, 2 * BLOCK + 5, 3 * BLOCK - 1):
        assert lines_of(entries[needed_from(first) :], first) == whole[first:], first
    assert lines_of(entries[needed_from(3 * BLOCK) :], 3 * BLOCK) == []
