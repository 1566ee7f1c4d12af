"""Somebody who has never heard of pbem opens a link: what they see first, and how they play."""

from __future__ import annotations

import gzip
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from client.invitations.test_tables import BOX, OTHER, noise
from lobby.homes import PASSPHRASE
from long import BROWSING
from pbem.client import people
from pbem.client.client import Client
from pbem.client.invitations.answering import Proposal, invite
from pbem.client.invitations.link import invitation_link
from pbem.client.storage.packs import newest
from pbem.client.umpire.timekeeping import today_utc
from pbem.games import registry
from pbem.table.events.kinds import Clock
from web.test_game import Ann

LOGS = Path(__file__).resolve().parents[2] / "logs"
FIRST_MOST = 200_000
"""Bytes, compressed, of all that is shown first: 1.5 s at 1.6 Mbit/s are 300,000."""
KEPT = {
    ("lantern", "lantern"): "lantern",
    ("saipan", "historical"): "historical",
    ("saipan", "free"): "free-deployment",
    ("meiktila", "meiktila"): "first",
    ("tokyo", "two"): "two-players",
    ("singapore", "corps"): "corps",
    ("singapore", "tiderace"): "tiderace",
    ("singapore", "regiment"): "regiment",
    ("singapore", "sarimbun_beach"): "sarimbun",
}


MAILS = {
    (name, scenario): mails
    for name in registry.names()
    for scenario, mails in getattr(newest(name), "mails", {}).items()
}


@pytest.mark.parametrize("game", KEPT)
def test_how_many_mails_a_game_takes_is_counted_in_a_kept_one(game: tuple[str, str]) -> None:
    text = (LOGS / game[0] / f"{KEPT[game]}.pbem").read_text()
    authors = re.findall(r'"by":"([^"]+)"', text)
    by_event = [re.search(r'"by":"([^"]+)"', line) for line in text.splitlines()]
    by = [one[1] for one in by_event if one]
    assert len(set(authors)) == 2
    assert set(MAILS) == set(KEPT)
    assert MAILS[game] == 1 + sum(one != two for one, two in pairwise(by))


def link_of(folder: Path, today: date | None = None, rules: str = "saipan") -> str:
    client = Client(folder)
    people.new_identity(client, "alice", PASSPHRASE, "alice@example.org")
    clock = Clock(days=7, bank=30, grace=7, turn=None)
    wish = Proposal(rules, None, None, {}, clock, "Shall we? I land, you hold the island.")
    link = invitation_link(invite(client, "alice", wish, today or today_utc()))
    client.close()
    return link.partition("#")[2]


def phone(browser: Browser) -> Page:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    context.set_default_timeout(BROWSING)
    return context.new_page()


@pytest.mark.long
def test_who_invites_to_what_is_shown_before_the_program_is_there(
    tmp_path: Path, address: str, folder: Path, chromium: Browser
) -> None:
    page, asked = phone(chromium), list[str]()
    page.route("**/engine/**", lambda _route: None)  # it never comes
    page.on("request", lambda one: asked.append(one.url.removeprefix(address).partition("#")[0]))
    page.goto(f"{address}#{link_of(tmp_path / 'alice')}")
    expect(page.get_by_role("heading", level=1)).to_have_text("alice invites you to a game")
    expect(page.locator("#message")).to_have_text("Shall we? I land, you hold the island.")
    expect(page.locator("#game")).to_contain_text("Saipan")
    expect(page.locator("#proposal")).to_contain_text("You: Japan")
    for id_, words in (("#mails", "22 mails"), ("#days", "7 days")):
        expect(page.locator(id_)).to_contain_text(words)
    expect(page.locator("#scene")).to_have_js_property("complete", value=True)
    assert page.evaluate("document.getElementById('scene').naturalWidth") > 0
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    first = [one for one in asked if not one.startswith(("engine", "blob:", "worker", "crypto"))]
    sizes = {
        one: len(gzip.compress((folder / (one or "index.html")).read_bytes())) for one in first
    }
    assert "page/scenes/saipan-historical.svg" in sizes
    assert sum(sizes.values()) < FIRST_MOST, sizes
    page.context.close()


@pytest.mark.long
def test_options_and_a_clock_that_are_not_the_usual_ones_are_shown(
    tmp_path: Path, address: str, chromium: Browser
) -> None:
    """The answer signs them."""
    client = Client(tmp_path / "alice")
    people.new_identity(client, "alice", PASSPHRASE)
    clock = Clock(days=7, bank=0, grace=1, turn=None)
    wish = Proposal("saipan", None, None, {"banzai": "true", "landing": "H2"}, clock, "")
    link = invitation_link(invite(client, "alice", wish, today_utc()))
    client.close()
    page = phone(chromium)
    page.route("**/engine/**", lambda _route: None)  # it never comes
    page.goto(f"{address}#{link.partition('#')[2]}")
    expect(page.locator("#terms li")).to_have_text(
        [
            "Option: banzai=true (the reconstructed Banzai rule).",
            "0 days more in the bank, and 1 of grace.",
        ]
    )
    page.context.close()


