"""An invitation to a game of one's own table file: in the link, or beside it."""

from __future__ import annotations

import random
import zlib
from base64 import urlsafe_b64encode
from datetime import date

import msgspec
import pytest

from pbem.client import people
from pbem.client.client import Client
from pbem.client.exchange.taking import TakeOptions
from pbem.client.invitations import tables
from pbem.client.invitations.answering import (
    Proposal,
    accept,
    check_accept,
    invite,
    invited,
    take_card,
)
from pbem.client.invitations.carried import events_link, linked_files
from pbem.client.invitations.link import TABLE_MOST, invitation_link, linked_invitation
from pbem.client.invitations.words import invited_lines
from pbem.client.messages.composing import compose, parts
from pbem.client.messages.reading import take_mail
from pbem.client.play import acting
from pbem.client.session.session import sit
from pbem.errors import FormError, PackError

TODAY = date(2026, 11, 30)
WORDS = "correct horse battery staple"
BOX = b"""table: box
title: Salt Road War
sides: [league, crown]
dice: {battle: 2d6}
decks:
  crown: {for: crown, cards: [Low water, Salt tax, Sappers]}
  league: {for: league, cards: [Old maps, Grain ships]}
"""
OTHER = BOX.replace(b"Sappers", b"Marines")


def noise() -> bytes:
    """A table file that no link holds."""
    chance = random.Random(7)  # noqa: S311 - only long
    cards = "".join(f"      - {chance.randbytes(20).hex()}\n" for _ in range(250))
    return BOX + f"  news:\n    cards:\n{cards}".encode()


@pytest.fixture
def homes(tmp_path):
    made = []
    for name in ("alice", "bob"):
        client = Client(tmp_path / name)
        people.new_identity(client, name, WORDS, f"{name}@example.org")
        made.append(client)
    return made


def made_by(alice: Client, tmp_path, data: bytes = BOX, rules: str = "table"):
    file = tmp_path / "war.yaml"
    file.write_bytes(data)
    wish = Proposal(rules, None, "crown", {}, None, "Shall we?", pack=file)
    return invite(alice, "alice", wish, TODAY)


def answers(bob: Client, made, beside: bytes | None = None):
    link = linked_invitation(invitation_link(made))
    return accept(bob, people.unlock(bob, "bob", WORDS), link, TODAY, beside)


def session(client, game):
    return sit(client, client.log_called(game))


def test_who_has_nothing_plays_a_box_by_its_link(homes, tmp_path):
    alice, bob = homes
    made = made_by(alice, tmp_path)
    link = invitation_link(made, "https://play.example.org/")
    assert len(link) < 2_000
    assert invited_lines(invited(linked_invitation(link)))[:2] == [
        "alice invites you to Salt Road War.",
        "You play League, alice plays Crown.",
    ]
    done = answers(bob, made)
    back = linked_files(events_link(parts(session(bob, done.game))))
    take_card(alice, back[0])
    took = take_mail(alice, [], TakeOptions(day=TODAY), stdin=back[1]).taken[0]
    assert took.good
    acting.join(session(alice, took.game), people.unlock(alice, "alice", WORDS))
    table = session(alice, took.game).table
    assert table.seats == {"crown": "alice", "league": "bob"}
    assert table.opening.rules.data == made.table.digest


def test_the_answer_by_mail_carries_the_file_as_any_opening_does(homes, tmp_path):
    alice, bob = homes
    letter = compose(session(bob, answers(bob, made_by(alice, tmp_path)).game))
    assert {name.rpartition(".")[2] for name in letter.cards} == {"card", "pack"}


def test_what_no_link_holds_is_sent_beside_it(homes, tmp_path):
    alice, bob = homes
    made = made_by(alice, tmp_path, noise())
    assert made.table.file == ""
    assert len(invitation_link(made)) < 2_000
    said = invited(made)
    assert (said.title, said.sides, said.needs) == ("Salt Road War", ["League"], True)
    assert any("too long for a link. Ask alice for it" in line for line in invited_lines(said))
    with pytest.raises(FormError, match=r"too long for a link\. Ask alice for it"):
        check_accept(bob, "bob", made, TODAY)
    with pytest.raises(FormError, match="another table file"):
        answers(bob, made, OTHER)
    with pytest.raises(FormError, match="another table file"):
        answers(bob, made, b"\xff\x00")
    assert bob.logs() == []
    assert list(bob.packs.glob("*")) == []
    game = answers(bob, made, noise()).game
    assert session(bob, game).table.opening.rules.data == made.table.digest


