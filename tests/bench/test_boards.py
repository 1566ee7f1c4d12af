"""The measurements of `pbem bench --board` are what it says; durations are never tested."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pbem.bench import boards
from pbem.bench.auditing import make_library
from pbem.bench.browsers import has_firefox
from pbem.bench.checking import DEAR, counted, measured
from pbem.bench.importing import Size
from pbem.client.session.drafts import draft_in
from pbem.log.file import read_events

LOG = Path(__file__).resolve().parents[2] / "docs" / "vector" / "saipan.pbem"


def test_a_seat_to_measure_at_can_point_and_has_a_list_that_can_be_given() -> None:
    made = boards.signed_game(make_library(), "saipan", "historical", 20)
    seat = boards.seat_of(made)
    assert seat.events >= 20
    assert len(seat.units) == len(set(seat.units)) > 1
    assert seat.lines
    play = made.table.play
    assert play is not None
    draft = draft_in(play.trial(), seat.handle, "\n".join(seat.lines).encode())
    assert len(draft.orders) == len(seat.lines)


def test_the_floor_of_a_check_is_all_that_is_dear(chromium: Browser) -> None:
    log = LOG.read_bytes()
    [(where, name, took), *_] = measured(chromium, {"vector": log}, 2)
    assert (where, name) == ("Chromium", "vector")
    assert (took["good"], took["finding"]) == (log.count(b"\n"), None)
    proofs = log.count(b'"proof"')
    assert took["calls"] == log.count(b"\n") + proofs
    assert took["floor"] > 0
    assert all(f"async function {name}Alone(" in counted() for name in DEAR)


def test_the_programs_share_is_of_every_request_of_a_click(chromium: Browser) -> None:
    """A page notes 250 requests: a board that is measured makes more of them."""
    page = chromium.new_page()
    page.route("**/*", lambda route: route.fulfill(body="<p>Told", content_type="text/html"))
    page.add_init_script(boards.MEASURING)
    page.goto("http://board.test/")
    asked = """() => {
      let come;
      const came = new Promise((then) => { come = then; });
      return timed(() => { fetch("/more").then((found) => found.text()).then(come); }, () => came);
    }"""
    page.evaluate("async () => { for (let n = 0; n < 300; n++) await fetch(`/${n}`); }")
    assert page.evaluate(asked)[1] > 0


@pytest.mark.long(2)
def test_rows_of_the_board(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "chromium", lambda: nullcontext(chromium))
    monkeypatch.setattr(boards, "MOMENTS", {"manila": ("campaign", (10,))})
    monkeypatch.setattr(boards, "REPLAYED", "manila")
    monkeypatch.setattr(boards, "DRAGGED", "manila")
    monkeypatch.setattr(boards, "QUICK_LONG", 120)
    small = Size(kinds=3, scripts=1, places=9, cards=0, pieces=8, sides=("Blue",), face=20)
    monkeypatch.setattr(boards, "LARGE", small)
    monkeypatch.setattr(boards, "UNITS", 2)
    monkeypatch.setattr(boards, "finished_game", lambda *_: list(read_events(LOG)))
    rows = boards.board_rows(make_library(), lambda _: None, tmp_path, quick=True)
    units = {row.unit for row in rows}
    assert units == {"ms", "times", "MB"}
    assert all(row.value > 0 for row in rows)
    reported = " ".join(row.name for row in rows)
    for what in (
        "opened", "can do, drawn", "a step back", "a log of 120", "in Chromium",
        "with 8 pieces: its board opened", "a piece clicked",
    ):  # fmt: skip
        assert what in reported
    dragged = re.search(r"a stack is dragged among (\d+) counters", reported)
    assert dragged is not None
    assert int(dragged[1]) >= boards.COUNTERS
    assert "the lobby with 1 game painted" in reported
    assert ("in Firefox" in reported) == has_firefox()
