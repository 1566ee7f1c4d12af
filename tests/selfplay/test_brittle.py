"""A rules module that fails costs a case or a game that is played without signatures, in words."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.cases.run import run_file
from pbem.commands.main import app
from pbem.errors import RulesFault
from pbem.games import registry
from pbem.play.fence import GAME
from pbem.selfplay.simulate import Setup, simulate
from toy.brittle import FAILS, always

TESTS = Path(__file__).parents[1]
REPORTED = "rules of brittle version 1 have a fault, and no player caused it"

GIVEN = {
    "sides": ["red", "blue"], "round": 1, "strength": {"red": 3, "blue": 3},
    "ground": {"red": 3, "blue": 3}, "shots": {"red": 1, "blue": 1},
    "reserve": {"red": [], "blue": []}, "agenda": [],
}  # fmt: skip


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(registry.RULES, ("brittle", 1), ("toy.brittle", "BrittleRules"))


@pytest.fixture
def cases(tmp_path):
    """Two cases that say nothing but their set-up; in the second it is blue's turn."""
    path = tmp_path / "brittle.yaml"
    each = [
        {"id": f"{turn}", "paragraph": "1.0", "title": "A set-up", "play": [],
         "given": {**GIVEN, "turn": turn}, "then": {"turn": turn}} for turn in (0, 1)
    ]  # fmt: skip
    path.write_text(json.dumps({"game": "brittle", "cases": each}))
    return path


def runs(*words):
    ran = CliRunner().invoke(app, list(words))
    assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
    return ran


def test_a_case_whose_rules_fail_is_one_case_that_fails(monkeypatch, cases):
    assert [one.ok for one in run_file(cases)] == [True, True]
    monkeypatch.setitem(FAILS, "arrange", lambda given, _cups: given["turn"] == 1)
    sound, fails = run_file(cases)
    assert sound.ok
    assert REPORTED in "".join(fails.failed)
    ran = runs("cases", str(cases))
    assert ran.exit_code == 1
    assert "1 of 2 cases failed." in ran.stdout


@pytest.mark.parametrize("name", GAME)
def test_no_case_ends_the_others_whatever_fails(monkeypatch, cases, name):
    monkeypatch.setitem(FAILS, name, always)
    assert all(one.ok or REPORTED in "".join(one.failed) for one in run_file(cases))


@pytest.mark.parametrize("name", ["set_up", "need", "apply", "sensible"])
def test_a_simulated_game_that_fails_is_reported_with_its_seed(monkeypatch, name):
    monkeypatch.setitem(FAILS, name, always)
    with pytest.raises(RulesFault, match=r"Game with seed 3: pbem.s rul"):
        list(simulate(Setup("brittle", "weather"), [3, 4], 1))
    ran = runs("simulate", "brittle", "--games", "2", "--seed", "3", "--processes", "1")
    assert ran.exit_code != 0
    assert "Game with seed 3" in ran.stderr


BOTH = """
import sys
from pbem.commands.main import main
from pbem.games import registry
from toy.brittle import FAILS, always
registry.RULES["brittle", 1] = ("toy.brittle", "BrittleRules")
FAILS[sys.argv.pop()] = always
main()
"""


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["set_up", "need", "apply", "sensible"])
def test_two_processes_report_it_too(name):
    """In a process without threads: what it copies knows the brittle game, a new one does not."""
    words = ("simulate", "brittle", "--games", "2", "--seed", "3", "--processes", "2", name)
    ran = subprocess.run(
        [sys.executable, "-c", BOTH, *words],
        cwd=TESTS, env={**os.environ, "PYTHONPATH": str(TESTS)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 1
    assert "Game with seed 3" in ran.stderr
