"""Nothing is lost on the page: lists not signed, a program that ended. Odds, answers and mail."""

from __future__ import annotations

import asyncio
import os
import stat
import threading
from collections.abc import AsyncIterator

import pytest
from playwright.sync_api import Page, Route, expect

from board.conftest import Board, drawer, enter, host_of, serving
from board.playing import LANDINGS, PASSPHRASE, saipan
from long import BROWSING
from pbem.board.game import BoardGame
from pbem.board.routes import OnBoard, Routes
from pbem.client.client import Client
from pbem.client.play import acting
from pbem.errors import PbemError
from toy.people import Person

ATTACK = "attack 16 with 2/6 1/6 3/6"


def test_a_list_that_is_not_signed_is_kept_for_its_author_alone(ann: Person, bob: Person) -> None:
    saipan(ann, bob)
    game = BoardGame(ann.client, ann.log, "ann")
    before = ann.log.read_bytes()
    game.keep("land 1/2 1203  # plan zzq-zzq-zzq")
    assert (
        BoardGame(ann.client, ann.log, "ann").state().unsent == "land 1/2 1203  # plan zzq-zzq-zzq"
    )
    [kept] = (ann.folder / "unsent").rglob("*.txt")
    if os.name == "posix":
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert ann.log.read_bytes() == before
    assert all(b"zzq-zzq-zzq" not in one for one in (game.message(0), game.log()[1]))
    game.keep("")
    assert not kept.exists()
    with pytest.raises(PbemError):
        BoardGame(Client(ann.folder.parent / "eve", "sqlite://"), ann.log).keep("land 1/2 1203")


def test_every_question_that_can_come_has_its_answers(ann: Person, bob: Person) -> None:
    saipan(ann, bob)
    game = BoardGame(ann.client, ann.log, "ann")
    names = [one.name for one in game.state().questions]
    assert names == ["retreat", "fpf", "advance", "lose"]
    ann.orders(*LANDINGS, "standing fpf none", "standing lose usual")
    mine = {one.name: one.mine for one in game.state().questions}
    assert mine == {
        "retreat": [],
        "fpf": ["standing fpf none"],
        "advance": [],
        "lose": ["standing lose usual"],
    }
    assert BoardGame(bob.client, bob.log, "bob").state().questions == []


@pytest.mark.long
def test_what_was_written_is_there_when_the_page_is_opened_again(page: Page, board: Board) -> None:
    enter(page, board)
    with page.expect_response("**/unsent"):
        page.fill("#list", "land 1/2 1203\n")
    expect(page.locator(".arrow.written")).to_have_count(0)  # it only comes to stand there
    expect(page.locator('.stack[data-place="1203"]')).to_be_visible()
    page.reload()
    expect(page.locator("#list")).to_have_value("land 1/2 1203\n")
    expect(page.locator('.stack[data-place="1203"]')).to_be_visible()
    page.fill("#list", "\n".join(LANDINGS))
    page.fill("#passphrase", PASSPHRASE)
    page.click("[data-act=orders]")
    expect(page.locator("#tried")).to_contain_text("Signed: event 3")
    page.reload()
    expect(page.locator("#past > li")).to_have_count(4)
    expect(page.locator("#list")).to_have_value("")


@pytest.mark.long
def test_a_list_that_was_kept_late_is_gone_once_it_is_signed(page: Page, board: Board) -> None:
    """The program may hear of the list only after it signed it, and of the empty one last."""
    held: list[Route] = []

    def holds(route: Route) -> None:
        held.append(route)

    enter(page, board)
    page.route("**/unsent", holds, times=1)
    with page.expect_request("**/unsent"):
        page.fill("#list", "\n".join(LANDINGS))
    page.fill("#passphrase", PASSPHRASE)
    with page.expect_response("**/sign"):
        page.click("[data-act=orders]")
    for _ in range(20):  # so long a page that does not wait for it has the time to go on
        page.wait_for_timeout(25)
        if "Signed" in (page.text_content("#tried") or ""):
            break
    with page.expect_response("**/unsent"):
        held[0].continue_()
    expect(page.locator("#tried")).to_contain_text("Signed: event 3")
    page.reload()
    expect(page.locator("#past > li")).to_have_count(4)
    assert not [*(board.whose.folder / "unsent").rglob("*.txt")]  # else it comes at the next turn


