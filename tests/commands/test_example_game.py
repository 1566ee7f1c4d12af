"""The example of a rules module as people play it: two by mail, a third who verifies, and alone."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

from commands.conftest import Home
from long import PATIENCE
from pbem.games import registry

ROOT = Path(__file__).resolve().parent.parent.parent
README = (ROOT / "tests" / "example_game" / "README.md").read_text()
MOST = 40
"""Events of a game, and more."""


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    monkeypatch.setitem(registry.RULES, ("ford", 1), ("example_game.module", "ExampleRules"))


@pytest.fixture
def played(met, tmp_path, monkeypatch):
    """Ann is Red and attacks every day, Bob Blue; each knows what came by mail and no more."""
    monkeypatch.chdir(tmp_path)
    copytree(met, tmp_path, dirs_exist_ok=True)
    ann, bob = Home(tmp_path / "ann"), Home(tmp_path / "bob")
    ann("new", "ford", "--seat", "red=ann", "--seat", "blue=bob")
    bob("take", ann.sends())
    bob("join")
    bob("seal", "-m", "barrage 2")
    mine, other = ann, bob
    mine("take", other.sends())
    for _ in range(MOST):
        if "The game is over." in mine("show"):
            return ann, bob
        act(mine)
        other("take", mine.sends())
        mine, other = other, mine
    pytest.fail("it never ended")


def act(home):
    """Do what is to be done, as long as it is this player's turn."""
    for _ in range(MOST):
        reported = " ".join(home("show").rpartition("Your move.")[2].split())
        if "'pbem dice'" in reported:
            home("dice")
        elif "'pbem reveal'" in reported:
            home("reveal")
        elif "Attack, probe or end the day" in reported and "Your move" in home("show"):
            home("order", "--yes", "-m", "attack")
        elif "Do you pursue?" in reported and "Your move" in home("show"):
            home("order", "--yes", "-m", "pass; standing pursuit usual")
        else:
            return


def test_a_game_is_played_by_exchanged_logs_and_a_third_verifies_it(played, tmp_path):
    ann, bob = played
    log = Path(ann.sends())
    third = Home(tmp_path / "third")
    found = json.loads(third("verify", "--json", str(log)))
    found = found[0] if isinstance(found, list) else found
    assert found["ok"]
    reported = third("verify", str(log))
    assert re.search(r"(red|blue) \((ann|bob)\)", reported)
    assert bob("log") == ann("log")
    spoilt = tmp_path / "spoilt.pbem"
    spoilt.write_bytes(log.read_bytes().replace(b'"attack"', b'"probed"', 1))
    assert "signature" in third.run("verify", str(spoilt)).out


def test_it_is_drawn_and_explained(played, tmp_path):
    ann, _ = played
    drawing = tmp_path / "ford.svg"
    assert "0101 river" in ann("show", "--draw", str(drawing))
    assert "garrison" in drawing.read_text() or "1/7" in drawing.read_text()
    assert "the ford" in ann("chart", "terrain")
    assert "4.1-1" in ann("why", "4.1")
    page = tmp_path / "ford.html"
    ann("replay", "--to", str(page))
    assert page.read_text().startswith("<!DOCTYPE html>")


def test_what_is_sealed_has_no_odds(met, tmp_path, monkeypatch):
    """Nothing comes of a secret choice but that it is sealed, in a game and in a practice."""
    monkeypatch.chdir(tmp_path)
    copytree(met, tmp_path, dirs_exist_ok=True)
    ann = Home(tmp_path / "ann")
    ann("new", "ford", "--seat", "blue=ann", "--seat", "red=bob")
    bob = Home(tmp_path / "bob")
    bob("take", ann.sends())
    bob("join")
    ann("take", bob.sends())
    lines = ann("legal").splitlines()[1:]
    assert [line.strip() for line in lines] == ["barrage 1", "barrage 2", "barrage 3"]
    ann("practice", "new", "ford", "--seed", "1")
    listed = ann("practice", "legal")
    assert "%" not in listed
    assert "one order without a result" in ann.fails("practice", "odds", "barrage 1")


def test_it_is_practised_against_the_program(met, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ann = Home(copytree(met / "ann", tmp_path / "ann"))
    reported = ann("practice", "new", "ford", "--against", "blue", "--seed", "1")
    assert "blue orders (the computer)" in reported
    for _ in range(MOST):
        now = ann("practice", "show")
        if " wins: " in now:
            return
        ann("practice", *(("dice",) if "Dice are due" in now else ("order", "-m", "attack")))
    pytest.fail("it never ended")


def test_what_its_page_shows_can_be_typed(tmp_path):
    """The command with this game among the others, from a copy of the tree."""
    [block] = re.findall(r"```\n(PYTHONPATH.*?)```", README, re.DOTALL)
    setting, *words = shlex.split(block)
    assert setting == "PYTHONPATH=tests"
    assert words[:3] == [".venv/bin/python", "-m", "example_game"]
    environment = {name: os.environ[name] for name in os.environ if not name.startswith("PBEM_")}
    done = subprocess.run(
        [sys.executable, *words[1:]],
        cwd=tmp_path,
        env=environment | {"PYTHONPATH": str(ROOT / "tests"), "PBEM_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert "Wrote ford-ford.practice" in done.stdout, done.stderr
