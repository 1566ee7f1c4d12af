"""Markup and scripts in whatever others name or write: text, of which nothing runs.

On the board, in a replay and on the pages of a tournament, in a real browser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from board.conftest import Board, enter
from board.playing import saipan
from long import BROWSING
from pbem.client.messages.composing import compose
from pbem.client.play import acting
from pbem.client.storage.packs import check_pack, export_pack
from pbem.director.pages.publishing import publish
from pbem.errors import PackError
from pbem.games import registry
from pbem.log.finding import BadLog
from pbem.mail.letter import messages
from pbem.replays.dropping import page as checker_page
from pbem.replays.page import page as page_of
from pbem.replays.recording import record
from pbem.table.library import Library
from toy.pages import HOSTILE, played
from toy.people import Person

pytestmark = pytest.mark.long

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script><svg onload=alert(3)>"


@pytest.fixture
def reader(chromium: Browser) -> Iterator[Page]:
    """A page whose reader hears whatever runs in it: dialogs are opened by nothing else."""
    with chromium.new_context() as context:
        context.set_default_timeout(BROWSING)
        page = context.new_page()
        ran: list[str] = []
        page.on("dialog", lambda one: (ran.append(one.message), one.dismiss()))
        page.on("pageerror", lambda error: ran.append(str(error)))
        page.ran = ran  # type: ignore[attr-defined]
        yield page
        assert ran == []


def is_text(page: Page) -> None:
    """Assert that text written as markup is none: no picture, script or frame is there by it."""
    assert page.locator("body :is(img, iframe, [onerror], [onload])").count() == 0
    assert page.locator("body script", has_text="alert(").count() == 0


def test_a_reader_would_be_reported(reader: Page, tmp_path: Path) -> None:
    """The reverse of what the others hold: this page means its markup."""
    (tmp_path / "page.html").write_text(f"<body>{MARKUP}")
    reader.goto((tmp_path / "page.html").as_uri())
    reader.wait_for_function("document.querySelector('img').complete")
    with pytest.raises(AssertionError):
        is_text(reader)
    assert {"1", "2", "3"} == {*reader.ran}  # type: ignore[attr-defined]
    reader.ran.clear()  # type: ignore[attr-defined]


# --- packs ----------------------------------------------------------------------------------------


@pytest.fixture
def pack(ann: Person, tmp_path: Path) -> Path:
    """Manila's pack, in which the name of an Area and what values are from are markup."""
    file = tmp_path / "mine.yaml"
    export_pack("manila", file)
    text = file.read_text("utf-8")
    for plain in ("name: Caloocan", "provenance: published counters"):
        key = plain.partition(":")[0]
        assert plain in text
        text = re.sub(f"{plain}[^,}}\n]*", f'{key}: "{MARKUP}"', text, count=1)
    file.write_text(text, "utf-8")
    check_pack(ann.client, file, "manila")
    return file


