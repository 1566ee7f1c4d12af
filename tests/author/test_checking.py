"""`pbem module check`: what is wrong, with file, line and column, and what to do about it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from commands.conftest import Home
from pbem.author import checking
from pbem.author.project import opened
from pbem.author.words import checked_lines
from pbem.selfplay.general import ContractBrokenError

from .conftest import Install

DATA, CASES, RULES = (
    "orchard/orchard/orchard.yaml",
    "orchard/orchard/cases.yaml",
    "orchard/RULES.md",
)


@pytest.fixture
def made(there: Home) -> Home:
    there("module", "new", "orchard")
    return there


def change(path: str, old: str, new: str) -> None:
    text = Path(path).read_text()
    assert old in text
    Path(path).write_text(text.replace(old, new, 1))


def errors(home: Home, *words: str) -> list[dict[str, Any]]:
    ran = home.run("module", "check", "orchard", "--games", "1", "--json", *words)
    [found] = json.loads(ran.out)
    assert found["ok"] == (not found["errors"]) == (ran.code == 0)
    return list(found["errors"])


def line_of(path: str, words: str) -> int:
    [line] = [n for n, line in enumerate(Path(path).read_text().split("\n"), 1) if words in line]
    return line


@pytest.mark.parametrize(
    ("old", "new", "at", "what"),
    [
        ("at: 0503}", "at: 0553}", "R2", "0553 is off the map"),
        ("enter: stop", "enter: halt", "enter: halt", "write one of stop, cost"),
        ("\nzones:", "\nzone:", "zone: {", "there is no field `zone` here; did you mean zones?"),
        ("turns: 5", "turns: five", "turns:", "'five': expected a whole number"),
        ("  turns: 5", "\tturns: 5", "turns:", "a tab instead of spaces"),
        ('losses: {paragraph: "4.2"', 'losses: {paragraph: "4.9"', "losses:", "add an entry"),
    ],
)
def test_a_typing_error_is_named_with_its_line(
    made: Home, old: str, new: str, at: str, what: str
) -> None:
    change(DATA, old, new)
    [error] = errors(made)
    assert error["file"] == DATA
    assert error["line"] == line_of(DATA, at)
    assert error["column"] >= 1
    assert what in error["what"]
    shown = made.fails("module", "check", "orchard")
    assert f"{DATA}, line {error['line']}, column {error['column']}" in shown
    assert shown.endswith("1 error.\n")


def test_a_paragraph_needs_a_case_and_a_place_in_the_rulebook(made: Home) -> None:
    change(CASES, 'paragraph: "3.3"', 'paragraph: "3.2"')
    change(RULES, "**3.3**", "")
    found = errors(made)
    line = line_of(DATA, '"3.3": {about')
    assert [(one["file"], one["line"]) for one in found] == [(DATA, line)] * 2
    assert f"paragraph 3.3 has no numbered case. Add one to {CASES}." in found[0]["what"]
    assert "RULES.md does not have paragraph 3.3. Write **3.3** there." in found[1]["what"]


def test_a_case_of_no_paragraph_is_named(made: Home) -> None:
    change(CASES, 'paragraph: "3.3"', 'paragraph: ["3.3", "9.9"]')
    [error] = errors(made)
    assert (error["file"], error["line"]) == (CASES, line_of(CASES, "9.9"))
    assert "there is no paragraph 9.9. Name one of 1.1, 2.1" in error["what"]


def test_a_case_that_fails_is_named_with_its_step(made: Home) -> None:
    change(CASES, 'illegal: "3.3"', 'illegal: "3.2"')
    change(CASES, "{winner: red}", "{winner: blue}")
    first, second = errors(made)
    assert (first["file"], first["line"]) == (CASES, line_of(CASES, "move B1 0304 0305"))
    assert "case 3.3-1: step 1" in first["what"]
    assert (second["file"], second["line"]) == (CASES, line_of(CASES, "5.1-2"))
    assert second["what"].endswith("Correct the case, or the rules.")


def test_a_case_that_cannot_be_read_is_named(made: Home) -> None:
    change(CASES, "title: Each unit begins in its hex", "titel: Each unit begins in its hex")
    found = [one for one in errors(made) if "titel" in one["what"]]
    assert [(one["file"], one["line"]) for one in found] == [(CASES, line_of(CASES, "titel"))]
    assert found == errors(made)  # and nobody knows what the case would have shown
    Path(CASES).write_text("game: orchard\ncases: [\n")
    assert [(one["file"], one["line"]) for one in errors(made)] == [(CASES, 3)]


def test_a_case_that_cannot_be_read_is_named_before_what_the_rulebook_lacks(made: Home) -> None:
    change(CASES, "title: Each unit begins in its hex", "titel: Each unit begins in its hex")
    change(RULES, "**3.3**", "")
    first, second = errors(made)
    assert "titel" in first["what"]
    assert "RULES.md does not have paragraph 3.3" in second["what"]


def test_what_is_hardly_meant_is_a_warning_and_no_error(made: Home) -> None:
    change(DATA, "text: Millers, kind: foot", "text: Millers, kind: footh")
    assert errors(made) == []
    line = line_of(DATA, "footh")
    said = made("module", "check", "orchard", "--games", "1")
    assert f"  Warning: {DATA}, line {line}, column " in said
    assert "R2 alone is of the kind footh; is it foot?" in said
    assert said.endswith("The module is right. 1 warning.\n")


def test_the_die_of_the_table_is_named(made: Home) -> None:
    said = made("module", "check", "orchard", "--games", "1")
    assert "  Combat table: a d6 for 6 rows, and 5 columns by odds.\n" in said
    assert "Warning" not in said


def test_every_mistake_of_form_is_an_error_of_its_own(made: Home) -> None:
    change(DATA, "turns: 5", "turns: five")
    change(DATA, "enter: stop", "enter: halt")
    change(DATA, "\nstacking:", "\nstaking:")
    lines = [line_of(DATA, word) for word in ("turns: five", "enter: halt", "staking:")]
    found = errors(made)
    assert sorted(one["line"] for one in found) == sorted(lines)
    assert {one["file"] for one in found} == {DATA}


def test_a_part_that_is_missing_is_one_of_the_file_and_has_no_line(made: Home) -> None:
    change(DATA, "\nmovement:", "\n# movement:")
    [error] = errors(made)
    assert (error["file"], error["line"]) == (DATA, None)
    assert error["what"] == (
        "`movement` is missing; add it. docs/hex-games.md explains the part `movement`"
    )


def test_a_breach_of_the_contract_is_named(made: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ContractBrokenError("seed 0, step 3: the game waits for nothing, but is not over")

    monkeypatch.setattr(checking, "check_game", broken)
    [error] = errors(made)
    assert (error["file"], error["line"], error["column"]) == (DATA, 1, 1)
    assert "seed 0, step 3: the game waits for nothing" in error["what"]
    assert "Mend the rules" in error["what"]


def test_each_scenario_and_each_choice_is_played(
    made: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(
        DATA,
        "paragraphs:\n",
        "scenarios:\n  whole: {title: All of it}\n  short: {title: Less, turns: 2}\n"
        "options:\n  fog:\n    title: no stop\n    paragraph: '3.3'\n    default: off\n"
        "    choices: {off: {}, on: {without: [zones]}}\n\nparagraphs:\n",
    )
    played = []
    whole = checking.bind

    def bind(rules: Any, scenario: str, options: Any) -> Any:
        played.append((scenario, dict(options)))
        return whole(rules, scenario, options)

    monkeypatch.setattr(checking, "bind", bind)
    assert errors(made) == []
    assert played == [
        ("whole", {"fog": "off"}),
        ("short", {"fog": "off"}),
        ("whole", {"fog": "on"}),
    ]


def test_a_file_of_data_is_checked_alone(made: Home) -> None:
    assert made("module", "check", DATA).startswith("orchard version 1")
    assert "There is no module 'orchad'" in made.fails("module", "check", "orchad")
    Path("empty").mkdir()
    assert "empty has no pyproject.toml" in made.fails("module", "check", "empty")
    change("orchard/pyproject.toml", 'pbem.games"]', 'other"]')
    assert "offers no game. Add [project.entry-points" in made.fails("module", "check", "orchard")
    Path("orchard/pyproject.toml").write_text("[")
    assert "is not TOML" in made.fails("module", "check", "orchard")


def test_a_missing_file_is_named(made: Home) -> None:
    Path(DATA).unlink()
    [error] = errors(made)
    assert DATA in error["file"] + error["what"]
    assert "cannot be read" in error["what"]


def test_the_entry_point_has_the_name_of_the_game(made: Home) -> None:
    change(DATA, "name: orchard", "name: meadow")
    [error] = errors(made)
    assert "is called orchard, but its game is meadow" in error["what"]


def test_a_game_of_this_release_can_be_checked(there: Home) -> None:
    with opened("lantern") as [project]:
        found = checking.check(project, 1)
    assert [one.what for one in found.errors if "no numbered case" not in one.what] == []
    assert found.code is None


def test_python_that_fails_is_one_error(there: Home) -> None:
    there("module", "new", "orchard", "--python")
    change("orchard/orchard/module.py", "from .position import Position", "import nothing_here")
    [error] = errors(there)
    assert "No module named 'nothing_here'" in error["what"]
    assert "in module.py line" in error["what"]


def test_the_digest_of_code_is_that_of_its_files(there: Home) -> None:
    there("module", "new", "orchard", "--python")
    digests = set()
    for more in ("", "# more\n", "# other\n"):
        path = Path("orchard/orchard/changes.py")
        path.write_text(path.read_text() + more)
        ran = there.run("module", "check", "orchard", "--games", "1", "--json")
        [found] = json.loads(ran.out)
        digests.add((found["data"], found["code"]))
    assert len({data for data, _ in digests}) == 1
    assert len({code for _, code in digests}) == 3


def test_a_file_of_data_cannot_write_to_the_terminal(made: Home) -> None:
    change(DATA, "title: Orchard", r'title: "Orch\e]0;mine\a"')
    with opened("orchard") as [project]:
        found = checking.check(project, 1)
    assert found.title == "Orch\x1b]0;mine\x07"
    said = "\n".join(checked_lines(found))
    assert r"Orch\x1b]0;mine\x07" in said
    assert "\x1b" not in said


@pytest.mark.parametrize("where", ["a.yaml", "other/a.yaml"])
def test_files_beside_a_file_of_data_are_not_read(made: Home, tmp_path: Path, where: str) -> None:
    """The file may lie anywhere, also among files that are large or none of a game."""
    alone = tmp_path / "alone"
    (alone / "other").mkdir(parents=True)
    (alone / "z.yaml").write_bytes(Path(DATA).read_bytes())
    (alone / "cases.yaml").write_bytes(Path(DATA).with_name("cases.yaml").read_bytes())
    (alone / where).write_bytes(b"#" * ((1 << 20) + 1))
    assert "The module is right." in made("module", "check", str(alone / "z.yaml"), "--games", "1")


def test_names_of_sides_cannot_write_lines_of_their_own(made: Home, install: Install) -> None:
    change(DATA, "name: Blue}", r'name: "Blue\nRed: 1 100.0%"}')
    install(Path("orchard"))
    said = made("simulate", "orchard", "--games", "1", "--processes", "1")
    assert not re.search("^Red: 1 100.0%", said, re.MULTILINE)
    assert r"Blue\x0aRed: 1 100.0%:" in said
