"""Two people play from nothing to a signed first turn, by clicks alone, each in their lobby."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from lobby.conftest import Serve
from lobby.homes import PASSPHRASE, lantern, two_homes
from long import BROWSING
from pbem.lobby import cards
from pbem.lobby.forms import Site

ROOT = Path(__file__).resolve().parents[2]


Role = Literal["button", "link"]


class Visitor:
    """Somebody at the page of their lobby.

    ``wrong`` is what the browser complained of, ``pressed`` the names of what was pressed,
    ``clicks`` how often something was.
    """

    def __init__(self, browser: Browser, serve: Serve, folder: Path) -> None:
        self.page: Page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
        self.page.set_default_timeout(BROWSING)
        self.wrong: list[str] = []
        self.pressed: set[str] = set()
        self.clicks = 0
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on(
            "console", lambda one: self.wrong.append(one.text) if one.type == "error" else None
        )
        self.page.goto(serve(folder).address)
        expect(self.page.locator("#me")).to_be_visible()

    def presses(self, name: str, *, within: str = "body", role: Role = "button") -> None:
        self.pressed.add(name)
        self.clicks += 1
        self.page.locator(within).get_by_role(role, name=name, exact=True).first.click()

    def makes_keys(self, handle: str) -> None:
        self.presses("Choose your name")
        for name, text in (
            ("handle", handle),
            ("email", f"{handle}@example.org"),
            ("passphrase", PASSPHRASE),
            ("again", PASSPHRASE),
        ):
            self.page.fill(f"dialog [name={name}]", text)
        self.presses("Make my keys")
        expect(self.page.locator("#me")).to_have_text(re.compile(f"{handle}$", re.IGNORECASE))
        expect(self.page.locator("dialog")).to_be_hidden()

    def saves(self, link: str, to: Path) -> Path:
        with self.page.expect_download() as download:
            self.presses(link, role="link")
        download.value.save_as(to)
        return to

    def chooses(self, *files: Path) -> None:
        self.clicks += 2  # 'Choose a file', and the file
        self.page.set_input_files("#file", [str(file) for file in files])

    def types_passphrase(self) -> None:
        self.page.fill("dialog [name=passphrase]", PASSPHRASE)

    def signs_on_board(self, button: str, *, event: int) -> None:
        """Press the button that begins so: once the list is tried, it says what follows too."""
        self.page.get_by_label("Passphrase").fill(PASSPHRASE)
        self.pressed.add(button)
        self.clicks += 1
        self.page.get_by_role("button", name=re.compile(f"^{button}\\b")).click()
        expect(self.page.locator("#tried")).to_contain_text(f"Signed: event {event}")

    def sends(self, to: Path) -> Path:
        with self.page.expect_download() as download:
            self.presses("Send")
        download.value.save_as(to)
        self.presses("It is sent")
        expect(self.page.locator("#send")).to_contain_text("nothing waits")
        return to

    def gives_card(self, to: Path) -> Path:
        self.presses("Swap cards")
        card = self.saves("Save my card", to)
        self.page.keyboard.press("Escape")
        return card


PAGE = (ROOT / "docs" / "first-game-by-mail.md").read_text()
STEPS = PAGE[PAGE.index("## Make your keys") :]
NOT_PRESSED = {"Compare", "They are the same", "Copy text", "What can happen"}
"""Buttons of the page that have tests of their own."""
NOT_NAMED = {"Sign 1 order", "Sign 2 orders"}
"""Buttons that the page leaves to its reader: *signs* is enough the second time."""


@pytest.mark.long
def test_the_first_game_of_the_page_is_played_by_its_buttons(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    """Each button that docs/first-game-by-mail.md names is there; those of the game are pressed."""
    ann, bob = (Visitor(chromium, serve, tmp_path / one) for one in ("ann", "bob"))
    ann.makes_keys("ann")
    bob.makes_keys("bob")
    bob.chooses(ann.gives_card(tmp_path / "ann.card"))
    ann.chooses(bob.gives_card(tmp_path / "bob.card"))
    expect(ann.page.locator("#people li")).to_contain_text("Bob")
    ann.presses("New game")
    ann.page.check("[name=rules][value=lantern]")
    ann.presses("Open the game")
    ann.types_passphrase()
    ann.presses("Open the game")
    bob.chooses(ann.sends(tmp_path / "1.eml"))
    bob.presses("Join")
    bob.types_passphrase()
    bob.presses("Join", within="dialog")
    ann.chooses(bob.sends(tmp_path / "2.eml"))
    ann.presses("Play")
    assert ann.clicks <= 16  # of 24 from the first page to a signed order
    expect(ann.page.locator("#past > li")).to_have_count(3)
    turn = STEPS.partition("<!-- clicked: first turn by mail -->\n```\n")[2].partition("\n```")[0]
    ann.presses("As text")
    ann.page.fill("#list", turn)
    ann.signs_on_board("Sign 5 orders", event=3)
    ann.presses("All games", role="link")
    bob.chooses(ann.sends(tmp_path / "3.eml"))
    bob.presses("Play")
    bob.signs_on_board("Roll", event=4)
    bob.page.fill("#list", "plan ford")
    bob.signs_on_board("Seal the choice", event=5)
    bob.presses("All games", role="link")
    expect(bob.page.locator("#yours")).to_contain_text(" movement")
    bob.presses("Play")
    bob.presses("End movement")
    bob.presses("End combat")
    bob.signs_on_board("Sign 2 orders", event=6)
    bob.presses("All games", role="link")
    ann.chooses(bob.sends(tmp_path / "4.eml"))
    expect(ann.page.locator("#came")).to_contain_text("Verified and imported events 4 to 6")
    assert ann.wrong == bob.wrong == []
    named = {" ".join(label.split()) for label in re.findall(r"\*\*([^*]+)\*\*", STEPS)}
    assert (ann.pressed | bob.pressed | NOT_PRESSED) - NOT_NAMED == named


@pytest.mark.long
def test_words_are_compared_and_the_text_of_a_mail_is_copied(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    with two_homes(tmp_path) as (ann, bob):
        lantern(ann)
        me = bob.lobby.hall().me
    assert me is not None
    visitor = Visitor(chromium, serve, tmp_path / "ann")
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.presses("Compare")
    for word in me.words:
        expect(visitor.page.locator("dialog [data-of=bob] .words")).to_contain_text(word)
    visitor.presses("One differs")
    expect(visitor.page.locator("dialog")).to_contain_text("Somebody may have replaced")
    visitor.page.keyboard.press("Escape")
    visitor.presses("Compare")
    visitor.presses("They are the same", within="dialog")
    expect(visitor.page.locator("#people")).to_contain_text("twelve words compared")
    visitor.page.get_by_label("Copy text").check()
    visitor.presses("Send")
    expect(visitor.page.locator("#sent")).to_contain_text("Copied")
    assert "Waiting for bob" in visitor.page.evaluate("navigator.clipboard.readText()")
    assert visitor.wrong == []


@pytest.mark.long
def test_somebody_new_plays_the_computer_with_one_click(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    new = Visitor(chromium, serve, tmp_path / "new")
    new.page.click("#try")
    expect(new.page.locator("#practice")).to_contain_text("PRACTICE")
    expect(new.page.locator(".stack")).not_to_have_count(0)
    new.page.click("#home")
    expect(new.page.locator("#first")).to_be_visible()
    assert new.wrong == []


@pytest.mark.long
def test_what_is_typed_wrong_is_said_and_nothing_typed_is_lost(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    new = Visitor(chromium, serve, tmp_path / "new")
    new.page.click("#me")
    new.page.fill("dialog [name=handle]", "ann")
    new.page.fill("dialog [name=passphrase]", "one")
    new.page.fill("dialog [name=again]", "two")
    new.page.click("#go")
    expect(new.page.locator("#refused")).to_contain_text("differ")
    assert new.page.input_value("dialog [name=handle]") == "ann"
    new.page.keyboard.press("Escape")
    expect(new.page.locator("#me")).to_have_text("Choose your name")
    log = shutil.copy(ROOT / "logs" / "lantern" / "lantern.pbem", tmp_path / "a.pbem")
    with new.page.expect_file_chooser() as chooser:
        new.page.click("#look")
    chooser.value.set_files(log)
    expect(new.page.locator("#dialog-title")).to_have_text("This log is valid")
    assert new.wrong == []


@pytest.mark.long
def test_a_card_goes_as_a_link_and_a_home_as_a_backup(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    """A link is copied and pasted, or opened; a backup is saved as keys are made, and restored."""
    ann, bob = (Visitor(chromium, serve, tmp_path / one) for one in ("ann", "bob"))
    ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    with ann.page.expect_download() as backup:
        ann.makes_keys("ann")
    backup.value.save_as(tmp_path / "ann.zip")
    bob.makes_keys("bob")
    ann.presses("Swap cards")
    expect(ann.page.locator("dialog svg[role=img] path")).not_to_have_count(0)
    ann.presses("Copy the link")
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    link = ann.page.evaluate("navigator.clipboard.readText()")
    bob.presses("Swap cards")
    bob.page.fill("dialog textarea", link[:-30])
    bob.presses("Add the card")
    expect(bob.page.locator("dialog .says")).to_contain_text("not whole, or was altered")
    bob.page.fill("dialog textarea", f"Hello! {link}")
    bob.presses("Add the card")
    expect(bob.page.locator("dialog .says")).to_contain_text("The card of ann is here")
    bob.page.keyboard.press("Escape")
    expect(bob.page.locator("#people li")).to_contain_text("Ann")
    new = Visitor(chromium, serve, tmp_path / "new")
    new.page.evaluate("link => { location.hash = link.split('#')[1]; }", link)
    expect(new.page.locator("#came")).to_contain_text("The card of ann is here")
    assert "#card" not in new.page.url
    with new.page.expect_file_chooser() as chooser:
        new.presses("Restore a backup")
    chooser.value.set_files(tmp_path / "ann.zip")
    expect(new.page.locator("#came")).to_contain_text("of ann from")
    expect(new.page.locator("#me")).to_contain_text("Ann")
    assert ann.wrong == bob.wrong == new.wrong == []


@pytest.mark.long
def test_a_link_that_somebody_got_is_pasted_on_the_first_page(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    with two_homes(tmp_path) as (ann, _):
        link = cards.own_card(ann.client, Site("")).link
    new = Visitor(chromium, serve, tmp_path / "new")
    field = new.page.get_by_role("region", name="Did you get a link?").get_by_role("textbox")
    field.fill("https://example.org/")
    new.presses("Open")
    expect(new.page.locator("#came")).to_contain_text("brings no card, invitation or move")
    field.fill(link)
    field.press("Enter")
    expect(new.page.locator("#came")).to_contain_text("The card of ann is here")
    expect(new.page.locator("#people li")).to_contain_text("Ann")
    assert new.wrong == []


SHARES = """
globalThis.shared = [];
navigator.canShare = () => true;
navigator.share = async ({ files }) => {
  if (!navigator.userActivation.isActive) throw new Error("it needs a click");
  shared.push(files[0].name);
};
"""
BROKEN = "The record of this game cannot be read."


@pytest.mark.long
def test_a_mail_that_fails_keeps_no_other_back(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    """By each way to send; a share sheet and a clipboard take one mail for each click."""
    with two_homes(tmp_path) as (ann, _):
        games = {lantern(ann), lantern(ann), lantern(ann)}
    visitor = Visitor(chromium, serve, tmp_path / "ann")
    page = visitor.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script(SHARES)
    page.reload()
    expect(page.locator("#send")).to_contain_text("3 mails")
    broken, *others = page.locator("#send li").evaluate_all("all => all.map(o => o.dataset.of)")
    assert {broken, *others} == games

    def refuses(route: Route) -> None:
        if broken in (route.request.post_data or route.request.url):
            route.fulfill(status=422, json={"error": BROKEN})
        else:
            route.fallback()

    page.route("**/outgoing", refuses)
    page.route("**/log?*", refuses)
    wrong, sent = page.locator("#trouble"), page.locator("#sent")
    page.get_by_label("Mail file").check()
    page.click("#send-all")
    expect(sent.locator("a")).to_have_text([f"{game}-0.eml" for game in others])
    expect(wrong).to_have_text(re.compile(f"^[^:]+: {re.escape(BROKEN)}$"))
    for way, again in (("Copy text", "Copy the next"), ("Share", "Share the next")):
        page.get_by_label(way, exact=True).check()
        page.click("#send-all")
        expect(wrong).to_contain_text(BROKEN)
        expect(sent.get_by_role("button", name="sent")).to_have_count(0)
        sent.get_by_role("button", name=again).click()
        expect(sent.get_by_role("button", name="It is sent")).to_be_visible()
        expect(wrong).to_be_hidden()
        sent.get_by_role("button", name=again).click()
        expect(sent.get_by_role("button", name=again)).to_have_count(0)
        expect(sent.get_by_role("button", name="They are sent")).to_be_visible()
    assert page.evaluate("shared") == [f"{game}.pbem" for game in others]
    sent.get_by_role("button", name="They are sent").click()
    expect(page.locator("#send")).to_contain_text("1 mail")
    expect(page.locator("#send li")).to_have_attribute("data-of", broken)


@pytest.mark.long
def test_days_are_counted_in_words(tmp_path: Path, serve: Serve, chromium: Browser) -> None:
    with two_homes(tmp_path) as (ann, _):
        lantern(ann)
    visitor = Visitor(chromium, serve, tmp_path / "ann")
    page, today = visitor.page, datetime.now(UTC).date()

    def counts(late: int, backup: int) -> None:
        def answers(route: Route) -> None:
            hall = route.fetch().json()
            for game in hall["games"]:
                game["due"], game["last_day"] = "due", str(today - timedelta(days=late))
            last = str(today - timedelta(days=backup))
            hall["backup"] = {"last": last, "events": backup, "now": True}
            route.fulfill(json=hall)

        page.unroute_all()
        page.route("**/hall", answers)
        page.reload()

    for number, late, backup in (
        (1, "1 day late", "Last backup yesterday, 1 event since."),
        (3, "3 days late", "Last backup 3 days ago, 3 events since."),
    ):
        counts(number, number)
        expect(page.locator(".when").first).to_contain_text(f", {late}")
        expect(page.locator("#backup b")).to_have_text(backup)
    page.context.close()  # it would ask again, when nobody answers any more
