"""Headers of mail: no words of a stranger end, stop or forge one."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import getaddresses

import pytest

from pbem.client import people
from pbem.client.messages import composing
from pbem.errors import KeyFileError
from pbem.identity import card as cards
from pbem.identity.card import is_mailable, make_card, read_card
from pbem.mail.letter import messages, plain

ENCODED = {
    "half of a surrogate pair": "=?utf-7?q?+3ac-?=",
    "a second header": "=?utf-8?q?=0d=0ax-forged:_1?=",
    "the end of all headers": "=?utf-8?q?=0a=0aforged?=",
    "no known charset": "=?x?b?4?=",
}
"""Encoded words (RFC 2047), which the library decodes where it writes a header, too."""

NOWHERE = ("a@.", "a@b.", "a@b..c", "a@.b", "=?utf-8?q?=0aBcc=3a=20?=@b.org", "=?x?q?=400aC?=!@b1")
"""Addresses that a card can have, and no mail can carry."""
ODD = ("a..b@example.org", ".a@example.org", "a.@example.org", "!#$%&'*+-/=^_`{|}~?@example.org")
"""Addresses that some servers give to people, whatever RFC 5322 says."""


@pytest.mark.parametrize("name", ENCODED)
def test_encoded_words_in_a_senders_address_stop_no_report(playing, secretary, office, name):
    ann, _ = playing
    one = secretary(ann)
    one.rounds(2)
    message = EmailMessage()
    message["To"] = one.address
    message.set_content("-----BEGIN PBEM-----\n/ABCDEF-0-!!!!-XXXXX\n-----END PBEM-----\n")
    sender = f"From: <{ENCODED[name]}@x>\n".encode()
    office.deliver(one.address, sender + bytes(message))
    one.rounds(2)
    office.passes(minutes=11)
    one.rounds(2)
    [report] = [m for m in office.messages(one.config.reported) if "(unconfirmed)" in str(m)]
    assert report["X-Forged"] is None
    assert report["X-Pbem-Token"]
    again = message_from_bytes(report.as_bytes(), policy=policy.default)
    assert str(again["Subject"]).isprintable()


@pytest.mark.parametrize("name", ENCODED)
def test_a_subject_is_one_line_and_holds_what_was_said(name):
    now = datetime(2026, 12, 1, tzinfo=UTC)
    said = f"a long subject, as of a game with a long name: {ENCODED[name]} of {ENCODED[name]}"
    [made] = [plain(said, ("ann", None), {"bob": "bob@example.org"}, "text", now)]
    read = message_from_bytes(made.as_bytes(), policy=policy.default)
    assert list(read) == list(made)
    assert str(read["Subject"]).strip() == said.replace("=?", "= ?")


@pytest.mark.parametrize("email", NOWHERE)
def test_a_card_without_an_address_for_mail_stops_no_mail(
    playing, secretary, office, email, monkeypatch
):
    """Anyone can sign such a card. Mail to its owner and to others must not fail."""
    ann, bob = playing
    with monkeypatch.context() as patch:  # a program that does not look
        patch.setattr(cards, "_MAILABLE", cards._EMAIL)
        data = make_card(bob.identity, email)
    assert read_card(data).email == email
    path = ann.folder / "new.card"
    path.write_bytes(data)
    assert people.import_card(ann.client, path).email is None
    people.import_card(ann.client, path)
    made = messages(composing.compose(ann.sits(), whole=True))
    assert made[0]["To"] is None
    bytes(made[0])
    one = secretary(ann)
    ann.orders("end")
    one.rounds(3)
    office.passes(minutes=11)
    one.rounds(2)
    assert any("no address" in text for text in one.reported)


@pytest.mark.parametrize("email", NOWHERE)
def test_nobody_makes_such_a_card(person, email):
    assert not is_mailable(email)
    with pytest.raises(KeyFileError, match="not a plain email address"):
        make_card(person("ann").identity, email)


@pytest.mark.parametrize("email", ODD)
def test_an_odd_address_is_written_as_it_is(email):
    now = datetime(2026, 12, 1, tzinfo=UTC)
    to = {"ann": email, "bob": "bob@example.org"}
    read = message_from_bytes(plain("s", ("x.", None), to, "text", now).as_bytes())
    assert [one for _, one in getaddresses([read["To"]])] == list(to.values())
    assert is_mailable(email)
