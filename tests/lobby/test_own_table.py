"""Dice and cards of one's own, made in the lobby; and invitations to games of table files."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, expect

import fords
from client.invitations.test_tables import BOX, OTHER, noise
from lobby.conftest import Serve
from lobby.homes import PASSPHRASE, Home, two_homes
from lobby.test_page import Visitor
from pbem.errors import FormError, PbemError
from pbem.lobby import inviting, requests
from pbem.lobby.forms import (
    Accepting,
    Boxing,
    Chosen,
    Inviting,
    Joining,
    Linking,
    NewIdentity,
    OfModule,
    OneLink,
    OnePack,
)

WAR = Boxing(
    title="Salt Road War",
    sides=["The Crown", "League"],
    dice="battle=2d6, d10",
    cards=["Low water\nSalt tax\n\n Sappers, and more \n", "", "Rain\nThaw"],
)


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[tuple[Home, Home]]:
    """Ann has keys; bob has nothing, and neither has the other's card."""
    ann, bob = Home(tmp_path / "ann"), Home(tmp_path / "bob")
    ann.lobby.identity(NewIdentity("ann", PASSPHRASE, "ann@example.org"))
    yield ann, bob
    ann.client.close()
    bob.client.close()


def test_dice_and_cards_are_made_of_a_form(homes: tuple[Home, Home]) -> None:
    ann, _ = homes
    offer = ann.lobby.made_box(WAR)
    assert (offer.rules, offer.title) == ("table", "Salt Road War")
    assert [(one.id, one.name) for one in offer.sides["table"]] == [
        ("the-crown", "The Crown"),
        ("league", "League"),
    ]
    text = (ann.client.pack(offer.pack) or b"").decode()
    for part in ("battle: 2d6", "d10: d10", "for: the-crown", "'Sappers, and more'", "Thaw"):
        assert part in text
    assert "for: league" not in text


def test_a_table_file_that_one_has_is_taken_as_it_is(homes: tuple[Home, Home]) -> None:
    ann, _ = homes
    offer = ann.lobby.made_box(Boxing(file=BOX))
    assert ann.client.pack(offer.pack) == BOX
    body = json.dumps({"file": b64encode(noise()).decode()}).encode()
    found = requests.answered(ann.lobby, "POST", "/box", {}, body)
    assert (found.status, json.loads(found.body)["title"]) == (200, "Salt Road War")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"title": ""}, "title"),
        ({"sides": ["Crown", "crown"]}, "two different names"),
        ({"sides": ["Crown", " "]}, "two different names"),
        ({"dice": "battle=2x6"}, "write dice as 2d6"),
        ({"cards": ["a;b", "", ""]}, "without ; and #"),
        ({"cards": ["x\n" * 251, "", ""]}, "250"),
        ({"file": b"table: box\ntitle: x\nsides: [a, b]\ndice: {a: 2x6}"}, "write dice as 2d6"),
        ({"file": b"\xff"}, "UTF-8"),
        ({"file": b"x" * 1_100_000}, "at most"),
    ],
)
def test_what_is_no_table_is_refused_in_one_message(
    homes: tuple[Home, Home], wrong: dict[str, object], said: str
) -> None:
    ann, _ = homes
    with pytest.raises(PbemError, match=said) as found:
        ann.lobby.made_box(msgspec.structs.replace(WAR, **wrong))
    assert "\n" not in str(found.value)
    assert list(ann.client.packs.glob("*")) == []


@pytest.mark.parametrize("of", ["form", "module", "file"])
def test_who_has_nothing_joins_by_the_link_alone(
    homes: tuple[Home, Home], tmp_path: Path, of: str
) -> None:
    ann, bob = homes
    if of == "module":
        ann.lobby.module(Chosen(fords.packed(tmp_path / "ford.vmod")))
        offer = ann.lobby.made_table(OfModule("Two Fords", "Long game"))
    else:
        offer = ann.lobby.made_box(WAR if of == "form" else Boxing(file=BOX))
    side = offer.sides["table"][0]
    made = inviting.make(ann.client, Inviting("table", "table", side.id, pack=offer.pack))
    assert made.file == ""
    said = inviting.shown(bob.client, OneLink(made.link))
    assert (said.title, said.side, said.needs) == (offer.title, side.name, False)
    bob.lobby.identity(NewIdentity("bob", PASSPHRASE))
    [game] = inviting.answer(bob.client, Accepting(made.link, PASSPHRASE)).games
    assert ann.lobby.came(bob.lobby.link(Linking(game)).link.encode()).good
    ann.lobby.join(Joining(game, PASSPHRASE))
    [tile] = ann.lobby.hall().games
    assert tile.title == offer.title
    assert tile.begun or of != "module"


