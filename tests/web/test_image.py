"""A start goes on from the memory of an earlier one, in which nothing of the player's is.

An image that is damaged, of another release or of another engine is left alone.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from crypto.backend import contract
from pbem.identity.identity import create
from pbem.web.signed import sign
from web.conftest import serving
from web.test_game import Bob
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

    def comes_again(self) -> bool:
        """Load the page again; say whether it began from an image."""
        self.page.goto(f"{self.address}files.json")
        self.page.goto(self.address)
        expect(self.page.locator("#loading")).to_be_hidden()
        self.kept()
        return self.page.evaluate("window.imaged")


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
