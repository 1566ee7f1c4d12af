"""Games played on boards alone, by clicks: the log is the one that the same lines give by text."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser

from board.clicking import Clicker, Turn, play, sensible
from board.conftest import Board
from board.playing import GAMES, Wanted, sit_down
from pbem.audit.verify import verify
from pbem.client.play import acting
from pbem.client.session.drafts import draft_secret
from pbem.client.session.session import Session
from pbem.games import registry
from pbem.log import event
from pbem.table.library import Library
from pbem.table.own import dealing, stocking, writer
from toy.people import Person


class Still(datetime):
    """A clock that stands, so that the same orders are the same bytes."""

    @classmethod
    def now(cls, tz: Any = None) -> datetime:
        return datetime(2026, 11, 20, 15, 4, 5, tzinfo=tz or UTC)


@pytest.fixture(autouse=True)
def same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The signed bytes depend on the orders alone: the time and the salts are always the same."""
    still = SimpleNamespace(token_hex=lambda n: "5a" * n, token_bytes=lambda n: b"Z" * n)
    monkeypatch.setattr(writer, "datetime", Still)
    for room in (writer, event, dealing, stocking):
        monkeypatch.setattr(room, "secrets", still)


def by_text(people: Sequence[Person], turns: Sequence[Turn]) -> bytes:
    """Have the same people do the same without a board; return the log."""
    named = {one.handle: one for one in people}
    for turn in turns:
        one = named[turn.handle]
        if turn.act == "orders":
            one.orders(*turn.lines)
        elif turn.act == "seal":
            secret = draft_secret(one.sits(), "\n".join(turn.lines).encode())
            one.does(acting.seal, secret)
        else:
            one.does(getattr(acting, turn.act))
        for other in people:
            if other is not one:
                other.takes(one.sends())
    return people[0].log.read_bytes()


SHORT = ("practice battle", "battle")
"""Played to their ends where the long ones are; the others where ten times as much is asked for."""
SEED = 1
TURNS_MOST = 2000


@pytest.mark.few(1, 8)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_by_clicks_is_the_game_by_text(
    name: str, chromium: Browser, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """Turns of every game: what is clicked, on what the pages offer, gives the same bytes.

    And it is what was wanted, but in Manila, whose groups of units are more than are listed.
    """
    wanted = GAMES[name]
    clickers = sat_down(wanted, chromium, serve, tmp_path)
    played(clickers, sensible(SEED), wanted.few, tmp_path)
    if wanted.rules != "manila":
        assert [one.instead for one in clickers] == [[]] * len(clickers)


@pytest.mark.long(10)
def test_a_whole_game_on_a_map_by_a_few_clicks_a_turn(
    chromium: Browser, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """A player who orders little plays to the end: a whole game in a minute, not in six."""
    clickers = sat_down(GAMES["saipan"], chromium, serve, tmp_path)
    assert played(clickers, sensible(SEED, few=True), TURNS_MOST, tmp_path) is not None


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.long(1 if name in SHORT else 10)) for name in GAMES],
)
def test_a_whole_game_by_clicks(
    name: str, chromium: Browser, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """All that a sensible player wants, or what is nearest to it on what the page offers.

    The page offers one of several ways to one place, and not all groups of units and guns.
    """
    clickers = sat_down(GAMES[name], chromium, serve, tmp_path)
    assert played(clickers, sensible(SEED), TURNS_MOST, tmp_path) is not None


def sat_down(
    wanted: Wanted, chromium: Browser, serve: Callable[[Person], Board], folder: Path
) -> list[Clicker]:
    """Have people sit down at boards, and keep their clients as they are for `by_text`."""
    people = sit_down(folder / "boards", wanted)
    for one in people:
        one.client.close()
    shutil.copytree(folder / "boards", folder / "text")
    return [Clicker(serve(one), chromium) for one in people]


def played(
    clickers: Sequence[Clicker],
    wanted: Callable[[Session], list[str]],
    most: int,
    folder: Path,
) -> Any:
    """Play a game on boards, then the same lines by text, and compare; return the result."""
    people = [one.whose for one in clickers]
    turns = play(clickers, folder, wanted, most)
    assert len(turns) == most or people[0].sits().table.result is not None
    assert [one.wrong for one in clickers] == [[]] * len(people)
    again = [Person(one.handle, folder / "text") for one in people]
    assert by_text(again, turns) == people[0].log.read_bytes()
    assert verify(people[0].log, Library(registry.find)).finding is None
    for one in clickers:
        one.context.close()
    return people[0].sits().table.result
