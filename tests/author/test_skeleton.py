"""`pbem module new`: a skeleton that runs at once, whole or not at all."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from commands.conftest import Home
from long import PATIENCE
from pbem.author import skeleton
from pbem.board.practising import PracticeBoard, begin
from pbem.client.client import Client
from pbem.games import registry
from pbem.generated import printed
from pbem.practice.beginning import PracticeOptions
from pbem.practice.beginning import begin as beginning_of
from pbem.table.library import Library

from .conftest import Install

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "writing-a-rules-module.md").read_text()
KINDS = {"data": (), "python": ("--python",)}


@pytest.mark.parametrize("kind", KINDS)
def test_a_skeleton_is_right_and_is_played_to_its_end(
    there: Home, install: Install, kind: str
) -> None:
    made = there("module", "new", "orchard-road", *KINDS[kind])
    assert "Made Orchard Road in orchard-road:" in made
    checked = there("module", "check", "orchard-road")
    assert checked.startswith("orchard-road version 1: Orchard Road\n")
    assert checked.endswith("The module is right.\n")
    assert ("Code digest, which no log names: none" in checked) == (kind == "data")
    install(Path("orchard-road"))
    assert there("module", "check", "orchard-road") == checked
    played = there("simulate", "orchard-road", "--games", "3", "--processes", "1", "--json")
    assert len(re.findall('"winner"', played)) == 3
    assert "the computer plays Red" in there("practice", "new", "orchard-road", "--against", "red")
    assert there("practice", "legal").count("\n") > 1
    why = there("why", "orchard-road", "2.1")
    assert "Blue" in why
    assert "Numbered cases that show it:\n  2.1-1: " in why
    assert "end" in there("chart", "orchard-road", "orders")


@pytest.mark.parametrize("kind", KINDS)
def test_the_board_shows_it(there: Home, install: Install, kind: str) -> None:
    """The first requests of a page of the board; tests/board tries the page."""
    there("module", "new", "orchard", *KINDS[kind])
    install(Path("orchard"))
    library = Library(registry.find)
    client = Client(there.folder, f"sqlite:///{there.folder / 'pbem.sqlite'}")
    wish = PracticeOptions(seed=1, against=["red"])
    board = PracticeBoard(library, begin(beginning_of(client, "orchard", wish), library))
    assert "turn 1 of 5" in board.picture().title or kind == "python"
    head = board.state().shown.head
    assert board.order("end movement" if kind == "data" else "march", head)
    assert board.state().shown.head != head
    client.close()


def test_nothing_of_the_template_is_left(there: Home) -> None:
    for kind, words in KINDS.items():
        there("module", "new", f"game-{kind}", "--title", "Duke's Day, at last", *words)
        for path in Path(f"game-{kind}").rglob("*"):
            assert "mygame" not in str(path).lower()
            assert "package/" not in f"{path.relative_to(f'game-{kind}')}/"
            if path.is_file():
                text = path.read_text()
                assert not re.search("(?i)mygame|my game", text), path
                assert '"package' not in text.replace('"packages"', ""), path
        project = tomllib.loads(Path(f"game-{kind}/pyproject.toml").read_text())
        assert list(project["project"]["entry-points"]["pbem.games"]) == [f"game-{kind}"]
        assert "dependencies" not in project["project"]


def test_the_page_shows_the_line_that_leads_to_a_game(there: Home) -> None:
    there("module", "new", "orchard")
    [shown] = re.findall("```toml\n(.*?)```", PAGE, re.DOTALL)
    assert shown in Path("orchard/pyproject.toml").read_text()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("lantern", "There is a game 'lantern' already, in "),
        ("Orchard", "'Orchard' is no name of a game. Write 2 to 20 small letters"),
        ("../up", "is no name of a game"),
        ("o", "is no name of a game"),
        ("a" * 21, "is no name of a game"),
        ("orchard-", "is no name of a game"),
        ("orchard\n", "is no name of a game"),
        ("1815", "is no name of a game"),
        ("random", "Python has something called 'random' already"),
        ("class", "Python has something called 'class' already"),
        ("pbem", "Python has something called 'pbem' already"),
        ("con", "Windows keeps it for a device"),
    ],
)
def test_a_bad_or_taken_name_is_refused(there: Home, name: str, why: str) -> None:
    assert why in there.fails("module", "new", name)
    assert list(Path().iterdir()) == []


def test_the_name_of_an_installed_game_is_taken(there: Home, install: Install) -> None:
    there("module", "new", "orchard")
    install(Path("orchard"))
    Path("other").mkdir()
    why = there.fails("module", "new", "orchard", "--to", "other")
    assert f"already, in {Path('orchard/orchard').absolute()}" in why
    assert list(Path("other").iterdir()) == []


@pytest.mark.parametrize("what", ["folder", "file", "link"])
def test_what_exists_is_left_alone(there: Home, what: str) -> None:
    path = Path("orchard")
    match what:
        case "folder":
            path.mkdir()
        case "file":
            path.write_text("mine")
        case "link":
            path.symlink_to("nowhere")
    assert "orchard exists already" in there.fails("module", "new", "orchard")
    assert [one.name for one in Path().iterdir()] == ["orchard"]
    assert what != "file" or path.read_text() == "mine"


@pytest.mark.parametrize("title", ["", "True", 'a"b', "a: b", "x" * 61, "# one", "a\nb"])
def test_a_title_that_no_file_can_hold_is_refused(there: Home, title: str) -> None:
    assert "title" in there.fails("module", "new", "orchard", "--title", title)
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("after", [0, 1, 5])
def test_it_never_leaves_half_a_skeleton(
    there: Home, monkeypatch: pytest.MonkeyPatch, error: BaseException, after: int
) -> None:
    whole, written = skeleton.writing, list[Path]()

    def writing(path: Path, *, new: bool = False) -> object:
        if len(written) == after:
            raise error
        written.append(path)
        return whole(path, new=new)

    monkeypatch.setattr(skeleton, "writing", writing)
    assert there.run("module", "new", "orchard").code != 0
    assert len(written) == after
    assert list(Path().iterdir()) == []


def test_a_friends_file_is_taken_without_anything_else(there: Home, tmp_path: Path) -> None:
    """Data and cases come along; Python, and what would install it, do not."""
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    there("module", "new", "orchard", "--to", str(theirs), "--title", "The Orchard")
    lies = theirs / "orchard" / "orchard"
    (lies / "__init__.py").write_text("raise SystemExit('read')")
    data = lies / "orchard.yaml"
    data.write_text(data.read_text().replace("turns: 5", "turns: 4"))
    why = there.fails("module", "new", "other", "--from", str(data))
    assert "is called orchard. Write 'pbem module new orchard --from" in why
    rulebook = lies / "RULES.md"
    rulebook.write_bytes(b"\xff")
    assert "RULES.md, line 1, column 1: not UTF-8" in there.fails(
        "module", "new", "orchard", "--from", str(data)
    )
    rulebook.write_text("# Theirs\n\n**1.1** As they say.\n")
    made = there("module", "new", "orchard", "--from", str(data))
    assert Path("orchard/RULES.md").read_text() == rulebook.read_text()
    assert "Made The Orchard in orchard:" in made
    assert Path("orchard/orchard/orchard.yaml").read_bytes() == data.read_bytes()
    assert not list(Path("orchard").rglob("__init__.py"))
    assert not list(Path("orchard").rglob("module.py"))
    data.write_text(data.read_text().replace("turns: 4", "turns: four"))
    why = there.fails("module", "new", "plum", "--from", str(data))
    assert "line 5, column 10" in why
    assert not Path("plum").exists()


def test_pip_finds_it(there: Home, tmp_path: Path) -> None:
    """As pip installs it in place, with the tool that builds releases of pbem."""
    there("module", "new", "orchard")
    to = tmp_path / "site"
    script = (
        "import os, sys; os.chdir('orchard'); import hatchling.build as build; "
        f"os.makedirs({str(to)!r}); print(build.build_editable({str(to)!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    unpack = [sys.executable, "-m", "zipfile", "-e", str(next(to.glob("*.whl"))), str(to)]
    subprocess.run(unpack, check=True, timeout=PATIENCE)
    ask = (
        f"import site; site.addsitedir({str(to)!r}); from pbem.games import registry; "
        "print(registry.newest('orchard'), registry.refused())"
    )
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", ask], cwd=elsewhere, capture_output=True, text=True,
        timeout=PATIENCE, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout == "1 ()\n", done.stdout + done.stderr


def test_games_of_this_release_are_not_loaded_to_look_for_others(install: Install) -> None:
    assert registry.names() == registry.own()
    assert registry.refused() == ()


@pytest.mark.parametrize("kind", [(), ("--python",)])
@pytest.mark.parametrize("name", ["mygame-two", "package-x", "my-game"])
def test_a_name_may_have_words_of_the_template(
    there: Home, name: str, kind: tuple[str, ...]
) -> None:
    there("module", "new", name, *kind)
    assert "The module is right." in there("module", "check", name, "--games", "1")
    project = tomllib.loads(Path(name, "pyproject.toml").read_text())
    assert project["project"]["name"] == f"pbem-game-{name}"
    [package] = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert Path(name, package, f"{name}.yaml").is_file()


def test_a_simulation_says_whose_lead_it_counts(there: Home, install: Install) -> None:
    """The turn at the end of each turn is no news."""
    there("module", "new", "orchard")
    install(Path("orchard"))
    said = there("simulate", "orchard", "--games", "2", "--processes", "1")
    assert "\nLead of Blue at the end of each turn, also of the last one:\n" in said
    assert "Turn at the end" not in said


def test_a_game_of_ones_own_is_printed_with_pictures_of_its_cases(
    there: Home, install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there("module", "new", "orchard")
    rules = Path("orchard/RULES.md")
    rules.write_text(rules.read_text() + "\n![Stop](orchard-3.3-1.svg)\n\n<script>x</script>\n")
    install(Path("orchard"))
    book, sheets = printed.write(tmp_path, "orchard", tmp_path / "made")
    assert [book.name, sheets.name] == ["orchard-rules.html", "orchard-sheets.html"]
    text = book.read_text()
    assert "<figcaption>Stop</figcaption>" in text
    assert "<strong>3.3</strong>" in text
    assert "<script" not in text
    rules.write_text("![Stop](other.svg)\n")
    with pytest.raises(LookupError, match=r"shows other\.svg. Name a picture of a case, as orch"):
        printed.write(tmp_path, "orchard", tmp_path / "made")
    rules.write_text("![Stop](orchard-9.9-9.svg)\n")
    with pytest.raises(LookupError, match=r"shows orchard-9\.9-9\.svg, and there is no case 9"):
        printed.write(tmp_path, "orchard", tmp_path / "made")
    rules.unlink()
    assert printed.main(["orchard", str(tmp_path / "made")]) == 1
    assert "RULES.md is not there" in capsys.readouterr().err
