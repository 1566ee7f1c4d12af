"""Steps of numbered cases: refusals, what stands between steps, what the table does by itself."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.cases.run import Case, run_case
from pbem.errors import IllegalOrder
from pbem.selfplay.unsigned import rules_of
from toy.rules import ToyGame, ToyRules

GIVEN: dict[str, Any] = {
    "turn": 3,
    "phase": "us combat",
    "clear": True,
    "options": {"us_gsp": 0},
    "units": {"us": {"1/2": "1205", "1/29": "3320"}, "jp": {"317": "1306", "1/135": "2811"}},
}
MOVEMENT = {**GIVEN, "phase": "us movement"}
MOVE_FAR = "move 1/29 3319\nmove 1/2 1205 1206"


def failed(
    play: list[dict[str, Any]], then: dict[str, Any] | None = None, given: Any = None
) -> str:
    case = Case("x-1", "7.4", "A case", play, then or {}, given or GIVEN)
    return "\n".join(run_case(rules_of("saipan"), case).failed)


# --- what refuses ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "reported"),
    [
        ({"us": "end combat", "illegal": ["7.1", "B4"]}, ""),
        ({"us": "end combat", "illegal": ["B4", "7.1"]}, ""),
        ({"us": "end combat", "illegal": ["7.2", "5.0"]}, "7.1 refused it, not 7.2 or 5.0"),
        ({"us": "end combat", "illegal": []}, "needs one paragraph or more"),
        ({"us": "end combat", "illegal": "7.11"}, "illegal: the game has no paragraph '7.11'"),
        ({"us": "end combat", "illegal": "not aksed"}, "has no paragraph 'not aksed'"),
        ({"jp": "end movement", "illegal": "not asked"}, ""),
        ({"jp": "end movement", "illegal": "4.0"}, "not asked refused it, not 4.0: jp is not"),
        ({"us": "end combat", "illegal": "not asked"}, "7.1 refused it, not not asked"),
        ({"us": "attack 317 with 1/135", "illegal": "not yours"}, ""),
        ({"us": "attack 1/29 with 1/2", "illegal": "not yours"}, ""),
        ({"us": "attack 317 with 9/9", "illegal": "not yours"}, "not read refused it"),
        ({"us": "attack 317 with 9/9", "illegal": "not read"}, ""),
        ({"us": "atack 317 with 1/2", "illegal": "not read"}, ""),
        ({"us": "move 1/2 1204", "illegal": "4.0"}, ""),
        ({"dice": [1], "illegal": "7.1"}, "work only with orders, not with 'dice'"),
        ({"us": "end combat", "line": 1}, "names the refused line"),
        ({"us": "end combat", "illegal": "7.1", "line": 0}, "needs the number of a line"),
        ({"us": "end combat", "ilegal": "7.1"}, "'ilegal'; did you mean illegal?"),
    ],
)
def test_a_refusal_is_by_what_the_step_says(step: dict[str, Any], reported: str) -> None:
    found = failed([step])
    assert (found == "") if reported == "" else (reported in found)


def test_dice_due_and_a_game_over_ask_nobody() -> None:
    due = [{"us": "attack 317 with 1/2"}, {"us": "end combat", "illegal": "not asked"}]
    assert failed(due, {"asks": {"dice": True}}) == ""


@pytest.mark.parametrize(
    ("name", "given", "step"),
    [
        ("tokyo", {"turn": 3, "phase": "1ag combat", "clear": True, "pool": [],
                   "units": {"7": "2504", "24": "2914", "U1": "2404"}},
         {"1ag": "attack 2404 with 24", "illegal": "not yours"}),
        ("manila", {"clear": True, "units": {"637/A": "9"}, "areas": {"9": "american"}},
         {"us": "attack 10 with Fanatic", "illegal": "not yours"}),
    ],
)  # fmt: skip
def test_the_other_sides_unit_in_every_game(name: str, given: Any, step: Any) -> None:
    case = Case("x", "6.0", "A case", [step], {}, given)
    assert run_case(rules_of(name), case).failed == ()


@pytest.mark.parametrize(
    ("text", "line", "illegal"),
    [
        (MOVE_FAR, 2, "6.0"),
        ("move 1/29 3319; move 1/2 1205 1206", 1, "6.0"),
        ("\n# to the right\nmove 1/2 1205 1206", 3, "6.0"),
        ("if empty 3319: move 1/29 3319\nmove 1/2 1205 1206", 2, "6.0"),
        ("move 1/29 3319\nmove 9/9 1206", 2, "not read"),
        ("move 1/29 3319\nmove 317 1206", 2, "not yours"),
    ],
)
def test_the_line_that_is_refused(text: str, line: int, illegal: str) -> None:
    given = {**MOVEMENT, "units": {"us": {"1/2": "1204", "1/29": "3320"}, "jp": {"317": "1306"}}}
    assert failed([{"us": text, "illegal": illegal, "line": line}], given=given) == ""
    wrong = failed([{"us": text, "illegal": illegal, "line": line + 1}], given=given)
    assert f"line {line} was refused, not line {line + 1}" in wrong


def test_what_the_table_refuses_has_no_line() -> None:
    step = {"jp": "end movement", "illegal": "not asked", "line": 1}
    assert "no line was refused, not line 1" in failed([step])


# --- a refusal changes nothing ---------------------------------------------------------------


class Meddling(ToyGame):
    """A refused move spoils the position that it was refused in, or the one that was arranged."""

    real = False
    arranged: Any = None

    def arrange(self, given: Any, cups: Any) -> Any:
        self.arranged = super().arrange(given, cups)
        return self.arranged

    def check(self, position: Any, order: Any) -> None:
        try:
            super().check(position, order)
        except IllegalOrder:
            (self.arranged if Meddling.real else position).wind += 1
            raise


class MeddlingRules(ToyRules):
    name = "meddling"

    def game(self, scenario: str, options: Any, data: Any) -> Meddling:
        return Meddling(scenario, options["rounds"], data, 4)


TOY_GIVEN = {
    "sides": ["red", "blue"], "turn": 0, "round": 1, "strength": {"red": 3, "blue": 3},
    "ground": {"red": 3, "blue": 3}, "shots": {"red": 1, "blue": 1},
    "reserve": {"red": [], "blue": []}, "agenda": [],
}  # fmt: skip


@pytest.mark.parametrize("real", [False, True])
@pytest.mark.parametrize("orders", ["move 9", "move 1\nmove 9"])
def test_a_refusal_that_changes_the_position_fails_the_case(
    monkeypatch: pytest.MonkeyPatch, orders: str, *, real: bool
) -> None:
    monkeypatch.setattr(Meddling, "real", real)
    refused = {"red": orders, "illegal": "3.0"}
    sound = run_case(ToyRules(), Case("x", "1.0", "Sound", [refused], {}, TOY_GIVEN)).failed
    assert sound == (), sound
    meddled = run_case(MeddlingRules(), Case("x", "1.0", "Bad", [refused], {}, TOY_GIVEN)).failed
    reported = "but it changed the game" if real else "the refusal changed the position"
    assert reported in "".join(meddled)


def test_a_list_refused_in_its_second_line_has_not_moved_the_first() -> None:
    given = {**MOVEMENT, "units": {"us": {"1/2": "1204", "1/29": "3320"}, "jp": {"317": "1306"}}}
    play = [
        {"us": "standing advance none\n" + MOVE_FAR, "illegal": "6.0", "line": 3},
        {"then": {"units": {"us": {"1/29": "3320"}}, "moved": [], "outcomes": []}},
        {"us": "move 1/29 3319"},
    ]
    assert failed(play, {"never": [{"is": "Lapsed"}]}, given) == ""


# --- between steps ---------------------------------------------------------------------------


def test_then_between_steps_is_compared_there() -> None:
    play = [
        {"then": {"phase": "us combat", "asks": {"side": "us", "question": "combat"}}},
        {"us": "attack 317 with 1/2"},
        {"then": {"asks": {"dice": True}, "outcomes": [{"is": "AttackDeclared"}]}},
        {"dice": [1]},
        {"then": {"never": [{"is": "AttackDeclared"}], "outcomes": [{"is": "CombatResolved"}]}},
    ]
    whole = {"outcomes": [{"is": "AttackDeclared"}, {"is": "CombatResolved"}]}
    assert failed(play, whole) == ""
    play[2]["then"]["asks"] = {"side": "jp"}
    play[4]["then"]["outcomes"] = [{"is": "AttackDeclared"}]
    found = failed(play, whole)
    assert "step 3: asks.side: expected 'jp'" in found
    assert "step 5: outcome expected: AttackDeclared" in found
    assert "write pairs of a name" in failed([{"then": "over"}])


# --- what the table does by itself -----------------------------------------------------------


def test_a_step_for_what_the_table_has_done_is_reported_so() -> None:
    given = {
        "turn": 4, "phase": "us combat", "clear": True, "options": {"us_gsp": 0},
        "units": {"us": {"1/2": "1205", "1/29": "3320"}, "jp": {"1/135": "2811"}},
    }  # fmt: skip
    play: list[dict[str, Any]] = [
        {"us": "end combat"},
        {"jp": "end movement"},
        {"jp": "end combat"},
    ]
    found = failed(play, given=given)
    assert "step 3 (jp: end combat): jp is not the active player" in found
    reported = "The table itself carried out `end combat` for jp, as no other answer was legal."
    assert reported in found
    assert failed(play[:2], {"turn": 5}, given) == ""


def test_a_step_that_is_merely_wrong_blames_no_table() -> None:
    assert "The table itself carried out" not in failed([{"jp": "end movement"}])
    play = [{"us": "attack 317 with 1/2"}, {"us": "end combat"}]
    assert "The table itself carried out" not in failed(play)


def test_what_failed_before_a_step_that_cannot_be_played_is_reported_too() -> None:
    play = [{"then": {"turn": 4}}, {"jp": "end movement"}]
    found = failed(play)
    assert "step 1: turn: expected 4, got 3" in found
    assert "step 2 (jp: end movement): jp is not the active player" in found


def test_a_case_that_begins_where_nothing_is_rolled_begins_with_no_faces() -> None:
    """The page says so: the phase waits for dice, and none falls (Meiktila, 4.2)."""
    given = {
        "options": {"opener": "any"}, "phase": "japanese status", "initiative": "jp",
        "units": {"GR13": "H11"},
    }  # fmt: skip
    then = {"phase": "opener jp"}
    rules = rules_of("meiktila")
    with_none = Case("x", "7.2", "A case", [{"dice": []}], then, given)
    assert run_case(rules, with_none).failed == ()
    without = Case("x", "7.2", "A case", [{"jp": "open J-18"}], then, given)
    assert "Dice are due" in run_case(rules, without).failed[0]
