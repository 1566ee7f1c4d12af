"""Everything that can be signed is signed by a click: each act, in a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from board.clicking import sensible
from board.conftest import Board, enter, menu
from board.playing import GAMES, LANDINGS, PASSPHRASE, Wanted, saipan, sit_down
from pbem.audit.verify import verify
from pbem.client.play import acting
from pbem.client.session import drafts
from pbem.games import registry
from pbem.identity import keyfile
from pbem.table.library import Library
from toy.people import Person

pytestmark = pytest.mark.long

STEPS_MOST = 60
"""So many events it may take until a game asks for an act."""


def sign(page: Page, board: Board, act: str, words: str) -> str:
    """Press a button; return the kind of the event that was signed, and what the page said."""
    before = board.whose.count
    if page.locator("#passphrase").is_visible():
        page.fill("#passphrase", PASSPHRASE)
        page.select_option("#minutes", "60")
    if act in ("offer", "resign"):
        menu(page)
    page.locator(f"[data-act={act}]", has_text=words).click()
    if act in ("offer", "resign"):
        page.click("#sure-yes")
    expect(page.locator("#tried")).to_contain_text(f"Signed: event {before}")
    expect(page.locator("#past > li")).to_have_count(board.whose.count)
    assert verify(board.whose.log, Library(registry.find)).finding is None
    return page.inner_text("#tried").partition(f"event {before}, ")[2].partition(".")[0]


def until(kind: str, people: Sequence[Person]) -> Person:
    """Have people play by text until somebody is to do something of a kind; return them."""
    for _ in range(STEPS_MOST):
        one = next(one for one in people if one.sits().is_active)
        kinds = one.sits().table.active().kinds
        if kind in kinds:
            return one
        if "orders" in kinds:
            one.orders(*sensible(1)(one.sits()))
        elif "seal" in kinds:
            line = sensible(1)(one.sits())[0]
            one.does(acting.seal, drafts.draft_secret(one.sits(), line.encode()))
        else:
            one.does(getattr(acting, next(it for it in ("dice", "reveal", "deal") if it in kinds)))
        for other in people:
            if other is not one:
                other.takes(one.sends())
    raise AssertionError(f"nobody is asked for {kind}")


@pytest.fixture
def people(ann: Person, bob: Person) -> Sequence[Person]:
    saipan(ann, bob)
    for one in (ann, bob):  # bob's key is to be opened by words, too
        keyfile.save(one.identity, one.client.identities / f"{one.handle}.key.new", PASSPHRASE)
        (one.client.identities / f"{one.handle}.key.new").replace(
            one.client.identities / f"{one.handle}.key"
        )
    return ann, bob


def test_join(page: Page, ann: Person, bob: Person, serve: Callable[[Person], Board]) -> None:
    bob.opens("saipan", seats={"us": "bob", "jp": "ann"})
    ann.takes(bob.sends())
    board = serve(ann)
    enter(page, board)
    assert sign(page, board, "join", "Join the game") == "join"
    expect(page.locator("#prompt")).to_have_text("Waiting for bob (U.S.)")
    expect(page.locator("#asked")).to_contain_text("Move units")
    expect(page.locator("#sheet svg .place").first).to_be_visible()
    assert bob.takes(ann.sends()).status == "longer"
    assert page.wrong == []  # type: ignore[attr-defined]


SEALED = Wanted(
    "singapore",
    "sarimbun_beach",
    {"attacker": "ann", "defender": "bob"},
    1,
    options={"strikes": "sealed"},
)


def test_seal_and_reveal(page: Page, serve: Callable[[Person], Board], tmp_path: Path) -> None:
    """A sealed choice is in no log, no file and no page of the other's until it is opened."""
    people = sit_down(tmp_path, SEALED)
    one = until("seal", people)
    line = sensible(1)(one.sits())[0]
    for person in people:
        person.client.close()
    board = serve(one)
    enter(page, board)
    page.fill("#list", line)
    expect(page.locator("#try")).to_be_hidden()  # of what is sealed nothing can be tried
    assert sign(page, board, "seal", "Seal the choice") == "seal"
    assert line.encode() not in board.whose.log.read_bytes()
    assert page.inner_text("#past").count(line) == 0
    people = [Person(person.handle, tmp_path) for person in people]
    one = next(person for person in people if person.handle == one.handle)
    for other in people:
        if other is not one:
            other.takes(one.sends())
    opener = until("reveal", people)
    board = serve(opener)
    enter(page, board)
    assert sign(page, board, "reveal", "Open your sealed choice") == "reveal"
    assert page.wrong == []  # type: ignore[attr-defined]


