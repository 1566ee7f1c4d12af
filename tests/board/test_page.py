"""The page in a real browser: a turn by clicks and by keys, mistakes, the past, and attacks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from board.conftest import ELSEWHERE, Board, at_home, drawer, enter, menu
from board.playing import LANDINGS, PASSPHRASE
from pbem.client.exchange.taking import TakeOptions
from pbem.client.messages.reading import take_mail
from pbem.client.play import acting
from pbem.client.views.choosing.choice import Choice
from pbem.client.views.choosing.choices import Choices
from toy.people import Person

pytestmark = pytest.mark.long

ATTACK = "attack 16 with 2/6 1/6 3/6"
EXPECTED = "Failed to load resource: the server responded with a status of 4"
"""The message of a browser about an order that was refused."""


def complaints(page: Page) -> list[str]:
    return [one for one in page.wrong if not one.startswith(EXPECTED)]  # type: ignore[attr-defined]


def written(page: Page) -> list[str]:
    return page.input_value("#list").split("\n")[:-1]


def sign(page: Page, act: str = "orders") -> None:
    page.fill("#passphrase", PASSPHRASE)
    page.click(f"[data-act={act}]")
    expect(page.locator("#tried")).to_contain_text("Signed: event")


def test_a_turn_by_clicks(page: Page, board: Board, bob: Person) -> None:
    enter(page, board)
    expect(page.locator("#prompt")).to_contain_text("Your turn as U.S.")
    assert "token" not in page.url
    for line in LANDINGS:
        unit, place = line.split()[1:3]
        page.fill("#about", unit)  # it is not on the map yet
        page.click("#pointing button")
        expect(page.locator(f'.place[data-place="{place}"]')).to_have_class("place reach")
        page.locator(f'.place[data-place="{place}"] path').click(force=True)
        expect(page.locator("#list")).to_have_value(ending_in(line))
        expect(page.locator(f'.stack[data-place="{place}"]')).to_be_visible()
    assert written(page) == list(LANDINGS)
    expect(page.locator("#asked")).to_contain_text("Declare an attack, or end combat.")
    page.click("#try")
    expect(page.locator("#tried")).to_contain_text("lands at 1203")
    page.fill("#note", "here we come")
    sign(page)
    expect(page.locator("#past > li")).to_have_count(4)
    expect(page.locator("#list")).to_have_value("")
    assert page.input_value("#passphrase") == ""
    assert bob.takes(board.whose.sends()).status == "longer"
    assert complaints(page) == []


def ending_in(line: str) -> re.Pattern[str]:
    """Return what a list fits whose last line this is."""
    return re.compile(rf"(^|\n){re.escape(line)}\n$")


def test_the_same_by_keys_alone(page: Page, board: Board, bob: Person) -> None:
    enter(page, board)
    page.locator("#about").focus()
    page.keyboard.type("1/2")
    page.keyboard.press("Enter")
    first = page.locator("#choices li button[value='land 1/2 1203']")
    expect(first).to_be_visible()
    page.keyboard.press("ArrowDown")  # into the choices
    for _ in range(40):
        if first.evaluate("one => one === document.activeElement"):
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#list")).to_have_value("land 1/2 1203\n")
    page.locator("#list").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("\n".join(LANDINGS[1:]))
    page.locator("#passphrase").focus()
    page.keyboard.type(PASSPHRASE)
    page.locator("[data-act=orders]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#tried")).to_contain_text("Signed: event 3")
    assert bob.takes(board.whose.sends()).status == "longer"
    assert complaints(page) == []


def test_mistakes_are_reported_and_change_nothing(page: Page, board: Board) -> None:
    before = board.whose.log.read_bytes()
    enter(page, board)
    page.fill("#list", "land 1/2 1203\nend movment\n")
    page.click("#try")
    expect(page.locator("#tried")).to_contain_text("line 2, column 5, 'end movment'")
    expect(page.locator("#tried")).to_contain_text("did you mean")
    page.fill("#list", "\n".join(LANDINGS))
    page.fill("#passphrase", "another")
    page.click("[data-act=orders]")
    expect(page.locator("#tried")).to_contain_text("passphrase")
    page.fill("#about", "9/99")
    page.press("#about", "Enter")
    expect(page.locator("#choices-said")).to_contain_text("Nothing here is called '9/99'")
    assert board.whose.log.read_bytes() == before
    assert complaints(page) == []


def test_the_log_grows_from_elsewhere(page: Page, board: Board) -> None:
    """By the command line, say; a page that had not seen it yet would have signed nothing."""
    enter(page, board)
    board.whose.orders(*LANDINGS)
    expect(page.locator("#past > li")).to_have_count(4)
    expect(page.locator('.stack[data-place="1203"]')).to_be_visible()
    assert complaints(page) == []


def test_what_was_read_is_not_read_again(page: Page, board: Board) -> None:
    """The page has read its own event when it hears that the log has grown by it."""
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    expect(page.locator("#asked")).to_contain_text("After these orders")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url.partition("?")[0].rpartition("/")[2]))
    sign(page)
    board.whose.orders("attack 16 with 2/6 1/6 3/6")
    expect(page.locator("#past > li")).to_have_count(5)
    for what in ("state", "map", "outgoing"):
        assert asked.count(what) == 2, asked  # once for each of the two events


def test_two_pages_at_once(page: Page, board: Board) -> None:
    """The one that is not up to date signs nothing, says so, and keeps what was written in it."""
    page.route("**/growth", lambda route: route.abort())  # it hears of nothing
    enter(page, board)
    other = page.context.new_page()
    other.goto(board.origin)
    expect(other.locator("#past > li")).to_have_count(3)
    other.fill("#list", "\n".join(LANDINGS))
    sign(other)
    log = board.whose.log.read_bytes()
    page.fill("#list", LANDINGS[0])
    page.fill("#passphrase", PASSPHRASE)
    menu(page)
    page.click("[data-act=offer] >> nth=1")
    page.click("#sure-yes")
    expect(page.locator("#tried")).to_contain_text("The game went on since this page was drawn")
    assert page.input_value("#list") == LANDINGS[0]
    assert board.whose.log.read_bytes() == log


def test_a_button_that_is_pressed_twice_signs_once(page: Page, board: Board) -> None:
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    page.fill("#passphrase", PASSPHRASE)
    page.locator("[data-act=orders]").evaluate("one => { one.click(); one.click(); }")
    expect(page.locator("#past > li")).to_have_count(4)
    expect(page.locator("#tried")).to_contain_text("Signed: event 3")
    assert board.whose.count == 4
    assert complaints(page) == []


def test_a_press_of_sign_waits_for_a_trial(page: Page, board: Board) -> None:
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    page.fill("#passphrase", PASSPHRASE)
    page.evaluate(
        "for (const one of ['#try', '[data-act=orders]']) document.querySelector(one).click()"
    )
    expect(page.locator("#tried")).to_contain_text("Signed: event 3")
    assert board.whose.count == 4
    assert complaints(page) == []


def test_what_came_late_is_not_reported_over_what_was_asked_later(page: Page, board: Board) -> None:
    """The list is read by the program while it is typed; that answer is held back here."""
    enter(page, board)
    expect(page.locator("#news")).not_to_have_attribute("aria-busy", "true")  # all is read
    held: list[Route] = []
    page.route("**/choices", lambda route: held.append(route))  # noqa: PLW0108 - it is marked  # noqa: PLW0108 - only a plain function
    with page.expect_request("**/choices"):
        page.fill("#list", LANDINGS[0])
    page.fill("#passphrase", PASSPHRASE)
    page.click("[data-act=orders]")
    expect(page.locator("#tried")).to_contain_text("Signed: event 3")
    with page.expect_response("**/choices"):
        held[0].continue_()
    page.wait_for_timeout(100)
    expect(page.locator("#tried")).to_contain_text("Signed: event 3")
    assert complaints(page) == []


def test_the_past_before_it_is_reported(page: Page, board: Board) -> None:
    """A long log takes a while: a look back meanwhile breaks nothing."""
    held: list[Route] = []
    page.route("**/past?from=*", lambda route: held.append(route))  # noqa: PLW0108 - it is marked
    page.goto(board.address)
    page.wait_for_selector("#sheet svg .place")
    page.locator("#back").click()
    page.locator("#first").click()
    expect(page.locator("#past > li")).to_have_count(0)
    held.pop().continue_()
    expect(page.locator("#past > li")).to_have_count(board.whose.count)
    page.locator("#back").click()
    expect(page.locator("#when")).to_contain_text("Event 2")
    assert complaints(page) == []


def test_the_past_by_keys(page: Page, board: Board) -> None:
    board.whose.orders(*LANDINGS)
    enter(page, board)
    page.locator("#sheet").focus()
    page.keyboard.press("Home")
    expect(page.locator("#when")).to_contain_text("Event 0")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(100)
    expect(page.locator("#when")).to_contain_text("Event 3, step 1 of")
    expect(page.locator("#step")).to_contain_text("1/2 lands at 1203. [12.31]")
    assert page.url.endswith("#3.1")
    expect(page.locator("#sheet .moves .came")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#when")).to_contain_text("Event 2")
    expect(page.locator('.stack[data-place="1203"]')).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("#when")).to_have_text("")
    expect(page.locator('.stack[data-place="1203"]')).to_be_visible()
    page.locator("#about").focus()
    page.keyboard.press("ArrowLeft")  # fields keep their keys
    expect(page.locator("#when")).to_have_text("")
    page.goto(f"{board.origin}/#2.0")
    expect(page.locator("#when")).to_contain_text("Event 2")
    assert complaints(page) == []


def test_a_mouse_goes_through_the_past_beside_the_map(page: Page, board: Board) -> None:
    """A view of an earlier moment has buttons that lead on and back to now, and nothing over it."""
    page.set_viewport_size({"width": 1366, "height": 768})
    board.whose.orders(*LANDINGS)
    enter(page, board)
    page.locator("#sheet").focus()
    page.keyboard.press("Home")
    when = page.locator("#when")
    expect(when).to_contain_text("Event 0")
    for button in ("#to-now", "#step-on", "#step-back"):
        expect(page.locator(button)).to_be_in_viewport()
    page.click("#step-on")
    expect(when).to_contain_text("Event 1")
    page.click("#step-back")
    expect(when).to_contain_text("Event 0")
    page.click("#to-now")
    expect(when).to_have_text("")
    expect(page.locator("#to-now")).to_be_hidden()
    assert complaints(page) == []


def test_a_turn_there_and_back_by_files(
    page: Page, board: Board, bob: Person, tmp_path: Path
) -> None:
    """The mail to send is saved from the page, and the mail that comes is given to it."""
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    sign(page)
    expect(page.locator("#outgoing")).to_contain_text("bob <bob@example.org>")
    with page.expect_download() as mail:
        drawer(page, "post")
        page.get_by_role("link", name="the message").click()
    with page.expect_download() as log:
        page.get_by_role("link", name="the whole log").click()
    for number, saved in enumerate((mail, log)):
        saved.value.save_as(tmp_path / f"saved{number}")
    assert (tmp_path / "saved1").read_bytes() == board.whose.log.read_bytes()
    posted = take_mail(bob.client, [tmp_path / "saved0"], TakeOptions("bob"))
    assert [one.status for one in posted.taken] == ["longer"]
    board.whose.does(acting.offer_tie)
    bob.takes(board.whose.sends())
    bob.does(acting.answer, yes=False, note="not yet")
    page.set_input_files("#came", bob.sends())
    expect(page.locator("#taken")).to_contain_text("bob")
    expect(page.locator("#past > li")).to_have_count(6)
    expect(page.locator("#past q")).to_have_text("not yet")
    page.set_input_files("#came", {"name": "x", "mimeType": "text/plain", "buffer": b"hello"})
    expect(page.locator("#taken")).to_contain_text("Nothing of pbem is in it")
    assert complaints(page) == []


def test_standing_answers_are_given_and_shown(page: Page, board: Board) -> None:
    enter(page, board)
    expect(page.locator("#standing")).to_contain_text("None. You are asked each time.")
    page.fill("#list", "\n".join(LANDINGS))
    drawer(page, "standing-orders")
    page.click("#usual")
    assert page.input_value("#list").endswith("\nstanding usual\n")
    sign(page)
    expect(page.locator("#standing")).not_to_contain_text("None. You are asked each time.")
    expect(page.locator("#standing")).to_contain_text("U.S.: ")
    assert complaints(page) == []


def given(person: Person) -> Mapping[str, Any]:
    """Return side -> the standing orders that somebody has given."""
    play = person.sits().table.play
    assert play is not None
    found: Mapping[str, Any] = play.standing.get(person.handle, {})
    return found


def test_standing_answers_say_what_is_usual_and_all_are_withdrawn(
    page: Page, board: Board, bob: Person
) -> None:
    ann, play = board.whose, board.whose.sits().table.play
    assert play is not None
    enter(page, board)
    drawer(page, "standing-orders")
    page.click("#answers summary")
    for question, means in play.game.usual_words("us").items():
        field = page.locator(f"#answering fieldset:has(select[name={question}])")
        expect(field).to_contain_text(f"Usual: {means}.")
        field.locator("select").select_option("usual")
    expect(page.locator("#withdraw")).to_be_hidden()
    page.fill("#list", "\n".join(LANDINGS))
    page.click("#answered")
    sign(page)
    expect(page.locator("#standing")).to_contain_text("U.S.: fpf usual")
    assert set(given(ann)["us"]) == set(play.game.usual_words("us"))
    page.fill("#list", f"{ATTACK}\nstanding fpf none\n")
    page.click("#withdraw")
    expect(page.locator("#withdrawing")).to_be_visible()
    assert page.input_value("#list") == f"{ATTACK}\n"
    sign(page)
    expect(page.locator("#standing")).to_contain_text("None. You are asked each time.")
    expect(page.locator("#withdraw")).to_be_hidden()
    expect(page.locator("#withdrawing")).to_be_hidden()
    assert not given(ann)
    assert complaints(page) == []


def test_counters_are_hidden_and_the_map_is_scaled(page: Page, board: Board) -> None:
    enter(page, board)
    wide = page.locator("#sheet svg").bounding_box()["width"]  # type: ignore[index]
    page.click("#larger")
    assert page.locator("#sheet svg").bounding_box()["width"] > wide  # type: ignore[index]
    page.locator("#sheet").focus()
    page.keyboard.press("c")
    expect(page.locator("#bare")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".stack").first).to_be_hidden()
    page.keyboard.press("c")
    expect(page.locator(".stack").first).to_be_visible()


def test_the_program_ends_and_the_page_says_so(page: Page, board: Board) -> None:
    enter(page, board)
    board.served.stop()
    expect(page.locator("#trouble")).to_contain_text("does not answer")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_axe_knows_of_pages_that_keep_people_out(
    page: Page, board: Board, scheme: str
) -> None:
    enter(page, board)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.fill("#about", "1/2")
    page.press("#about", "Enter")
    page.wait_for_selector("#choices li")
    found = Axe().run(page).response
    assert found["violations"] == []
    assert len(found["passes"]) > 30


def test_a_telephone(chromium: Browser, board: Board) -> None:
    """Nothing is wider than the screen but the map, which has bars of its own."""
    with chromium.new_context(viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        page.goto(board.address)
        page.wait_for_selector("#sheet svg .place")
        expect(page.locator("#past > li")).to_have_count(3)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.evaluate("window.scrollY") == 0, "the map comes first"


# --- attacks ------------------------------------------------------------------------------------

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def test_words_of_others_are_text(
    page: Page, ann: Person, bob: Person, serve: Callable[[Person], Board]
) -> None:
    ann.opens("saipan", seats={"us": "ann", "jp": "bob"})
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())
    ann.orders(*LANDINGS, note=MARKUP)
    enter(page, serve(ann))
    expect(page.locator("#past q")).to_have_text(MARKUP)
    assert page.locator("#past img, #past script").count() == 0
    page.fill("#about", MARKUP)
    page.press("#about", "Enter")
    assert page.locator("#side img").count() == 0
    assert complaints(page) == []


def test_the_passphrase_is_written_nowhere(page: Page, board: Board, tmp_path: Path) -> None:
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    sign(page)
    kept = "() => JSON.stringify([localStorage, sessionStorage, location.href, history.state])"
    assert PASSPHRASE not in page.evaluate(kept)
    assert PASSPHRASE not in page.content()
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or PASSPHRASE.encode() not in path.read_bytes(), path


@at_home
@pytest.mark.parametrize("name", [ELSEWHERE, "localhost"])
def test_a_name_bound_to_this_machine(page: Page, board: Board, name: str) -> None:
    """`localhost` too: at [::1], which it is as well, another account may listen at our port."""
    found = page.goto(board.address.replace("127.0.0.1", name))
    assert found is not None
    assert found.status == 403
    assert "The board answers only to the address that 'pbem board' printed" in page.inner_text(
        "body"
    )
    # And the token was not used up by it.
    page.goto(board.address)
    page.wait_for_selector("#sheet svg .place")


def test_the_way_back_opens_nothing(page: Page, board: Board) -> None:
    """The address with the token is used up for anyone who finds it in a history."""
    enter(page, board)
    found = page.context.new_page().goto(board.address)
    assert found is not None
    assert found.status == 403


ROOM = 48
"""Pixels above the map: the bar."""
WIDE, HIGH = 816, 620
"""Pixels of the map on a laptop, with a drawer and the log beside it."""


def test_the_map_begins_high_and_the_window_is_not_scrolled(page: Page, board: Board) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    enter(page, board)
    expect(page.locator("#tray button").first).to_be_visible()
    sheet = page.locator("#sheet").bounding_box()
    assert sheet is not None
    assert sheet["y"] <= ROOM
    assert sheet["width"] >= WIDE
    assert sheet["height"] >= HIGH
    assert page.evaluate("document.documentElement.scrollHeight") == 768
    drawer = page.locator("#drawer").bounding_box()
    assert drawer is not None
    rows = page.locator("#tray button").evaluate_all("""them =>
      them.map((one) => one.getBoundingClientRect()).map((box) => [box.top, box.bottom])""")
    end = drawer["y"] + drawer["height"]
    assert [row for row in rows if row[0] < end - 1 and row[1] > end + 1] == [], "no row is cut"
    page.click("#shut")
    page.click("#log-button")
    folded = page.locator("#sheet").bounding_box()
    assert folded is not None
    assert folded["width"] > sheet["width"] + 450, "all but the rail"


def test_an_open_stack_stays_open_where_it_is_when_the_map_is_drawn_again(
    page: Page, board: Board
) -> None:
    enter(page, board)
    page.fill("#list", LANDINGS[0])
    page.locator('.stack[data-place="1203"] .piece').first.hover(force=True)
    large = page.locator("#map .lens")
    before = large.bounding_box()
    page.fill("#list", "\n".join(LANDINGS[:2]))
    expect(page.locator('.stack[data-place="1102"] .piece').first).to_be_visible()
    expect(large).to_have_count(1)
    assert large.bounding_box() == before


def test_a_click_on_one_of_the_units_that_are_pointed_at_writes_nothing(
    page: Page, board: Board
) -> None:
    """It may stand where an order of theirs leads: it is still the unit that is meant."""
    enter(page, board)
    found = Choices("", open=True, choices=[Choice("join", ("1/2", "1/6"), ("1203",))])
    answer = {"choices": msgspec.to_builtins(found), "map": None}
    page.route("**/choices", lambda route: route.fulfill(json=answer))
    page.fill("#about", "1/2 1/6")
    page.press("#about", "Enter")
    expect(page.locator("#choices button")).to_have_count(1)
    page.evaluate("import('/page/pointing.js').then((page) => page.point('1203', ['1/6']))")
    expect(page.locator("#choices-said")).to_contain_text("Orders to 1203")
    assert page.input_value("#list") == ""
    page.evaluate("import('/page/pointing.js').then((page) => page.point('1203', []))")
    expect(page.locator("#list")).to_have_value("join\n")
