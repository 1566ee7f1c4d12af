"""A player reads the terms before they sign: by a link, in the lobby, on a board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from lobby.conftest import Serve
from lobby.homes import PASSPHRASE, Home, two_homes
from lobby.test_page import Visitor
from pbem.board.game import BoardGame
from pbem.board.signing import Wish
from pbem.client import people
from pbem.client.invitations.answering import Proposal, invite, invited
from pbem.client.invitations.link import invitation_link, linked_invitation
from pbem.client.play.opening import Wanted, new
from pbem.client.umpire.timekeeping import today_utc
from pbem.errors import KeyFileError
from pbem.lobby.forms import Joining, NewIdentity, Opening, Words
from pbem.table.events.kinds import Clock

CLOCK = Clock(days=7, bank=0, grace=1, turn=9)
BANZAI = "banzai=true (the reconstructed Banzai rule)"
CLOCKED = "7 days for each answer, 0 more in the bank, and 1 of grace. 9 days for all answers in a"


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[tuple[Home, Home]]:
    with two_homes(tmp_path) as both:
        yield both


def test_an_invitation_says_which_options_and_days_the_answer_signs(
    homes: tuple[Home, Home],
) -> None:
    ann, _ = homes
    wish = Proposal("saipan", None, None, {"banzai": "true"}, CLOCK, "")
    link = invitation_link(invite(ann.client, "ann", wish, today_utc()))
    found = linked_invitation(link)
    assert found is not None
    [options, clock] = invited(found).terms
    assert options == f"Options: {BANZAI}."
    assert clock.startswith(CLOCKED)


def opens(ann: Home, bob: Home, folder: Path) -> None:
    """Have ann open a game with bob that is not as printed; its umpire has joined."""
    uma = Home(folder / "uma")
    uma.lobby.identity(NewIdentity("uma", PASSPHRASE))
    ann.lobby.came(uma.lobby.card().data)
    wanted = Wanted(
        rules="saipan",
        seats={"us": "ann", "jp": "bob"},
        options={"banzai": "true"},
        umpire="uma",
        clock=CLOCK,
    )
    game = new(ann.client, people.unlock(ann.client, "ann", PASSPHRASE), wanted).game
    opening = ann.mail(game)
    for home in (uma, bob):
        home.lobby.came(opening)
    uma.lobby.join(Joining(game, PASSPHRASE))
    joined = uma.mail(game)
    uma.client.close()
    ann.lobby.came(joined)
    ann.lobby.join(Joining(game, PASSPHRASE))
    for mail in (joined, ann.mail(game)):
        bob.lobby.came(mail)


def test_what_somebody_joins_stands_in_the_list_and_on_the_board(
    homes: tuple[Home, Home], tmp_path: Path
) -> None:
    ann, bob = homes
    opens(ann, bob, tmp_path)
    [tile] = bob.lobby.hall().games
    assert (tile.join, tile.you) == (True, "bob")
    for words in (BANZAI, CLOCKED, "The umpire is uma."):
        assert any(words in line for line in tile.terms), words
    [log] = bob.client.logs()
    assert BoardGame(bob.client, log).state().terms == tile.terms
    [waits] = ann.lobby.hall().games
    assert waits.terms == []


def test_a_card_that_came_by_itself_makes_nobody_the_keeper_of_all_dice(
    homes: tuple[Home, Home], tmp_path: Path
) -> None:
    """Ann may have made it, and mailed it with the game: then Ann can choose rolls."""
    ann, bob = homes
    wil = Home(tmp_path / "wil")
    wil.lobby.identity(NewIdentity("wil", PASSPHRASE))
    card, me = wil.lobby.card().data, wil.lobby.hall().me
    wil.client.close()
    for home in homes:
        home.lobby.came(card)
    seats = {"brask": "ann", "tarle": "bob"}
    wish = Opening("lantern", "lantern", seats, PASSPHRASE, witnesses=["wil"])
    [game] = ann.lobby.new(wish).games
    bob.lobby.came(ann.mail(game))
    with pytest.raises(KeyFileError, match="you have not compared the words of wil"):
        bob.lobby.join(Joining(game, PASSPHRASE))
    [log] = bob.client.logs()
    before, board = log.read_bytes(), BoardGame(bob.client, log)
    with pytest.raises(KeyFileError, match="you have not compared the words of wil"):
        board.sign(Wish("join", board.state().shown.head, passphrase=PASSPHRASE))
    assert log.read_bytes() == before
    assert me is not None
    assert bob.lobby.words(Words("wil", " ".join(me.words))).good
    bob.lobby.join(Joining(game, PASSPHRASE))
    assert not bob.lobby.hall().games[0].join


@pytest.mark.long
def test_the_terms_are_read_where_the_passphrase_is_typed(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    with two_homes(tmp_path) as (ann, bob):
        opens(ann, bob, tmp_path)
        wish = Proposal("saipan", None, None, {"banzai": "true"}, CLOCK, "")
        link = invitation_link(invite(ann.client, "ann", wish, today_utc()))
    visitor = Visitor(chromium, serve, tmp_path / "bob")
    visitor.presses("Join")
    dialog = visitor.page.locator("dialog")
    for words in (BANZAI, CLOCKED, "The umpire is uma.", "Passphrase of Bob"):
        expect(dialog).to_contain_text(words)
    visitor.page.keyboard.press("Escape")
    visitor.presses("paste text")
    visitor.page.fill("dialog textarea", link)
    visitor.presses("Read it")
    for words in ("Ann invites you", BANZAI, CLOCKED):
        expect(dialog).to_contain_text(words)
    assert visitor.wrong == []