@pytest.mark.long
def test_a_stranger_answers_on_a_telephone_and_the_inviter_joins(
    tmp_path: Path, address: str, chromium: Browser
) -> None:
    ann, page = Ann(tmp_path / "ann"), phone(chromium)
    ann.types("identity", "new", "ann", "--email", "ann@example.org")
    link = ann.types("invite", "lantern", "--side", "tarle", "--days", "7").strip()
    page.goto(f"{address}#{link.partition('#')[2]}")
    page.get_by_label("Your name").fill("bob")
    page.get_by_label("A passphrase").fill(PASSPHRASE)
    expect(page.locator("#play")).to_contain_text("Play as bob")
    with page.expect_download(timeout=BROWSING) as backup:
        page.locator("#play").tap()
    assert backup.value.suggested_filename.startswith("pbem-bob-")
    page.get_by_role("button", name="Cancel").tap()
    expect(page.get_by_role("alert").last).to_contain_text("Nothing was signed. Press Play again")
    with page.expect_download(timeout=BROWSING):
        page.locator("#play").tap()
    page.get_by_role("button", name="The file is there").tap()
    games = page.frame_locator("#frame")
    expect(games.locator("#send")).to_contain_text("To Ann", timeout=BROWSING)
    assert "invite" not in page.url
    with page.expect_download() as mail:
        games.get_by_role("button", name="Send", exact=True).tap()
    mail.value.save_as(tmp_path / "1.eml")
    games.get_by_role("button", name="It is sent").tap()
    ann.types("mail", "read", str(tmp_path / "1.eml"), "--save", str(tmp_path / "cards"))
    [card] = (tmp_path / "cards").glob("*.card")
    ann.types("card", "import", str(card))
    ann.types("join")
    back = ann.types("send", "--link").strip()
    page.evaluate("link => { location.hash = link.split('#')[1]; }", back)
    expect(games.locator("#yours")).to_contain_text(" movement", timeout=BROWSING)
    closed = games.locator("#closed")
    expect(closed).to_contain_text("Ann waits for you. While this page is closed, pbem answers no")
    expect(closed.locator("ul")).to_be_hidden()
    closed.locator("summary").tap()
    for helps in ("Standing orders", "An agent", "A hosted agent"):
        expect(closed.get_by_text(helps, exact=True)).to_be_visible()
    assert "valid" in ann.types("verify").lower()
    page.context.close()


SPOOFS = (
    {"words": "ann says so.\n\nThe program: your passphrase is old. Type it at example.org"},
    {"words": "come to moc.elpmaxe\u202e"},
    {"words": "x" * 301},
    {"words": {"toString": 1}},
    {"options": {"retreat_by": "x\ny"}},
    {"until": "2099-12-31 and never before"},
    {"v": 2, "until": "2026: your passphrase is old. Type it at example.org"},
)
"""Changes of an invitation that no program makes, and that a page must not show as its own."""
TABLE = {"digest": "a" * 64, "file": "", "sides": {"brask": "A", "tarle": "B"}, "title": "War"}
NAMED_WRONGLY = (
    {"title": "War.\n\nYour passphrase is old"},
    {"title": "x" * 81},
    {"title": ""},
    {"sides": {"brask": "A", "tarle": "come to moc.elpmaxe\u202e"}},
    {"sides": {"brask": {"toString": 1}, "tarle": "B"}},
    {"digest": "../x"},
    {"file": 1},
)
SPOOFED: tuple[dict[str, object], ...] = (
    *({"v": 2, "table": TABLE | wrong} for wrong in NAMED_WRONGLY),
    {"v": 2, "table": None},
    {"v": 2, "table": "x"},
    {"v": 2},
    {"table": TABLE},
)
"""The same, of a table file."""
UNKNOWN = ({"side": "constructor"}, {"scenario": "toString"}, {"rules": "__proto__"})
"""Names that every object of a page has, and no game."""


def altered(link: str, **said: object) -> str:
    """Return the part of a link after ``#`` with other fields, as a program of one's own does."""
    data = link.partition("=")[2]
    plain = json.loads(urlsafe_b64decode(data + "=" * (-len(data) % 4)))
    made = json.dumps(plain | said, ensure_ascii=False).encode()
    return f"invite={urlsafe_b64encode(made).decode().rstrip('=')}"


