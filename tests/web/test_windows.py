"""Two windows, a full disk and a worker that ends, in real browsers (decision 70)."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from long import BROWSING
from pbem.identity.card import make_card
from pbem.identity.identity import create
from replays.firefox import AS_IT_IS, Firefox, firefox
from web.test_forks import Game
from web.test_game import ASK, Bob
from web.test_safety import pair

FULL_KB = 20_000
"""Kibibytes that Firefox has for all sites in the test."""
FILL = """(async () => {
    const root = await navigator.storage.getDirectory();
    let count = 0, size = 1 << 22;
    while (size >= 1) {
        try {
            const file = await root.getFileHandle(`filler-${count}`, { create: true });
            const writer = await file.createWritable();
            await writer.write(new Uint8Array(size));
            await writer.close();
            count++;
        } catch (error) {
            if (error.name !== "QuotaExceededError") throw error;
            size >>= 1;
        }
    }
    return count;
})()"""
"""Fills what is left with files, the largest that still fit first."""


def asks(page: Page, method: str, path: str, body: bytes = b"") -> object:
    return page.evaluate(ASK, [method, path, list(body)])


def people(page: Page) -> set[str]:
    found = asks(page, "GET", "/hall")
    assert isinstance(found, dict)
    return {one["handle"] for one in found["people"]}


@pytest.mark.long
def test_a_second_window_is_refused_until_the_first_is_closed(
    address: str, chromium: Browser
) -> None:
    bob = Bob(chromium, address)
    assert asks(bob.page, "POST", "/came", make_card(create("ann")))
    second = bob.page.context.new_page()
    second.goto(address)
    expect(second.get_by_role("status")).to_contain_text("open in another window", timeout=BROWSING)
    assert "another window" in second.evaluate(
        "globalThis.pbem.ask({ kind: 'http', method: 'GET', path: '/hall', query: '' })"
        ".then(() => 'it answered', (error) => error.message)"
    )
    assert people(bob.page) == {"ann"}  # the first goes on
    bob.page.close()
    second.reload()
    expect(second.locator("#loading")).to_be_hidden(timeout=BROWSING)
    assert people(second) == {"ann"}
    second.context.close()


@pytest.mark.long
def test_a_full_disk_is_said_and_what_was_kept_stays(address: str, chromium: Browser) -> None:
    bob = Bob(chromium, address)
    assert asks(bob.page, "POST", "/came", make_card(create("ann")))
    devtools = bob.page.context.new_cdp_session(bob.page)
    quota = {"origin": address.rstrip("/")}
    devtools.send("Storage.overrideQuotaForOrigin", {**quota, "quotaSize": 1})
    refused = asks(bob.page, "POST", "/came", make_card(create("bea")))
    assert isinstance(refused, dict)
    assert "no room for more" in refused["error"]
    refused = asks(bob.page, "GET", "/hall")  # nothing of it leaves before it is kept
    assert isinstance(refused, dict)
    assert "no room for more" in refused["error"]
    devtools.send("Storage.overrideQuotaForOrigin", quota)
    bob.page.reload()
    expect(bob.page.locator("#loading")).to_be_hidden(timeout=BROWSING)
    assert people(bob.page) == {"ann"}
    assert asks(bob.page, "POST", "/came", make_card(create("bea")))
    bob.page.reload()
    expect(bob.page.locator("#loading")).to_be_hidden(timeout=BROWSING)
    assert people(bob.page) == {"ann", "bea"}
    bob.page.context.close()


KILLED = """globalThis.made = [];
const Real = Worker;
globalThis.Worker = class extends Real {
    constructor(...all) { super(...all); globalThis.made.push(this); }
};"""


@pytest.mark.long
def test_a_worker_that_ended_is_started_again_and_what_was_kept_is_there(
    address: str, chromium: Browser
) -> None:
    """A stack that overflows ends the interpreter; here its worker says so, as it would."""
    bob = Bob(chromium, address, KILLED)
    bob.makes_keys()
    bob.page.keyboard.press("Escape")
    fatal = "{ data: { id: -1, error: 'Maximum call stack size exceeded', fatal: true } }"
    bob.page.evaluate(f"globalThis.made[0].onmessage({fatal})")
    expect(bob.page.get_by_role("status").first).to_contain_text(
        re.compile("was started again: Maximum call stack.*What was signed is kept")
    )
    assert bob.page.evaluate("globalThis.made.length") == 2
    expect(bob.games.locator("#me")).to_contain_text("Bob")
    for times in (3, 4):
        bob.page.evaluate(f"globalThis.made[{times - 2}].onmessage({fatal})")
        expect(bob.games.locator("#me")).to_contain_text("Bob")
        assert bob.page.evaluate("globalThis.made.length") == times
    bob.page.evaluate(f"globalThis.made[3].onmessage({fatal})")
    expect(bob.page.get_by_role("status").first).to_contain_text("ended again and again")
    assert bob.page.evaluate("globalThis.made.length") == 4
    bob.page.context.close()


def in_firefox(browser: Firefox, script: str) -> object:
    """Wait for what a promise comes to in the page."""
    keeps = "(it) => { window.came = it; }, (error) => { window.came = String(error); }"
    browser.evaluates(f"void ({script}).then({keeps})")
    browser.waits_for("window.came !== undefined")
    found = browser.evaluates("window.came")
    browser.evaluates("void delete window.came")
    return found


@pytest.mark.long
def test_a_second_window_is_refused_in_firefox(tmp_path: Path, address: str) -> None:
    with firefox(tmp_path, AS_IT_IS) as browser:
        browser.goes_to(address)
        browser.waits_for("document.getElementById('loading').hidden")
        first = browser.calls("WebDriver:GetWindowHandle")["value"]
        second = browser.calls("WebDriver:NewWindow", type="tab")["handle"]
        browser.calls("WebDriver:SwitchToWindow", handle=second)
        browser.goes_to(address)
        said = "document.getElementById('status').textContent"
        browser.waits_for(f"{said}.includes('open in another window')")
        browser.calls("WebDriver:SwitchToWindow", handle=first)
        browser.calls("WebDriver:CloseWindow")
        browser.calls("WebDriver:SwitchToWindow", handle=second)
        browser.goes_to(address)
        browser.waits_for("document.getElementById('loading').hidden")
        assert "another window" not in str(browser.evaluates(said))


@pytest.mark.long
def test_a_full_disk_is_said_in_firefox(tmp_path: Path, address: str) -> None:
    few = f'user_pref("dom.quotaManager.temporaryStorage.fixedLimit", {FULL_KB});\n'
    with firefox(tmp_path, AS_IT_IS + few) as browser:
        browser.goes_to(address)
        browser.waits_for("document.getElementById('loading').hidden")
        card = f"({ASK})(['POST', '/came', {list(make_card(create('ann')))}])"
        assert in_firefox(browser, card)
        assert isinstance(filled := in_firefox(browser, FILL), int), filled
        second = f"({ASK})(['POST', '/came', {list(make_card(create('bea')))}])"
        assert "no room for more" in str(in_firefox(browser, second))
        browser.goes_to(address)
        browser.waits_for("document.getElementById('loading').hidden")
        hall = in_firefox(browser, f"({ASK})(['GET', '/hall', []])")
        assert isinstance(hall, dict)
        assert [one["handle"] for one in hall["people"]] == ["ann"]


def backed_up(folder: Path) -> tuple[str, bytes]:
    """Make a backup with a game; return the name of the game, too."""
    game = Game(*pair(folder))
    return game.name, game.ann.saves()


@pytest.mark.long
def test_a_restored_game_goes_on_by_the_word_of_its_player(
    tmp_path: Path, address: str, chromium: Browser
) -> None:
    with ThreadPoolExecutor(1) as another:  # in this thread runs the loop of the browser's driver
        name, kept = another.submit(backed_up, tmp_path).result()
    bob = Bob(chromium, address)
    assert asks(bob.page, "POST", "/restore", kept)
    button = bob.page.get_by_role("button", name="Nothing is missing")
    expect(button).to_be_visible()
    expect(bob.page.get_by_role("status").first).to_contain_text(
        f"may lack what you signed in {name}"
    )
    button.click()
    sign = bob.page.get_by_role("button", name="Sign again")
    sign.click()
    expect(bob.page.get_by_role("alert")).to_contain_text("write 'I imported everything'")
    bob.page.get_by_label("Write: I imported everything").fill("I imported everything")
    sign.click()
    expect(button).to_be_hidden()
    assert bob.page.evaluate("document.getElementById('asking').open") is False
    bob.page.context.close()
