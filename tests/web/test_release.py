"""A browser keeps a signed release, works without a network, and takes only signed updates.

The command is that of docs/browser.md.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from typer.testing import CliRunner

from pbem.commands.main import app
from pbem.errors import FormError
from pbem.identity.identity import create
from pbem.web.build import LIST, PAGE, SIGNED, check
from pbem.web.signed import release_here, release_of, sign
from web.conftest import Quiet, serving

CLUB, NEXT, STRANGER = create("club"), create("next"), create("stranger")


def filled(folder: Path, words: str) -> Path:
    """A small folder: a page, and the service worker."""
    folder.mkdir(exist_ok=True)
    (folder / "index.html").write_text(f"<!DOCTYPE html><title>{words}</title>")
    shutil.copy(PAGE / "sw.js", folder / "sw.js")
    files = {one: (folder / one).read_bytes() for one in ("index.html", "sw.js")}
    digests = {name: sha256(data).hexdigest() for name, data in files.items()}
    (folder / LIST).write_text(json.dumps({"pbem": "1", "files": digests}))
    return folder


def test_a_signed_folder_is_whole_and_says_who_signed_it(tmp_path):
    folder = filled(tmp_path / "folder", "one")
    digest = check(folder)
    assert release_of(folder) is None
    made = sign(folder, CLUB, 1, [NEXT.sign_public.hex()])
    assert check(folder) == digest == made.digest
    assert release_of(folder) == made
    assert set(made.keys) == {CLUB.sign_public.hex(), NEXT.sign_public.hex()}


@pytest.mark.parametrize("field", ["digest", "number", "keys", "sigs"])
def test_an_altered_signature_is_refused(tmp_path, field):
    folder = filled(tmp_path / "folder", "one")
    sign(folder, CLUB, 1)
    said = json.loads((folder / SIGNED).read_text())
    said[field] = {
        "digest": "0" * 64, "number": 2, "keys": [STRANGER.sign_public.hex()],
        "sigs": {CLUB.sign_public.hex(): "0" * 128},
    }[field]  # fmt: skip
    (folder / SIGNED).write_text(json.dumps(said, separators=(",", ":"), sort_keys=True))
    with pytest.raises(FormError, match="no good signature"):
        release_of(folder)


@pytest.mark.parametrize("sigs", [{}, {"xyz": "0" * 128}, {CLUB.sign_public.hex(): "xyz"}])
def test_a_folder_without_a_good_signature_is_not_signed(tmp_path, sigs):
    folder = filled(tmp_path / "folder", "one")
    sign(folder, CLUB, 1)
    said = json.loads((folder / SIGNED).read_text()) | {"sigs": sigs}
    (folder / SIGNED).write_text(json.dumps(said, separators=(",", ":"), sort_keys=True))
    with pytest.raises(FormError, match="no good signature"):
        release_of(folder)


def test_the_signature_of_another_folder_does_not_vouch_for_this_one(tmp_path):
    one, other = filled(tmp_path / "one", "one"), filled(tmp_path / "other", "other")
    made = sign(one, CLUB, 1)
    assert release_here(one) == (made.digest, made)
    shutil.copy(one / SIGNED, other / SIGNED)
    with pytest.raises(FormError, match="another folder"):
        release_here(other)


def test_a_number_goes_up(tmp_path):
    folder = filled(tmp_path / "folder", "one")
    sign(folder, CLUB, 3)
    filled(folder, "two")
    with pytest.raises(FormError, match="greater"):
        sign(folder, CLUB, 3)
    with pytest.raises(FormError, match="greater"):
        sign(filled(tmp_path / "other", "one"), CLUB, 0)


def test_the_command_that_the_page_shows_signs_a_folder(tmp_path, monkeypatch):
    page = (Path(__file__).resolve().parents[2] / "docs" / "browser.md").read_text()
    [words] = re.findall(r"^pbem (web sign .*)$", page, re.MULTILINE)
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PBEM_PASSPHRASE", "correct horse")
    monkeypatch.chdir(tmp_path)
    folder = filled(tmp_path / "public", "one")
    run = CliRunner().invoke
    assert run(app, ["identity", "new", "club"]).exit_code == 0
    done = run(app, words.split())
    assert done.output == "public is release 1; 1 key may sign the next.\n"
    key = release_of(folder).keys[0]
    assert f"Release 1, signed by {key}." in run(app, ["web", "check", "public"]).output


UPDATE = """() => new Promise(async (done) => {
    await navigator.serviceWorker.register("sw.js");
    const kept = await navigator.serviceWorker.ready, channel = new MessageChannel();
    channel.port1.onmessage = ({ data }) => done(data);
    kept.active.postMessage("update", [channel.port2]);
})"""


class Visitor:
    """A browser at a site whose owner changes the folder."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.page: Page = browser.new_context().new_page()
        self._folder = folder
        self._serving = serving(folder)
        self._served = True
        self.address = self._serving.__enter__()
        self.page.goto(self.address)

    def updates(self) -> str:
        return self.page.evaluate(UPDATE)

    def sees(self) -> str:
        self.page.goto(self.address)
        return self.page.title()

    def ends(self) -> None:
        if self._served:
            self._served = False
            self._serving.__exit__(None, None, None)


