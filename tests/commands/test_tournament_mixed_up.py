"""The log of a tournament where a game's is meant, and the reverse: what takes it is said."""

from __future__ import annotations

import pytest

PLAN = "name: Club Cup\nformat: round-robin\ngame: saipan\n"


@pytest.fixture
def ann(both, tmp_path):
    """Somebody who has founded a tournament and opened a game, both as files on disk."""
    ann, _ = both
    (tmp_path / "cup.yaml").write_text(PLAN)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob")
    return ann


@pytest.mark.parametrize("command", ["verify", "show", "log", "replay", "luck"])
def test_a_tournament_where_a_game_is_meant(ann, command):
    log = str(ann.folder / "tournaments" / "cup.tournament")
    result = ann.run(command, log)
    reported = result.out + result.err
    if command != "luck":
        assert result.code == 1
    assert "is the log of a tournament, not of a game. 'pbem tournament take' imports" in reported
    assert "event.kind" not in reported
    assert "its author" not in reported.lower()


def test_a_tournament_is_taken_in_where_a_game_is_meant(ann, home):
    """A player who restores a home imports a folder of mail, whatever lies in it."""
    cas = home("cas")
    log = ann.folder / "tournaments" / "cup.tournament"
    reported = cas("take", str(log), ann.sends())
    assert "cup.tournament: 2 new events" in reported
    assert (cas.folder / "tournaments" / "cup.tournament").read_bytes() == log.read_bytes()
    assert "New game" in reported


@pytest.mark.parametrize(
    "command",
    ["take", "show", "verify", "export", "pair", "close", "mail", "enter", "withdraw", "open"],
)
def test_a_game_where_a_tournament_is_meant(ann, command):
    game = ann.sends()
    reported = ann.fails("tournament", command, game)
    assert f"{game} is the log of a game, not of a tournament" in reported
    assert "'pbem take'" in reported
    assert "'pbem tournament collect'" in reported
    assert "kind.form" not in reported


def test_a_game_in_a_list_of_tournaments(ann):
    assert "is the log of a game" in ann.fails("tournament", "ratings", "elo", ann.sends())
