"""Ways into a lobby: other pages, names, ports and accounts, and what others wrote."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from lobby.conftest import Serve, serving
from lobby.homes import lantern, two_homes
from lobby.test_served import ask, entered
from long import BROWSING
from pbem.board import serving as board_serving
from pbem.board.door import Door
from pbem.board.serving import Served
from pbem.lobby import requests

ROOT = Path(__file__).resolve().parents[2]
LOG = ROOT / "logs" / "lantern" / "lantern.pbem"
MARKUP = '<img src=x onerror="document.title=1">'


@pytest.fixture
def served(tmp_path: Path, serve: Serve) -> Served:
    return serve(tmp_path / "home")


def every() -> list[tuple[str, str]]:
    """Return each request of the lobby: method and address."""
    read = [("GET", f"/{name}") for name in (*requests.READ, *requests.FILES)]
    return [*read, ("GET", "/"), *(("POST", f"/{name}") for name in requests.CHANGE)]


@pytest.mark.parametrize(
    "foreign",
    [
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
        {"Origin": "https://play.example.org"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Host": "localhost"},
        {"Host": "evil.example"},
        {"Host": "127.0.0.1"},
    ],
    ids=str,
)
def test_no_request_is_heard_from_another_page_or_by_another_name(
    served: Served, foreign: dict[str, str]
) -> None:
    own = entered(served)
    for method, where in every():
        status, _ = ask(served, where, own | foreign, method, b"{}" if method == "POST" else None)
        assert status == 403, (method, where)


def test_a_page_that_only_typed_the_address_changes_nothing(served: Served) -> None:
    own = entered(served) | {"Sec-Fetch-Site": "none"}
    for name in requests.CHANGE:
        assert ask(served, f"/{name}", own, "POST", b"{}")[0] == 403, name


def test_cookie_and_key_of_another_lobby_open_nothing(tmp_path: Path, served: Served) -> None:
    with serving(tmp_path / "other") as other:
        theirs = entered(other)
    for method, where in every():
        status, _ = ask(served, where, theirs, method, b"{}" if method == "POST" else None)
        assert status == 403, (method, where)


def test_another_account_of_this_computer_does_not_come_in(
    tmp_path: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have read the address where a browser was started with it."""
    foreign = partial(Door, is_own=lambda *_: False)
    monkeypatch.setattr(board_serving, "Door", foreign)
    served = serve(tmp_path / "home")
    path = "/" + served.address.removeprefix("http://").partition("/")[2]
    status, said = ask(served, path, {})
    assert status == 403
    assert b"was not used up" in said


def test_a_way_out_of_the_pages_folder_is_none(served: Served) -> None:
    own = entered(served)
    for name in ("..%2f..%2fclient%2fclient.py", "../serving.py", "%2e%2e/lobby.py", "x", ""):
        assert ask(served, f"/page/{name}", own)[0] in (404, 405), name


def test_a_replay_is_shown_apart_from_the_lobby(served: Served) -> None:
    """Its scripts stand inside it, and it holds a log that anybody may have written."""
    own = entered(served)
    status, said = ask(served, "/replay", own, "POST", LOG.read_bytes())
    assert status == 200
    there = json.loads(said)["there"]
    assert ask(served, there, own)[0] == 200
    assert ask(served, "/watch?number=77", own)[0] == 400
    for policy in ("sandbox", "default-src 'none'"):
        assert policy in requests.ALONE
    assert "allow-same-origin" not in requests.ALONE
    assert "connect-src" not in requests.ALONE


@pytest.mark.long
def test_a_replay_plays_and_reaches_nothing(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    with chromium.new_context(viewport={"width": 1366, "height": 768}) as context:
        page = context.new_page()
        page.set_default_timeout(BROWSING)
        page.goto(serve(tmp_path / "new").address)
        with context.expect_page() as opened:
            page.click("#watch")
        shown = opened.value
        expect(shown.locator("body.alive, html.alive, .alive").first).to_be_visible()
        assert "Lantern Bridge" in shown.content()
        reached = shown.evaluate(
            """async () => {
              const got = [];
              try { got.push(document.cookie); } catch { got.push("no cookie"); }
              try { got.push(localStorage.getItem("key")); } catch { got.push("no key"); }
              try { got.push((await fetch("/hall")).status); } catch { got.push("no answer"); }
              return got;
            }"""
        )
        assert reached == ["no cookie", "no key", "no answer"]


@pytest.mark.long
def test_what_others_wrote_is_never_markup(tmp_path: Path, serve: Serve, chromium: Browser) -> None:
    """In names of files and games, in a note, in mail and in a practice."""
    with two_homes(tmp_path) as (ann, bob):
        game = lantern(ann)
        bob.lobby.came(ann.mail(game))
    home = tmp_path / "bob"
    (home / "practice").mkdir(mode=0o700)
    (home / "practice" / f"{MARKUP}.practice").write_bytes(b"junk")
    (home / "games" / f"{MARKUP}.pbem").write_bytes(b"junk")
    with chromium.new_context(viewport={"width": 1366, "height": 768}) as context:
        page = context.new_page()
        page.set_default_timeout(BROWSING)
        page.goto(serve(home).address)
        title = page.title()
        expect(page.locator("#yours li")).to_have_count(1)
        junk = {"name": f"{MARKUP}.txt", "mimeType": "text/plain", "buffer": MARKUP.encode()}
        page.set_input_files("#file", [junk])  # type: ignore[list-item]
        expect(page.locator("#came")).to_contain_text("<img src=x")
        with page.expect_file_chooser() as chooser:
            page.click("#also .check")
        chooser.value.set_files([junk])  # type: ignore[list-item]
        expect(page.locator("dialog")).to_contain_text("<img src=x")
        page.keyboard.press("Escape")
        page.click("nav a[href='#practice']")
        expect(page.locator("#practices")).to_contain_text("<img src=x")
        assert page.locator("img[src=x]").count() == 0
        assert page.title() == title
