"""Mail as evidence: which message carries which event, and what its headers say of when."""

from __future__ import annotations

import json
import mailbox
from email.message import EmailMessage
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pbem.crypto.text import as_json
from pbem.log.file import read_events
from pbem.mail.evidence import Evidence, evidence
from pbem.mail.evidence_words import lines

ROOT = Path(__file__).parents[2]
LOG = ROOT / "logs" / "saipan" / "historical.pbem"
EVENTS = list(read_events(LOG))
SCHEMA = ROOT / "schemas" / "mail-evidence.json"


def part(first: int, last: int) -> bytes:
    return b"".join(event.line + b"\n" for event in EVENTS[first:last])


def mail(
    data: bytes | None,
    *received: str,
    sender: str = "bob@example.org",
    date: str = "Mon, 23 Nov 2026 10:00:00 +0100",
    identity: str = "<1@example.org>",
) -> bytes:
    """A message as the last server leaves it: its own Received on top."""
    message = EmailMessage()
    for line in received:
        message["Received"] = line
    message["DKIM-Signature"] = "v=1; a=rsa-sha256; d=example.org; s=mail; b=abc="
    message["From"], message["To"], message["Subject"] = sender, "ann@example.net", "turn 1"
    message["Date"], message["Message-ID"] = date, identity
    message.set_content("here it is")
    if data is not None:
        message.add_attachment(
            data, maintype="application", subtype="octet-stream", filename="game.pbem"
        )
        message.set_boundary("between")
    return bytes(message)


LAST = "from relay.example.org by mx.example.net with ESMTP id 2; Mon, 23 Nov 2026 10:00:09 +0100"
FIRST = "from pc.example.org by relay.example.org with ESMTP id 1; Mon, 23 Nov 2026 09:00:04 +0000"


def found(tmp_path: Path, *messages: bytes) -> Evidence:
    for number, data in enumerate(messages):
        (tmp_path / f"{number}.eml").write_bytes(data)
    reported = evidence([tmp_path])
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(json.loads(as_json(reported)))
    return reported


def test_a_message_is_reported_with_every_station(tmp_path):
    (one,) = found(tmp_path, mail(part(0, 6), LAST, FIRST)).messages
    assert one.sender == "bob@example.org"
    assert (one.dated, one.received) == ("2026-11-23T09:00:00Z", "2026-11-23T09:00:09Z")
    assert [(station.by, station.sender, station.at) for station in one.stations] == [
        ("mx.example.net", "relay.example.org", "2026-11-23T09:00:09Z"),
        ("relay.example.org", "pc.example.org", "2026-11-23T09:00:04Z"),
    ]
    assert one.dkim == ("example.org",)
    (carried,) = one.carries
    assert (carried.game, carried.first, carried.last, carried.new) == (EVENTS[0].id, 0, 5, 6)


def test_each_event_has_the_earliest_message_that_carries_it(tmp_path):
    later = LAST.replace("10:00:09", "12:30:00")
    reported = found(
        tmp_path,
        mail(part(0, 8), later, identity="<2@example.org>"),
        mail(part(0, 6), LAST, FIRST),
    )
    assert [one.earliest for one in reported.events] == [2] * 6 + [1] * 2
    assert [one.messages for one in reported.events[:1]] == [(1, 2)]
    assert reported.events[7].known == "2026-11-23T11:30:00Z"
    assert [one.id for one in reported.events] == [event.id for event in EVENTS[:8]]
    assert [carried.new for one in reported.messages for carried in one.carries] == [8, 0]
    said = "\n".join(lines(reported))
    assert "events 0 to 5 (by alice 4, bob 2): message 2, 2026-11-23T09:00:09Z; also in 1" in said
    assert "events 6 to 7 (by bob 1, alice 1): message 1, 2026-11-23T11:30:00Z" in said
    assert "This does not prove" in said


