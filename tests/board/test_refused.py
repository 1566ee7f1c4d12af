"""A refusal on the page names what stands on it, and not what one would type."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from board.conftest import Board, enter
from board.playing import ATTACKS, LANDINGS, PASSPHRASE, Wanted, saipan, sit_down
from pbem.board import game as board_game
from pbem.board.answers import refused
from pbem.board.game import WENT_ON, BoardGame
from pbem.board.signing import PRESS, Wish
from pbem.client.play import acting
from pbem.client.session.next_step import HINTS
from pbem.errors import NotYourPen, PbemError
from pbem.identity.identity import Identity
from toy.people import Person

SCRIPT = Path(board_game.__file__).with_name("page") / "orders" / "signing.js"


def reported(error: PbemError) -> str:
    """Return what the page shows of it."""
    said: str = json.loads(bytes(refused(error).body))["error"]
    return said


@pytest.fixture
def owing(ann: Person, bob: Person) -> BoardGame:
    """Ann has attacked, and owes the dice for it."""
    saipan(ann, bob)
    ann.orders(*LANDINGS, *ATTACKS)
    bob.takes(ann.sends())
    bob.orders("pass")
    ann.takes(bob.sends())
    return BoardGame(ann.client, ann.log, "ann")


def test_who_owes_dice_is_reported_the_button_that_gives_them(owing: BoardGame) -> None:
    """As where the game went on, and the page has not shown it yet."""
    for asked in (owing.tried, owing.doubts):
        with pytest.raises(NotYourPen) as error:
            asked("attack 317 with 1/2 2/2 3/2")
        assert "pbem dice" in str(error.value), "the same at the command line"
        assert reported(error.value) == (
            "Waiting for ann's computer to roll (event 4). Press 'Roll'."
        )


def test_whose_active_it_is_not_is_reported_no_button(bob: Person, owing: BoardGame) -> None:
    with pytest.raises(NotYourPen) as error:
        BoardGame(bob.client, bob.log, "bob").tried("pass")
    assert reported(error.value) == "Waiting for ann's computer to roll (event 4)."


def test_for_each_that_can_be_asked_for_a_button_of_the_page_is_named() -> None:
    """And none that is not there."""
    assert set(HINTS) == set(PRESS)
    script = SCRIPT.read_text("utf-8")
    for words in PRESS.values():
        assert all(f'"{one}"' in script for one in re.findall("'([^']+)'", words))


def test_an_order_that_another_program_gave_meanwhile_is_reported_as_on_any_old_page(
    owing: BoardGame, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dice were given between the last look and the signature: nothing is signed twice."""

    def opens(*_: object) -> Identity:
        ann.does(acting.dice)
        return ann.identity

    monkeypatch.setattr(board_game, "unlock", opens)
    head = owing.state().shown.head
    before = ann.count
    with pytest.raises(PbemError) as error:
        owing.sign(Wish("dice", head, passphrase=PASSPHRASE))
    assert reported(error.value) == WENT_ON
    assert ann.count == before + 1


def test_a_card_that_comes_is_reported_with_whole_commands(owing: BoardGame, bob: Person) -> None:
    """The page does nothing with it; an option alone says nothing where no command was typed."""
    (line,) = owing.came(bob.card.read_bytes())
    saving = "Save it with 'pbem mail read FILE --save FOLDER'"
    assert f"{saving}, then run 'pbem card import FILE'" in line


SHARED = Wanted("singapore", "corps", {"jp": "ann", "au": "bob", "br": "cas"}, 5)


@pytest.mark.long
def test_whether_a_box_opens_is_said_by_the_button_for_the_deck(
    page: Page, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """The program says it: no answer is a player's, as to an offer."""
    people = sit_down(tmp_path, SHARED)
    while True:
        one = next(one for one in people if one.sits().is_active)
        if one.sits().table.active().box:
            break
        one.does(acting.deal)
        for other in people:
            if other is not one:
                other.takes(one.sends())
    for other in people:
        other.client.close()
    board = serve(one)
    enter(page, board)
    expect(page.locator("[data-act=answer]")).to_have_count(0)
    before = board.whose.count
    page.fill("#passphrase", PASSPHRASE)
    page.click("[data-act=deal]")
    expect(page.locator("#tried")).to_contain_text(f"Signed: event {before}, answer.")
    assert page.wrong == []  # type: ignore[attr-defined]