def test_names_and_sources_of_a_pack_are_text(
    reader: Page, ann: Person, pack: Path, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """On the map and in the charts of the board, and in a replay of the game."""
    ann.opens("manila", seats={"us": "ann"}, dice="self", pack=pack)
    replay = page_of(ann.log, record(ann.log, ann.client.library))
    (tmp_path / "game.html").write_text(replay, "utf-8")
    enter(reader, serve(ann))
    titles = "() => [...document.querySelectorAll('#sheet title')].map((one) => one.textContent)"
    assert any(MARKUP in title for title in reader.evaluate(titles))
    reader.click("#charts")
    expect(reader.locator("#found")).to_contain_text(MARKUP)
    is_text(reader)
    reader.goto((tmp_path / "game.html").as_uri())
    expect(reader.locator("#verdict")).to_have_class("good")
    assert any(MARKUP in title for title in reader.evaluate(titles))
    is_text(reader)


UNITS = {
    "saipan": r"(\n +)1/2(: )",
    "manila": r"(units: \[)637/A(,)",
    "meiktila": r"(\n +)PUN615(:)",
    "tokyo": r"(\n +)4M(: )",
}
"""The place of a name in a pack; *Singapore* makes the names of its units itself."""


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_whose_name_is_markup_is_refused(name: str, ann: Person, tmp_path: Path) -> None:
    """So none comes onto a map; the message says where it stands and what a name is."""
    file = tmp_path / "mine.yaml"
    export_pack(name, file)
    text = file.read_text("utf-8")
    unit = UNITS[name]
    assert re.search(unit, text)
    file.write_text(re.sub(unit, rf'\1"{MARKUP}"\2', text, count=1), "utf-8")
    with pytest.raises(
        PackError, match=r"mine\.yaml, line \d+.* write a unit's name with letters"
    ) as reported:
        check_pack(ann.client, file, name)
    assert "\n" not in str(reported.value)


# --- handles, notes and names of files ------------------------------------------------------------


@pytest.fixture
def log(ann: Person, bob: Person, tmp_path: Path) -> Path:
    """A game in which a player's name is markup: its first event is not valid."""
    saipan(ann, bob)
    file = tmp_path / "hostile.pbem"
    file.write_bytes(ann.log.read_bytes().replace(b'"bob"', f'"{MARKUP}"'.encode()))
    return file


def test_a_handle_that_is_markup_is_none(reader: Page, log: Path, tmp_path: Path) -> None:
    """No replay is made of such a log, and the page that checks any log shows what is wrong."""
    with pytest.raises(BadLog, match="handle"):
        record(log, Library(registry.find))
    (tmp_path / "check.html").write_text(checker_page(), "utf-8")
    reader.goto((tmp_path / "check.html").as_uri())
    reader.set_input_files("#files", log)
    expect(reader.locator("article .verdict.bad")).to_have_count(1)
    is_text(reader)


def test_a_log_with_such_a_handle_on_the_board(
    reader: Page, ann: Person, log: Path, serve: Callable[[Person], Board]
) -> None:
    """A player who receives it learns that it is not valid."""
    before = ann.log.read_bytes()
    enter(reader, serve(ann))
    reader.set_input_files(
        "#came", {"name": f"{MARKUP}.pbem", "mimeType": "", "buffer": log.read_bytes()}
    )
    expect(reader.locator("#taken")).not_to_be_empty()
    is_text(reader)
    assert ann.log.read_bytes() == before


def test_a_subject_and_a_sender_that_are_markup(
    reader: Page, ann: Person, bob: Person, serve: Callable[[Person], Board]
) -> None:
    """The game in the mail is imported all the same, and its note is text."""
    saipan(ann, bob)
    before = ann.count
    ann.does(acting.offer_tie, note=MARKUP)
    bob.takes(ann.sends())
    bob.does(acting.answer, yes=False, note=MARKUP)
    letter = messages(compose(bob.sits()))[0]
    for name, said in (("Subject", MARKUP), ("From", f'"{MARKUP}" <eve@example.org>')):
        del letter[name]
        letter[name] = said
    enter(reader, serve(ann))
    reader.set_input_files("#came", {"name": "x.eml", "mimeType": "", "buffer": bytes(letter)})
    expect(reader.locator("#past > li")).to_have_count(before + 2)
    expect(reader.locator("#past q").last).to_have_text(MARKUP)
    is_text(reader)


# --- tournaments ----------------------------------------------------------------------------------


def test_pages_of_a_tournament_whose_words_are_markup(reader: Page, tmp_path: Path) -> None:
    """Its name, a ruling and an appeal, on every page that is published, replays too."""
    meeting, log, game = played(tmp_path)
    files, left = publish(meeting.fold, log, tmp_path / "pages", [game])
    assert left == []
    pages = [file for file in files if file.suffix == ".html"]
    assert len(pages) > 1
    for file in pages:
        reader.goto(file.as_uri())
        is_text(reader)
    reader.goto((tmp_path / "pages" / "index.html").as_uri())
    expect(reader.locator("h1")).to_have_text(HOSTILE)
    expect(reader.locator("body")).to_contain_text(f"round 1, board 1, bob: {HOSTILE}")
