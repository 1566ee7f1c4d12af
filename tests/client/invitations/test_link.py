"""A link holds an invitation, or new events: strict, bounded, and with nothing odd in it."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode

import msgspec
import pytest

from pbem.client.invitations.carried import FILES_MOST, events_link, linked_files
from pbem.client.invitations.carried import LINK_MOST as EVENTS_MOST
from pbem.client.invitations.link import (
    LINK_MOST,
    Invitation,
    card_file_in,
    card_word,
    invitation_link,
    linked_invitation,
)
from pbem.errors import FormError
from pbem.identity.card import make_card
from pbem.identity.identity import create
from pbem.table.events.kinds import Clock

CARD = make_card(create("alice"), "alice@example.org")
GOOD = Invitation(
    card=card_word(CARD),
    clock=Clock(days=7, bank=30, grace=7, turn=None),
    options={"banzai": "true"},
    rules="saipan",
    scenario="historical",
    side="us",
    until="2026-12-12",
    v=1,
    version=3,
    words="Shall we? I land, you hold the island.",
)


def link_of(data: bytes, kind: str = "invite") -> str:
    return f"pbem:#{kind}={urlsafe_b64encode(data).decode().rstrip('=')}"


def changed(**values: object) -> bytes:
    said = msgspec.to_builtins(GOOD) | values
    return json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def test_what_was_put_in_comes_out_with_the_card():
    link = invitation_link(GOOD, "https://play.example.org/")
    assert link.startswith("https://play.example.org/#invite=")
    assert len(link) < 800
    assert linked_invitation(f"Hi Bob! {link} Alice") == GOOD
    assert card_file_in(GOOD) == CARD
    assert linked_invitation(link_of(changed())) == GOOD


@pytest.mark.parametrize("text", ["", "hello", "#card=abc", "pbem:#invitation=abc", "#log=x"])
def test_a_text_without_an_invitation_has_none(text):
    assert linked_invitation(text) is None


HOSTILE = {
    "control in the message": {"words": "a\x1b[2Jb"},
    "two lines": {"words": "a\nb"},
    "a mark that reverses": {"words": "a\u202eb"},
    "a long message": {"words": "x" * 301},
    "control in the scenario": {"scenario": "his\ttorical"},
    "a path as rules": {"rules": "../../etc"},
    "capitals": {"rules": "Saipan"},
    "a side with a space": {"side": "u s"},
    "an empty side": {"side": ""},
    "an option with markup": {"options": {"<b>": "x"}},
    "an option that begins like one of a command": {"options": {"--days": "x"}},
    "an option with a control": {"options": {"length\x1b[2J": "x"}},
    "a value with a line feed": {"options": {"length": "x\n"}},
    "a value that begins like an option": {"options": {"length": "-x"}},
    "many options": {"options": {f"o{n}": "x" for n in range(41)}},
    "a number": {"version": "3"},
    "a fraction": {"version": 1.5},
    "no day": {"until": "2026-02-30"},
    "a day with a time": {"until": "2026-12-12T10:00"},
    "a week": {"until": "2026-W01-1"},
    "another field": {"extra": 1},
    "a clock of no days": {"clock": {"days": 0, "bank": 0, "grace": 0, "turn": None}},
    "no card": {"card": "AQ"},
    "a card that is altered": {"card": GOOD.card[:-2] + ("AA" if GOOD.card[-2:] != "AA" else "BB")},
    "version 0": {"v": 0},
    "the version of a table, without one": {"v": 2},
    "a list as version": {"v": [1]},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_link_is_refused_in_one_sentence(name):
    with pytest.raises(FormError, match="not whole, or was altered"):
        linked_invitation(link_of(changed(**HOSTILE[name])))


def test_a_newer_link_says_so():
    with pytest.raises(FormError, match="newer pbem"):
        linked_invitation(link_of(changed(v=3, more={"a": 1})))


def test_each_cut_and_each_second_spelling_is_refused():
    link = invitation_link(GOOD)
    for end in range(len("pbem:#invite="), len(link)):
        with pytest.raises(FormError, match="not whole"):
            linked_invitation(link[:end])
    spaced = json.dumps(msgspec.to_builtins(GOOD), sort_keys=True).encode()
    for data in (spaced, changed() + b" ", b"[" * 3000, b"{}", b"null", b"1", b"\xff"):
        with pytest.raises(FormError, match="not whole"):
            linked_invitation(link_of(data))


def test_a_long_link_is_refused_before_it_is_read():
    with pytest.raises(FormError, match="not whole"):
        linked_invitation(f"#invite={'A' * (LINK_MOST + 1)}")
    many = {f"option-{number}": "x" * 64 for number in range(40)}
    with pytest.raises(FormError, match="Write a shorter message"):
        invitation_link(msgspec.structs.replace(GOOD, options=many))


FILES = [CARD, b'{"body":1}\n{"body":2}\n']


def test_events_come_out_as_they_were():
    assert linked_files(f"Here: {events_link(FILES, 'https://x.example/')} bye") == FILES
    assert linked_files("nothing here") is None


def test_too_many_events_make_no_link():
    import random

    noise = random.Random(1).randbytes(EVENTS_MOST).hex().encode()  # noqa: S311
    lines = b"\n".join(noise[at : at + 1000] for at in range(0, len(noise), 1000)) + b"\n"
    with pytest.raises(FormError, match=r"too long for a link of 8,000 letters\. Mail them"):
        events_link([lines])
    with pytest.raises(FormError, match="Mail them"):
        events_link([b"x" * 1000 + b"\n"] * 9 + [b"y" * 20_000 + b"\n"])


def packed(value: object) -> bytes:
    return zlib.compress(json.dumps(value, separators=(",", ":"), sort_keys=True).encode(), 9)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"abc",
        zlib.compress(b""),
        packed({"files": [], "v": 1}),
        packed({"files": [["a"]] * 9, "v": 1}),
        packed({"files": [["a"]], "v": 0}),
        packed({"files": ["a"], "v": 1}),
        packed({"files": [["a"]], "more": 1, "v": 1}),
        packed([[["a"]], 1]),
        packed({"files": [["a"]], "v": 1})[:-1],
        packed({"files": [["a"]], "v": 1}) + b"x",
        zlib.compress(b"[" * 100_000, 9),
        zlib.compress(b" " * (FILES_MOST + 1), 9),
        zlib.compress(bytes(5_000_000), 9),
    ],
)  # fmt: skip
def test_hostile_links_of_events_are_refused(data):
    with pytest.raises(FormError, match="not whole, or was altered"):
        linked_files(link_of(data, "log"))


def test_newer_links_of_events_say_so():
    with pytest.raises(FormError, match="newer pbem"):
        linked_files(link_of(packed({"v": 2}), "log"))
