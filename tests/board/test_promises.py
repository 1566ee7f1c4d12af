"""The promises of docs/board.md about the page, if no other test holds it to them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from board.clicking import FOLDED
from board.conftest import Board, enter
from board.playing import LANDINGS, PASSPHRASE, saipan
from pbem.board.game import BoardGame
from pbem.board.practising import PracticeBoard, begin_after
from pbem.board.routes import OnBoard
from pbem.client.play import acting
from pbem.games import registry
from pbem.table.library import Library
from toy.people import Person

pytestmark = pytest.mark.long

ASHORE = '.stack[data-place="1203"]'
ROOT = Path(__file__).parents[2]


@pytest.fixture
def landed(ann: Person, bob: Person) -> Person:
    """Ann, who has landed and is active."""
    saipan(ann, bob)
    ann.orders(*LANDINGS)
    return ann


@pytest.fixture
def board(landed: Person, serve: Callable[[Person], Board]) -> Board:
    return serve(landed)


LARGE = 6
"""So often larger, a map's smallest letters can be read on any screen."""


def wide(page: Page) -> float:
    return float(page.locator("#sheet svg").get_attribute("width") or 0)


def test_keys_zoom_and_far_off_what_cannot_be_read_is_left_out(page: Page, board: Board) -> None:
    """`+`, `-` and `0`; colours and symbols of counters stay."""
    page.set_viewport_size({"width": 700, "height": 500})
    enter(page, board)
    page.locator("#sheet").focus()
    number, before = page.locator("#sheet .ground .number").first, wide(page)
    page.keyboard.press("+")
    assert wide(page) == pytest.approx(1.25 * before, rel=0.01)
    page.keyboard.press("-")
    assert wide(page) == pytest.approx(before, rel=0.01)
    for _ in range(LARGE):
        page.keyboard.press("+")
    expect(number).to_be_visible()
    page.keyboard.press("0")
    assert wide(page) <= before
    expect(number).to_be_hidden()
    expect(page.locator(f"{ASHORE} .counter").first).to_be_visible()
    expect(page.locator(f"{ASHORE} .sign").first).to_be_visible()


def test_on_a_telephone_a_map_begins_at_own_units(chromium: Browser, board: Board) -> None:
    with chromium.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    ) as context:
        page = context.new_page()
        enter(page, board)
        seen = page.evaluate(
            """() => {
              const sheet = document.getElementById("sheet").getBoundingClientRect();
              return [...document.querySelectorAll("#sheet .stack .piece[data-side=us]")]
                .map((one) => one.querySelector(".counter").getBoundingClientRect())
                .filter((box) => box.left >= sheet.left && box.right <= sheet.right
                  && box.top >= sheet.top && box.bottom <= sheet.bottom)
                .map((box) => box.height);
            }"""
        )
        assert len(seen) >= 3
        assert min(seen) >= 16


def test_several_units_are_typed_or_clicked_with_shift(page: Page, board: Board) -> None:
    """Those that are pointed at have a rim, and what is offered is of all of them."""
    enter(page, board)
    page.fill("#about", "1/6 2/6")
    page.press("#about", "Enter")
    expect(page.locator("#choices-said")).to_contain_text("1/6 2/6: ")
    expect(page.locator("#sheet .stack .piece.chosen")).to_have_count(2)
    for line in page.locator("#choices button").evaluate_all("them => them.map(one => one.value)"):
        assert {"1/6", "2/6"} <= set(line.split())
    page.fill("#about", "")
    for unit, named in (("1/6", "1/6"), ("2/6", "1/6 2/6")):
        page.locator(f'#sheet .stack [data-unit="{unit}"]').click(modifiers=["Shift"])
        expect(page.locator("#about")).to_have_value(named)


