"""The program of a page reads its player's module where it lies, and keeps nothing of it."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

import apart
import fords
from pbem.web.boot import Page
from web.media import Disk, File

MODULE = "Two Fords"


def asked(page: Page, path: str, what: object) -> dict[str, str]:
    found = apart.run(page.ask("POST", path, "", json.dumps(what).encode()))
    assert found.status == 200, found.body
    return json.loads(found.body)


def test_the_program_reads_it_where_it_lies_and_keeps_nothing_of_it(
    tmp_path: Path,
) -> None:
    module, disk = fords.packed(tmp_path / "ford.vmod"), Disk()
    page = Page([File(disk), File(disk)], tmp_path / "home")
    found = apart.run(page.ask("POST", "/module", "game=", module))
    assert json.loads(found.body)["module"] == MODULE
    offer = asked(page, "/table", {"module": MODULE, "setup": "start"})
    wish = {"rules": "table", "scenario": "table", "against": ["red"], "pack": offer["pack"]}
    there = asked(page, "/practice", wish)["there"]
    shown = apart.run(page.ask("GET", f"{there}picture", "name=blue.png", b""))
    picture = fords.files()["images/blue.png"]
    assert shown.body == picture
    kept = [path.read_bytes() for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert kept
    assert picture[8:40] not in b"".join([*kept, *page.journal.files.values()])
    module.unlink()
    state = apart.run(page.ask("GET", f"{there}state", "", b""))
    assert json.loads(state.body)["pictured"] is False


def test_what_is_no_module_is_refused(tmp_path: Path) -> None:
    disk, notes = Disk(), tmp_path / "notes.vmod"
    notes.write_text("not a module")
    page = Page([File(disk), File(disk)], tmp_path / "home")
    found = apart.run(page.ask("POST", "/module", "game=", notes))
    assert found.status == 400
    assert "not a whole ZIP file" in json.loads(found.body)["error"]


def test_a_page_begins_where_no_thread_can_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_thread: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    disk = Disk()
    page = Page([File(disk), File(disk)], tmp_path / "home")
    assert page.safety.shown().keys is False
