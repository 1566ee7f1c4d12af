"""The wheel, built as anybody builds it, installed where nothing else is, and used from there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "api.md").read_text(), re.DOTALL)
DRAWING = "game.draw("
"""Only who has the extra 'plot' can run an example with this."""

pytestmark = pytest.mark.long


class Elsewhere:
    """An environment with the wheel and what it depends on, and a folder away from this tree."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / "python"
        self.variables = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PBEM_", "PYTHON"))
        }

    def run(self, *command: str | Path, ok: bool = True) -> str:
        """Run a command in the folder; return what it prints, errors included."""
        done = subprocess.run(
            [str(word) for word in command],
            cwd=self.folder,
            env=self.variables | {"PBEM_HOME": str(self.folder / "home")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert (done.returncode == 0) == ok, f"{command}\n{done.stdout}"
        return done.stdout

    def ask(self, code: str, *, ok: bool = True) -> str:
        """Run a few lines of Python, as if no environment and no folder were set."""
        return self.run(self.python, "-I", "-W", "error", "-c", code, ok=ok)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)],
        check=True,
    )
    [built] = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Elsewhere:
    there = Elsewhere(tmp_path_factory.mktemp("elsewhere"))
    venv.create(there.folder / "env", with_pip=True)
    there.run(there.python, "-m", "pip", "install", "-q", wheel)
    (there.folder / "logs").symlink_to(ROOT / "logs")
    (there.folder / "tests").mkdir()
    (there.folder / "tests" / "cases").symlink_to(ROOT / "tests" / "cases")
    return there


def test_everything_of_the_package_is_in_it_and_nothing_else(wheel: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "pbem"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    with zipfile.ZipFile(wheel) as opened:
        names = [name for name in opened.namelist() if ".dist-info/" not in name]
    assert "pbem/py.typed" in names
    assert any(name.endswith(".yaml") for name in names)
    assert sorted(names) == sorted(tracked)


def test_the_command_runs(elsewhere: Elsewhere) -> None:
    pbem = elsewhere.bin / "pbem"
    assert "demo" in elsewhere.run(pbem, "--help")
    assert ": valid, " in elsewhere.run(pbem, "verify", "logs/saipan/historical.pbem")
    told = elsewhere.run(pbem, "verify", "logs/hostile/dice.proof-bit-flipped.pbem", ok=False)
    assert "To blame, as far as the log proves it: ann" in told
    assert elsewhere.run(elsewhere.python, "-I", "-m", "pbem", "games")


def test_it_brings_one_module(elsewhere: Elsewhere) -> None:
    where = elsewhere.ask("import pbem; print(pbem.__file__)")
    assert str(elsewhere.folder) in where
    for name in ("cli", "tests", "toy"):
        assert f"No module named '{name}'" in elsewhere.ask(f"import {name}", ok=False)


def test_every_game_has_its_data(elsewhere: Elsewhere) -> None:
    code = """
import pbem
for about in pbem.catalogue().values():
    for scenario in about.scenarios:
        game = pbem.new_game(about.name, scenario=scenario)
        print(about.name, scenario, len(game.map()) > 1000)
"""
    lines = elsewhere.ask(code).splitlines()
    assert {line.split()[0] for line in lines} == {"manila", "saipan", "tokyo"}
    assert all(line.endswith("True") for line in lines)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_examples_run(elsewhere: Elsewhere, example: str) -> None:
    if DRAWING in example:
        assert "pip install 'pbem[plot]'" in elsewhere.ask(example, ok=False)
    else:
        assert elsewhere.ask(example).strip()


def test_a_type_checker_sees_its_types(elsewhere: Elsewhere) -> None:
    for number, example in enumerate(EXAMPLES):
        (elsewhere.folder / f"example{number}.py").write_text(example)
    wrong = "import pbem\npbem.verify(3)\npbem.verify_all('logs')\n"
    (elsewhere.folder / "wrong.py").write_text(wrong)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", elsewhere.python]
    names = [f"example{number}.py" for number in range(len(EXAMPLES))]
    assert "Success" in elsewhere.run(*mypy, *names)
    told = elsewhere.run(*mypy, "wrong.py", ok=False)
    assert 'Argument 1 to "verify" has incompatible type "int"' in told
    assert 'Module has no attribute "verify_all"' in told