def test_a_file_that_is_here_already_is_asked_for_no_more(homes, tmp_path):
    alice, bob = homes
    made = made_by(alice, tmp_path, noise())
    game = answers(bob, made, noise()).game
    again = msgspec.structs.replace(made, words="And another?")
    assert not invited(again, bob).needs
    assert answers(bob, again).game != game


def changed(made, **values):
    return msgspec.structs.replace(made, table=msgspec.structs.replace(made.table, **values))


def packed(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


ANCHORS = b"table: &a box\ntitle: *a\nsides: [crown, league]\n"
HOSTILE = {
    "another file": {"file": packed(zlib.compress(OTHER, 9))},
    "no file": {"file": packed(zlib.compress(b"", 9))},
    "no zlib": {"file": packed(b"abc")},
    "cut off": {"file": packed(zlib.compress(BOX, 9)[:-1])},
    "more behind it": {"file": packed(zlib.compress(BOX, 9) + b"x")},
    "no base64": {"file": "A"},
    "a bomb": {"file": packed(zlib.compress(bytes(4_000_000), 9))},
    "brackets": {"file": packed(zlib.compress(b"[" * 100_000, 9))},
    "anchors": {"file": packed(zlib.compress(ANCHORS, 9))},
    "another digest": {"digest": "a" * 64},
    "no digest": {"digest": "../../config"},
    "another title": {"title": "Chess"},
    "a title of two lines": {"title": "a\nb"},
    "a title that reverses": {"title": "a\u202eb"},
    "another name of a side": {"sides": {"crown": "Crown", "league": "alice"}},
    "another side": {"sides": {"crown": "Crown", "eve": "Eve"}},
    "one side": {"sides": {"crown": "Crown"}},
    "a side with markup": {"sides": {"crown": "Crown", "<b>": "League"}},
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_table_in_a_link_is_refused_in_one_sentence(homes, tmp_path, name):
    alice, bob = homes
    made = changed(made_by(alice, tmp_path), **HOSTILE[name])
    with pytest.raises(FormError, match="not whole, or was altered"):
        invited(made, bob)
    with pytest.raises(FormError, match="not whole, or was altered"):
        accept(bob, people.unlock(bob, "bob", WORDS), made, TODAY)
    assert bob.logs() == []
    assert list(bob.packs.glob("*")) == []


def test_a_link_that_is_too_long_is_refused_before_it_is_read(homes, tmp_path):
    made = made_by(homes[0], tmp_path)
    whole = msgspec.json.encode(changed(made, file="A" * TABLE_MOST), order="sorted")
    with pytest.raises(FormError, match="not whole, or was altered"):
        linked_invitation(f"#invite={packed(whole)}")


def test_a_table_belongs_to_rules_that_carry_one(homes, tmp_path):
    alice, bob = homes
    with pytest.raises(FormError, match="Lantern Bridge has no table file"):
        made_by(alice, tmp_path, rules="lantern")
    made = msgspec.structs.replace(made_by(alice, tmp_path), rules="lantern", scenario="lantern")
    with pytest.raises(FormError, match="not whole, or was altered"):
        invited(made, bob)


def test_a_file_that_cannot_be_played_is_named_to_the_inviter(homes, tmp_path):
    with pytest.raises(PackError, match="sides"):
        made_by(homes[0], tmp_path, BOX.replace(b"for: crown", b"for: nobody"))


def test_older_programs_say_that_it_is_newer(homes, tmp_path):
    """A link without a table stays as it was, and they read it."""
    alice, _ = homes
    assert made_by(alice, tmp_path).v == 2
    assert invite(alice, "alice", Proposal("table", None, None, {}, None, ""), TODAY).v == 1


def test_a_file_beside_a_link_that_needs_none_is_no_harm(homes, tmp_path):
    alice, bob = homes
    assert answers(bob, made_by(alice, tmp_path), OTHER).game
    assert tables.FILE_MOST >= 1 << 16
