"""The board as one asks for it at the command line: what is refused before anything is served."""

from __future__ import annotations

import gc
import socket

import fords
from pbem.board import serving


def test_ports_that_cannot_be_used(game):
    ann, _ = game
    for port in ("-1", "65536", "x"):
        assert "--port" in ann.fails("board", "--no-browser", "--port", port, code=2)
    with socket.create_server(("", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = ann.fails("board", "--no-browser", "--port", port)
    assert f"Port {port} cannot be used (Address already in use). Name another." in said


def test_a_game_that_is_not_here(game):
    ann, _ = game
    assert "no game 'tokio'" in ann.fails("board", "tokio", "--no-browser")


def test_a_practice_begins_with_any_scenario(game, tmp_path, monkeypatch):
    """The scenario is named as for 'pbem practice new'; to write it into the name is an error."""
    ann, _ = game
    monkeypatch.chdir(tmp_path)
    said = ann.fails("board", "--practice", "singapore-brigade", "--no-browser")
    assert "There is no game 'singapore-brigade' here" in said
    assert "'singapore --scenario NAME' begins one of division, corps, brigade, " in said
    assert "--scenario" not in ann.fails("board", "--practice", "nowhere-brigade", "--no-browser")
    said = ann.fails("board", "--practice", "singapore", "--scenario", "brigde", "--no-browser")
    assert "there is no scenario 'brigde'. Choose one of division, corps, brigade, " in said
    said = ann.fails("board", "--scenario", "brigade", "--no-browser")
    assert "--scenario works only in a practice. Add --practice." in said
    with socket.create_server(("", 0)) as taken:
        port = str(taken.getsockname()[1])
        asked = ("--practice", "singapore", "--scenario", "brigade", "--port", port)
        assert "cannot be used" in ann.fails("board", "--no-browser", *asked)
    assert [one.name for one in tmp_path.glob("*.practice")] == ["singapore-brigade.practice"]


def test_pictures_of_a_module_are_for_open_tables(game, tmp_path, monkeypatch):
    ann, _ = game
    monkeypatch.chdir(tmp_path)
    module = str(fords.packed(tmp_path / "ford.vmod"))
    said = ann.fails("board", "--no-browser", "--art", module)
    assert "was not made from a module" in said
    said = ann.fails("board", "--practice", "lantern", "--art", module, "--no-browser")
    assert "--art works only in a game" in said
    assert not list(tmp_path.glob("*.practice")), "nothing was begun"


def test_what_was_loaded_is_not_looked_through_while_a_board_answers(game, monkeypatch):
    """A full look of the collector through all modules would cost an answer half of its time."""
    ann, _ = game
    done = []
    made = serving.Served("http://127.0.0.1:1/", lambda: done.append("served"), lambda: None)
    monkeypatch.setattr(serving, "served", lambda *_: made)
    monkeypatch.setattr(gc, "freeze", lambda: done.append("set aside"))
    ann("board", "--no-browser")
    assert done == ["set aside", "served"]
