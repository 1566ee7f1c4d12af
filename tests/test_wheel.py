"""The wheel, installed where nothing else is, and used from there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import pbem

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
PLACES = {"HOME": "pipx", "BIN_DIR": "bin", "MAN_DIR": "man"}
"""The places where pipx puts things -> in which folder here."""
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "api.md").read_text(), re.DOTALL)


class Elsewhere:
    """An environment with the wheel and what it depends on, and a folder away from this tree."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.command = folder / "bin" / "pbem"
        self.python = folder / "pipx" / "venvs" / "pbem" / SCRIPTS / "python"
        self.variables = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PBEM_", "PYTHON", "PIPX_"))
        } | {f"PIPX_{name}": str(folder / where) for name, where in PLACES.items()}

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


def built(folder: Path) -> Path:
    """Build the wheel of this tree; that it is what a release has says test_release.py."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    [wheel] = folder.glob("*.whl")
    return wheel


def installed(wheel: Path, folder: Path) -> Elsewhere:
    """Install the wheel by pipx, as CONTRIBUTING says: by pip in an environment that is empty.

    Logs and cases are what somebody has anyhow.
    """
    assert f"`pipx install ./{wheel.name.replace(pbem.__version__, '$VERSION')}`" in PAGE
    there = Elsewhere(folder)
    venv.create(folder / "tools")
    tools = folder / "tools" / SCRIPTS
    pip = [sys.executable, "-m", "pip", "--python", tools / "python"]
    there.run(*pip, "install", "-q", "--no-compile", "pipx")
    there.run(tools / "pipx", "install", "--pip-args=--no-compile", f"./{wheel.name}")
    (folder / "logs").symlink_to(ROOT / "logs")
    (folder / "tests").mkdir()
    (folder / "tests" / "cases").symlink_to(ROOT / "tests" / "cases")
    return there


@pytest.mark.long
def test_the_wheel(tmp_path: Path) -> None:
    """One test, so that it is built and installed once however many processes there are."""
    wheel = built(tmp_path)
    there = installed(wheel, tmp_path)
    its_command_runs(there)
    it_brings_one_module(there)
    its_games_have_their_data(there)
    the_examples_run(there)
    a_type_checker_sees_its_types(there)


def its_command_runs(there: Elsewhere) -> None:
    command = there.command
    assert there.run(command, "--version") == f"pbem {pbem.__version__}\n"
    assert "demo" in there.run(command, "--help")
    assert ": valid, " in there.run(command, "verify", "logs/saipan/historical.pbem")
    reported = there.run(command, "verify", "logs/hostile/dice.proof-bit-flipped.pbem", ok=False)
    assert "At fault, as far as the log proves it: ann" in reported
    assert there.run(there.python, "-I", "-m", "pbem", "games")
    assert "published counters" in there.run(command, "chart", "manila", "units")
    assert "Ruling R3: " in there.run(command, "why", "tokyo", "6.81")


def it_brings_one_module(there: Elsewhere) -> None:
    assert str(there.folder) in there.ask("import pbem; print(pbem.__file__)")
    for name in ("cli", "tests", "toy"):
        assert f"No module named '{name}'" in there.ask(f"import {name}", ok=False)


def its_games_have_their_data(there: Elsewhere) -> None:
    code = """
import pbem
for about in pbem.catalogue().values():
    for scenario in about.scenarios:
        game = pbem.new_game(about.name, scenario=scenario)
        print(about.name, scenario, len(game.map()) > (1000 if about.name != "table" else 10))
"""
    lines = there.ask(code).splitlines()
    games = {"lantern", "manila", "meiktila", "saipan", "singapore", "table", "tokyo"}
    assert {line.split()[0] for line in lines} == games
    assert all(line.endswith("True") for line in lines)


def the_examples_run(there: Elsewhere) -> None:
    for example in EXAMPLES:
        assert there.ask(example).strip()


def a_type_checker_sees_its_types(there: Elsewhere) -> None:
    for number, example in enumerate(EXAMPLES):
        (there.folder / f"example{number}.py").write_text(example)
    wrong = "import pbem\npbem.verify(3)\npbem.verify_all('logs')\n"
    (there.folder / "wrong.py").write_text(wrong)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", there.python]
    names = [f"example{number}.py" for number in range(len(EXAMPLES))]
    reported = there.run(*mypy, *names, "wrong.py", ok=False)
    assert "Found 2 errors in 1 file" in reported
    assert 'Argument 1 to "verify" has incompatible type "int"' in reported
    assert 'Module has no attribute "verify_all"' in reported
