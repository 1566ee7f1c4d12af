"""Judging, counting and showing, as a person types it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from long import sample
from pbem.bench import run
from pbem.bench.measure import Row, at_most

ROOT = Path(__file__).parents[2]
LOG = ROOT / "logs" / "saipan" / "historical.pbem"
CASES = ROOT / "tests" / "cases" / "saipan"


@pytest.fixture
def ann(home):
    return home("ann")


def test_verifying_a_log(ann):
    said = ann("verify", str(LOG))
    assert "Dice: kept by opponents. Only alice and bob together could have chosen" in said
    assert "valid, " in said
    assert "Result: U.S. (alice) wins (victory)." in said
    judged = ann.run("verify", str(LOG), "--json").json
    assert judged["logs"][0]["ok"] is True
    assert "level 1 of 3" in ann("verify", str(LOG), "--level", "1")


def test_a_changed_log_ends_with_an_error(ann, tmp_path):
    path = tmp_path / "changed.pbem"
    path.write_bytes(LOG.read_bytes().replace(b'"do":"move"', b'"do":"MOVE"', 1))
    result = ann.run("verify", str(path))
    assert result.code == 1
    assert "NOT valid" in result.out
    assert "Still good: the first" in result.out


def test_a_stranger_ends_with_an_error(ann):
    shutil.copy(ann.folder / "identities" / "ann.card", ann.outbox / "ann.card")
    result = ann.run("verify", str(LOG), "--card", str(ann.outbox / "ann.card"))
    assert result.code == 0
    assert "You gave the card of ann, who is not in this game." in result.out
    assert "You gave no card of alice" in result.out


def test_a_card_among_the_logs_is_no_broken_log(ann):
    card = ann.folder / "identities" / "ann.card"
    result = ann.run("verify", str(LOG), str(card))
    assert result.code == 1
    assert f"{card}: NOT judged. It is a player card: name it with --card." in result.out
    assert "No event before it is good." not in result.out


def test_keys_that_were_changed_are_reported_as_those_of_now(ann):
    cases = LOG.parents[2] / "tests" / "court" / "cases"
    renewed = ann.run("verify", str(cases / "renewed-key" / "bob.pbem"))
    assert "Keys now: ann a9e6" in renewed.out
    assert "Keys: alice" in ann("verify", str(LOG))


def test_what_parts_after_a_changed_event_is_reported_for_what_it_is(ann):
    case = LOG.parents[2] / "tests" / "court" / "cases" / "edited-order"
    found = ann.run("compare", *map(str, case.glob("*.pbem"))).out
    assert "The events after that name another predecessor (chain.prev)" in found
    assert " his " not in found


def test_many_logs(ann):
    # In witnesses.pbem another person plays as ann, so that one is not "ok" here.
    logs = [str(LOG.parent / "free-deployment.pbem"), str(LOG)]
    said = ann("verify", *logs, *logs, "--processes", "1")
    assert said.count("ok   ") == 4


def test_numbered_cases(ann):
    said = ann("cases", str(CASES / "04-sequence.yaml"))
    assert said.startswith("ok   4.0-1")
    assert said.rstrip().endswith("cases passed.")


@pytest.mark.parametrize("game", ["saipan", "tokyo", "manila", "meiktila", "singapore"])
def test_every_paragraph_and_every_ruling_has_a_case(ann, game):
    counted = ann("cases", str(CASES.parent / game), "--coverage", game)
    assert "0 without a case" in counted
    assert "not in the list" not in counted
    page = (CASES.parents[2] / "docs" / "games" / f"{game}-rulings.md").read_text()
    rulings = re.findall(r"^\| ([ARS][0-9]+) \|", page, re.MULTILINE)
    assert rulings
    assert [name for name in rulings if f"  {name:7} " not in counted] == []


def test_a_failing_case_ends_with_an_error(ann, tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text(
        "game: saipan\ncases:\n"
        "  - {id: x, paragraph: '4.0', title: Not so, play: [], then: {turn: 9}}\n"
    )
    result = ann.run("cases", str(path))
    assert result.code == 1
    assert "turn: expected 9, got 1" in result.out


@pytest.mark.long
def test_simulating(ann):
    said = ann("simulate", "saipan", "--games", "3", "--processes", "1")
    assert "3 games. The ranges are 95% intervals. Averages of a game: " in said
    again = ann.run("simulate", "saipan", "--games", "2", "--processes", "1", "--json").json
    assert [one["seed"] for one in again["games"]] == [0, 1]
    checked = ann("simulate", "saipan", "--games", "1", "--check", "--scenario", "free")
    assert "1 random games kept the contract" in checked
    assert "banzai" in ann.fails("simulate", "saipan", "--option", "banzay=true")


@pytest.mark.long
def test_simulating_each_option(ann, tmp_path):
    words = ("simulate", "saipan", "--games", "2", "--processes", "1", "--each-option")
    said = ann(*words, "--plot", str(tmp_path / "saipan.svg")).splitlines()
    assert [line.split(":")[0].strip() for line in said[:2]] == ["standard", "banzai=true"]
    assert said[-1] == "2 games for each, with the same seeds."
    assert "2 simulated games" in (tmp_path / "saipan.svg").read_text()
    assert list(ann.run(*words, "--json").json) == ["standard", "banzai=true"]
    assert "must end in .svg or .png" in ann.fails("simulate", "saipan", "--plot", "saipan.gif")


def test_measuring(ann, monkeypatch):
    rows = [at_most("one", 1.0, 1.2), Row("two", 3.0, "ms")]
    monkeypatch.setattr(run, "rows", lambda *, quick, reported: rows)
    assert ann("bench").splitlines()[0].endswith("met")
    assert json.loads(ann("bench", "--quick", "--json"))[1]["unit"] == "ms"


@pytest.mark.parametrize("scenario", sample(["lantern", "free"], 0))
def test_the_demonstration(ann, tmp_path, scenario):
    folder = tmp_path / "demo"
    said = ann("demo", "--keep", str(folder), "--scenario", scenario)
    assert "Carol has only the log and the two cards" in said
    assert (folder / "alice" / "games" / "demo.pbem").exists()
    refused = ann.fails("demo", "--keep", str(folder))
    assert f"{folder} already exists. Name a new folder." in refused


def test_cases_are_where_the_repository_is(ann, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    said = ann.fails("cases", "--coverage", "saipan")
    assert "Name their folder: 'pbem cases --coverage saipan FOLDER'" in said
    assert "'pbem cases FOLDER'" in ann.fails("cases")
    monkeypatch.chdir(ROOT)
    assert "did you mean saipan" in ann.fails("cases", "--coverage", "saipna")
    assert "paragraphs" in ann("cases", "--coverage", "saipan")


def test_verifying_the_games_of_the_client(game):
    ann, _ = game
    assert "valid, " in ann("verify")
    assert "valid, " in ann("verify", "saipan-ann")
    assert "no game 'x'" in ann.fails("verify", "x")
    ann("new", "saipan", "--dice", "self", "--name", "alone")
    assert "which game" in ann.fails("verify")
    result = ann.run("verify", "saipan-ann", "alonne")
    assert result.code == 1
    assert "valid, " in result.out
    assert "alonne: NOT judged. There is no game 'alonne' here; did you mean alone?" in result.out
    both = ann.run("verify", "alone", "saipan-ann-bob", "--json").json
    assert [log["ok"] for log in both["logs"]] == [True, True]