def test_a_file_too_long_for_a_link_is_named_saved_and_given_with_it(
    homes: tuple[Home, Home],
) -> None:
    ann, bob = homes
    pack = ann.lobby.made_box(Boxing(file=noise())).pack
    made = inviting.make(ann.client, Inviting("table", "table", "crown", pack=pack))
    file = inviting.table_file(ann.client, OnePack(pack))
    assert (file.name, file.data) == (made.file, noise())
    assert inviting.shown(bob.client, OneLink(made.link)).needs
    bob.lobby.identity(NewIdentity("bob", PASSPHRASE))
    with pytest.raises(FormError, match="too long for a link"):
        inviting.answer(bob.client, Accepting(made.link, PASSPHRASE))
    with pytest.raises(FormError, match="another table file"):
        inviting.answer(bob.client, Accepting(made.link, PASSPHRASE, OTHER))
    [game] = inviting.answer(bob.client, Accepting(made.link, PASSPHRASE, noise())).games
    assert ann.lobby.came(bob.mail(game)).games == [game]


# --- on the page ---------------------------------------------------------------------------------


@pytest.mark.long
def test_a_box_by_clicks_and_an_invitation_to_it(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    ann, bob = (Visitor(chromium, serve, tmp_path / one) for one in ("ann", "bob"))
    for one in (ann, bob):
        one.makes_keys("ann" if one is ann else "bob")
        one.page.keyboard.press("Escape")
    ann.presses("Invite")
    own = ann.page.get_by_role("button", name="Your own dice and cards")
    expect(own).to_be_hidden()
    ann.page.check("dialog [name=rules][value=table]")
    own.click()
    for name, text in (("title", "Salt Road War"), ("first", "Crown"), ("second", "League")):
        ann.page.fill(f"dialog [name={name}]", text)
    ann.page.fill("dialog [name=dice]", "battle=2x6")
    ann.presses("Make the game")
    expect(ann.page.locator("#refused")).to_contain_text("write dice as 2d6")
    ann.page.fill("dialog [name=dice]", "battle=2d6")
    ann.page.fill("dialog [name=cards-first]", "Low water\nSalt tax")
    ann.presses("Make the game")
    expect(ann.page.locator(".game:has(:checked) b")).to_have_text("Salt Road War")
    ann.presses("Make the link")
    link = ann.page.get_by_role("textbox", name="The link").input_value()
    expect(ann.page.get_by_role("button", name="Save the table file")).to_have_count(0)
    bob.page.evaluate("link => { location.hash = link.split('#')[1]; }", link)
    expect(bob.page.locator("dialog")).to_contain_text("You play League, Ann plays Crown.")
    expect(bob.page.locator("dialog [name=table]")).to_have_count(0)
    bob.presses("Open the game")
    bob.page.fill("dialog [name=passphrase]", PASSPHRASE)
    bob.presses("Open the game")
    expect(bob.page.locator("#send")).to_contain_text("To Ann")
    assert (len(ann.wrong), bob.wrong) == (1, []), "the dice that were refused, and nothing else"


@pytest.mark.long
def test_a_table_file_beside_the_link_is_chosen_by_clicks(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    with two_homes(tmp_path) as (home, _):
        home.client.close()
    large, other = tmp_path / "large.yaml", tmp_path / "other.yaml"
    large.write_bytes(noise())
    other.write_bytes(OTHER)
    ann, bob = (Visitor(chromium, serve, tmp_path / one) for one in ("ann", "bob"))
    ann.presses("Invite")
    ann.page.check("dialog [name=rules][value=table]")
    ann.presses("Your own dice and cards")
    ann.page.set_input_files("dialog [name=file]", large)
    ann.presses("Make the game")
    expect(ann.page.locator("#dialog-title")).to_have_text("New game")
    ann.presses("Somebody new")
    expect(ann.page.locator(".game:has(:checked) b")).to_have_text("Salt Road War")
    ann.presses("Make the link")
    expect(ann.page.locator("dialog")).to_contain_text("too long for a link. Send its file, too")
    with ann.page.expect_download() as saved:
        ann.presses("Save the table file")
    assert Path(saved.value.path()).read_bytes() == noise()
    link = ann.page.get_by_role("textbox", name="The link").input_value()
    bob.page.evaluate("link => { location.hash = link.split('#')[1]; }", link)
    bob.presses("Open the game")
    bob.page.fill("dialog [name=passphrase]", PASSPHRASE)
    bob.presses("Open the game")
    expect(bob.page.locator("#refused")).to_contain_text("Ask ann for it")
    bob.page.set_input_files("dialog [name=table]", other)
    bob.presses("Open the game")
    expect(bob.page.locator("#refused")).to_contain_text("another table file")
    bob.page.set_input_files("dialog [name=table]", large)
    bob.presses("Open the game")
    expect(bob.page.locator("#send")).to_contain_text("To Ann")
    assert (ann.wrong, len(bob.wrong)) == ([], 2), "a file that lacks, and another one"
