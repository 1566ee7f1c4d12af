"""Files of numbered cases: what is wrong is named by file, id and line, and hides nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cases.run import files_in, read_file, run_all, run_file
from pbem.commands.main import app
from pbem.errors import FormError

GOOD = """game: saipan
cases:
  - id: a
    paragraph: "4.0"
    title: One
    play: []
    then: {turn: 1}
"""
BROKEN = (
    GOOD
    + """  - id: b
    paragraph: "4.0"
    title: Two
    play: []
  - id: c
    paragraph: "4.0"
    title: Three
    play: []
    thne: {turn: 1}
    then: {turn: 1}
  - id: d
    paragraph: "4.0"
    title: Four
    play: [{us: end movement}, 7]
    then: {turn: 1}
  - paragraph: "4.0"
  - id: e
    paragraph: "4.0"
    title: Five
    play: []
    then: {turn: 1}
"""
)


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "1.yaml", GOOD)
    write(tmp_path / "2.yaml", "game: saipan\ncases: [\n")
    write(tmp_path / "3.yaml", "game: chess\ncases: []\n")
    write(tmp_path / "4.yml", GOOD.replace("id: a", "id: z"))
    write(tmp_path / "5.yaml", BROKEN)
    return tmp_path


def test_what_cannot_be_read_hides_nothing(folder: Path) -> None:
    ran = {one.id: one for one in run_all([folder])}
    assert [name for name, one in ran.items() if one.ok] == ["a", "z", "e"]
    assert "2.yaml, line 3" in "".join(ran[str(folder / "2.yaml")].failed)
    assert "does not play 'chess'" in "".join(ran[str(folder / "3.yaml")].failed)


def test_a_wrong_case_is_named_by_file_id_and_line(folder: Path) -> None:
    path = folder / "5.yaml"
    reported = {one.id: "".join(one.failed) for one in run_file(path)}
    assert (
        reported["b"] == f"{path}, line 8, case b: `then` is missing; add it, at least `then: {{}}`"
    )
    assert reported["c"] == (
        f"{path}, line 16, case c: there is no field `thne`; did you mean then?"
    )
    assert reported["d"].startswith(
        f"{path}, line 21, case d: Expected `object`, got `int` at play.1"
    )
    assert reported["number 5"] == f"{path}, line 23, case number 5: `id` is missing; add it"
    with pytest.raises(FormError, match="line 8, case b"):
        read_file(path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("# mine\ncases: []\n", "line 2: `game` is missing; add it"),
        ("game: saipan\n", "line 1: `cases` is missing; add it"),
        ("game: saipan\ncases: 3\n", "line 2: Expected `array`, got `int` at cases"),
        ("game: saipan\ncaeses: []\n", "line 2: there is no field `caeses`; did you mean cases?"),
    ],
)
def test_a_wrong_file_is_named_with_its_line(text: str, why: str, tmp_path: Path) -> None:
    path = write(tmp_path / "one.yaml", text)
    with pytest.raises(FormError) as refused:
        read_file(path)
    assert str(refused.value) == f"{path}, {why}"


def test_two_of_one_id_are_named_with_their_lines(tmp_path: Path) -> None:
    twice = GOOD + GOOD.partition("cases:\n")[2]
    path = write(tmp_path / "one.yaml", twice)
    with pytest.raises(FormError, match="two cases have the same id a, in line 3 and line 8"):
        read_file(path)


def test_the_command_runs_the_rest_and_says_what_failed(folder: Path) -> None:
    ran = CliRunner().invoke(app, ["cases", str(folder)])
    assert ran.exit_code == 1
    assert "ok   z" in ran.stdout
    assert "FAIL " + str(folder / "2.yaml") in ran.stdout
    assert "6 of 10 cases failed." in ran.stdout
    reported = json.loads(CliRunner().invoke(app, ["cases", "--json", str(folder)]).stdout)
    assert len(reported) == 10


def test_a_folder_without_cases_and_no_file_at_all_are_no_success(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.yaml"):
        ran = CliRunner().invoke(app, ["cases", str(path)])
        assert ran.exit_code == 1
        assert "1 of 1 cases failed." in ran.stdout


def test_a_file_is_a_mebibyte_at_most_and_the_page_says_so(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "cases.md"
    assert "at most 1 MiB" in page.read_text(encoding="utf-8")
    padding = "# " + "x" * 61 + "\n"
    fits = GOOD + padding * (((1 << 20) - len(GOOD)) // len(padding))
    assert all(one.ok for one in run_file(write(tmp_path / "fits.yaml", fits)))
    with pytest.raises(FormError, match="it has more than 1 MiB"):
        list(run_file(write(tmp_path / "large.yaml", fits + padding * 2)))


DATA = "about: {name: orchard}\nparagraphs: {}\n"


def test_files_of_data_beside_cases_are_no_cases(tmp_path: Path) -> None:
    """A folder of a module has its data beside its cases; a slip in a name is still a mistake."""
    for name, text in {
        "cases.yaml": GOOD,
        "more.yaml": '{"cases": [], "game": saipan}\n',
        "orchard.yaml": DATA,
        "paragraphs.yaml": "paragraphs: {}\n",
        "slip.yaml": "gmae: saipan\ncases: []\n",
        "torn.yaml": "{",
    }.items():
        write(tmp_path / name, text)
    names = [path.name for path in files_in(tmp_path)]
    assert names == ["cases.yaml", "more.yaml", "slip.yaml", "torn.yaml"]


def test_the_folder_of_a_project_leads_to_its_cases(tmp_path: Path) -> None:
    inner = tmp_path / "orchard" / "orchard"
    inner.mkdir(parents=True)
    write(inner / "orchard.yaml", DATA)
    write(inner / "cases.yaml", GOOD)
    assert files_in(tmp_path / "orchard") == files_in(inner) == [inner / "cases.yaml"]


def test_a_file_of_data_is_named_as_what_it_is_not(tmp_path: Path) -> None:
    path = write(tmp_path / "orchard.yaml", DATA)
    with pytest.raises(FormError, match="is no file of numbered cases: such a file begins with"):
        list(run_file(path))


def test_paragraphs_are_counted_for_a_file_too(tmp_path: Path) -> None:
    path = write(tmp_path / "one.yaml", GOOD)
    for where in (path, tmp_path):
        ran = CliRunner().invoke(app, ["cases", "--coverage", "saipan", str(where)])
        assert "1 cases," in ran.output
    gone = CliRunner().invoke(app, ["cases", "--coverage", "saipan", str(tmp_path / "none")])
    assert "There are no cases of saipan in" in gone.output
