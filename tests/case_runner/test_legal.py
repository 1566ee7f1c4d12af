"""The claims of a case about orders that are not given: all that are legal, costs, strengths."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.cases import legal as case_legal
from pbem.cases.run import Case, run_case
from pbem.selfplay.unsigned import rules_of

SAIPAN: dict[str, Any] = {
    "turn": 3, "phase": "us movement", "clear": True, "options": {"us_gsp": 2},
    "units": {"us": {"1/2": "1204"}, "jp": {"317": "1306", "1/135": "2811"}},
}  # fmt: skip
RETREAT = [{"us": "attack 317 with 1/2"}, {"dice": [2]}]
COMBAT: dict[str, Any] = {
    **SAIPAN, "phase": "us combat", "options": {"us_gsp": 0},
    "units": {"us": {"1/2": "1205"}, "jp": SAIPAN["units"]["jp"]},
}  # fmt: skip
TOKYO: dict[str, Any] = {
    "turn": 4, "phase": "1ag combat", "clear": True,
    "units": {"7": "2504", "U1": "2404"}, "counters": {"U1": "140"}, "known": ["U1"],
}  # fmt: skip
MANILA: dict[str, Any] = {
    "clear": True, "phase": "combat", "units": {"637/A": "9", "637/B": "9"},
    "areas": {"9": "american", "10": "7 Ambush", "12": "american"},
}  # fmt: skip


def failed(name: str, given: Any, then: Any, play: Any = ()) -> str:
    case = Case("x-1", "7.4", "A case", list(play), then, given)
    return "\n".join(run_case(rules_of(name), case).failed)


def test_exactly_these_answers_are_legal() -> None:
    all_of_them = ["retreat 317 1307", "retreat 317 1406", "retreat 317 1405"]
    assert failed("saipan", COMBAT, {"legal": all_of_them}, RETREAT) == ""
    by_unit = {"retreat 317": ["1405", 1406, "1307"]}
    assert failed("saipan", COMBAT, {"legal": by_unit}, RETREAT) == ""
    fewer = failed("saipan", COMBAT, {"legal": all_of_them[1:]}, RETREAT)
    assert fewer == "`retreat 317 1307` is legal, but should not be"
    more = failed("saipan", COMBAT, {"legal": [*all_of_them, "retreat 317 1305"]}, RETREAT)
    assert more.startswith("`retreat 317 1305` should be legal, but is not: ")


@pytest.mark.parametrize(
    ("wanted", "reported"),
    [
        ([], "is legal, but should not be"),
        ({"move 1/2": []}, "`move 1/2 1104` is legal, but should not be"),
        ({"land": ["1/6 0802"]}, "`land 1/6 0802` should be legal, but is not: "),
        ({"mvoe 1/2": []}, "no possible answer has the word 'mvoe'; did you mean move?"),
        ({"move 9/9": []}, "no possible answer has the word '9/9'"),
        ("move", "write a list of orders"),
        ({"move 1/2": "1205"}, "write a list of the ends"),
        (["move 1/2 9999"], "9999 is off the map"),
        (["end movement; end movement"], "write exactly one order"),
    ],
)
def test_what_legal_says_wrongly_is_reported(wanted: Any, reported: str) -> None:
    assert reported in failed("saipan", SAIPAN, {"legal": wanted})


def test_no_order_begins_so() -> None:
    units = {"us": {"1/2": "1205", "1/29": "3320"}, "jp": SAIPAN["units"]["jp"]}
    held = {**SAIPAN, "units": units}
    none = {"legal": {"move 1/2": [], "land": [], "land 1/6": []}}
    assert failed("saipan", held, none) == ""


def test_nobody_is_asked_anything() -> None:
    play = [{"us": "attack 317 with 1/2"}]
    assert failed("saipan", COMBAT, {"legal": []}, play) == ""
    reported = failed("saipan", COMBAT, {"legal": ["pass"]}, play)
    assert "no question is open, so `pass` cannot be legal" in reported


def test_a_path_of_another_shape_is_the_same_answer() -> None:
    """Both ways round cost the same, and the list has one of them."""
    near = {**SAIPAN, "units": {"us": {"1/2": "1204"}, "jp": {"317": "1306"}}}
    held = {"legal": {"move 1/2": ["1105 1205"]}}
    reported = failed("saipan", near, held)
    assert "should be legal" not in reported
    assert "`move 1/2 1205` is legal, but should not be" not in reported
    assert "`move 1/2 1105` is legal, but should not be" in reported


def test_names_in_another_order_are_the_same_answer() -> None:
    two = {**COMBAT, "units": {"us": {"1/2": "1205", "1/6": "1305"}, "jp": {"317": "1306"}}}
    listed = {"attack 317": ["with 1/2", "with 1/6", "with 1/6 1/2"]}
    assert failed("saipan", two, {"legal": listed}) == ""


def test_too_many_answers_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case_legal, "MOST", 5)
    reported = failed("saipan", SAIPAN, {"legal": {"move 1/2": ["1205"]}})
    assert "more than 5 answers are too many" in reported


@pytest.mark.parametrize(
    ("name", "given", "order", "points"),
    [
        ("saipan", SAIPAN, "move 1/2 1205", 1),
        ("tokyo", {**TOKYO, "phase": "1ag movement", "units": {"7": "1808"}}, "move 7 1908", 1),
        # An open hex across a river.
        ("tokyo", {**TOKYO, "phase": "1ag movement", "units": {"7": "1808"}}, "move 7 1809", 2),
        ("manila", MANILA, "activate 9: 637/A to 10", 3),
    ],
)
def test_what_a_move_costs(name: str, given: Any, order: str, points: int) -> None:
    if name == "tokyo":
        given = {key: what for key, what in given.items() if key not in ("counters", "known")}
    assert failed(name, given, {"cost": {order: points}}) == ""
    reported = failed(name, given, {"cost": {order: 99}})
    assert reported == f"cost of `{order}`: expected 99, got {points}"


@pytest.mark.parametrize(
    ("cost", "reported"),
    [
        ({"move 1/2 1205 1306": 1}, "the order is illegal: 317 holds 1306"),
        ({"end movement": 0}, "`end movement` is not a move"),
        ({"move 1/2 1205": True}, "expected True, got 1"),
        ([1], "cost: write pairs"),
    ],
)
def test_what_cost_says_wrongly_is_reported(cost: Any, reported: str) -> None:
    assert reported in failed("saipan", SAIPAN, {"cost": cost})


def test_the_strength_of_an_attack_before_its_dice() -> None:
    attack = [{"us": "attack 317 with 1/2 gsp 2"}]
    given = {**COMBAT, "options": {"us_gsp": 2}}
    strength = {"attack": 7, "defence": 3, "differential": 4}
    assert failed("saipan", given, {"strength": strength}, attack) == ""
    assert failed("saipan", given, {"strength": None}) == ""
    assert "strength.attack: expected 8, got 7" in failed(
        "saipan", given, {"strength": {"attack": 8}}, attack
    )
    one = [{"1ag": "attack 2404 with 7"}]
    ratio = {"attack": 6, "defense": 4, "odds": "1:1", "shift": 0, "column": "1:1"}
    assert failed("tokyo", TOKYO, {"strength": ratio}, one) == ""
    # A face-down unit is worth nothing that anybody knows.
    unseen = {**TOKYO, "known": [], "counters": {}}
    assert failed("tokyo", unseen, {"strength": None, "asks": {"dice": True}}, one) == ""


def test_every_number_of_points_and_every_choice_of_guns_is_an_answer() -> None:
    given = {**COMBAT, "options": {"us_gsp": 2}}
    some = {"attack 317": ["with 1/2", "with 1/2 gsp 2", "gsp 2"]}
    assert "`attack 317 with 1/2 gsp 1` is legal, but should not be" in failed(
        "saipan", given, {"legal": some}
    )
    # Points alone leave 1/2 without an enemy: A24 excuses it, B4 does not.
    some["attack 317"] += ["with 1/2 gsp 1", "gsp 1"]
    assert failed("saipan", given, {"legal": some}) == ""
    each = {**given, "options": {"us_gsp": 2, "must_attack": "each"}}
    found = failed("saipan", each, {"legal": some})
    assert found.startswith("`attack 317 gsp 2` should be legal, but is not: ")
    some["attack 317"] = ["with 1/2", "with 1/2 gsp 1", "with 1/2 gsp 2"]
    assert failed("saipan", each, {"legal": some}) == ""


def test_what_is_legal_and_listed_otherwise_may_be_named() -> None:
    both = ["637/A to 10", "637/B to 10", "637/A 637/B to 10"]
    play = [{"us": "activate 9"}]
    reported = failed("manila", MANILA, {"legal": {"move": both}}, play)
    assert "should be legal" not in reported
    assert "`move 637/A to 10`" not in reported
    assert "`move 637/A to 1` is legal, but should not be" in reported
