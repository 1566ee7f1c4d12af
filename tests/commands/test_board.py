"""The board as one asks for it at the command line: what is refused before anything is served."""

from __future__ import annotations

import socket


def test_ports_that_cannot_be_used(game):
    ann, _ = game
    for port in ("-1", "65536", "x"):
        assert "--port" in ann.fails("board", "--no-browser", "--port", port, code=2)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = ann.fails("board", "--no-browser", "--port", port)
    assert f"port {port} cannot be used (Address already in use): name another" in said


def test_a_game_that_is_not_here(game):
    ann, _ = game
    assert "no game 'tokio'" in ann.fails("board", "tokio", "--no-browser")