def test_a_mailbox_and_a_maildir_are_read_message_by_message(tmp_path):
    box = mailbox.mbox(tmp_path / "box.mbox")
    for data in (mail(part(0, 6), LAST), mail(None, LAST), mail(part(6, 8), LAST)):
        box.add(data)
    box.close()
    folder = mailbox.Maildir(tmp_path / "dir", create=True)
    folder.add(mail(part(0, 3), LAST))
    reported = evidence([tmp_path])
    assert [one.source.rpartition("/")[2] for one in reported.messages] == [
        "box.mbox, message 1",
        "box.mbox, message 3",
        "dir, message 1",
    ]
    assert [one.number for one in reported.messages] == [1, 3, 4]
    assert reported.silent == 1
    assert [carried.new for one in reported.messages for carried in one.carries] == [6, 2, 0]


# --- what does not agree ------------------------------------------------------------------------


def odd(tmp_path: Path, *messages: bytes) -> str:
    return "\n".join(found(tmp_path, *messages).odd)


def test_what_agrees_is_not_odd(tmp_path):
    assert odd(tmp_path, mail(part(0, 6), LAST, FIRST)) == ""
    # Two people have the same message from two servers: other headers, the same below them.
    other = LAST.replace("mx.example.net", "mx.example.com")
    assert odd(tmp_path, mail(part(0, 6), LAST, FIRST), mail(part(0, 6), other, FIRST)) == ""


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        (
            [mail(part(0, 6), FIRST, LAST)],
            "its Received headers are not in the order of their times",
        ),
        ([mail(part(0, 6))], "message 1 has no Received headers. It is a copy of a sent mail"),
        (
            [mail(part(0, 6), LAST, date="Tue, 24 Nov 2026 10:00:00 +0100")],
            "says that it was written on 2026-11-24T09:00:00Z, after its first server received it",
        ),
        (
            [mail(part(0, 6), LAST), mail(part(0, 7), LAST)],
            "have the same Message-ID but different",
        ),
        (
            [
                mail(
                    part(0, 6), LAST.replace("2026", "2025"), date="Sun, 23 Nov 2025 10:00:00 +0100"
                )
            ],
            "say 2026-11-22T20:34:08Z to 2026-11-22T20:34:09Z, but message 1 with them is",
        ),
    ],
    ids=["order", "no received", "date", "twins", "clock"],
)
def test_what_does_not_agree_is_reported(tmp_path, messages, said):
    assert said in odd(tmp_path, *messages)


@pytest.mark.parametrize(
    "line",
    ["; yesterday", "by x; Mon, 99 Nov 2026 10:00:09 +0100", "", "by x; Mon, 23 Nov 2026 10:00:09",
     "by " + "x" * 4000 + "; Mon, 23 Nov 99999 10:00:09 +9999", "by \x1b[31mx; 0"],
)  # fmt: skip
def test_headers_that_say_nothing_readable(tmp_path, line):
    data = b"Received: " + line.encode() + b"\n" + mail(part(0, 6), LAST)
    (tmp_path / "x.eml").write_bytes(data)
    (one,) = evidence([tmp_path]).messages
    assert one.stations[0].at is None
    assert one.received == "2026-11-23T09:00:09Z"
    assert all(len(station.reported) <= 300 for station in one.stations)
    assert "\x1b" not in "\n".join(lines(evidence([tmp_path])))


def test_a_torn_log_and_what_is_no_message_keep_nothing_out(tmp_path):
    (tmp_path / "a.eml").write_bytes(mail(part(0, 6)[:-300], LAST))
    (tmp_path / "b.eml").write_bytes(mail(part(0, 3), LAST))
    (tmp_path / "c.txt").write_text("he cheated\n")
    (tmp_path / "d.pbem").write_bytes(LOG.read_bytes())
    (tmp_path / "e.eml").write_bytes(mail(None, LAST))
    reported = evidence([tmp_path])
    assert [carried.last for one in reported.messages for carried in one.carries] == [4, 2]
    assert (reported.silent, reported.unread) == (1, ())
    assert evidence([tmp_path / "d.pbem"]).unread == (f"{tmp_path / 'd.pbem'} is not a saved mail",)
