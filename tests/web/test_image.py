"""A start goes on from the memory of an earlier one, in which nothing of the player's is.

An image that is damaged, of another release or of another engine is left alone. A start that never
came to work leaves a mark, and the next one goes without the image.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from crypto.backend import contract
from pbem.identity.identity import create
from pbem.web.build import LIST, SIGNED
from pbem.web.signed import sign
from replays.firefox import AS_IT_IS, firefox
from web.conftest import serving
from web.test_game import Bob
from web.test_windows import in_firefox
from web.verdicts import verdicts

ROOT = Path(__file__).resolve().parents[2]
HEARD = """const Real = window.Worker;
window.Worker = class extends Real {
    constructor(...all) {
        super(...all);
        window.worker = this;
        this.addEventListener("message", ({ data }) => {
            if (data.said === "ready") window.imaged = data.imaged;
        });
    }
};"""
"""The page hears of its worker whether it began from an image."""
FATAL = "{ data: { id: -1, error: 'Maximum call stack size exceeded', fatal: true } }"
WHERE = "new URL('image', location.href).href, { cacheName: 'pbem-image' }"
HAS = f"caches.match({WHERE}).then(Boolean)"
LACKING = f"""async (wanted) => {{
    const found = await caches.match({WHERE}), data = await found.arrayBuffer();
    const text = new TextDecoder("latin1").decode(data);
    return wanted.filter((one) => !text.includes(one));
}}"""
JOURNAL = """async () => {
    const root = await navigator.storage.getDirectory(), found = [];
    for (const name of ["journal-a", "journal-b"]) {
        const file = await (await root.getFileHandle(name)).getFile();
        found.push(new TextDecoder("latin1").decode(await file.arrayBuffer()));
    }
    return found.join("");
}"""
ANEW = f"""async () => {{
    const frame = () => new Promise((then) => requestAnimationFrame(then));
    while (window.imaged !== false || !await {HAS}) await frame();
}}"""
"""Wait until a worker has begun without an image, and another one is kept."""
SPOIL = f"""async () => {{
    const found = await caches.match({WHERE}), data = new Uint8Array(await found.arrayBuffer());
    data[data.length >> 1] ^= 1;
    const cache = await caches.open("pbem-image");
    await cache.put(new URL("image", location.href).href, new Response(data, found));
}}"""
REWRITTEN = f"""async (how) => {{
    const ways = {{
        half: (data) => data.slice(0, data.length >> 1),
        none: () => new Uint8Array(),
        other: (data) => new Uint8Array([...data.subarray(0, 1 << 20), ...new Uint8Array(1 << 20)]),
        empty: (data) => data.fill(0, data.length >> 2),
        mixed: (data) => data.map((one, at) => at > 4096 ? one ^ (at % 251) : one),
    }};
    const found = await caches.match({WHERE}), data = new Uint8Array(await found.arrayBuffer());
    const made = ways[how](data), counts = found.headers.get("counts");
    const counted = [...new Uint8Array(await crypto.subtle.digest("SHA-256", made))];
    const digest = counted.map((one) => one.toString(16).padStart(2, "0")).join("");
    const cache = await caches.open("pbem-image"), headers = {{ counts, digest }};
    await cache.put(new URL("image", location.href).href, new Response(made, {{ headers }}));
}}"""
"""Keep other bytes as an image, by the digest that they have."""
MARK = WHERE.replace("'image'", "'image-begun'")
MARKED = f"caches.match({MARK}).then(Boolean)"
BEGINS = f"""async () => {{
    while (!await {MARKED}) await new Promise((then) => setTimeout(then, 20));
}}"""
"""Wait until a worker reads the image."""
ENDS = {
    "a tab that hangs": "for (;;);",
    "a worker that ends": "self.close(); await new Promise(() => {});",
}
"""A start from an image is stopped by this, in a site that is made for the test."""
BEFORE = "  const zip = "
OTHER = """async () => {
    const at = new URL("files.json", location.href).href, cache = await caches.open("pbem-1");
    const list = await (await cache.match(at)).json();
    list.files["engine/modules.packed"] = "0".repeat(64);
    await cache.put(at, new Response(JSON.stringify(list)));
}"""


@pytest.mark.long
def test_what_goes_on_from_an_image_computes_the_same_and_draws_anew(
    tmp_path: Path, folder: Path
) -> None:
    shutil.copy(ROOT / "logs" / "meiktila" / "first.pbem", tmp_path)
    command = ["node", Path(__file__).parent / "image.mjs", folder, ROOT / "tests", tmp_path]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    said = json.loads(done.stdout)
    judged = json.loads(json.dumps(verdicts(tmp_path, ["first.pbem"])))
    for one in said["found"]:
        assert one["results"] == {name: made.hex() for name, made in contract.results()}
        assert one["verdicts"] == judged
        assert one["generators"] == 1  # that of the library, which each start seeds
        assert one["path"] == ["/program", "/tests", "/library"]
    drawn = [value for one in said["found"] for value in one["drawn"]]
    assert len(set(drawn)) == len(drawn) == 6
    assert "no name" in said["foreign"]
    assert "build id" in said["refused"][0]
    assert said["refused"][1]


class Visit:
    """A player whose browser keeps the release."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self.bob = Bob(browser, address, HEARD)
        self.page = self.bob.page
        self.kept()

    def kept(self) -> None:
        expect(self.page.locator("#release")).to_have_text("This release works without a network.")

    def opens_anew(self) -> None:
        """Close the window, in which a start stopped, and open another one."""
        stopped, self.page = self.page, self.page.context.new_page()
        self.page.add_init_script(HEARD)
        stopped.close()

    def comes_again(self) -> bool:
        """Load the page again; say whether it began from an image."""
        self.page.goto(f"{self.address}files.json")
        self.page.goto(self.address)
        expect(self.page.locator("#loading")).to_be_hidden()
        self.kept()
        found: bool = self.page.evaluate("window.imaged")
        assert found in {True, False}
        return found


