"""A link in the words of a game stops no mail of it, and a link carries no other link."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from lobby.conftest import Serve
from lobby.homes import PASSPHRASE, Home, lantern, two_homes
from lobby.test_page import Visitor
from pbem.client.invitations.carried import events_link, linked_files
from pbem.identity.link import card_link
from pbem.lobby import inviting, lobby
from pbem.lobby.forms import Inviting, Linking, NewIdentity, OneGame, Opening
from pbem.mail.letter import plain

CUT_OFF = ["#log=abc", "#invite=abc", "#card=abcdefghijk", "pbem:#log="]


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[tuple[Home, Home]]:
    with two_homes(tmp_path) as both:
        yield both


def noted(ann: Home, note: str) -> str:
    """Have ann open a game against bob with a note; return its name."""
    seats = {"brask": "ann", "tarle": "bob"}
    [game] = ann.lobby.new(Opening("lantern", "lantern", seats, PASSPHRASE, note=note)).games
    return game


@pytest.mark.parametrize("link", CUT_OFF)
@pytest.mark.parametrize("way", ["mail", "text", "log"])
def test_a_link_in_a_note_keeps_no_move_out(homes: tuple[Home, Home], link: str, way: str) -> None:
    """Else who writes one into a note has their opponent run out of days."""
    ann, bob = homes
    game = noted(ann, f"See {link} there.")
    came = {
        "mail": lambda: ann.mail(game),
        "text": ann.lobby.outgoing(OneGame(game)).text.encode,
        "log": lambda: ann.lobby.log(game).data,
    }[way]()
    did = bob.lobby.came(came)
    assert did.good, did.lines
    assert did.games == [game]


def test_a_whole_link_in_a_note_is_not_opened_in_the_place_of_the_mail(
    homes: tuple[Home, Home], tmp_path: Path
) -> None:
    ann, bob = homes
    eve = Home(tmp_path / "eve")
    eve.lobby.identity(NewIdentity("eve", PASSPHRASE))
    game = noted(ann, card_link(eve.lobby.card().data))
    eve.client.close()
    assert bob.lobby.came(ann.mail(game)).games == [game]
    assert [one.handle for one in bob.lobby.hall().people] == ["ann"]


def test_a_mail_that_brings_a_link_alone_is_opened(homes: tuple[Home, Home]) -> None:
    ann, bob = homes
    link = ann.lobby.link(Linking(lantern(ann))).link
    words = f"My move in Lantern Bridge. Open this link:\n\n{link}\n"
    sent = plain("My move", ("ann", "ann@example.org"), {}, words, datetime.now(UTC))
    assert bob.lobby.came(bytes(sent)).games == ["lantern-ann-bob"]


def test_a_link_carries_no_other_link(
    homes: tuple[Home, Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each could carry eight: thirty levels fit into one link of 8,000 letters."""
    _, bob = homes
    link = "pbem:#log=abc"
    for _ in range(3):
        link = events_link([f"{link}\n".encode()] * 8)
    read = list[str]()

    def reads(text: str) -> Sequence[bytes] | None:
        read.append(text)
        assert len(read) < 10, "the links in a link are opened too"
        return linked_files(text)

    monkeypatch.setattr(lobby, "linked_files", reads)
    did = bob.lobby.came(link.encode())
    assert did.games == []
    assert len(read) == 1


def test_an_invitation_that_a_link_carries_is_not_answered(homes: tuple[Home, Home]) -> None:
    ann, bob = homes
    made = inviting.make(ann.client, Inviting("lantern", "lantern", "brask")).link
    did = bob.lobby.came(events_link([f"{made}\n".encode()]).encode())
    assert (did.invites, did.games) == (False, [])
    assert bob.lobby.came(made.encode()).invites


@pytest.mark.long
def test_a_mail_with_the_link_of_an_invitation_in_its_note_is_imported_by_clicks(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    with two_homes(tmp_path) as (ann, _):
        mail = ann.mail(noted(ann, "See #invite=abc there."))
    bob = Visitor(chromium, serve, tmp_path / "bob")
    sent = {"name": "1.eml", "mimeType": "message/rfc822", "buffer": mail}
    bob.page.set_input_files("#file", [sent])  # type: ignore[list-item]
    expect(bob.page.locator("#yours li")).to_contain_text("Lantern Bridge")
    assert bob.wrong == []
