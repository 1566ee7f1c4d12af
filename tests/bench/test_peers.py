"""Other programs are measured beside pbem where they are installed (`pbem.bench.peers`)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pbem.bench import peers
from pbem.bench.measure import Row


class Board:
    """A game of two moves, of which one ends it."""

    def __init__(self) -> None:
        self.made: list[str] = []

    @property
    def legal_moves(self) -> Iterator[str]:
        return iter(("a", "b"))

    def is_legal(self, move: str) -> bool:
        return move in self.legal_moves

    def is_game_over(self) -> bool:
        return len(self.made) >= 5

    def push(self, move: str) -> None:
        self.made.append(move)


@pytest.fixture
def nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No peer is installed, and no folder of node's is near."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NODE_PATH", raising=False)
    monkeypatch.setattr(peers, "find_spec", sys.modules.get)


def test_a_peer_that_is_missing_is_left_out_and_how_to_install_it_is_said(nothing_else) -> None:
    said: list[str] = []
    assert peers.peer_rows(1, said.append) == []
    for program in ("chess", "diplomacy", "eventsourcing"):
        assert f"  without {program}: pip install {program}" in said
    assert said[-1].startswith("  without boardgame.io: ")


def test_a_peer_that_is_there_has_a_row(nothing_else, monkeypatch: pytest.MonkeyPatch) -> None:
    chess: Any = ModuleType("chess")
    chess.Board = Board
    monkeypatch.setitem(sys.modules, "chess", chess)
    rows = peers.peer_rows(2, lambda _: None)
    assert [row.name for row in rows] == ["peer: python-chess, a move checked and made"]
    assert isinstance(rows[0], Row)
    assert rows[0].value > 0
    assert rows[0].unit == "/s"


def test_a_peer_that_plays_otherwise_the_second_time_is_no_measurement(
    nothing_else, monkeypatch: pytest.MonkeyPatch
) -> None:
    chess: Any = ModuleType("chess")

    class Refusing(Board):
        def is_legal(self, move: str) -> bool:
            return False

    chess.Board = Refusing
    monkeypatch.setitem(sys.modules, "chess", chess)
    with pytest.raises(AssertionError):
        peers.peer_rows(1, lambda _: None)