@pytest.mark.long
def test_a_program_that_ended_and_came_again(page: Page, ann: Person, bob: Person) -> None:
    """It is at another address, and its page has the list; the old one stays as it is."""
    saipan(ann, bob)
    with serving(ann) as made:
        page.goto(made.address)
        expect(page.locator("#past > li")).to_have_count(3)
        with page.expect_response("**/unsent"):  # the program keeps the list
            page.fill("#list", "\n".join(LANDINGS))
        page.wait_for_selector(".arrow.written", state="attached")
    expect(page.locator("#trouble")).to_contain_text("What you wrote is still here")
    with serving(ann) as again:
        assert host_of(again) != host_of(made)
        opened = page.context.new_page()
        opened.goto(again.address)
        expect(opened.locator("#list")).to_have_value("\n".join(LANDINGS))
        opened.fill("#passphrase", PASSPHRASE)
        opened.click("[data-act=orders]")
        expect(opened.locator("#tried")).to_contain_text("Signed: event 3")
        expect(page.locator("#trouble")).to_contain_text("start 'pbem board' again")
        assert page.input_value("#list") == "\n".join(LANDINGS)


@pytest.mark.long
def test_a_stream_that_broke_under_the_same_program(
    page: Page, board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a sleep of the computer: the program proves itself, and the page goes on."""
    broken: list[bool] = []
    begun = threading.Event()

    async def until_broken(routes: Routes, shown: OnBoard) -> AsyncIterator[str]:
        begun.set()
        yield "data: now\n\n"
        while not broken:
            await asyncio.sleep(0.05)

    with monkeypatch.context() as under:
        under.setattr(Routes, "_grown", until_broken)
        enter(page, board)
        assert begun.wait(BROWSING)
    broken.append(True)
    expect(page.locator("#trouble")).to_contain_text("The program does not answer")
    page.fill("#list", "\n".join(LANDINGS))
    expect(page.locator("#trouble")).to_be_hidden()
    page.fill("#passphrase", PASSPHRASE)
    page.click("[data-act=orders]")
    expect(page.locator("#tried")).to_contain_text("Signed: event 3")


@pytest.mark.long
def test_odds_before_signing_are_drawn_as_a_distribution(page: Page, board: Board) -> None:
    board.whose.orders(*LANDINGS)
    enter(page, board)
    page.fill("#list", f"{ATTACK}\n")
    page.click("#try")
    expect(page.locator("#odds caption").first).to_contain_text("attack 16")
    shares = page.locator("#odds table").first.locator("meter")
    values = shares.evaluate_all("all => all.map((one) => one.value)")
    assert len(values) > 1
    assert sum(values) == pytest.approx(1)
    expect(page.locator("#odds")).to_contain_text("jp is asked")


@pytest.mark.long
def test_standing_answers_are_chosen_one_by_one(page: Page, board: Board) -> None:
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    drawer(page, "standing-orders")
    page.click("#answers summary")
    page.select_option("select[name=lose]", "usual")
    page.select_option("select[name=fpf]", "own")
    page.fill("select[name=fpf] + textarea", "standing fpf none")
    page.click("#answered")
    assert page.input_value("#list").split("\n") == [
        *LANDINGS,
        "standing fpf none",
        "standing lose usual",
        "",
    ]
    page.fill("#passphrase", PASSPHRASE)
    page.click("[data-act=orders]")
    expect(page.locator("#standing")).to_contain_text("U.S.: fpf none")


@pytest.mark.long
def test_mail_that_came_is_pasted(page: Page, board: Board, bob: Person) -> None:
    board.whose.orders(*LANDINGS)
    board.whose.does(acting.offer_tie)
    bob.takes(board.whose.sends())
    bob.does(acting.answer, yes=False, note="not yet")
    enter(page, board)
    drawer(page, "post")
    page.fill("#pasted", bob.sends().read_text())
    page.click("#paste")
    expect(page.locator("#past q")).to_have_text("not yet")
    expect(page.locator("#pasted")).to_have_value("")


@pytest.mark.long
def test_what_happened_since_the_last_look_plays_by_itself(page: Page, board: Board) -> None:
    """And stops where somebody presses a key; an address that names a moment shows that one."""
    BoardGame(board.whose.client, board.whose.log, "ann").state()  # a look, before the landings
    board.whose.orders(*LANDINGS)
    enter(page, board)
    expect(page.locator("#when")).to_contain_text("Event 3, step 1 of")
    expect(page.locator("#when")).to_contain_text("Event 3, step 2 of")
    page.keyboard.press("Shift")
    page.wait_for_timeout(1500)
    expect(page.locator("#when")).to_contain_text("Event 3, step 2 of")
    page.click("#now")
    expect(page.locator("#when")).to_have_text("")