def change(site: Path, name: str, before: str, after: str) -> None:
    """Change a file of a site, and its list of files with it."""
    text = (site / name).read_text()
    assert text.count(before) == 1
    (site / name).write_text(text.replace(before, after))
    listed = json.loads((site / LIST).read_bytes())
    listed["files"][name] = hashlib.sha256((site / name).read_bytes()).hexdigest()
    (site / LIST).write_text(json.dumps(listed))
    number = json.loads((site / SIGNED).read_bytes())["number"]
    sign(site, create("club"), number + 1)


def stops(site: Path, how: str) -> None:
    """Have a start from an image stop as long as there is a cache 'stops'."""
    halt = f'  if (image && await caches.has("stops")) {{ {how} }}\n'
    change(site, "python.js", BEFORE, halt + BEFORE)


def crash(browser: Browser, page: Page) -> None:
    """Kill the process of a browser's one page, and of its worker."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    with page.expect_event("crash"):
        for one in found:
            if one["type"] == "renderer":
                os.kill(one["id"], signal.SIGKILL)


@pytest.fixture
def site(tmp_path: Path, folder: Path) -> Path:
    made = tmp_path / "site"
    shutil.copytree(folder, made)
    sign(made, create("club"), 1)
    return made


@pytest.fixture
def visit(chromium: Browser, site: Path) -> Iterator[Visit]:
    with serving(site) as address:
        made = Visit(chromium, address)
        yield made
        assert made.bob.wrong == made.bob.foreign == []
        made.page.context.close()


@pytest.mark.long
def test_the_second_start_goes_on_from_an_image_without_anything_of_the_player(
    visit: Visit,
) -> None:
    assert visit.page.evaluate("window.imaged") is False
    visit.bob.makes_keys()
    assert visit.comes_again()
    expect(visit.bob.games.locator("#me")).to_contain_text("Bob")
    # In the place of a worker that ended comes one that begins plainly.
    visit.page.evaluate("window.imaged = null")
    visit.page.evaluate(f"window.worker.onmessage({FATAL})")
    visit.page.evaluate(ANEW)
    assert visit.comes_again()
    # Made again where a player has keys, it has none of what the journal says of them.
    visit.page.evaluate("caches.delete('pbem-image')")
    assert not visit.comes_again()
    secret = sorted(set(re.findall(r"[0-9a-f]{32,}", visit.page.evaluate(JOURNAL))))
    assert len(secret) > 2
    assert visit.page.evaluate(LACKING, [*secret, "pbem.web.worker"]) == secret


@pytest.mark.long
def test_an_image_that_is_damaged_or_of_another_release_is_left_alone(visit: Visit) -> None:
    visit.page.evaluate(SPOIL)
    assert not visit.comes_again()
    assert visit.comes_again()  # another one took its place
    visit.page.evaluate(OTHER)
    assert not visit.comes_again()
    visit.page.evaluate("caches.delete('pbem-image')")
    assert not visit.comes_again()
    assert not visit.page.evaluate(HAS)  # these modules are not those of the release


@pytest.mark.long
@pytest.mark.parametrize("how", ENDS)
def test_a_start_that_never_worked_leaves_a_mark_and_the_next_one_goes_without_the_image(
    chromium: Browser, site: Path, how: str
) -> None:
    stops(site, ENDS[how])
    with serving(site) as address:
        visit = Visit(chromium, address)
        visit.bob.makes_keys()
        assert visit.comes_again()
        assert not visit.page.evaluate(MARKED)  # it works, so its mark is gone
        visit.page.evaluate("caches.open('stops')")
        dead = visit.page
        dead.goto(f"{address}files.json")
        dead.goto(address, wait_until="commit")
        dead.evaluate(BEGINS)
        if how == "a tab that hangs":
            crash(chromium, dead)
        visit.opens_anew()
        assert not visit.comes_again()
        assert visit.page.evaluate(HAS)  # a new one
        assert not visit.page.evaluate(MARKED)
        visit.page.evaluate("caches.delete('stops')")
        assert visit.comes_again()
        expect(visit.page.frame_locator("#frame").locator("#me")).to_contain_text("Bob")
        visit.page.context.close()


@pytest.mark.long
def test_an_image_of_other_bytes_is_thrown_away(visit: Visit) -> None:
    crashed: list[Page] = []

    def heard(page: Page) -> None:
        crashed.append(page)

    for how in ("half", "none", "other", "empty", "mixed"):
        visit.page.evaluate(REWRITTEN, how)
        visit.page.on("crash", heard)
        crashed.clear()
        try:
            assert not visit.comes_again(), how
        except (AssertionError, Error):
            assert crashed, how  # it may crash once, and not a second time
            visit.opens_anew()
            assert not visit.comes_again(), how
        assert visit.comes_again(), how  # another one took its place


@pytest.mark.long
@pytest.mark.parametrize("asks", [True, False], ids=["asked before", "refused"])
def test_without_room_there_is_no_image_and_all_else_works(
    chromium: Browser, site: Path, asks: bool
) -> None:
    if not asks:  # whatever the browser says of its room
        change(site, "image.js", "quota - usage < ", "quota - usage < 0 * ")
    with serving(site) as address:
        visit = Visit(chromium, address)
        visit.bob.makes_keys()
        devtools = visit.page.context.new_cdp_session(visit.page)
        origin = {"origin": address.rstrip("/")}
        room = devtools.send("Storage.getUsageAndQuota", origin)["usage"]
        full = {**origin, "quotaSize": room}  # not even for the mark
        devtools.send("Storage.overrideQuotaForOrigin", full)
        assert not visit.comes_again()
        devtools.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": room - 30_000_000})
        assert not visit.comes_again()
        assert not visit.page.evaluate(HAS)
        expect(visit.bob.games.locator("#me")).to_contain_text("Bob")
        devtools.send("Storage.overrideQuotaForOrigin", origin)
        assert not visit.comes_again()
        assert visit.comes_again()
        visit.page.context.close()


@pytest.mark.long
def test_firefox_goes_on_from_an_image_and_without_one_that_never_worked(
    tmp_path: Path, site: Path
) -> None:
    stops(site, ENDS["a worker that ends"])
    change(site, "page/shell.js", "/** @param {string} id @returns {any} */", HEARD)
    with serving(site) as address, firefox(tmp_path, AS_IT_IS) as browser:

        def comes() -> object:
            browser.goes_to(f"{address}files.json")
            browser.goes_to(address)
            browser.waits_for("document.getElementById('loading').hidden")
            browser.waits_for("document.getElementById('release').textContent")
            return browser.evaluates("window.imaged")

        assert comes() is False
        assert in_firefox(browser, HAS)
        assert comes() is True
        assert not in_firefox(browser, MARKED)
        in_firefox(browser, "caches.open('stops').then(Boolean)")
        browser.goes_to(f"{address}files.json")
        browser.goes_to(address)
        in_firefox(browser, f"({BEGINS})().then(() => true)")
        assert comes() is False
        in_firefox(browser, "caches.delete('stops')")
        assert comes() is True
        in_firefox(browser, f"({REWRITTEN})('half').then(() => true)")
        assert comes() is False
