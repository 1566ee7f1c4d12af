"""Games of other packages: found by their entry points; what is broken costs nothing else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from shutil import copytree

import pytest

from commands.conftest import Home
from pbem.games import entries, registry
from pbem.table.library import Library, data_digest

from .conftest import Install

DATA = "orchard/orchard/orchard.yaml"


@pytest.fixture
def made(there: Home) -> Home:
    there("module", "new", "orchard")
    return there


@pytest.fixture
def in_python(there: Home) -> Home:
    there("module", "new", "orchard", "--python")
    return there


def change(path: str, old: str, new: str) -> None:
    text = Path(path).read_text()
    assert old in text
    Path(path).write_text(text.replace(old, new, 1))


def test_an_installed_game_is_one_of_the_games(made: Home, install: Install) -> None:
    assert "orchard" not in registry.names()
    install(Path("orchard"))
    assert registry.newest("orchard") == 1
    assert set(registry.names()) == {*registry.own(), "orchard"}
    assert registry.find("orchard", 2) is None
    library = Library(registry.find)
    [found] = json.loads(made("module", "check", "orchard", "--json"))
    assert data_digest(library.own("orchard", 1)) == found["data"]


def test_a_game_of_data_runs_no_python_of_its_package(made: Home, install: Install) -> None:
    Path("orchard/orchard/__init__.py").write_text("raise SystemExit('it ran')")
    install(Path("orchard"))
    assert registry.newest("orchard") == 1
    assert registry.refused() == ()
    made("simulate", "orchard", "--games", "1", "--processes", "1")
    made("module", "check", "orchard", "--games", "1")


BROKEN = {
    "an error": ("import nothing_here", "No module named 'nothing_here'"),
    "an exit": ("raise SystemExit(3)", "SystemExit: 3"),
    "no Python": ("x = (", "'(' was never closed"),
    "no rules": ("OrchardRules = dict", "gives no rules"),
    "another name": ("OrchardRules.name = 'meadow'", "its game is meadow version 1"),
    "a version in words": ("OrchardRules.version = '1'", "version must be a whole number"),
    "a version of 0": ("OrchardRules.version = 0", "version must be a whole number"),
    "a list of names": ("OrchardRules.name = ['orchard']", "name must be text"),
    "a name that fails": ("OrchardRules.name = property(lambda _: 1 / 0)", "ZeroDivisionError"),
    "a title that is none": ("OrchardRules.title = None", "title must be text"),
    "no scenarios": ("OrchardRules.scenarios = {}", "scenarios must give each scenario a title"),
    "scenarios that fail": ("OrchardRules.scenarios = property(lambda _: 1 / 0)", "ZeroDivision"),
    "options in a list": ("OrchardRules.options = []", "options must give each name an Option"),
    "an interrupt": ("raise BaseException('odd')", "BaseException: odd"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_module_stops_nothing_and_is_named(
    in_python: Home, install: Install, what: str
) -> None:
    line, why = BROKEN[what]
    path = Path("orchard/orchard/module.py")
    path.write_text(f"{path.read_text()}\n{line}\n")
    install(Path("orchard"))
    for words in (
        ("simulate", "lantern", "--games", "1", "--processes", "1"),
        ("games",),
        ("practice", "new", "lantern", "--to", f"{what}.practice"),
        ("pack", "show", "lantern"),
        ("why", "lantern", "4.1"),
    ):
        ran = in_python.run(*words)
        assert ran.code == 0, ran.err
        assert "Ignored the game 'orchard' of package pbem-game-orchard 1.0.0 in " in ran.err
        assert why in ran.err
        assert "'pbem module check orchard' checks it again." in ran.err
    assert "does not play 'orchard'" in in_python.run("simulate", "orchard").err
    ran = in_python.run("simulate", "lantern", "--games", "1", "--processes", "1", "--json")
    assert json.loads(ran.out)["games"]
    [found] = json.loads(in_python.run("module", "check", "orchard", "--json").out)
    assert not found["ok"]
    assert why in found["errors"][0]["what"]


def test_what_a_module_prints_spoils_no_output(in_python: Home, install: Install) -> None:
    path = Path("orchard/orchard/module.py")
    path.write_text(f"print('hello')\n{path.read_text()}")
    change(str(path), "from __future__ import annotations\n", "")
    install(Path("orchard"))
    ran = in_python.run("simulate", "orchard", "--games", "1", "--processes", "1", "--json")
    assert json.loads(ran.out)["games"]


def test_a_typing_error_in_installed_data_is_named(made: Home, install: Install) -> None:
    install(Path("orchard"))
    change(DATA, "turns: 5", "turns: five")
    install(Path("orchard"))
    said = made.run("games").err
    assert "orchard.yaml, line 5, column 10 (about.turns): 'five'" in said
    Path("elsewhere").mkdir()
    [found] = json.loads(made.run("module", "check", "orchard", "--json").out)
    assert (found["errors"][0]["line"], found["errors"][0]["column"]) == (5, 10)


def test_two_games_of_one_name_are_refused_with_both_places(made: Home, install: Install) -> None:
    install(Path("orchard"))
    install(Path("orchard"), name="other-orchard")
    said = made.run("games").err
    for package in ("pbem-game-orchard 1.0.0", "other-orchard 1.0.0"):
        assert said.count(f"package {package}") == 2
    assert said.count("pbem plays neither. Uninstall one of the packages") == 2
    assert "orchard" not in registry.names()
    assert registry.find("orchard", 1) is None


def test_nobody_takes_the_place_of_a_game_of_this_release(made: Home, install: Install) -> None:
    change("orchard/pyproject.toml", 'orchard = "orchard:', 'lantern = "orchard:')
    change(DATA, "name: orchard", "name: lantern")
    install(Path("orchard"))
    said = made.run("why", "lantern", "4.1")
    assert said.code == 0
    assert "Ignored the game 'lantern' of package pbem-game-orchard 1.0.0 in" in said.err
    assert f"pbem itself has a game of this name, in {Path(registry.__file__).parent}" in said.err
    rules = registry.find("lantern", 1)
    assert rules is not None
    assert rules.title == "Lantern Bridge"


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("Orchard", "orchard:orchard.yaml", "is no name of a game"),
        ("orchard", "nowhere:orchard.yaml", "there is no package 'nowhere'"),
        ("orchard", "orchard:other.yaml", "cannot be read"),
        ("orchard", "orchard.nothing:Rules", "No module named 'orchard.nothing'"),
        ("orchard", "???", "there is no package"),
        ("orchard.v2", "orchard:orchard.yaml", "its game is orchard version 1"),
        ("orchard", "orchard:../../secret.yaml", "names no file of its package"),
    ],
)
def test_an_entry_point_that_leads_nowhere_is_named(
    made: Home, install: Install, name: str, value: str, why: str
) -> None:
    info = install(Path("orchard"))
    (info / "entry_points.txt").write_text(f"[pbem.games]\n{name} = {value}\n")
    from .conftest import forget

    forget()
    ran = made.run("games")
    assert ran.code == 0
    assert why in ran.err


def test_versions_of_one_package_stand_beside_each_other(made: Home, install: Install) -> None:
    old = Path(DATA).read_text()
    Path("orchard/orchard/old.yaml").write_text(old)
    change(DATA, "  turns: 5", "  version: 2\n  turns: 4")
    lines = 'orchard = "orchard:orchard.yaml"\n"orchard.v1" = "orchard:old.yaml"'
    change("orchard/pyproject.toml", 'orchard = "orchard:orchard.yaml"', lines)
    install(Path("orchard"))
    assert registry.refused() == ()
    assert registry.newest("orchard") == 2
    for version, turns in ((1, 5), (2, 4)):
        rules = registry.find("orchard", version)
        assert rules is not None
        assert rules.data().about.turns == turns  # type: ignore[attr-defined]


def test_a_changed_file_is_other_data(
    made: Home, install: Install, met: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that goes on is played with the old file, once that is kept as a pack."""
    install(Path("orchard"))
    ann = Home(copytree(met / "ann", tmp_path / "ann"))
    ann("new", "orchard", "--seat", "blue=ann", "--seat", "red=bob")
    old = Path("old.yaml")
    old.write_bytes(Path(DATA).read_bytes())
    change(DATA, "turns: 5", "turns: 6")
    install.nothing()  # type: ignore[attr-defined]
    install(Path("orchard"))
    log = next((ann.folder / "games").glob("*.pbem"))
    assert "data pack" in ann.run("verify", str(log)).out
    ann("pack", "check", "old.yaml", "--game", "orchard")
    assert re.search("level 3|all three levels|valid", ann("verify", str(log)))


