"""`pbem table` as people type it."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

import fords
from pbem.client.client import Client


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return fords.packed(tmp_path / "fords.vmod")


@pytest.fixture
def alice(home):
    return home("alice")


def test_import_says_what_was_found_left_out_and_mailed(alice, module, tmp_path) -> None:
    said = alice("table", "import", str(module), "--out", str(tmp_path))
    lines = [" ".join(line.split()) for line in said.splitlines()]
    assert lines[:3] == ["Two Fords 1.2", "set-up: Long game", "sides: Blue, Red"]
    assert {"maps 3", "pieces on the maps 5", "decks 1", "cards in decks 2", "dice 3"} <= set(lines)
    assert "texts of more than 40 characters: 2" in lines
    assert "set-up Short game: its file is not in the module" in lines
    assert lines[-1].startswith("Pictures and texts of cards stay in the module.")
    assert (tmp_path / "two-fords.yaml").exists()


def test_import_as_json(alice, module, tmp_path) -> None:
    out = tmp_path / "mine.yaml"
    said = alice("table", "import", str(module), "--setup", "start", "--out", str(out), "--json")
    found = json.loads(said)
    assert (found["setup"], found["file"]) == ("start", str(out))
    assert found["found"]["pieces on the maps"] == 4
    assert found["size"] == len(out.read_bytes())


def test_describe_prints_the_description(alice, module) -> None:
    found = json.loads(alice("table", "describe", str(module)))
    assert found["format"] == "open-table/1"
    assert found["setups"]["Long game"]["decks"] == {"Blue events": 2, "Marshals": 1}


def test_no_file_is_written_over(alice, module, tmp_path) -> None:
    alice("table", "import", str(module), "--out", str(tmp_path))
    before = (tmp_path / "two-fords.yaml").read_bytes()
    said = alice.fails("table", "import", str(module), "--setup", "start", "--out", str(tmp_path))
    assert "two-fords.yaml already exists" in said
    assert (tmp_path / "two-fords.yaml").read_bytes() == before


def test_what_is_no_module_is_refused(alice, tmp_path) -> None:
    path = tmp_path / "notes.vmod"
    path.write_text("not a module")
    said = alice.fails("table", "import", str(path), "--out", str(tmp_path))
    assert said.count("\n") <= 1
    assert "notes.vmod is refused. It is not a whole ZIP file" in said
    assert not list(tmp_path.glob("*.yaml"))


def test_a_file_that_is_not_there(alice, tmp_path) -> None:
    said = alice.fails("table", "import", str(tmp_path / "none.vmod"))
    assert "No such file" in said


def test_a_wrong_set_up_is_named(alice, module, tmp_path) -> None:
    said = alice.fails("table", "import", str(module), "--setup", "Night", "--out", str(tmp_path))
    assert "There is no set-up Night. Choose one of these: Long game, start." in said


PAGE = Path(__file__).resolve().parents[2] / "docs" / "any-game.md"


def test_the_page_shows_what_is_printed(alice, tmp_path, monkeypatch) -> None:
    """Each command of the page runs, and its output has each line that the page shows."""
    monkeypatch.chdir(tmp_path)
    fords.packed(tmp_path / "ford.vmod")
    page = PAGE.read_text()
    typed, shown, *_ = re.findall(r"```\n(.*?)```", page, re.DOTALL)
    lines = [*typed.splitlines(), *re.findall(r"`(pbem table describe [^`]*)`", page)]
    said = [alice(*shlex.split(line)[1:]) for line in lines]
    assert len(said) == 3
    shows = shown.splitlines()
    assert [line for line in said[0].splitlines() if line in shows] == shows
    assert (tmp_path / "ford.yaml").read_bytes() == (tmp_path / "two-fords.yaml").read_bytes()


def test_a_table_file_is_known_as_one_whatever_its_name(alice, tmp_path) -> None:
    file = tmp_path / "anything.yaml"
    alice("table", "import", str(fords.packed(tmp_path / "fords.vmod")), "--out", str(file))
    assert "table version 1: an owner's data" in alice("pack", "check", str(file))


def test_where_a_module_is_is_remembered_for_the_board(alice, module, tmp_path) -> None:
    alice("table", "import", str(module), "--out", str(tmp_path / "one.yaml"))
    assert Client(alice.folder).config.modules == {"Two Fords": str(module)}
    moved = module.rename(tmp_path / "moved.vmod")
    alice("table", "import", str(moved), "--out", str(tmp_path / "two.yaml"))
    assert Client(alice.folder).config.modules == {"Two Fords": str(moved)}


def test_who_has_no_home_gets_none_by_an_import(alice, module, tmp_path) -> None:
    none = tmp_path / "nowhere"
    alice.run("table", "import", str(module), "--out", str(tmp_path), PBEM_HOME=str(none))
    assert (tmp_path / "two-fords.yaml").exists()
    assert not none.exists()
