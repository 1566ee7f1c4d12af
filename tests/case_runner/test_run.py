"""The runner of numbered cases: what passes, and how it reports what does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.cases import coverage
from pbem.cases.compared import differences
from pbem.cases.run import Case, files_in, lines, read_file, run_case, run_file
from pbem.errors import FormError
from pbem.selfplay.unsigned import rules_of

RULES = rules_of("saipan")
GIVEN = {
    "turn": 3,
    "phase": "us combat",
    "clear": True,
    "units": {"us": {"1/2": "1205", "1/29": "3320"}, "jp": {"317": "1306", "1/135": "2811"}},
}


def failed(play: list[dict[str, Any]], then: dict[str, Any], **given: Any) -> str:
    case = Case("x-1", "7.4", "A case", play, then, {**GIVEN, **given})
    return "\n".join(run_case(RULES, case).failed)


def test_a_case_that_holds() -> None:
    then = {
        "outcomes": [{"is": "AttackDeclared", "on": ["317"]}],
        "never": [{"is": "Moved"}],
        "lapsed": [],
        "asks": {"dice": True},
        "result": "none",
        "turn": 3,
        "units": {"us": {"1/2": "1205"}},
    }
    assert failed([{"us": "attack 317 with 1/2"}], then) == ""


@pytest.mark.parametrize(
    ("then", "reported"),
    [
        ({"turn": 4}, "turn: expected 4, got 3"),
        ({"units": {"us": {"1/2": "1206"}}}, "units.us.1/2: expected '1206', got '1205'"),
        ({"units": {"us": {"9/9": "dead"}}}, "but there is none"),
        ({"asks": {"side": "us"}}, "asks.side: expected 'us', but there is none"),
        ({"outcomes": [{"is": "Moved"}]}, "there were: no outcome of this name"),
        ({"outcomes": [{"is": "AttackDeclared", "gsp": 9}]}, "outcome expected: AttackDeclared"),
        ({"never": [{"is": "AttackDeclared"}]}, "occurred, but must not: AttackDeclared"),
        ({"lapsed": ["7.2"]}, "lapsed: expected ['7.2'], got []"),
        ({"result": {"winner": "us"}}, "result: expected {'winner': 'us'}, got None"),
    ],
)
def test_what_differs_is_named(then: dict[str, Any], reported: str) -> None:
    assert reported in failed([{"us": "attack 317 with 1/2"}], then)


@pytest.mark.parametrize(
    ("step", "reported"),
    [
        ({"jp": "end movement"}, "jp is not the active player"),
        ({"dice": [1]}, "No dice are due"),
        ({"us": "atack 317"}, "step 1 (us: atack 317): line 1"),
        ({"fr": "end combat"}, "there is no side 'fr'"),
        ({"us": "end combat"}, "step 1 (us: end combat)"),
        ({"us": "end combat", "illegal": "5.0"}, "7.1 refused it, not 5.0"),
        ({"us": "attack 317 with 1/2", "illegal": "7.1"}, "it is legal, but should be illegal"),
        ({"us": "end combat", "jp": "end combat"}, "a step needs exactly one of these"),
        ({"dice": "six"}, "needs a list of faces"),
    ],
)
def test_a_step_that_goes_wrong_is_named(step: dict[str, Any], reported: str) -> None:
    assert reported in failed([step], {})


@pytest.mark.parametrize(
    ("dice", "reported"),
    [
        ([], "one more die is due"),
        ([7], "cannot show 7"),
        ([4, 4], "There are too many faces. Not rolled: [4]"),
    ],
)
def test_dice_are_exactly_those_due(dice: list[int], reported: str) -> None:
    assert reported in failed([{"us": "attack 317 with 1/2"}, {"dice": dice}], {})


def test_an_illegal_step_changes_nothing() -> None:
    play = [
        {"us": "standing advance none\nend combat", "illegal": "7.1"},
        {"us": "attack 317 with 1/2"},
    ]
    assert failed(play, {"asks": {"dice": True}, "lapsed": []}) == ""


def test_true_is_not_one() -> None:
    assert differences("banzai", 1, True)
    assert differences("banzai", True, True) == []


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_a_file_is_run(tmp_path: Path) -> None:
    path = write(
        tmp_path / "one.yaml",
        "game: saipan\ncases:\n"
        "  - {id: a, paragraph: '4.0', title: One, play: [], then: {turn: 1}}\n"
        "  - {id: b, paragraph: ['4.0', A1], title: Two, play: [], then: {turn: 2}}\n",
    )
    ran = list(run_file(path))
    assert [one.ok for one in ran] == [True, False]
    reported = list(lines(ran))
    assert reported[0] == "ok   a         One [4.0]"
    assert reported[1] == "FAIL b         Two [4.0, A1]"
    assert reported[-1] == "1 of 2 cases failed."
    assert len(list(lines(ran, only_failed=True))) == 3


@pytest.mark.parametrize(
    "text",
    [
        "game: saipan\ncases: [{id: a}]\n",
        "game: saipan\ncases: 3\n",
        "cases: []\n",
        "game: saipan\ncases:\n"
        + 2 * "  - {id: a, paragraph: '4.0', title: One, play: [], then: {}}\n",
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(FormError, match=r"one\.yaml"):
        read_file(write(tmp_path / "one.yaml", text))


def test_an_unknown_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        FormError, match="does not play 'chess'; it plays lantern, manila, meiktila, saipan"
    ):
        list(run_file(write(tmp_path / "one.yaml", "game: chess\ncases: []\n")))
    with pytest.raises(FormError, match="cannot be read"):
        read_file(tmp_path / "none.yaml")


def test_unknown_options_and_scenarios_fail_the_case() -> None:
    assert "options" in failed([], {}, options={"weather": True})
    assert "scenario" in failed([], {}, scenario="moon")


def test_coverage(tmp_path: Path) -> None:
    write(tmp_path / "paragraphs.yaml", 'paragraphs: {"4.0": sequence, "5.0": movement}\n')
    write(
        tmp_path / "one.yaml",
        "game: saipan\ncases:\n"
        "  - {id: a, paragraph: ['4.0', A9], title: One, play: [], then: {}}\n",
    )
    found = coverage.coverage(tmp_path)
    assert found.without == ["5.0"]
    assert found.unlisted == ("A9",)
    assert [path.name for path in files_in(tmp_path)] == ["one.yaml"]
    reported = list(coverage.lines(found))
    assert reported[0].split() == ["no", "case", "5.0", "movement"]
    assert reported[-1] == "1 cases, 2 paragraphs, 1 without a case."
    assert msgspec.json.encode(found)
    with pytest.raises(FormError):
        coverage.coverage(tmp_path / "none")


def test_every_paragraph_of_saipan_has_a_case() -> None:
    found = coverage.coverage(Path(__file__).parents[1] / "cases" / "saipan")
    assert found.without == []
    assert found.unlisted == ()
    assert found.cases >= 120
