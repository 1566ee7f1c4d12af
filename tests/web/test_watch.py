"""A spectator opens a link to a game: the replay in it checks the log in their own browser."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, FrameLocator, Page, expect

from long import BROWSING
from pbem.errors import FormError
from pbem.web.build import check
from web.conftest import serving
from web.test_build import listed
from web.test_game import is_wrong

LOGS = Path(__file__).resolve().parents[2] / "logs"


class Spectator:
    """Somebody with a browser and a link; ``wrong`` is what the browser complained of."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.page: Page = browser.new_context().new_page()
        self.page.set_default_timeout(BROWSING)
        self.wrong = list[str]()
        self.foreign = list[str]()
        own = (address, "blob:", "data:", "about:")
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda one: self.wrong.append(one.text) if is_wrong(one) else None)
        self.page.context.on(
            "request",
            lambda one: None if one.url.startswith(own) else self.foreign.append(one.url),
        )
        self.games = self.page.frame_locator("#frame")

    @property
    def replay(self) -> FrameLocator:
        return self.games.frame_locator("#frame")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator[str]:
    """The folder with two games: one as it was played, and one with a byte changed."""
    made = tmp_path_factory.mktemp("site") / "folder"
    shutil.copytree(folder, made)
    (made / "games").mkdir()
    log = (LOGS / "lantern" / "lantern.pbem").read_bytes()
    (made / "games" / "good.pbem").write_bytes(log)
    events = log.splitlines(keepends=True)
    said = json.loads(events[7])
    sig = next(name for name in ("sig", "sigs") if name in said)
    old = json.dumps(said[sig]).strip('"')
    events[7] = events[7].replace(old.encode(), old.translate(str.maketrans("12", "21")).encode())
    (made / "games" / "changed.pbem").write_bytes(b"".join(events))
    assert len(check(made)) == 64
    with serving(made) as address:
        yield address


@pytest.mark.long
def test_a_link_shows_a_game_that_the_browser_checks(site: str, chromium: Browser) -> None:
    one = Spectator(chromium, site)
    one.page.goto(f"{site}#watch=good")
    expect(one.replay.locator("#verdict")).to_contain_text("events check out", timeout=BROWSING)
    expect(one.replay.locator("#sheet svg")).to_be_visible()
    inner = one.page.frames[-1]
    with pytest.raises(Error, match="SecurityError"):
        inner.evaluate("parent.pbem")
    with one.page.expect_download() as saved:
        one.games.get_by_role("button", name="Save the replay").click()
    assert saved.value.suggested_filename == "replay.html"
    one.games.get_by_role("button", name="All games").click()
    one.games.locator("#watch").click()  # the one that two computer players play
    expect(one.replay.locator("#verdict")).to_contain_text("events check out", timeout=BROWSING)
    assert one.wrong == one.foreign == []
    one.page.context.close()


@pytest.mark.long
def test_a_link_shows_a_game_that_lies_among_pages_beside(
    tmp_path: Path, folder: Path, chromium: Browser
) -> None:
    """A club's pages and the program share a site, and nobody copies a log."""
    shutil.copytree(folder, tmp_path / "play")
    (tmp_path / "spring" / "games").mkdir(parents=True)
    log = (LOGS / "lantern" / "lantern.pbem").read_bytes()
    (tmp_path / "spring" / "games" / "r1b1.pbem").write_bytes(log)
    with serving(tmp_path) as address:
        for way in ("../spring/games/r1b1.pbem", "/spring/games/r1b1.pbem"):
            one = Spectator(chromium, address)
            one.page.goto(f"{address}play/#watch={way}")
            expect(one.page.locator("#status")).to_contain_text("r1b1.pbem")
            expect(one.replay.locator("#verdict")).to_contain_text(
                "events check out", timeout=BROWSING
            )
            assert one.wrong == one.foreign == []
            one.page.context.close()


@pytest.mark.long
def test_a_changed_game_is_shown_as_far_as_it_holds(site: str, chromium: Browser) -> None:
    one = Spectator(chromium, site)
    one.page.goto(f"{site}#watch=changed")
    expect(one.replay.locator("#verdict")).to_contain_text(
        "The log is NOT valid: event 7", timeout=BROWSING
    )
    one.page.context.close()


@pytest.mark.long
@pytest.mark.parametrize("name", ["missing", "..", "a/b", "<b>"])
def test_a_link_to_no_game_leads_to_the_lobby(site: str, chromium: Browser, name: str) -> None:
    one = Spectator(chromium, site)
    one.page.goto(f"{site}#watch={name}")
    expect(one.games.locator("#first")).to_be_visible(timeout=BROWSING)
    if name == "missing":
        expect(one.page.get_by_role("status")).to_contain_text("This site has no game 'missing'")
    one.page.context.close()


def test_shown_games_are_in_no_list_and_nothing_else_may_lie_beside_them(tmp_path: Path) -> None:
    listed(tmp_path, one="1")
    digest = check(tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "final-4.pbem").write_text("a log")
    assert check(tmp_path) == digest
    for name in ("page.html", "a.pbem.html", ".pbem", "a b.pbem"):
        (tmp_path / "games" / name).touch()
        with pytest.raises(FormError, match="is not what"):
            check(tmp_path)
        (tmp_path / "games" / name).unlink()
