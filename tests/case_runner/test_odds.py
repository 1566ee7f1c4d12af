"""The claims of a case about the odds of orders that are not given."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.cases.run import Case, run_case
from pbem.selfplay.unsigned import rules_of

COMBAT: dict[str, Any] = {
    "turn": 3, "phase": "us combat", "clear": True, "options": {"us_gsp": 0},
    "units": {"us": {"1/2": "1205", "1/6": "1206"}, "jp": {"317": "1306", "1/135": "2811"}},
}  # fmt: skip
ATTACK = "attack 317 with 1/2"


def failed(odds: Any) -> str:
    case = Case("x-1", "7.4", "A case", [], {"odds": odds}, COMBAT)
    return "\n".join(run_case(rules_of("saipan"), case).failed)


def test_results_columns_and_losses_are_compared() -> None:
    results = {"Dr": "2/3", "Ex": "1/6", "=": "1/6"}
    assert failed({ATTACK: {"results": results, "columns": {"+2": 1}}}) == ""
    assert failed({ATTACK: {"results": {"Dr": 1}}}) == (
        f"odds of `{ATTACK}`: results: '=': expected 0, got 1/6\n"
        f"odds of `{ATTACK}`: results: 'Dr': expected 1, got 2/3\n"
        f"odds of `{ATTACK}`: results: 'Ex': expected 0, got 1/6"
    )
    assert failed({ATTACK: {"columns": {"+3": 1}}}) == (
        f"odds of `{ATTACK}`: columns: '+2': expected 0, got 1\n"
        f"odds of `{ATTACK}`: columns: '+3': expected 1, got 0"
    )
    assert "lost: '317': expected 1, got " in failed({ATTACK: {"lost": {317: 1}}})
    assert failed({ATTACK: {"lost": {"1/135": 0}}}) == ""


@pytest.mark.parametrize(
    ("wanted", "reported"),
    [
        ("attack", "write pairs of an order"),
        ({ATTACK: {}}, "write one or more of results, columns, lost and out"),
        ({ATTACK: {"result": {}}}, "there is no 'result'; did you mean results?"),
        ({ATTACK: {"lost": ["317"]}}, "write pairs of a name and its chance"),
        (
            {ATTACK: {"lost": {"317": "often"}}},
            "'often' is not a chance; write it like 1/3, 0 or 1",
        ),
        ({ATTACK: {"lost": {"317": "1/0"}}}, "'1/0' is not a chance"),
        ({ATTACK: {"lost": {"317": 0.5}}}, "0.5 is not a chance"),
        ({"attack 318 with 1/2": {"lost": {}}}, "the order is illegal: "),
        ({"atack 317 with 1/2": {"lost": {}}}, "did you mean attack?"),
    ],
)
def test_what_is_wrong_is_reported(wanted: Any, reported: str) -> None:
    assert reported in failed(wanted)