def test_with_less_motion_nothing_plays_unasked(
    page: Page, ann: Person, bob: Person, serve: Callable[[Person], Board]
) -> None:
    """The reverse stands in test_lasting.py: what is new plays where motion is no matter."""
    saipan(ann, bob)
    BoardGame(ann.client, ann.log, "ann").state()  # a look, before the landings
    ann.orders(*LANDINGS)
    page.emulate_media(reduced_motion="reduce")
    enter(page, serve(ann))
    expect(page.locator("#play")).to_be_visible()
    page.wait_for_timeout(1500)  # longer than a step is shown
    assert page.inner_text("#when") == ""


DROP = """([text, name]) => {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const dropped = new DataTransfer();
  dropped.items.add(new File([bytes], name));
  const how = { dataTransfer: dropped, bubbles: true, cancelable: true };
  document.getElementById("sheet").dispatchEvent(new DragEvent("drop", how));
}"""


def test_mail_is_dropped_on_the_page(page: Page, landed: Person, bob: Person, board: Board) -> None:
    landed.does(acting.offer_tie)
    bob.takes(landed.sends())
    bob.does(acting.answer, yes=False, note="not yet")
    enter(page, board)
    page.evaluate(DROP, [b64encode(bob.sends().read_bytes()).decode(), "game.pbem"])
    expect(page.locator("#past q")).to_have_text("not yet")
    expect(page.locator("#taken")).to_contain_text("bob")


OFFERED_MOST = 400


def test_of_very_many_orders_some_are_offered(
    page: Page,
    serve_shown: Callable[[OnBoard], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And it is said that there are more; what is not offered can be written."""
    monkeypatch.chdir(tmp_path)
    library = Library(registry.find)
    log = ROOT / "logs" / "saipan" / "historical.pbem"
    page.goto(serve_shown(PracticeBoard(library, begin_after(log, library, 11))))
    page.wait_for_selector("#past > li", state="attached")
    page.press("#about", "Enter")
    expect(page.locator("#choices-said")).to_have_text(f"All: {OFFERED_MOST} orders and more")
    while page.locator(FOLDED).count():
        page.locator(FOLDED).first.click()
    lines = page.locator("#choices li").evaluate_all(
        """them => them.flatMap((one) => [...one.querySelectorAll(
             "option, button[value]:only-child")].map((it) => it.value))"""
    )
    assert len(lines) == OFFERED_MOST


# --- a sleep --------------------------------------------------------------------------------------


@pytest.fixture
def program(landed: Person) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Ann's board as a program of its own; its address."""
    landed.client.close()
    words = [sys.executable, str(ROOT / "cli.py"), "board", "--no-browser"]
    made = subprocess.Popen(
        words, env={**os.environ, "PBEM_HOME": str(landed.folder), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert made.stdout is not None
    address = next(
        word for line in made.stdout for word in line.split() if word.startswith("http://")
    )
    yield made, address
    made.send_signal(signal.SIGCONT)
    made.terminate()
    made.communicate()


@pytest.mark.skipif(os.name != "posix", reason="no program is stopped by a signal there")
def test_the_computer_sleeps_and_wakes(
    page: Page, landed: Person, program: tuple[subprocess.Popen[str], str]
) -> None:
    """Program and page stand still, as long as they may; then both go on, and nothing is lost."""
    process, address = program
    page.goto(address)
    expect(page.locator("#past > li")).to_have_count(4)
    page.fill("#list", "attack 16 with 2/6 1/6 3/6\n")
    expect(page.locator(".arrow.written")).not_to_have_count(0)
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    process.send_signal(signal.SIGSTOP)
    page.wait_for_timeout(1000)
    process.send_signal(signal.SIGCONT)
    browser.send("Page.setWebLifecycleState", {"state": "active"})
    assert page.input_value("#list") == "attack 16 with 2/6 1/6 3/6\n"
    page.fill("#passphrase", PASSPHRASE)
    page.click("[data-act=orders]")
    expect(page.locator("#tried")).to_contain_text("Signed: event 4")
    expect(page.locator("#trouble")).to_be_hidden()
    assert landed.log.read_bytes().count(b"\n") == 5