@pytest.mark.parametrize("package", ["orchard./tmp", "orchard./", "orchard...", "orchard.a/b"])
def test_a_file_of_data_lies_in_its_package(
    made: Home, install: Install, tmp_path: Path, package: str
) -> None:
    change("orchard/pyproject.toml", '"orchard:orchard.yaml"', f'"{package}:orchard.yaml"')
    install(Path("orchard"))
    [refused] = registry.refused()
    assert "names no file of its package" in refused.why


@pytest.mark.parametrize("metadata", [True, False])
def test_the_reader_of_entry_points_is_loaded_where_a_package_offers_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, metadata: bool
) -> None:
    """It takes as long as a short command. The others have entry points that are no games."""
    for name, group in (("one", "console_scripts"), ("other", entries.GROUP)):
        info = tmp_path / name / f"{name}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{group}]\norchard = orchard:orchard.yaml\n")
    places = ["one", "other"] if metadata else ["one", "nowhere"]
    code = (
        "import sys; from pbem.games.entries import entries; "
        "print([one.name for one in entries().found], 'importlib.metadata' in sys.modules)"
    )
    path = os.pathsep.join([str(tmp_path / place) for place in places])
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ran.stdout == (f"{['orchard']} True\n" if metadata else "[] False\n")


def test_games_in_an_archive_on_the_path_are_found(tmp_path: Path) -> None:
    archive = tmp_path / "other.zip"
    with zipfile.ZipFile(archive, "w") as written:
        written.writestr("other-1.0.dist-info/METADATA", "Name: other\nVersion: 1.0\n")
        written.writestr(
            "other-1.0.dist-info/entry_points.txt", "[pbem.games]\norchard = orchard:orchard.yaml\n"
        )
    code = "from pbem.games.entries import entries; print([one.name for one in entries().found])"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(archive)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ran.stdout == "['orchard']\n"
