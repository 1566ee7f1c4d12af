"""A question that comes in between: its few answers stand there unasked, with what each changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from board.clicking import Pointer
from board.conftest import Board, drawer, enter
from board.playing import LANDINGS, PASSPHRASE, saipan
from hostile.base import fixed_chance
from pbem.board.practising import PracticeBoard, begin
from pbem.board.routes import OnBoard
from pbem.client.client import Client
from pbem.client.views.choosing import between, choice
from pbem.client.views.odds import Promised
from pbem.practice.beginning import PracticeOptions
from pbem.practice.beginning import begin as beginning_of
from toy.people import Person

ATTACK = "attack 16 with 2/6 1/6 3/6"
ANSWER_MOST = 12
"""So many answers at most have their odds reckoned."""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    made = Client(tmp_path, "sqlite://")
    yield made
    made.close()


@pytest.fixture
def fired_at(client: Client, tmp_path: Path) -> PracticeBoard:
    """Saipan, practised by both sides: the Japanese are asked for final protective fire."""
    return asked_for_fire(client, tmp_path, ATTACK, "attack 317 with 1/2 2/2 3/2")


def asked_for_fire(client: Client, tmp_path: Path, *attacks: str) -> PracticeBoard:
    """Return a practice in which the Japanese can fire at the first of these attacks."""
    wish = PracticeOptions(seed=1)
    made = PracticeBoard(
        client.library, begin(beginning_of(client, "saipan", wish), client.library, tmp_path)
    )
    while made.state().asked.side != "us":  # type: ignore[union-attr]
        made.order("\n".join(made.sensible()), made.state().shown.head)
    lines = [*LANDINGS, "end movement", *attacks]
    made.order("\n".join(lines), made.state().shown.head)
    return made


def test_answers_stand_there_unasked_with_who_attacks_and_the_odds(
    fired_at: PracticeBoard, chromium: Browser, serve_shown: Callable[[OnBoard], str]
) -> None:
    """[8.0] Fire makes the differential less by its strength; without it, it is as it stands.

    That comes first, and no row has a code of the order or of the table.
    """
    at = Pointer(serve_shown(fired_at), chromium)
    page = at.page
    said = page.locator("#choices-said")
    expect(said).to_contain_text("As it stands: 2/6 attacks +5, 1/6 attacks +5, ")
    expect(said).to_contain_text("16 defends -")
    rows = page.locator("#choices li > button")
    expect(rows.first).to_have_text(re.compile(r"^No fire: \+\d+, defender \w+ \d+%"))
    told = re.compile(r" fires?: \+\d+, (\w+ \w+ \d+%|the chances stay the same)")
    expect(rows.nth(1)).to_have_text(told)
    for code in ("fpf", "pass", "De ", "Dr "):
        expect(page.locator("#choices")).not_to_contain_text(code)
    rows.first.press("Enter")
    expect(page.locator("#list")).to_have_value("pass\n")
    page.click("#carry")
    expect(page.locator("#tried")).to_contain_text("final protective fire")
    assert at.wrong == []
    at.context.close()


def test_answers_that_come_to_the_same_are_one_row_that_opens(
    client: Client,
    tmp_path: Path,
    chromium: Browser,
    serve_shown: Callable[[OnBoard], str],
) -> None:
    """[8.0] Which of several guns fire is no choice of its own while the chances are the same."""
    shown = asked_for_fire(client, tmp_path, "attack 317 with 1/2 2/2 3/2", ATTACK)
    at = Pointer(serve_shown(shown), chromium)
    come = at.page.locator("#choices li:not(.always) > button[value] > small")
    groups, rows = (at.page.locator(f"#choices li > button{one}") for one in (".group", "[value]"))
    expect(groups).to_have_count(1)
    expect(groups).to_contain_text("with the same chances as these")
    expect(rows.first).to_have_text(re.compile(r"^No fire: .*, defender \w+ \d+%, \w+ \d+%$"))
    told, many = come.all_inner_texts(), rows.count()
    assert len(set(told)) == len(told)
    for number in range(groups.count()):
        groups.nth(number).click()
        expect(groups.nth(number)).to_have_attribute("aria-expanded", "true")
    assert rows.count() > many + groups.count()
    at.context.close()


def test_they_stand_there_when_what_was_just_done_led_to_the_question(
    fired_at: PracticeBoard, chromium: Browser, serve_shown: Callable[[OnBoard], str]
) -> None:
    """Its result is reported below them, and Escape leaves them there."""
    at = Pointer(serve_shown(fired_at), chromium)
    page = at.page
    page.fill("#list", "pass\n")
    page.click("#carry")
    expect(page.locator("#due")).to_contain_text("attack on 16")
    page.click("#roll-all")
    expect(page.locator("#rolling")).to_be_hidden()
    state = fired_at.state()
    assert state.asked is not None
    assert state.asked.between is not None
    rows = page.locator("#choices li > button")
    expect(rows.first).to_have_attribute("value", state.asked.between.answers[0].line)
    expect(page.locator("#tried")).to_contain_text("Die for attack on 16")
    page.keyboard.press("Escape")
    expect(rows.first).to_have_attribute("value", state.asked.between.answers[0].line)
    expect(rows.first).to_be_in_viewport()
    assert at.wrong == []
    at.context.close()


def test_they_stand_there_when_dice_that_were_given_led_to_the_question(
    page: Page, ann: Person, bob: Person, serve: Callable[[Person], Board]
) -> None:
    """Ann gives the dice for an attack that ann made, and is asked who advances."""
    with fixed_chance("advance"):
        saipan(ann, bob)
        ann.orders(*LANDINGS, "end movement", "attack 317 with 1/2 2/2 3/2")
        bob.takes(ann.sends())
        bob.orders("pass")
        ann.takes(bob.sends())
        enter(page, serve(ann))
        page.fill("#passphrase", PASSPHRASE)
        page.click("[data-act=dice]")
        expect(page.locator("#tried")).to_contain_text("Signed: event")
        expect(page.locator("#asked")).to_contain_text("Does a unit advance")
        rows = page.locator("#choices li > button")
        expect(rows.first).to_have_text(re.compile("^Nobody advances"))
        expect(rows.nth(1)).to_have_text(re.compile(" advances to "))
        expect(rows.first).to_be_in_viewport()
    assert page.wrong == []  # type: ignore[attr-defined]


def test_they_come_back_when_nothing_is_pointed_at_any_more(
    fired_at: PracticeBoard, chromium: Browser, serve_shown: Callable[[OnBoard], str]
) -> None:
    at = Pointer(serve_shown(fired_at), chromium)
    page = at.page
    rows = page.locator("#choices li > button")
    expect(rows.first).to_have_text(re.compile("^No fire"))
    many = rows.count()
    page.fill("#about", "nowhere")
    page.press("#about", "Enter")
    expect(rows).to_have_count(0)
    page.keyboard.press("Escape")
    expect(rows).to_have_count(many)
    assert at.wrong == [] or all("status of 4" in one for one in at.wrong)
    at.context.close()


def test_a_place_that_an_answer_leads_to_is_clicked_at_once(
    client: Client, tmp_path: Path, chromium: Browser, serve_shown: Callable[[OnBoard], str]
) -> None:
    """The victor is asked after dice: the hexes are marked, and a click on one answers."""
    wish = PracticeOptions(seed=3)
    shown = PracticeBoard(
        client.library, begin(beginning_of(client, "saipan", wish), client.library, tmp_path)
    )
    while (state := shown.state()).asked is None or state.asked.forms != ("retreat",):
        if state.shown.may == ["dice"]:
            shown.roll([], state.shown.head)
        else:
            shown.order("\n".join(shown.sensible()), state.shown.head)
    at = Pointer(serve_shown(shown), chromium)
    page = at.page
    expect(page.locator("#choices li > button").first).to_have_text(re.compile(" retreats to "))
    line = page.locator("#choices li > button").first.get_attribute("value")
    assert line is not None
    page.locator(f'#sheet .place[data-place="{line.split()[-1]}"]').first.click(force=True)
    expect(page.locator("#list")).to_have_value(re.compile(rf"^{line}\n"))
    assert at.wrong == []
    at.context.close()


def test_what_can_be_answered_is_reckoned_once_for_a_position(
    fired_at: PracticeBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often the page asks, and whatever it points at; no clock is asked."""
    reckoned, looked = list[str](), list[str]()
    real, real_orders = choice.promised_of, between.orders_of

    def odds(play: object, side: str, order: object, most: int) -> Promised | None:
        reckoned.append(side)
        assert most <= choice.ANSWER_WAYS
        return real(play, side, order, most)  # type: ignore[arg-type]

    def orders(*args: object) -> object:
        looked.append("")
        return real_orders(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(choice, "promised_of", odds)
    monkeypatch.setattr(between, "orders_of", orders)
    for _ in range(3):
        fired_at.state()
    for about in (None, "", "16", "pass"):
        found = fired_at.choices("", about)
        assert found.between is not None
    assert 0 < len(reckoned) <= ANSWER_MOST
    assert len(looked) == 1
    state = fired_at.state()
    fired_at.order("pass", state.shown.head)
    fired_at.roll([], fired_at.state().shown.head)
    before = len(looked)
    fired_at.state()
    assert len(looked) <= before + 1


@pytest.mark.parametrize("game", ["manila", "meiktila", "tokyo", "singapore"])
def test_no_answer_is_reckoned_for_long_in_any_game(
    game: str, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the first answers promise nothing, no others are looked at, however many there are."""
    reckoned: list[Promised | None] = []
    real = choice.promised_of

    def odds(play: object, side: str, order: object, most: int) -> Promised | None:
        reckoned.append(real(play, side, order, most))  # type: ignore[arg-type]
        return reckoned[-1]

    wish = PracticeOptions(seed=3, scenario="division" if game == "singapore" else None)
    shown = PracticeBoard(
        client.library, begin(beginning_of(client, game, wish), client.library, tmp_path)
    )
    monkeypatch.setattr(choice, "promised_of", odds)
    asked = 0
    for _ in range(60):
        reckoned.clear()
        state = shown.state()
        if state.asked is not None and state.asked.between is not None:
            asked += 1
            promised = [one for one in reckoned if one and one.odds]
            assert len(reckoned) <= (ANSWER_MOST if promised else choice.EMPTY_MOST), reckoned
        if state.shown.may == ["dice"]:
            shown.roll([], state.shown.head)
        elif state.asked is None:
            break
        else:
            shown.order("\n".join(shown.sensible()), state.shown.head)
    assert asked


def test_the_usual_ones_are_added_with_an_answer_that_they_are_signed_with(
    fired_at: PracticeBoard, chromium: Browser, serve_shown: Callable[[OnBoard], str]
) -> None:
    """Standing orders alone are refused: the usual answer to what is asked stands before them."""
    at = Pointer(serve_shown(fired_at), chromium)
    page = at.page
    drawer(page, "standing-orders")
    page.click("#usual")
    expect(page.locator("#list")).to_have_value(re.compile(r"^(pass|fpf .*)\nstanding usual\n$"))
    before = page.locator("#past > li").count()
    page.click("#carry")
    expect(page.locator("#past > li")).not_to_have_count(before)
    expect(page.locator("#tried")).not_to_have_class(re.compile("wrong"))
    assert at.wrong == []
    at.context.close()


def test_where_nothing_can_be_signed_with_them_they_are_not_offered(
    page: Page, board: Board
) -> None:
    """A phase has no usual answer: the button comes with the first order of the list."""
    enter(page, board)
    drawer(page, "standing-orders")
    expect(page.locator("#usual")).to_be_hidden()
    page.fill("#list", f"# a comment\n{LANDINGS[0]}\n")
    expect(page.locator("#usual")).to_be_visible()
    drawer(page, "standing-orders")
    page.click("#usual")
    expect(page.locator("#list")).to_have_value(f"# a comment\n{LANDINGS[0]}\nstanding usual\n")
    page.fill("#list", "standing usual\n")
    expect(page.locator("#usual")).to_be_hidden()
    drawer(page, "standing-orders")
    page.click("#answers summary")
    expect(page.locator("#answered")).to_be_hidden()
    page.fill("#list", f"{LANDINGS[0]}\n")
    expect(page.locator("#answered")).to_be_visible()
