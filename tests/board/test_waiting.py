"""A question that comes while orders of one's own wait: answers are offered, and the orders go on.

New orders put an end to what waits (protocol, section 4), so the page writes it after the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from board.clicking import Pointer
from board.conftest import Board, enter
from board.playing import LANDINGS, PASSPHRASE, saipan
from pbem.board.practising import PracticeBoard, begin
from pbem.board.routes import OnBoard
from pbem.client.client import Client
from pbem.errors import PbemError
from pbem.practice.beginning import PracticeOptions
from pbem.practice.beginning import begin as beginning_of
from toy.people import Person

pytestmark = pytest.mark.long

STEPS_MOST = 120
"""So many steps it takes at most until a question comes in the middle of a list."""
SCENARIOS = {"singapore": "brigade"}
STOPS = ("singapore",)
"""Games that ask nothing in the middle of a list: who wants to be asked there writes `stop`."""
SEEDS = {"meiktila": 2}
"""Games in which the first one by chance asks nothing in the middle of a list."""
ATTACKS = ("attack 16 with 2/6 1/6 3/6", "attack 317 with 1/2 2/2 3/2")
GAMES = ("tokyo", "manila", "saipan", "meiktila", "singapore")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    made = Client(tmp_path, "sqlite://")
    yield made
    made.close()


def waiting(client: Client, name: str, folder: Path) -> PracticeBoard:
    """Play, with all that a sensible player orders and the end of the phase, until orders wait."""
    wish = PracticeOptions(seed=SEEDS.get(name, 1), scenario=SCENARIOS.get(name))
    board = PracticeBoard(
        client.library, begin(beginning_of(client, name, wish), client.library, folder)
    )
    for _ in range(STEPS_MOST):
        state = board.state()
        if state.shown.may == ["dice"]:
            board.roll([], state.shown.head)
            continue
        assert state.asked is not None
        if state.asked.waiting:
            return board
        lines = board.sensible()
        if name in STOPS and len(lines) > 1:
            lines[1:1] = ["stop"]
        ended = [*lines, "end combat"] if lines[-1].startswith("attack") else lines
        try:
            board.order("\n".join(ended), state.shown.head)
        except PbemError:
            board.order("\n".join(lines), state.shown.head)
    raise AssertionError(f"no orders wait in {name}")


@pytest.mark.few(1, 4)
@pytest.mark.parametrize("name", GAMES)
def test_answers_are_offered_and_what_waits_goes_on_after_one(
    name: str,
    client: Client,
    tmp_path: Path,
    chromium: Browser,
    serve_shown: Callable[[OnBoard], str],
) -> None:
    shown = waiting(client, name, tmp_path)
    asked = shown.state().asked
    assert asked is not None
    waits = list(asked.waiting)
    at = Pointer(serve_shown(shown), chromium)
    page = at.page
    expect(page.locator("#waits")).to_contain_text("; ".join(waits))
    expect(page.locator("#waits")).to_contain_text("after the answer that you choose")
    offered = at.points("")
    assert offered
    page.locator("#choices button").first.click()
    expect(page.locator("#list")).not_to_have_value("")
    at.waits()
    answer, *rest = page.input_value("#list").splitlines()
    assert answer in offered
    gone = page.inner_text("#tried").count("Left out, since it has become impossible")
    assert [line for line in waits if line in rest] == rest
    assert len(rest) == len(waits) - gone
    assert "wrote new orders" not in page.inner_text("#tried")
    expect(page.locator("#waits")).to_be_hidden()
    page.fill("#list", f"{answer}\n")  # anyone who takes them out reads what that means
    expect(page.locator("#waits")).to_contain_text("skipped")
    expect(page.locator("#waits")).to_contain_text("; ".join(waits))
    page.click("#keep")
    expect(page.locator("#list")).to_have_value("\n".join([answer, *rest, ""]))
    before = page.locator("#past > li").count()
    page.click("#carry")
    expect(page.locator("#past > li")).not_to_have_count(before)
    assert at.wrong == []
    at.context.close()


def test_a_question_in_the_list_is_answered_in_front_of_what_waits_for_it(
    client: Client, tmp_path: Path, chromium: Browser, serve_shown: Callable[[OnBoard], str]
) -> None:
    """An exchange of Race to Tokyo: what it costs, then who advances, then the attacks to come."""
    at = Pointer(serve_shown(waiting(client, "tokyo", tmp_path)), chromium)
    page = at.page
    assert all(line.startswith("exchange ") for line in at.points(""))
    page.locator("#choices button").first.click()
    expect(page.locator("#asked")).to_contain_text("Before line 2 of your list: Does a unit")
    first, *waits = page.input_value("#list").splitlines()
    advances = at.points("")
    page.locator("#choices button").first.click()
    expect(page.locator("#list")).to_have_value("\n".join([first, advances[0], *waits, ""]))
    assert waits[-1] == "end combat"
    assert at.wrong == []
    at.context.close()


def test_odds_are_asked_for_of_an_answer_where_it_is_to_stand(
    client: Client, tmp_path: Path, chromium: Browser, serve_shown: Callable[[OnBoard], str]
) -> None:
    """After the lines before it: what waits for it comes later, and would be refused before it.

    No answer in the middle of a list promises anything today; of these it is said that they may.
    """
    shown = waiting(client, "tokyo", tmp_path)
    at = Pointer(serve_shown(shown), chromium)
    page = at.page
    asked: list[dict[str, str]] = []

    def promising(route: Route) -> None:
        answer = route.fetch()
        said = answer.text().replace('"unreckoned":false', '"unreckoned":true')
        route.fulfill(response=answer, body=said)

    page.route("**/choices", promising)
    page.on(
        "request", lambda one: asked.append(one.post_data_json) if "/promised" in one.url else None
    )
    page.locator("#choices button").first.click()
    expect(page.locator("#asked")).to_contain_text("Before line 2 of your list: Does a unit")
    first, *waits = page.input_value("#list").splitlines()
    assert waits
    with page.expect_response("**/promised") as reported:
        page.locator("#choices button").first.hover()
    assert reported.value.ok
    assert [one["text"] for one in asked] == [first]
    at.context.close()


def test_an_order_comes_in_front_of_the_end_of_its_phase(page: Page, board: Board) -> None:
    """The first attack waits for guns and dice, and the phase ends after it: there is one more."""
    enter(page, board)
    attack = "attack 16 with 2/6 1/6 3/6"
    page.fill("#list", "\n".join([*LANDINGS, "end movement", attack, "end combat", ""]))
    expect(page.locator("#asked")).to_contain_text("Final protective fire")
    expect(page.locator("#plain button")).to_have_count(0)
    page.fill("#about", "317")
    page.press("#about", "Enter")
    page.locator("#choices button").first.click()
    ends = re.compile(r"3/6\nattack 317 [^\n]*\nend combat\n$")
    expect(page.locator("#list")).to_have_value(ends)


def test_before_it_is_signed_it_is_asked_whether_what_waits_is_to_skip(
    page: Page, ann: Person, bob: Person, serve: Callable[[Person], Board]
) -> None:
    saipan(ann, bob)
    ann.orders(*LANDINGS, "end movement", "stop", *ATTACKS, "end combat")
    board = serve(ann)
    enter(page, board)
    expect(page.locator("#waits")).to_contain_text("3 orders of yours wait")
    page.fill("#list", "\n".join(ATTACKS))
    page.fill("#passphrase", PASSPHRASE)
    expect(page.locator("#waits")).to_contain_text("by this list it is skipped: end combat")
    page.click("[data-act=orders]")
    expect(page.locator("#sure")).to_contain_text(
        "Your waiting order is not in this list and will be skipped: end combat"
    )
    page.click("#sure-no")
    expect(page.locator("#tried")).to_have_text("Nothing was signed.")
    page.fill("#list", "\n".join([*ATTACKS, "end combat"]))
    expect(page.locator("#waits")).to_be_hidden()
    page.click("[data-act=orders]")  # nothing is asked
    expect(page.locator("#tried")).to_contain_text("Signed: event")
    assert page.wrong == []  # type: ignore[attr-defined]