def test_deal(page: Page, serve: Callable[[Person], Board], tmp_path: Path) -> None:
    people = sit_down(tmp_path, GAMES["map with cards"])
    one = until("shuffle", people)
    for person in people:
        person.client.close()
    board = serve(one)
    enter(page, board)
    assert sign(page, board, "deal", "Do your card work") == "shuffle"
    expect(page.locator("[data-act=deal]")).to_have_count(0)
    assert page.wrong == []  # type: ignore[attr-defined]


def test_dice(page: Page, serve: Callable[[Person], Board], tmp_path: Path) -> None:
    (one,) = sit_down(tmp_path, GAMES["manila"])
    one.client.close()
    board = serve(one)
    enter(page, board)
    assert sign(page, board, "dice", "Roll") == "dice"
    assert page.wrong == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("answer", ["yes", "no"])
@pytest.mark.parametrize("offer", ["Offer to take back", "Offer a draw"])
def test_an_offer_and_its_answer(
    page: Page, people: Sequence[Person], serve: Callable[[Person], Board], offer: str, answer: str
) -> None:
    """The offering player is asked once more; the other sees the offer, and says yes or no."""
    ann, bob = people
    ann.orders(*LANDINGS)
    bob.takes(ann.sends())
    board = serve(ann)
    enter(page, board)
    before = ann.count
    menu(page)
    page.locator("[data-act=offer]", has_text=offer).click()
    expect(page.locator("#sure")).to_contain_text(offer)
    page.click("#sure-no")
    assert sign(page, board, "offer", offer) == "offer"
    assert ann.count == before + 1, "what was dismissed was not signed"
    others = serve(bob)
    enter(page, others)
    page.set_input_files("#came", ann.sends())
    expect(page.locator("#offered")).to_contain_text("ann")
    assert sign(page, others, "answer", f"Say {answer}") == "answer"
    expect(page.locator("#offered")).to_be_empty()
    result = bob.sits().table.result
    landed = page.locator('.stack[data-place="1203"]')
    if answer == "yes" and offer == "Offer a draw":
        assert result is not None
        assert result.winner is None
    else:
        assert result is None
        expect(landed).to_have_count(0 if answer == "yes" else 1)
    assert page.wrong == []  # type: ignore[attr-defined]


def test_resign(page: Page, people: Sequence[Person], serve: Callable[[Person], Board]) -> None:
    ann, bob = people
    board = serve(ann)
    enter(page, board)
    resign = page.locator("[data-act=resign]")
    expect(resign).to_be_hidden()  # nobody hits it who means what stands above
    menu(page)
    page.get_by_text("Leave the game").click()
    expect(resign).to_be_disabled()
    page.fill("#resigning", "resign")
    expect(resign).to_be_disabled()
    page.fill("#resigning", "I resign.")
    assert sign(page, board, "resign", "Resign the game") == "resign"
    expect(page.locator("#signing")).to_be_hidden()
    result = ann.sits().table.result
    assert result is not None
    assert result.winner == "jp"
    assert bob.takes(ann.sends()).status == "longer"
    assert page.wrong == []  # type: ignore[attr-defined]


def test_mail_that_parts_from_the_game_is_reported(
    page: Page, people: Sequence[Person], serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """Somebody signs twice after the same event: their second thought changes nothing here."""
    ann, bob = people
    ann.orders(*LANDINGS, "end movement", "attack 16 with 2/6 1/6 3/6")
    bob.takes(ann.sends())
    shutil.copytree(bob.folder, tmp_path / "backup" / "bob")
    twin = Person("bob", tmp_path / "backup")
    bob.orders("pass")
    ann.takes(bob.sends())
    twin.does(acting.resign)
    board = serve(ann)
    enter(page, board)
    before = ann.log.read_bytes()
    page.set_input_files("#came", twin.sends())
    expect(page.locator("#taken")).to_contain_text("bob")
    expect(page.locator("#taken")).to_contain_text("bob signed two different events 4")
    expect(page.locator("#taken")).to_contain_text("To blame: bob.")
    expect(page.locator("#trouble")).to_contain_text("fork")
    assert ann.log.read_bytes() == before
    assert page.wrong == []  # type: ignore[attr-defined]