@pytest.fixture
def visitor(tmp_path: Path, chromium: Browser) -> Iterator[Visitor]:
    folder = filled(tmp_path / "folder", "one")
    sign(folder, CLUB, 1)
    made = Visitor(chromium, folder)
    assert made.updates() == ""
    yield made
    made.page.context.close()
    made.ends()


@pytest.mark.long
def test_updates_are_signed_and_newer_and_keys_change(visitor: Visitor, tmp_path: Path) -> None:
    folder = tmp_path / "folder"

    def offers(words: str, who: object, number: int, *others: object) -> str:
        (folder / SIGNED).unlink()
        sign(filled(folder, words), who, number, [one.sign_public.hex() for one in others])
        return visitor.updates()

    assert visitor.sees() == "one"
    filled(folder, "changed")  # and not signed
    assert visitor.sees() == "one"
    visitor.page.evaluate("caches.open('pbem-image')")  # what a start with this release computed
    assert "without the signature of somebody whom your release trusts" in offers(
        "stolen", STRANGER, 2
    )
    assert visitor.sees() == "one"
    assert visitor.page.evaluate("caches.has('pbem-image')")
    assert "new release" in offers("two", CLUB, 2, NEXT)
    assert not visitor.page.evaluate("caches.has('pbem-image')")
    assert visitor.sees() == "two"
    assert "older" in offers("one", CLUB, 1)
    assert visitor.sees() == "two"
    assert "new release" in offers("three", NEXT, 3)
    assert visitor.sees() == "three"
    assert "without the signature of somebody whom your release trusts" in offers("four", CLUB, 4)
    assert visitor.sees() == "three"


@pytest.mark.long
def test_a_release_with_a_wrong_file_is_not_taken(visitor: Visitor, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / SIGNED).unlink()
    sign(filled(folder, "two"), CLUB, 2)
    (folder / "index.html").write_text("<!DOCTYPE html><title>wrong</title>")
    assert visitor.updates() == ""
    assert visitor.sees() == "one"


@pytest.mark.long
def test_a_kept_release_works_without_a_network(visitor: Visitor) -> None:
    visitor.ends()
    assert visitor.sees() == "one"
    for name in (LIST, SIGNED):
        assert visitor.page.evaluate(f"fetch('{name}').then((found) => found.ok)"), name
    assert visitor.updates() == ""
    assert visitor.page.evaluate("fetch('other.html').then((found) => found.status)") == 404


@pytest.mark.long
def test_a_release_is_kept_without_the_headers_of_the_server(
    visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody signs them, and one of them can send anyone who opens the page elsewhere."""
    plain = Quiet.end_headers

    def sends_away(self: Quiet) -> None:
        self.send_header("Refresh", "0; url=about:blank#elsewhere")
        plain(self)

    monkeypatch.setattr(Quiet, "end_headers", sends_away)
    folder = tmp_path / "folder"
    (folder / SIGNED).unlink()
    sign(filled(folder, "two"), CLUB, 2)
    assert "new release" in visitor.updates()
    assert visitor.sees() == "two"
    headers = "fetch('').then((found) => [...found.headers].map(([name, value]) => name + value))"
    assert visitor.page.evaluate(headers) == ["content-typetext/html; charset=utf-8"]


@pytest.mark.long
def test_a_form_that_is_sent_to_the_site_brings_no_page_of_the_server(visitor: Visitor) -> None:
    """A link of others can send one, and only what is kept is signed."""
    sends = "fetch('', { method: 'POST', body: '' }).then((found) => found.status)"
    assert visitor.page.evaluate(sends) == 405
    with visitor.page.expect_navigation():
        visitor.page.evaluate(
            "document.body.appendChild(Object.assign(document.createElement('form'),"
            " { method: 'post', action: location.href })).submit()"
        )
    assert "Nobody sends anything to this site." in visitor.page.content()
