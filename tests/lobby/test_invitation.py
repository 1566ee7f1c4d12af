"""An invitation by one link in two lobbies, by clicks; links go to and fro."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from lobby.conftest import Serve
from lobby.homes import PASSPHRASE, Home, two_homes
from lobby.test_page import Visitor
from pbem.errors import FormError
from pbem.lobby import inviting
from pbem.lobby.forms import Accepting, Inviting, Joining, Linking, NewIdentity, OneLink


def test_a_link_is_made_shown_answered_and_joined(tmp_path: Path) -> None:
    ann, bob = Home(tmp_path / "ann"), Home(tmp_path / "bob")
    ann.lobby.identity(NewIdentity("ann", PASSPHRASE, "ann@example.org"))
    wish = Inviting("lantern", "lantern", "tarle", 7, "Shall we?", site="https://play.example.org/")
    made = inviting.make(ann.client, wish)
    assert made.link.startswith("https://play.example.org/#invite=")
    assert made.code.startswith("<svg")
    said = inviting.shown(bob.client, OneLink(made.link))
    assert (said.who, said.side, said.sides, said.days) == ("ann", "Tarle", ["Brask"], 7)
    assert not bob.lobby.came(made.link.encode()).good
    bob.lobby.identity(NewIdentity("bob", PASSPHRASE))
    [game] = inviting.answer(bob.client, Accepting(made.link, PASSPHRASE)).games
    assert bob.lobby.hall().games[0].to_send
    back = bob.lobby.link(Linking(game)).link
    did = ann.lobby.came(f"Here you are: {back}".encode())
    assert did.good
    assert did.games == [game]
    assert [one.handle for one in ann.lobby.hall().people] == ["bob"]
    ann.lobby.join(Joining(game, PASSPHRASE))
    assert bob.lobby.came(ann.lobby.link(Linking(game)).link.encode()).good
    assert ann.lobby.hall().games[0].begun
    for home in (ann, bob):
        home.client.close()


def test_the_card_of_an_answer_goes_with_its_mail(tmp_path: Path) -> None:
    ann, bob = Home(tmp_path / "ann"), Home(tmp_path / "bob")
    ann.lobby.identity(NewIdentity("ann", PASSPHRASE, "ann@example.org"))
    bob.lobby.identity(NewIdentity("bob", PASSPHRASE))
    link = inviting.make(ann.client, Inviting("lantern", "lantern", "brask")).link
    [game] = inviting.answer(bob.client, Accepting(link, PASSPHRASE)).games
    came = ann.lobby.came(bob.mail(game))
    assert came.good
    assert "The card of bob is here. Compare the twelve words by telephone." in came.lines
    assert not any("no card of" in line for line in came.lines)
    for home in (ann, bob):
        home.client.close()


def test_a_link_of_a_game_between_others_is_taken_as_their_mail_would_be(tmp_path: Path) -> None:
    with two_homes(tmp_path) as (ann, bob):
        seats = {"brask": "ann", "tarle": "bob"}
        from pbem.lobby.forms import Opening

        [game] = ann.lobby.new(Opening("lantern", "lantern", seats, PASSPHRASE)).games
        carl = Home(tmp_path / "carl")
        carl.lobby.identity(NewIdentity("carl", PASSPHRASE))
        by_link = carl.lobby.came(ann.lobby.link(Linking(game)).link.encode())
        dora = Home(tmp_path / "dora")
        dora.lobby.identity(NewIdentity("dora", PASSPHRASE))
        by_mail = dora.lobby.came(ann.lobby.log(game).data)
        assert by_link.good == by_mail.good
        assert by_link.lines == [line.replace("dora", "carl") for line in by_mail.lines]
        assert bob.lobby.hall().games == []
        carl.client.close()
        dora.client.close()


@pytest.mark.parametrize("link", ["#invite=", "#invite=abc", "#log=abc", "#log=", "#card=abcdefgh"])
def test_a_broken_link_is_named_and_nothing_comes_of_it(tmp_path: Path, link: str) -> None:
    home = Home(tmp_path / "home")
    home.lobby.identity(NewIdentity("bob", PASSPHRASE))
    did = home.lobby.came(f"see pbem:{link} there".encode())
    assert not did.good
    assert "not whole, or was altered" in did.lines[0]
    with pytest.raises(FormError, match=r"not whole|no link"):
        inviting.answer(home.client, Accepting(link, PASSPHRASE))
    assert home.client.logs() == []
    home.client.close()


@pytest.mark.long
def test_two_people_begin_a_game_by_links(tmp_path: Path, serve: Serve, chromium: Browser) -> None:
    ann, bob = (Visitor(chromium, serve, tmp_path / one) for one in ("ann", "bob"))
    for one in (ann, bob):
        one.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.makes_keys("ann")
    ann.page.keyboard.press("Escape")
    ann.presses("Invite")
    ann.page.fill("dialog [name=words]", "Shall we?")
    ann.presses("Make the link")
    ann.presses("Copy the link")
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    link = ann.page.evaluate("navigator.clipboard.readText()")
    ann.page.keyboard.press("Escape")
    bob.page.evaluate("link => { location.hash = link.split('#')[1]; }", link)
    bob.page.fill("dialog [name=handle]", "bob")
    bob.page.fill("dialog [name=passphrase]", PASSPHRASE)
    bob.page.fill("dialog [name=again]", PASSPHRASE)
    bob.page.locator("dialog [name=keep]").uncheck()
    bob.presses("Make my keys")
    expect(bob.page.locator("#dialog-title")).to_have_text("Ann invites you")
    expect(bob.page.locator("dialog blockquote")).to_have_text("Shall we?")
    bob.presses("Open the game")
    bob.page.fill("dialog [name=passphrase]", PASSPHRASE)
    bob.presses("Open the game")
    expect(bob.page.locator("#send")).to_contain_text("To Ann")
    bob.page.get_by_role("radio", name="Link").check(force=True)
    bob.presses("Send")
    back = bob.page.locator("#sent textarea").input_value()
    bob.presses("It is sent")
    ann.presses("paste text")
    ann.page.fill("dialog textarea", f"Yes! {back}")
    ann.presses("Read it")
    expect(ann.page.locator("#came")).to_contain_text("The card of bob is here")
    ann.presses("Join")
    ann.page.fill("dialog [name=passphrase]", PASSPHRASE)
    ann.presses("Join", within="dialog")
    expect(ann.page.locator("#yours")).to_contain_text(" movement")
    assert ann.wrong == bob.wrong == []
