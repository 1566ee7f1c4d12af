"""The postmark of docs/mail.md: its bytes, and what is no postmark."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from hashlib import sha256
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from pbem.agent.sender.postmark import POSTMARK, Postmark, postmark, read_postmark, signer
from pbem.identity.card import make_card, read_card
from pbem.identity.identity import Identity

PAGE = (Path(__file__).parents[2] / "docs" / "mail.md").read_text()
ALICE = Identity("alice", bytes(range(32)), bytes(32), bytes(32))
GAME, LOG = sha256(b"game").hexdigest(), b"parcel"
AT = datetime(2026, 11, 20, 15, 4, 5, tzinfo=UTC)
CARD = read_card(make_card(ALICE))


def on_the_page() -> str:
    """The header of the vector, as it is folded there."""
    _, _, rest = PAGE.partition("Vector: seed")
    return rest.split("```\n")[1].partition(": ")[2]


def made(**changed) -> str:
    what = {"to": ["bob", "uma"], "game": GAME, "log": LOG, "at": AT, **changed}
    return postmark(ALICE, **what)


def good(header: str, *, me="bob", cards=(CARD,), size=9_000, came=AT) -> str | None:
    mark = read_postmark(header)
    return None if mark is None else signer(mark, me, cards, size, came)


def test_the_vector_of_the_page():
    assert "".join(on_the_page().split()) == "".join(made().split())
    assert good(on_the_page()) == CARD.sign


def test_the_vector_by_the_words_of_the_page_alone():
    fields = dict(field.split("=") for field in "".join(on_the_page().split()).split(";"))
    sig = fields.pop("sig")
    reported = {**fields, "v": 1, "size": 6, "to": ["bob", "uma"]}
    assert reported["parcel"] == sha256(b"parcel").hexdigest()
    signed = (
        b"pbem/postmark/v1\n" + json.dumps(reported, sort_keys=True, separators=(",", ":")).encode()
    )
    assert SigningKey(bytes(range(32))).sign(signed).signature.hex() == sig


@pytest.mark.parametrize("count", [1, 2, 8, 32])
def test_it_comes_through_a_message_as_it_was(count):
    names = [f"{'x' * 30}{number:02}" for number in range(count)]
    message = EmailMessage(policy=SMTP)
    message[POSTMARK] = made(to=names)
    data = message.as_bytes()
    assert max(map(len, data.split(b"\r\n"))) < 100
    assert b"=?" not in data
    assert good(str(message_from_bytes(data)[POSTMARK]), me=names[-1]) == CARD.sign


@pytest.mark.parametrize("field", ["by", "to", "at", "game", "parcel", "size", "sig"])
def test_no_field_can_be_changed(field):
    header = "".join(made().split())
    fields = dict(one.split("=") for one in header.split(";"))
    other = {"by": "alicf", "to": "bob", "at": "2026-11-20T15:04:06Z", "size": "7"}
    fields[field] = other.get(field, ("0" if fields[field][0] != "0" else "1") + fields[field][1:])
    changed = ";".join(f"{name}={value}" for name, value in fields.items())
    assert read_postmark(changed) is not None
    assert good(changed, cards=(CARD, CARD.__class__("alicf", *list(vars_of(CARD))[1:]))) is None


def vars_of(card):
    return (getattr(card, name) for name in card.__struct_fields__)


FORMS = {
    "nothing": "",
    "words": "hello",
    "another version": made().replace("v=1", "v=2"),
    "one field less": made().replace("size=6; ", ""),
    "one field more": made() + "; x=1",
    "another order": made().replace("v=1; by=alice", "by=alice; v=1"),
    "no receiver": made().replace("to=bob, uma", "to="),
    "no name": made().replace("to=bob", "to=Bob"),
    "no day": made().replace("2026-11-20", "2026-02-30"),
    "digits of another script": made().replace("size=6", "size=\u0666"),
    "a zero before": made().replace("size=6", "size=06"),
    "capitals": made().replace(GAME, GAME.upper()),
    "too long": made() + " " * 4096,
    "parentheses": "(" * 500,
}


@pytest.mark.parametrize("name", FORMS)
def test_what_has_not_the_form_is_none(name):
    assert read_postmark(FORMS[name]) is None


def test_it_is_good_for_whom_it_names_and_by_whom_he_knows():
    assert good(made(), me="uma") == CARD.sign
    assert good(made(), me="eve") is None
    assert good(made(), cards=()) is None
    stranger = read_card(make_card(Identity("alice", bytes(32), bytes(32), bytes(32))))
    assert good(made(), cards=(stranger,)) is None
    assert good(made(), cards=(stranger, CARD)) == CARD.sign


@pytest.mark.parametrize(
    ("days", "counts"), [(-1, True), (-1.01, False), (30, True), (30.01, False)]
)
def test_it_is_good_for_a_time(days, counts):
    assert (good(made(), came=AT + timedelta(days=days)) is not None) is counts


@pytest.mark.parametrize("year", ["0001", "9999"])
def test_a_time_at_the_end_of_all_days_is_no_error(year):
    assert good(made().replace("2026-", f"{year}-")) is None


def test_a_message_that_is_larger_than_its_log_can_make_it_is_none_of_it():
    assert good(made(), size=262_144 + 4 * 6) == CARD.sign
    assert good(made(), size=262_144 + 4 * 6 + 1) is None


def test_what_it_says_is_what_was_signed():
    mark = read_postmark(made())
    assert mark is not None
    assert mark[:6] == (
        "alice",
        ("bob", "uma"),
        "2026-11-20T15:04:05Z",
        GAME,
        sha256(LOG).hexdigest(),
        6,
    )
    assert isinstance(mark, Postmark)


@pytest.mark.parametrize("days", [-20_000, -2, 0, 31, 4_000])
def test_a_copy_that_came_back_is_its_authors_whatever_its_time_and_size(days):
    came = AT + timedelta(days=days)
    assert good(made(), me="alice", came=came, size=1 << 24) == CARD.sign
    assert good(made(), me="alice", cards=(), came=came) is None
