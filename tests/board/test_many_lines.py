"""Files of very many lines: one message, and no more work or memory than what is good in them."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from board.conftest import Board, enter
from board.playing import saipan
from long import BROWSING
from pbem.bench.auditing import make_library
from pbem.bench.games import write_idle_log
from pbem.board.game import BoardGame
from pbem.board.routes import OnBoard
from pbem.client.client import Client
from pbem.errors import LogFileError
from pbem.games import registry
from pbem.replays.dropping import page as checker_page
from pbem.replays.recording import record
from pbem.table.library import Library
from pbem.table.table import Table
from toy.people import Person

MANY = 100_000
"""Lines, of which the first few are a good log."""
GOOD = 3
PEAK = 24 << 20
"""Bytes; the longer of the files below has 70 million."""


@pytest.fixture
def good(ann: Person, bob: Person) -> bytes:
    """A game of Saipan that has begun, which is ann's only one."""
    saipan(ann, bob)
    return ann.log.read_bytes()


@pytest.fixture(params=["its last line over and over", "lines that are no events"])
def file(request: pytest.FixtureRequest, good: bytes, tmp_path: Path) -> Path:
    again = good.splitlines(keepends=True)[-1] if "last" in request.param else b"{}\n"
    path = tmp_path / "many.pbem"
    path.write_bytes(good + again * MANY)
    return path


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the events that any table is given."""
    counted: list[int] = []
    plain = Table.take

    def take(self: Table, *given: object, **more: object) -> object:
        counted.append(1)
        return plain(self, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Table, "take", take)
    return counted


def test_the_board_stops_at_the_first_line_that_is_not_good(
    file: Path, tmp_path: Path, taken: list[int]
) -> None:
    game = BoardGame(Client(tmp_path / "judge", "sqlite://"), file)
    tracemalloc.start()
    state = game.state()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    [trouble] = [line for line in state.trouble if line.startswith("NOT valid")]
    assert trouble.startswith(f"NOT valid from event {GOOD} on")
    assert state.shown.events == GOOD
    assert len(taken) <= 4 * (GOOD + 1)
    assert peak < PEAK


def test_a_replay_of_it_is_of_what_is_good_or_is_refused(file: Path, taken: list[int]) -> None:
    if file.stat().st_size > 16 << 20:
        with pytest.raises(LogFileError, match="more than 16 MiB"):
            record(file, Library(registry.find))
    else:
        made = record(file, Library(registry.find))
        assert made.finding is not None
        assert (len(made.events), made.finding.code) == (GOOD, "event.fields")
    assert len(taken) <= 4 * (GOOD + 1)


@pytest.mark.long
def test_the_page_that_checks_logs_stops_there_too(
    chromium: Browser, good: bytes, tmp_path: Path
) -> None:
    """It verifies no signature after what is good."""
    (tmp_path / "check.html").write_text(checker_page(), "utf-8")
    (tmp_path / "many.pbem").write_bytes(good + b"{}\n" * MANY)
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto((tmp_path / "check.html").as_uri())
        page.evaluate(
            """() => {
              globalThis.verified = 0;
              const plain = crypto.subtle.verify.bind(crypto.subtle);
              crypto.subtle.verify = (...given) => { verified += 1; return plain(...given); };
            }"""
        )
        page.set_input_files("#files", tmp_path / "many.pbem")
        expect(page.locator("article .verdict.bad")).to_have_count(1)
        said = page.locator("article")
        expect(said).to_contain_text("NOT valid. An event does not have exactly the nine fields")
        expect(said).to_contain_text(f"Valid: the first {GOOD} of {GOOD + MANY} lines.")
        assert 0 < page.evaluate("verified") <= 4 * (GOOD + 1)


@pytest.mark.long
def test_it_is_dropped_on_a_board(
    page: Page, ann: Person, file: Path, serve: Callable[[Person], Board]
) -> None:
    """One message says what it is; the game is as it was."""
    before = ann.log.read_bytes()
    enter(page, serve(ann))
    page.set_input_files("#came", file)
    expect(page.locator("#taken")).not_to_be_empty()
    assert len(page.inner_text("#taken")) < 1000
    assert ann.log.read_bytes() == before


TWO_HOLD = 15_000
"""About all that two players may write, by orders of 700 bytes each (protocol, section 2)."""


@pytest.mark.long(10)
def test_as_long_a_log_as_two_players_may_write(
    page: Page, serve_shown: Callable[[OnBoard], str], tmp_path: Path
) -> None:
    """The board shows it all, one can look back, and the page that checks logs says it holds."""
    path = tmp_path / "long.pbem"
    list(write_idle_log(path, make_library(), TWO_HOLD))
    assert path.stat().st_size < 10 << 20
    page.goto(serve_shown(BoardGame(Client(tmp_path, "sqlite://"), path)))
    page.wait_for_selector("#sheet svg .place")
    expect(page.locator("#past > li")).to_have_count(TWO_HOLD, timeout=10 * BROWSING)
    page.click("#back")
    expect(page.locator("#when")).to_contain_text(f"Event {TWO_HOLD - 1}")
    (tmp_path / "check.html").write_text(checker_page(), "utf-8")
    page.goto((tmp_path / "check.html").as_uri())
    page.set_input_files("#files", path)
    expect(page.locator("article .verdict.good")).to_have_count(1, timeout=10 * BROWSING)
    expect(page.locator("article")).to_contain_text(f"All {TWO_HOLD} events are valid")
