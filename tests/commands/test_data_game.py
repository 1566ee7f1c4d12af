"""A game out of its data alone, by mail: sides, scenario and options of a pack that both have."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import pytest

from commands.conftest import Home
from games.test_data_game import OTHER
from pbem.games import registry

MOST = 20
"""Events of a game, and more."""


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    monkeypatch.setitem(registry.RULES, ("raids", 1), ("data_game.module", "RaidsRules"))


@pytest.fixture
def homes(met, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    copytree(met, tmp_path, dirs_exist_ok=True)
    Path("war.yaml").write_bytes(OTHER)
    return Home(tmp_path / "ann"), Home(tmp_path / "bob")


def test_two_play_by_a_pack_and_a_third_verifies(homes, tmp_path):
    ann, bob = homes
    seats = ("--seat", "ap=ann", "--seat", "cp=bob")
    assert "Scenarios: 1914, 1915" in ann.fails(
        "new", "raids", *seats, "--pack", "war.yaml", "--scenario", "feud"
    )
    agreed = ("--scenario", "1915", "--option", "die=20", "--option", "first=listed")
    ann("new", "raids", *seats, "--pack", "war.yaml", *agreed)
    bob("pack", "check", "war.yaml")
    bob("take", ann.sends())
    assert "die=20 (faces of the die)" in " ".join(bob("show").split())
    bob("join")
    mine, other = ann, bob
    mine("take", other.sends())
    for _ in range(MOST):
        if "The game is over." in mine("show"):
            break
        while "Your move" in mine("show"):
            reported = " ".join(mine("show").rpartition("Your move.")[2].split())
            if "'pbem dice'" in reported:
                mine("dice")
            elif "'pbem reveal'" in reported:
                mine("reveal")
            else:
                mine("order", "--yes", "-m", "gather")
        other("take", mine.sends())
        mine, other = other, mine
    else:
        pytest.fail("it never ended")
    third = Home(tmp_path / "third")
    third("pack", "check", "war.yaml")
    log = ann.sends()
    assert json.loads(third("verify", "--json", log))["ok"]
    reported = " ".join(third("verify", log).split())
    assert 'ann plays "Allied Powers"' in reported
    assert "die 20" in reported or "die=20" in reported


def test_it_is_practised_and_looked_up_like_any_other(homes):
    ann, _ = homes
    assert "die=6|8 (default 6): faces of the die [3.2]" in ann("new", "raids", "--option", "help")
    of_pack = ann("new", "raids", "--option", "help", "--pack", "war.yaml")
    assert "die=10|20 (default 10): faces of the die [3.2]" in of_pack
    reported = ann("practice", "new", "raids", "--against", "river", "--seed", "1")
    assert "the computer plays River Folk" in reported
    for _ in range(MOST):
        now = ann("practice", "show")
        if "The game is over" in now:
            return
        answer = "pass" if "Do you yield?" in now else "gather"
        ann("practice", *(("dice",) if "Dice are due" in now else ("order", "-m", answer)))
    pytest.fail("it never ended")
