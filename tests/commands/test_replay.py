"""`pbem replay`: the past of a game in a file, never half written and never over another."""

from __future__ import annotations

from pathlib import Path

import pytest

LOGS = Path(__file__).parents[2] / "logs"


@pytest.fixture
def stranger(home, tmp_path, monkeypatch):
    """Somebody with no game, no identity and an empty folder."""
    monkeypatch.chdir(tmp_path)
    return home("eve")


def test_a_page_by_the_name_of_its_log(stranger, tmp_path):
    reported = stranger("replay", str(LOGS / "singapore" / "sarimbun.pbem"))
    [page] = tmp_path.glob("*.html")
    assert page.name == "sarimbun.html"
    assert f"{page.name} ({page.stat().st_size:,} bytes)" in reported
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>\n")


def test_what_is_there_is_not_written_over(stranger, tmp_path):
    there = tmp_path / "game.html"
    there.write_text("a letter")
    log = str(LOGS / "singapore" / "sarimbun.pbem")
    reported = stranger.fails("replay", log, "--to", "game.html")
    assert "game.html already exists. Choose another name, or move it away." in reported
    assert there.read_text() == "a letter"


@pytest.mark.parametrize(
    ("to", "reported"),
    [
        ("game.txt", "game.txt must end in .html"),
        ("nowhere", "nowhere is not a folder"),
        ("nowhere/game.html", "No such file or directory"),
    ],
)
def test_where_it_cannot_be_written(stranger, tmp_path, to, reported):
    log = str(LOGS / "singapore" / "sarimbun.pbem")
    assert reported in stranger.fails("replay", log, "--to", to)
    assert list(tmp_path.glob("*.html")) == []


def test_what_is_no_log(stranger, tmp_path):
    junk = tmp_path / "junk.pbem"
    junk.write_bytes(b"\x00\xff{}")
    assert "Line 1" in stranger.fails("replay", str(junk))
    assert list(tmp_path.glob("*.html")) == []


def test_a_log_with_a_finding_is_written_and_reported(stranger, tmp_path):
    ran = stranger.run("replay", str(LOGS / "hostile" / "dice.proof-bit-flipped.pbem"))
    assert ran.code == 1
    assert "ends before event 6, which is NOT valid (dice.proof). Event 6:" in ran.out
    assert "dice.proof" in (tmp_path / "dice.proof-bit-flipped.html").read_text("utf-8")


def test_a_players_own_replay_is_a_strangers(game, stranger, tmp_path):
    """A secret of ann's, for example a seal, is in no replay that ann makes."""
    ann, _ = game
    ann("order", "-m", "land 1/2 1203")
    log = Path(ann.sends())
    ann("replay", str(log), "--to", str(tmp_path / "hers.html"))
    stranger("replay", str(log), "--to", str(tmp_path / "eves.html"))
    assert (tmp_path / "hers.html").read_bytes() == (tmp_path / "eves.html").read_bytes()
