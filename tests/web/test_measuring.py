"""The rows of `pbem bench --board` about the folder for browsers; no test fails by a clock."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pbem.bench import boards
from pbem.bench.auditing import make_library
from pbem.log.file import read_events
from pbem.web import build, measuring
from web.test_invitation import FIRST_MOST

LOG = Path(__file__).resolve().parents[2] / "docs" / "vector" / "saipan.pbem"


@pytest.mark.long
def test_rows_of_the_folder(
    tmp_path: Path, folder: Path, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "build", lambda to: shutil.copytree(folder, to))
    log = LOG.read_bytes()
    library = make_library()
    game = boards.signed_game(library, "saipan", "historical", 20)
    seat = boards.seat_of(game)
    home = boards.home_of(tmp_path / "home", seat.handle, game)
    sat = measuring.Sat(home, seat.units[:2], boards.POINT)
    logs = dict.fromkeys(measuring.VERIFIED, log)
    site = measuring.site_rows(lambda: boards.new_page(chromium), tmp_path, logs, sat, 1)
    rows = {row.name.removeprefix("browser version: "): row for row in site}
    events = len(list(read_events(LOG)))
    assert list(rows) == [
        "the folder, compressed",
        "usable, cold",
        "painted, warm",
        "usable, warm",
        "an invitation at 1.6 Mbit/s, painted",
        "an invitation at 1.6 Mbit/s, its map drawn",
        f"saipan historical verified by the program ({events} events)",
        f"saipan historical verified ({events} events)",
        "saipan historical verified / by the program",
        f"singapore corps verified by the program ({events} events)",
        f"singapore corps verified ({events} events)",
        "singapore corps verified / by the program",
        "what a unit can do, drawn, 95 of 100",
    ]
    assert all(row.value > 0 for row in rows.values())
    # The network is as slow as it is said: the map alone is a part of what is loaded first.
    drawn = rows["an invitation at 1.6 Mbit/s, its map drawn"].value
    scene = len(measuring.packed(folder)["/page/scenes/saipan-historical.svg"].data)
    assert 1000 * scene / measuring.SLOW < drawn
    assert scene < FIRST_MOST