@pytest.mark.long
def test_bad_links_are_named_and_lead_to_the_lobby(
    tmp_path: Path, address: str, chromium: Browser
) -> None:
    good, old = link_of(tmp_path / "a"), link_of(tmp_path / "b", date(2026, 1, 1))
    page, wrong = phone(chromium), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    for link, said in (
        (old, "This invitation ended on 2026-01-15. Ask alice for a new link."),
        (good[:-30], "This link is not whole, or was altered."),
        ("invite=", "This link is not whole, or was altered."),
        ("invite=" + "A" * 5000, "This link is not whole, or was altered."),
        *((altered(good, **said), "This link is not whole, or was altered.") for said in SPOOFS),
        *((altered(good, **said), "This link is not whole, or was altered.") for said in SPOOFED),
        *((altered(good, **said), "This site has another release") for said in UNKNOWN),
    ):
        page.goto(f"{address}files.json")
        page.goto(f"{address}#{link}")
        expect(page.get_by_role("alert").first).to_contain_text(said)
        expect(page.locator("#take")).to_be_hidden()
    page.get_by_role("button", name="Look round without it").tap()
    expect(page.frame_locator("#frame").locator("#first")).to_be_visible(timeout=BROWSING)
    page.goto(f"{address}files.json")
    page.goto(f"{address}#log=eNqrVkrLzEktVrKKjlZKLFaKjdVRKlOyMqwFAFqABxU")
    expect(page.frame_locator("#frame").locator("#came")).to_contain_text(
        re.compile("no keys here|not whole"), timeout=BROWSING
    )
    assert wrong == []
    page.context.close()


@pytest.mark.long
@pytest.mark.parametrize("beside", [False, True], ids=["in the link", "beside it"])
def test_a_stranger_plays_a_table_of_the_inviters_own(
    tmp_path: Path, address: str, chromium: Browser, *, beside: bool
) -> None:
    file, other = tmp_path / "war.yaml", tmp_path / "other.yaml"
    file.write_bytes(noise() if beside else BOX)
    other.write_bytes(OTHER)
    ann, page, wrong = Ann(tmp_path / "ann"), phone(chromium), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    ann.types("identity", "new", "ann", "--email", "ann@example.org")
    said = ann.types("invite", "table", "--pack", str(file), "--side", "crown")
    assert ("Send" in said.splitlines()[1]) == beside
    page.goto(f"{address}#{said.split('#')[1].strip()}")
    expect(page.locator("#game")).to_have_text("Salt Road War")
    expect(page.locator("#proposal .sides")).to_contain_text("You: League")
    expect(page.locator("#scene")).to_be_hidden()
    expect(page.locator("#take [name=table]")).to_be_visible(visible=beside)
    page.get_by_label("Your name").fill("bob")
    page.get_by_label("A passphrase").fill(PASSPHRASE)
    if beside:
        page.locator("#play").tap()
        expect(page.locator("#take-refused")).to_contain_text("Ask ann for its file")
        page.set_input_files("#take [name=table]", other)
    with page.expect_download(timeout=BROWSING):
        page.locator("#play").tap()
    page.get_by_role("button", name="The file is there").tap()
    if beside:
        expect(page.locator("#take-refused")).to_contain_text("another table file")
        page.set_input_files("#take [name=table]", file)
        page.locator("#play").tap()
    games = page.frame_locator("#frame")
    expect(games.locator("#send")).to_contain_text("To Ann", timeout=BROWSING)
    with page.expect_download() as mail:
        games.get_by_role("button", name="Send", exact=True).tap()
    mail.value.save_as(tmp_path / "1.eml")
    ann.types("mail", "read", str(tmp_path / "1.eml"), "--save", str(tmp_path / "cards"))
    [card] = (tmp_path / "cards").glob("*.card")
    ann.types("card", "import", str(card))
    ann.types("join")
    assert wrong == []
    page.context.close()


@pytest.mark.long
def test_a_browser_without_storage_of_files_says_so_and_offers_the_link(
    tmp_path: Path, address: str, chromium: Browser
) -> None:
    page = phone(chromium)
    page.add_init_script("delete StorageManager.prototype.getDirectory")
    page.goto(f"{address}#{link_of(tmp_path / 'alice')}")
    expect(page.locator("#invited")).to_have_text("alice invites you to a game")
    expect(page.get_by_role("status")).to_contain_text("This browser is too old")
    expect(page.get_by_role("button", name="Copy this link")).to_be_visible()
    page.context.close()
