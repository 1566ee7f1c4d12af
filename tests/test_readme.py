"""The README's words are true: its commands exist, and its first game can be played."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main

import cli

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
FENCES = re.findall(r"(?:<!-- ([^>]*) -->\n)?```\n(.*?)```", README, re.DOTALL)


def lines_with(command: str) -> list[str]:
    """Return every use of a command in the README, in code blocks and in running text."""
    found = [line for _, block in FENCES for line in block.splitlines()]
    found += re.findall(r"`([^`\n]+)`", README)
    return [re.split(r"\s+#|>|\|", line)[0] for line in found if line.startswith(command)]


def used() -> list[list[str]]:
    """Return every call of pbem as words, without the word pbem itself."""
    calls = [
        shlex.split(line)[1:]
        for name in ("pbem", "alice", "bob")
        for line in lines_with(f"{name} ")
    ]
    return [words for words in calls if words]


@pytest.mark.parametrize("words", used(), ids=" ".join)
def test_command_and_options_exist(words: list[str]) -> None:
    command: Any = typer.main.get_command(cli.app)
    for word in words:
        if hasattr(command, "commands") and not word.startswith("-"):
            assert word in command.commands, f"there is no command {word}"
            command = command.commands[word]
    options = {name for param in command.params for name in getattr(param, "opts", [])}
    for word in words:
        if word.startswith("-") and word != "-":
            assert word in options, f"{command.name} has no option {word}"


def test_every_command_stands_in_the_readme() -> None:
    command: Any = typer.main.get_command(cli.app)
    named = {words[0] for words in used()}
    assert set(command.commands) - named <= {"identity", "store"}


@pytest.mark.parametrize("which", ["first game", "alone"])
def test_what_it_shows_can_be_played(tmp_path: Path, which: str) -> None:
    script = next(block for mark, block in FENCES if mark == f"run: {which}")
    environment = dict(os.environ, PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    environment.pop("PBEM_HOME", None)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "whose pen" not in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_ci_runs_the_readme_command() -> None:
    run = (ROOT / ".ci" / "run").read_text()
    assert "<!-- tests -->" in run
    assert any(mark == "tests" and "pytest" in block for mark, block in FENCES)
