"""Odds, standing orders, facts, lines and arrows of the base, in The Mill and The Salt Road."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexgame import games
from pbem.errors import FormError, WrongSide
from pbem.kit.chances.odds import reckon
from pbem.kit.contract import Arrow
from pbem.kit.cups import Cups
from pbem.kit.dice import ForcedDice
from pbem.kit.hexgame.rules.orders import Advance, Attack, Lose, Move, Retreat
from pbem.kit.typed.orders import Pass

FIGHT = {"R1": "0303", "R2": "0304", "B1": "0403", "B3": "0601"}
"""R1 stands at the bridge, R2 across the stream, B1 on the hill between 0503 and 0504."""


@pytest.fixture
def mill() -> Any:
    return games.game("mill")


def fight(mill: Any, units: dict[str, str] = FIGHT, order: str = "", *faces: int) -> Any:
    """A combat phase of Red, after an attack if there is one."""
    position = mill.arrange({"clear": True, "phase": "red combat", "units": units}, Cups())
    if order:
        go_on(mill, position, order)
        for outcome in mill.roll(position, ForcedDice(faces), Cups()):
            mill.apply(position, outcome)
    return position


def go_on(mill: Any, position: Any, order: str) -> None:
    side = mill.need(position).side
    parsed = mill.parse(position, side, order)
    mill.check(position, parsed)
    for outcome in mill.adjudicate(position, parsed, Cups()):
        mill.apply(position, outcome)


# --- odds ----------------------------------------------------------------------------------------

TABLE = {"1:2": "ar ar al al no dr", "1:1": "ar no no ex dr dl", "2:1": "no dr dr ex dl dl"}
"""The columns of The Mill, from die 1 to 6, as the page shows them by rows."""


@pytest.mark.parametrize(
    ("units", "order", "column", "shifts"),
    [
        (FIGHT, "attack 0403 with R1 R2", "1:1", ["hill"]),
        (FIGHT, "attack 0403 with R2", "1:2", ["hill", "stream"]),
        ({"R1": "0505", "R2": "0505", "B2": "0404"}, "attack B2 with R1 R2", "2:1", []),
    ],
)
def test_odds_are_those_of_the_table(
    mill: Any, units: dict[str, str], order: str, column: str, shifts: list[str]
) -> None:
    position = fight(mill, units)
    [found] = reckon(mill, position, Cups(), "red", mill.parse(position, "red", order))
    faces = TABLE[column].split()
    wanted = {result: Fraction(faces.count(result), 6) for result in faces}
    assert {case.result: case.chance for case in found.cases} == wanted
    [footing] = found.footings
    assert footing.column == column
    assert [term.what for term in footing.terms if "column" in term.amount] == shifts


# --- standing orders -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["standing retreat B1 0504 0503"], Retreat("B1", ("0504",))),
        (["standing retreat B1 0402 0503"], Retreat("B1", ("0503",))),
        (["standing retreat toward 0505"], Retreat("B1", ("0504",))),
        (["standing retreat any"], Retreat("B1", ("0503",))),
        (["standing retreat B2 0503"], None),
    ],
)
def test_standing_retreats(mill: Any, lines: list[str], wanted: Any) -> None:
    position = fight(mill, FIGHT, "attack 0403 with R1 R2", 5)
    assert answer(mill, position, "blue", lines) == wanted


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["standing advance 0403 with R2 R1"], Advance(("R2",))),
        (["standing advance any with any"], Advance(("R1",))),
        (["standing advance 0505 with any", "standing advance none"], Pass()),
        (["standing advance 0505 with any"], None),
    ],
)
def test_standing_advances(mill: Any, lines: list[str], wanted: Any) -> None:
    position = fight(mill, FIGHT, "attack 0403 with R1 R2", 5)
    go_on(mill, position, "retreat B1 0504")
    assert answer(mill, position, "red", lines) == wanted


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["standing lose R2"], Lose(("R2",))),
        (["standing lose R4 R1"], Lose(("R1",))),
        (["standing lose R4"], None),
        (["standing lose R4", "standing lose weakest"], Lose(("R1",))),  # R2 has one step left
    ],
)
def test_standing_losses(mill: Any, lines: list[str], wanted: Any) -> None:
    units = {"R1": "0304", "R2": "0304 1", "B1": "0403"}
    position = fight(mill, units, "attack 0403 with R1 R2", 3)
    assert answer(mill, position, "red", lines) == wanted


def answer(mill: Any, position: Any, side: str, lines: list[str]) -> Any:
    """Return the answer of standing orders; they are read and printed on the way."""
    standing: dict[str, Any] = {}
    for line in lines:
        for question, part in mill.parse_standing(position, side, line).items():
            standing[question] = standing.get(question, {}) | part
    mill.check_standing(side, standing)
    assert sorted(mill.standing_text(standing)) == sorted(lines)
    asked = mill.need(position)
    assert asked.side == side
    return mill.standing_answer(position, asked, standing)


def test_standing_orders_name_units_and_hexes_that_there_are(mill: Any) -> None:
    for standing in (
        {"lose": {"first": ["B1"]}},
        {"lose": {"first": ["R1", "R1"]}},
        {"retreat": {"units": {"R1": ["0909"]}}},
        {"advance": {"lines": [{"into": "any", "with": ["B1"]}]}},
    ):
        with pytest.raises(FormError):
            mill.check_standing("red", standing)


# --- lines, facts, arrows ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("move R1 0202 0302", Move("R1", ("0202", "0302"))),
        ("move r1 to 0302", Move("R1", ("0201", "0302"))),
        ("attack 0403 with R1, R2", Attack("0403", ("R1", "R2"))),
        ("Attack B1 with R1", Attack("0403", ("R1",))),
        ("retreat R1 to 0101", Retreat("R1", ("0101",))),
        ("lose R1 R1", Lose(("R1", "R1"))),
    ],
)
def test_lines_are_read(mill: Any, line: str, wanted: Any) -> None:
    assert mill.parse(mill.set_up(Cups()), "red", line) == wanted


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("move R9 0202", "there is no unit 'R9'"),
        ("move R1 0909", "0909 is off the map"),
        ("move R1", "a hex must follow"),
        ("attack 0403", "must follow"),
        ("attack 0403 with R1 R1", "R1 is named twice"),
        ("move R1 off 0202", "too much"),
        ("end moving", "write movement, combat"),
        ("R1 0202", "move R1 0202"),
    ],
)
def test_slips_are_named(mill: Any, line: str, why: str) -> None:
    with pytest.raises(FormError, match=why):
        mill.parse(mill.set_up(Cups()), "red", line)


def test_units_of_the_enemy_are_not_ordered(mill: Any) -> None:
    with pytest.raises(WrongSide, match="B1 is a unit of the enemy"):
        mill.parse(mill.set_up(Cups()), "red", "move B1 0503")


def test_facts(mill: Any) -> None:
    position = mill.arrange({"units": {"R1": "lost", "R2": "0102 1"}}, Cups())
    assert mill.fact(position, "turn", ()) == 1
    assert mill.fact(position, "lead", ()) == -1
    assert mill.fact(position, "points", ("blue",)) == 1
    assert mill.fact(position, "steps", ("R2",)) == 1
    assert mill.fact(position, "steps", ("R1",)) == 0
    assert mill.fact(position, "alive", ("R1",)) is False
    assert mill.fact(position, "at", ("R4",)) == ""
    assert mill.fact(position, "at", ("R2",)) == "0102"
    assert mill.fact(position, "empty", ("0103",)) is True
    assert mill.fact(position, "holder", ("0505",)) == "blue"
    assert mill.fact(position, "holder", ("0101",)) == ""
    assert mill.fact(position, "supplied", ("R4",)) is False


def test_arrows(mill: Any) -> None:
    position = fight(mill)
    attack = mill.parse(position, "red", "attack 0403 with R1 R2")
    assert mill.arrow(position, attack) == Arrow(("R1", "R2"), against=("0403",))
    go_on(mill, position, "attack 0403 with R1 R2")
    assert mill.underway(position) == (
        Arrow(("R1",), ("0303",), ("0403",)),
        Arrow(("R2",), ("0304",), ("0403",)),
    )
    start = mill.set_up(Cups())
    move = mill.parse(start, "red", "move R1 to 0302")
    assert mill.arrow(start, move) == Arrow(("R1",), ("0102", "0201", "0302"), cost=2)


def test_nobody_knows_what_comes_from_the_cup() -> None:
    """The position has the units that were drawn; each other one is as likely."""
    salt, cups = games.game("salt"), Cups()
    salt.set_up(cups)
    chances = {name: chance for name, chance, _ in cups.chances("?cup")}
    assert chances == dict.fromkeys(("K4", "K5", "K6"), Fraction(1, 3))
    salt.arrange({"turn": 3, "phase": "raiders draw", "drawn": ["K5"]}, cups)
    assert {name for name, _, _ in cups.chances("?cup")} == {"K4", "K6"}


def test_all_that_have_room_advance_together() -> None:
    salt = games.game("salt")
    units = {"K1": "0405", "K3": "0504", "G1": "0404"}
    position = salt.arrange({"clear": True, "phase": "raiders combat", "units": units}, Cups())
    go_on(salt, position, "attack 0404 with K1 K3")
    for outcome in salt.roll(position, ForcedDice([5]), Cups()):
        salt.apply(position, outcome)
    go_on(salt, position, "retreat G1 0403 0402")
    assert list(salt.legal(position)) == [
        Advance(("K1",)), Advance(("K3",)), Advance(("K1", "K3")), Pass(),
    ]  # fmt: skip


def test_a_screen_shows_the_turn_the_points_and_who_left() -> None:
    salt = games.game("salt")
    position = salt.arrange(
        {"turn": 2, "units": {"C1": "left", "K1": "lost"}, "phase": "guards movement"}, Cups()
    )
    shown = [(one.label, one.value, one.side) for one in salt.score(position)]
    assert shown == [
        ("Turn", "2/5", ""), ("The raiders", "0", "raiders"), ("The guards", "6", "guards"),
    ]  # fmt: skip
    drawers = {one.title: [unit.label for unit in one.holds] for one in salt.drawers(position)}
    assert drawers == {
        "The raiders, not here yet": ["K4", "K5", "K6"],
        "The guards, not here yet": ["C2"],
        "The guards, off the map": ["C1"],
    }
    assert salt.unit_name("guards", "G2") == "Lancers"
    assert [phase.title for phase in salt.phases(position)][1:3] == [
        "The raiders movement", "The raiders combat",
    ]  # fmt: skip


def test_the_arrow_of_a_unit_that_leaves_ends_on_the_map() -> None:
    salt = games.game("salt")
    units = {"C1": "0602", "C2": "0703", "K1": "0706"}
    position = salt.arrange({"clear": True, "phase": "guards movement", "units": units}, Cups())
    leave = salt.parse(position, "guards", "move C1 0702 off")
    assert salt.arrow(position, leave) == Arrow(("C1",), ("0602", "0702"), cost=3)
    leave = salt.parse(position, "guards", "move C2 to off")
    assert leave == Move("C2", ("off",))
    assert salt.arrow(position, leave) == Arrow(("C2",), ("0703",), cost=1)
