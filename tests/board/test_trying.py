"""Things are tried on the page: from an event of the log, with other orders and other dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from board.conftest import Board, enter
from board.playing import LANDINGS, saipan
from pbem.board.practising import PracticeBoard, begin
from pbem.board.routes import OnBoard
from pbem.client.client import Client
from pbem.practice.beginning import PracticeOptions
from pbem.practice.beginning import begin as beginning_of
from pbem.practice.kept import played
from toy.people import Person

pytestmark = pytest.mark.long

ATTACK = "attack 16 with 2/6 1/6 3/6"


@pytest.fixture
def board(
    ann: Person,
    bob: Person,
    serve: Callable[[Person], Board],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Board:
    saipan(ann, bob)
    ann.orders(*LANDINGS)
    monkeypatch.chdir(tmp_path)
    return serve(ann)


def test_a_practice_whose_file_is_moved_away_says_which_until_it_is_back(
    page: Page, board: Board, tmp_path: Path
) -> None:
    """'pbem games' would not find it: a practice is no game."""
    enter(page, board)
    page.click("#elsewise")
    expect(page.locator("#practice")).to_contain_text("PRACTICE")
    expect(page.locator("#past > li")).to_have_count(1)
    [file] = tmp_path.glob("*.practice")
    away = file.rename(tmp_path / "elsewhere")
    expect(page.locator("#trouble")).to_contain_text("The file of this practice is gone")
    expect(page.locator("#trouble")).to_contain_text(file.name)
    expect(page.locator("#trouble")).not_to_contain_text("pbem games")
    away.rename(file)
    expect(page.locator("#trouble")).to_be_hidden()


def test_other_orders_and_other_dice_from_an_event(page: Page, board: Board) -> None:
    before = board.whose.log.read_bytes()
    enter(page, board)
    expect(page.locator("#practice")).to_be_hidden()
    page.click("#elsewise")
    expect(page.locator("#practice")).to_contain_text("PRACTICE, from game after event 3")
    expect(page.locator("#signing")).to_be_hidden()
    expect(page.locator("#post")).to_be_hidden()
    page.fill("#list", f"{ATTACK}\n")
    expect(page.locator(".arrow.written.fire")).to_have_count(3)
    page.click("#carry")
    expect(page.locator("#past > li")).to_have_count(2)
    expect(page.locator("#list")).to_have_value("")
    expect(page.locator(".arrow.written")).to_have_count(0)
    expect(page.locator(".arrow.underway.fire")).to_have_count(3)  # it was given, and waits
    expect(page.locator("#prompt")).to_contain_text("Your turn as Japan")
    page.fill("#list", "pass\n")
    page.click("#carry")
    expect(page.locator("#due")).to_contain_text("16")
    expect(page.locator("#past > li")).to_have_count(3)
    came = []
    for face in ("1", "6"):
        steps = page.locator("#past > li").count()
        page.fill("#faces", face)
        page.click("#roll")
        expect(page.locator("#past > li")).to_have_count(steps + 1)
        expect(page.locator("#tried")).not_to_be_empty()
        came.append(page.inner_text("#tried"))
        page.click("#take-back")
        expect(page.locator("#past > li")).to_have_count(steps)
    assert came[0] != came[1]
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator("#prompt")).to_contain_text("Your turn as U.S.")
    assert board.whose.log.read_bytes() == before
    assert page.wrong == []  # type: ignore[attr-defined]


def test_from_the_event_that_is_looked_at_and_back_to_any_step(page: Page, board: Board) -> None:
    """Another order could have been given instead: the position is the one before it."""
    enter(page, board)
    page.locator("#past > li").nth(3).click(position={"x": 60, "y": 12})
    expect(page.locator("#when")).to_contain_text("Event 3")
    page.click("#elsewise")
    expect(page.locator("#practice")).to_contain_text("after event 2")
    page.click("#sensible")
    expect(page.locator("#list")).to_have_value(re.compile("^land "))
    page.click("#carry")
    expect(page.locator("#past > li")).to_have_count(2)
    page.click("#first")
    expect(page.locator("#when")).to_contain_text("Event 0")
    page.click("#elsewise")
    expect(page.locator("#past > li")).to_have_count(1)
    assert page.wrong == []  # type: ignore[attr-defined]


def test_the_first_event_shows_the_beginning_and_can_be_tried_from(
    page: Page, board: Board
) -> None:
    enter(page, board)
    landed = page.locator('.stack[data-place="1203"] [data-unit="1/2"]')
    expect(landed).to_be_attached()
    page.click("#first")
    expect(page.locator("#when")).to_have_text("Event 0: not the position of now")
    expect(landed).to_have_count(0)
    page.evaluate("for (const id of ['now', 'first', 'now']) document.getElementById(id).click()")
    expect(page.locator("#when")).to_have_text("")
    expect(landed).to_be_attached()  # whatever map came last
    page.click("#first")
    expect(landed).to_have_count(0)
    page.click("#elsewise")
    expect(page.locator("#practice")).to_contain_text("after event 2")
    assert page.wrong == []  # type: ignore[attr-defined]


@pytest.fixture
def stacks(
    chromium: Browser, serve_shown: Callable[[OnBoard], str], tmp_path: Path
) -> Iterator[Page]:
    """Meiktila, where three stand in a hex at the beginning, in a practice."""
    client = Client(tmp_path, "sqlite://")
    path = begin(
        beginning_of(client, "meiktila", PracticeOptions(seed=1)), client.library, tmp_path
    )
    board = PracticeBoard(client.library, path)
    for _ in range(14):
        state = board.state()
        if state.shown.may == ["dice"]:
            board.roll([], state.shown.head)
        else:
            board.order("\n".join(board.sensible()), state.shown.head)
    with chromium.new_context(viewport={"width": 1300, "height": 900}, has_touch=True) as context:
        page = context.new_page()
        page.goto(serve_shown(board))
        page.wait_for_selector(".stack .piece:not(.below)")
        yield page


def test_a_stack_opens_by_mouse_by_keys_and_by_finger(stacks: Page) -> None:
    """And each counter in it can be meant, with what stands on it large enough to be read."""
    page = stacks
    stack = page.locator('.stack[data-place="D7"]')
    names = stack.locator(".piece").evaluate_all("all => all.map((one) => one.dataset.unit)")
    assert len(names) >= 2
    expect(page.locator(".fan")).to_have_count(0)
    stack.hover(force=True)
    fan = page.locator('.fan[data-place="D7"]')
    expect(fan).to_be_visible()
    assert fan.locator(".piece").evaluate_all("a => a.map((one) => one.dataset.unit)") == names
    tall = fan.locator(".counter").first.bounding_box()
    assert tall is not None
    assert tall["height"] >= 23
    expect(fan).to_contain_text("-4")
    fan.locator(f'[data-unit="{names[1]}"]').click()
    expect(page.locator("#about")).to_have_value(names[1])
    page.mouse.move(5, 5)
    expect(page.locator(".fan")).to_have_count(0)
    page.locator("#sheet").focus()
    page.keyboard.press("n")
    first = page.evaluate("document.activeElement.dataset.place")
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.dataset.place") != first
    page.keyboard.press("p")
    assert page.evaluate("document.activeElement.dataset.place") == first
    page.keyboard.press("Enter")
    expect(page.locator("#about")).to_have_value(first)
    stack.tap(force=True)
    expect(fan).to_be_visible()
    expect(page.locator("#about")).to_have_value(first)
    fan.locator(f'[data-unit="{names[0]}"]').tap()
    expect(page.locator("#about")).to_have_value(names[0])


def test_one_click_rolls_all_that_is_due(
    page: Page, tmp_path: Path, serve_shown: Callable[[OnBoard], str]
) -> None:
    """The program attacks several times in its turn: each of its rolls was a click."""
    client = Client(tmp_path, "sqlite://")
    wish = PracticeOptions(against=["jp"], seed=1)
    board = PracticeBoard(
        client.library, begin(beginning_of(client, "saipan", wish), client.library, tmp_path)
    )
    while _rolls_to_come(board) < 2:
        state = board.state()
        assert state.shown.events < 60
        if state.shown.may == ["dice"]:
            board.roll([], state.shown.head)
        else:
            board.order("\n".join(board.sensible()), state.shown.head)
    page.goto(serve_shown(board))
    before = board.state().shown.events
    page.click("#roll-all")
    expect(page.locator("#rolling")).to_be_hidden()
    assert board.state().shown.events >= before + 2
    assert board.state().asked is not None
    expect(page.locator("#past > li")).to_have_count(board.state().shown.events)
    assert page.wrong == []  # type: ignore[attr-defined]
    client.close()


def _rolls_to_come(board: PracticeBoard) -> int:
    """How many rolls are due one after the other, as the dice fall by their seeds."""
    practice, rolls = played(board._path, board._library)[1], 0
    while practice.due is not None:
        practice.dice()
        rolls += 1
    return rolls
