"""docs/agent.md against people, servers and disks that do harm: nothing lost, nothing twice."""

from __future__ import annotations

import contextlib
import io
import os
import re
import resource
import signal
import socket
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from agent.marked import marked
from long import times
from pbem.agent import budget, credentials
from pbem.agent.agent import Agent, database_of
from pbem.agent.config import AgentConfig, Login, Server, read_config
from pbem.agent.memory.database import AgentDatabase
from pbem.agent.reading import incoming
from pbem.agent.servers.mailbox import InboxError
from pbem.agent.servers.maildir import MaildirInbox
from pbem.agent.servers.smtp import DoubtError, NotSentError, Smtp
from pbem.client.messages import composing
from pbem.client.play import acting
from pbem.client.session import prepared
from pbem.errors import KeyFileError, PbemError, StoreError
from pbem.games import registry
from pbem.identity.card import make_card
from pbem.log.file import read_events
from pbem.mail.letter import messages
from pbem.table.table import Table
from servers.scripted import Scripted
from toy.people import Person

pytestmark = pytest.mark.few(1, 4)

MIB = 2**20
ANN, BOB = "ann@example.org", "bob@example.org"
EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\x00\x7f"


# --- helpers -------------------------------------------------------------------------------------


def kinds(person) -> list[str]:
    return [event.kind for event in read_events(person.log)]


def letters(person, *, whole: bool = False) -> list[bytes]:
    return [bytes(one) for one in messages(composing.compose(person.sits(), whole=whole))]


def ids(office, address: str) -> list[str]:
    return [message["Message-ID"] for message in office.messages(address)]


def plain(text: str = "hello", sender: str = BOB, **headers: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = sender
    message["To"] = ANN
    message["Subject"] = headers.pop("Subject", "something")
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message


def with_file(data: bytes, name: str = "x.pbem", **headers: str) -> bytes:
    message = plain(**headers)
    message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return bytes(message)


def broken(number: int = 0) -> str:
    """Something of pbem that nobody can read."""
    return f"-----BEGIN PBEM-----\n/ABCDEF-{number}-!!!!{number}-XXXXX\n-----END PBEM-----\n"


def spoiled(person, number: int = 0, line: int = -1) -> bytes:
    """The log of somebody, up to an event whose signature is not theirs."""
    lines = person.log.read_bytes().splitlines(keepends=True)
    lines = lines[: line + 1] if line != -1 else lines
    start = lines[-1].rindex(b'"sig":"') + 7
    lines[-1] = lines[-1][:start] + f"{number:08x}".encode() + lines[-1][start + 8 :]
    return b"".join(lines)


def from_ann(office) -> list[str]:
    """The mails of ann's agent to bob: bob's mailbox has copies of bob's own mail too."""
    found = office.messages(BOB)
    return [m["Message-ID"] for m in found if "ann@" in str(m["From"]) and m["X-Pbem-Token"]]


def reports(one, words: str) -> bool:
    return any(words in text for text in one.reported)


def settle(*agents, rounds: int = 4) -> None:
    for _ in range(rounds):
        for one in agents:
            while one.agent.round()[0]:
                pass


def later(office, *agents, **span: float) -> None:
    """Time passes, and everybody looks."""
    office.passes(**(span or {"minutes": 11}))
    settle(*agents, rounds=2)


def is_fit_for_eyes(one) -> None:
    """Assert that no print and no mail to the owner holds control characters."""
    for line in "\n".join(one.said).split("\n"):
        assert line.isprintable(), ascii(line)
    for message in one.office.messages(one.config.reported):
        again = message_from_bytes(message.as_bytes(), policy=policy.default)
        for name, value in again.items():
            assert str(value).isprintable(), (name, ascii(str(value)))
        for part in again.walk():
            if part.get_content_maintype() == "text":
                assert part.get_content_type() == "text/plain"
                for line in part.get_content().split("\n"):
                    assert line.rstrip("\r").isprintable(), ascii(line)


def snapshot(box: Path) -> dict[str, tuple[object, ...]]:
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted(box.rglob("*")):
        about = path.lstat()
        what = path.read_bytes() if path.is_file() and about.st_size < MIB else b""
        # A folder changes with what comes; on some file systems its size does, too.
        grown = (0, 0) if path.is_dir() else (about.st_size, about.st_mtime_ns)
        found[str(path)] = (about.st_mode, about.st_ino, *grown, what)
    return found


@pytest.fixture
def wires(office, monkeypatch):
    """Every (sender, address, Message-ID) that an agent handed to the office and it took."""
    taken: list[tuple[str, str, str]] = []
    kept = []

    def watch(secretary):
        wire = secretary.agent._delivery._outbound

        class Watched:
            def send(self, message, sender, to, heard):
                refused = {}
                lost = None

                def listen(said):
                    refused.update(said)
                    return heard(said)

                try:
                    wire.send(message, sender, to, listen)
                except DoubtError as error:
                    if not office.lost_after:
                        raise
                    lost = error
                one = message_from_bytes(message)["Message-ID"]
                taken.extend((sender, address, one) for address in to if address not in refused)
                if lost is not None:
                    raise lost
                return refused

            def close(self):
                wire.close()

        secretary.agent._delivery._outbound = Watched()
        kept.append(secretary)
        return secretary

    watch.taken = taken
    return watch


class Killed(BaseException):
    """The process ends here."""


# --- to whom it writes ---------------------------------------------------------------------------

EVE = "eve@elsewhere.example"
FORGERIES = {
    "plain": {"sender": EVE},
    "name_of_a_friend": {"sender": f'"bob <{BOB}>" <{EVE}>'},
    "two_addresses": {"sender": f"{BOB}, {EVE}"},
    "reply_to": {"sender": BOB, "Reply_To": EVE},
    "receipts": {
        "sender": BOB,
        "Disposition_Notification_To": EVE,
        "Return_Receipt_To": EVE,
        "Errors_To": EVE,
    },
    "return_path": {"sender": BOB, "Return_Path": f"<{EVE}>", "Sender": EVE},
    "resent": {"sender": BOB, "Resent_From": EVE, "Resent_To": EVE, "Cc": EVE},
    "as_the_owner": {"sender": "ann@home.example", "Reply_To": EVE},
    "as_the_agent": {"sender": ANN, "Reply_To": EVE},
}


@pytest.mark.parametrize("name", FORGERIES)
def test_no_header_makes_it_write_to_anybody_else(both, office, wires, name):
    ann, bob = both
    wires(ann)
    ann.person.orders("end")
    settle(ann, bob)
    bob.person.orders("end")
    headers = FORGERIES[name]
    card = make_card(Person("eve", bob.person.folder.parent).identity, EVE)
    other = make_card(bob.person.identity, EVE)  # bob's keys, and an address that is not bob's
    for body in ("hello", broken(), "#pbem game ann\nend\n#end\n", "#pbem game ann\nfly\n#end\n"):
        office.deliver(ANN, bytes(plain(body, **headers)))
    for data in (spoiled(bob.person), bob.person.log.read_bytes(), card, other):
        office.deliver(ANN, with_file(data, **headers))
    settle(ann, rounds=1)
    later(office, ann, bob)
    ann.person.orders("end")
    settle(ann, bob, rounds=2)
    assert kinds(bob.person)[-1] == "orders"
    assert {address for _, address, _ in wires.taken} <= {ANN, BOB, "ann@home.example"}
    assert {sender for sender, _, _ in wires.taken} == {ANN}


def test_a_card_that_came_by_mail_changes_no_address(both, office):
    ann, bob = both
    office.deliver(ANN, with_file(make_card(bob.person.identity, EVE), "bob.card"))
    settle(ann)
    before = len(from_ann(office))
    ann.person.orders("end")
    settle(ann)
    later(office, ann)
    assert office.messages(EVE) == []
    assert len(from_ann(office)) == before + 1


# --- whose log it is -----------------------------------------------------------------------------


def strangers_log(tmp_path: Path, **wanted) -> Person:
    """A game between two people whom nobody here knows."""
    eve, mal = Person("eve", tmp_path / "far"), Person("mal", tmp_path / "far")
    eve.meets(mal)
    eve.opens(seats={"red": "eve", "blue": "mal"}, **wanted)
    mal.client.close()
    return eve


def test_somebody_elses_game_makes_it_sign_and_write_nothing(both, office, tmp_path):
    ann, _ = both
    ann.agent.close()
    ann.config = AgentConfig(address=ANN, owner="ann@home.example", smtp=ann.config.smtp, join=True)
    ann.start()
    eve = strangers_log(tmp_path)
    before = {address: ids(office, address) for address in (BOB, ANN)}
    office.deliver(ANN, with_file(eve.log.read_bytes(), sender=EVE))
    settle(ann)
    later(office, ann)
    assert {address: ids(office, address) for address in before}[BOB] == before[BOB]
    assert office.messages(EVE) == office.messages("eve@example.org") == []
    for log in ann.person.client.logs():
        assert [event.by for event in read_events(log)].count("ann") == (
            2 if b'"bob"' in log.read_bytes() else 0
        )
    eve.client.close()


def test_it_joins_no_game_in_which_a_key_is_not_that_of_the_card(both, office, tmp_path):
    ann, _ = both
    ann.agent.close()
    ann.config = AgentConfig(address=ANN, owner="ann@home.example", smtp=ann.config.smtp, join=True)
    ann.start()
    # Somebody takes the name bob, with a key of their own.
    false = Person("mal", tmp_path / "far")
    real = Person("ann", tmp_path / "far")
    from pbem.identity.identity import Identity

    mal = false.identity
    as_bob = (
        Identity("bob", *(getattr(mal, field) for field in mal.__slots__[1:]))
        if hasattr(mal, "__slots__")
        else Identity("bob", *list(vars(mal).values())[1:])
    )
    far = SimpleNamespace(folder=tmp_path / "far" / "bob")
    from pbem.client.client import Client
    from pbem.client.people import import_card
    from pbem.client.play.opening import Wanted, new

    client = Client(far.folder, f"sqlite:///{far.folder / 'pbem.sqlite'}")
    client.identities.mkdir(mode=0o700, parents=True)
    (client.identities / "bob.key").touch()
    (client.identities / "bob.card").write_bytes(make_card(as_bob, BOB))
    import_card(client, real.card)
    new(client, as_bob, Wanted(rules="toy", name="game", seats={"red": "bob", "blue": "ann"}))
    [log] = client.logs()
    sent = len(from_ann(office))
    office.deliver(ANN, with_file(log.read_bytes()))
    settle(ann)
    later(office, ann)
    assert len(from_ann(office)) == sent
    for path in ann.person.client.logs():
        joined = [
            event for event in read_events(path) if event.kind == "join" and event.by == "ann"
        ]
        if path.read_bytes().startswith(log.read_bytes()):
            assert joined == []
    assert any("key" in text for text in ann.reported[1:])
    for one in (client, false.client, real.client):
        one.close()


def test_a_game_whose_rules_are_not_here_stops_nothing(both, office, tmp_path, monkeypatch):
    ann, bob = both
    monkeypatch.setitem(registry.RULES, ("toy", 2), ("toy.rules", "ToyRules"))
    eve = Person("eve", tmp_path / "far")
    for one in (ann.person, bob.person):
        eve.meets(one)
        one.meets(eve)
    eve.opens(seats={"red": "eve", "blue": "ann"}, version=2)
    data = eve.log.read_bytes()
    monkeypatch.delitem(registry.RULES, ("toy", 2))
    ann.person.orders("end")
    office.deliver(ANN, with_file(data, sender=EVE))
    settle(ann, bob)
    later(office, ann)
    assert kinds(bob.person)[-1] == "orders"
    assert reports(ann, "toy")
    assert sum("version 2" in text or "toy 2" in text for text in ann.reported) <= 1
    eve.client.close()


def test_a_log_that_is_damaged_while_it_runs_stops_no_other_game(both, office, tmp_path):
    ann, bob = both
    eve = strangers_log(tmp_path)
    ann.person.takes(eve.log)  # ann looks on
    settle(ann)
    assert len(ann.person.client.logs()) == 2
    for log in ann.person.client.logs():
        if b'"eve"' in log.read_bytes():
            log.write_bytes(b"\x00\xff no log\n")
    [own] = [log for log in ann.person.client.logs() if b'"bob"' in log.read_bytes()]
    from pbem.client.session import drafts
    from pbem.client.session.session import sit

    session = sit(ann.person.client, own, "ann")
    acting.order(session, ann.person.identity, drafts.draft(session, b"end"))
    settle(ann, bob)
    later(office, ann)
    assert bob.person.log.read_bytes() == own.read_bytes()
    is_fit_for_eyes(ann)
    eve.client.close()


# --- messages made to do harm --------------------------------------------------------------------


def nested(depth: int, inner: bytes) -> bytes:
    head = b"From: bob@example.org\nSubject: x\nMIME-Version: 1.0\n"
    for number in range(depth):
        head += b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (number, number)
    return head + b"Content-Type: text/plain\n\n" + inner


def zip_of(data: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as one:
        one.writestr("x.pbem", data)
    return made.getvalue()


HOSTILE = {
    "nothing": b"",
    "zeros": b"\0" * 5_000,
    "no_headers": b"\n\n\n" + broken().encode(),
    "deep": nested(3_000, broken().encode()),
    "forwarded_deep": b"From: bob@example.org\nMIME-Version: 1.0\n"
    + b"Content-Type: message/rfc822\n\n" * 3_000
    + broken().encode(),
    "many_parts": b"From: bob@example.org\nContent-Type: multipart/mixed; boundary=b\n\n"
    + b"--b\nContent-Type: text/plain\n\n/ABCDEF-1-!!-XXXXX\n" * 5_000
    + b"--b--\n",
    "many_froms": b"From: bob@example.org\n" * 3_000 + b"\n" + broken().encode(),
    "long_from": b"From: " + b"a," * 100_000 + b"\n\n" + broken().encode(),
    "from_of_bytes": b"From: \xff\xfe\x1b[2J <b\xf6b@example.org>\nSubject: \xff\n\n"
    + broken().encode(),
    "from_of_words": b"From: =?utf-8?b?G1syShtdMDtvd25lZAc=?= <bob@example.org>\n"
    b"Subject: =?utf-8?q?=1B[31m=0A=0ABcc=3A_eve=40elsewhere.example?=\n\n" + broken().encode(),
    "folded_subject": b"From: bob@example.org\nSubject: a\n"
    + b"\t=?utf-8?q?=0D=0ABcc:_x?=\n" * 2_000
    + b"\n"
    + broken().encode(),
    "unknown_charset": b"From: bob@example.org\nContent-Type: text/plain; charset=x-none\n\n"
    + broken().encode(),
    "charset_with_a_zero": b'From: bob@example.org\nContent-Type: text/plain; charset="a\0b"\n\n'
    + broken().encode(),
    "base64_of_nothing": b"From: bob@example.org\nContent-Transfer-Encoding: base64\n\n!!!!\n",
    "report_of_nothing": b"From: <>\nReturn-Path: <>\nContent-Type: multipart/report\n\n",
    "report_deep": b"Auto-Submitted: auto-replied\n"
    + nested(500, b"").replace(b"multipart/mixed", b"multipart/report"),
    "tokens": b"X-Pbem-Token: " + b"0" * 32 + b"\n" + b"X-Pbem-Token: \xff\n" * 2_000 + b"\nx\n",
    "message_ids": b"From: bob@example.org\nMessage-ID: <" + b"a" * 90_000 + b">\n\nx\n",
    "half_a_log": b"From: bob@example.org\n\n" + b'{"body":{"at":"2026-01-01T00:00:00Z","by":"ann"',
    "header_without_end": b"Subject: " + b"x" * (3 * MIB),
    "automatic_in_every_way": b"From: bob@example.org\nAuto-Submitted: \x1b[2J\nPrecedence: list\n"
    b"List-Id: \xff\n\n" + broken().encode(),
}


@pytest.mark.parametrize("some", [list(HOSTILE)[n::5] for n in range(5)], ids=" ".join)
def test_hostile_messages_stop_nothing_and_write_nothing(both, office, some):
    ann, bob = both
    ann.person.orders("end")
    settle(ann, bob)
    bob.person.orders("end")
    before = len(from_ann(office))
    for name in some:
        office.deliver(ANN, HOSTILE[name])
        office.deliver(ANN, HOSTILE[name] + b"\n")
    settle(bob, ann)
    assert ann.person.log.read_bytes() == bob.person.log.read_bytes()
    later(office, ann)
    later(office, ann, hours=2)
    assert len(from_ann(office)) == before
    assert len(ann.reported) < 8
    assert sum(map(len, ann.reported)) < 40_000
    is_fit_for_eyes(ann)


NAMES = [
    "../../../../evil",
    "/tmp/evil",  # noqa: S108
    "..\\..\\evil.bat",
    "game.pbem",
    "\x1b[2Jevil",
    "a\r\nBcc: eve@elsewhere.example\r\n\r\nx",
    "a\nb",
    "evil\x00.pbem",
    "\u202egnp.evil",
    "x" * 5_000,
    ".",
    "-rf",
    "agent.toml",
    "CON",
]


@pytest.mark.parametrize("what", ["log", "broken", "card"])
def test_names_of_files_go_nowhere_and_onto_no_terminal(both, office, tmp_path, what):
    ann, _bob = both
    eve = strangers_log(tmp_path)
    data = {
        "log": eve.log.read_bytes(),
        "broken": b'{"body":' + EVIL.encode() + b'"seq":1}\n',
        "card": eve.card.read_bytes(),
    }[what]
    home = ann.person.folder
    outside = {path for path in tmp_path.rglob("*") if home not in path.parents}
    for number, name in enumerate(NAMES):
        one = with_file(data + b"\n" * (number if what == "broken" else 0), "NAME")
        raw = name.encode("utf-8", "surrogatepass")
        percent = "".join(f"%{byte:02X}" for byte in raw).encode()
        quoted = raw.replace(b"\r", b"").replace(b"\n", b" ")
        office.deliver(ANN, one.replace(b'"NAME"', b'"' + quoted + b'"'))
        office.deliver(ANN, one.replace(b'filename="NAME"', b"filename*=utf-8''" + percent))
    outside |= {path for path in tmp_path.rglob("*") if office.folder in path.parents}
    settle(ann)
    for _ in range(3):
        later(office, ann, minutes=30)
    is_fit_for_eyes(ann)
    after = {path for path in tmp_path.rglob("*") if home not in path.parents}
    assert {path for path in after - outside if office.folder not in path.parents} == set()
    for path in home.rglob("*"):
        assert path.name.isprintable()
        assert len(path.name) < 200
    config = ann.person.client.agent("ann") / "agent.toml"
    assert not config.exists()
    eve.client.close()


def test_what_others_wrote_reaches_terminal_and_owner_escaped(both, office):
    ann, _bob = both
    heads = [
        b"From: " + EVIL.replace("\x00", "").encode() + b" <bob@example.org>\n",
        b"From: bob@example.org\nSubject: " + EVIL.encode() + b"\n",
        b'From: "<script>alert(1)</script>" <bob@example.org>\nSubject: <b>x</b>\n',
    ]
    evil = EVIL.replace("\x00", "")
    bodies = [
        broken(),
        f"#pbem game ann\n{evil}\nmove {evil}\n<script>\n#end\n",
        f"#pbem {evil} ann\nend\n#end\n",
        f"#pbem game {evil}\nend\n#end\n",
        f"pbem-head {evil} 1 00\n",
        "pbem-head " + "0" * 20 + " 99 " + "0" * 20 + "\n",
    ]
    for head in heads:
        for body in bodies:
            office.deliver(
                ANN, head + b"Content-Type: text/plain; charset=utf-8\n\n" + body.encode()
            )
    settle(ann)
    for _ in range(3):
        later(office, ann)
    assert len(ann.reported) > 1
    assert reports(ann, "script")  # the test reaches what it is about
    is_fit_for_eyes(ann)


def test_a_note_in_an_event_is_only_words(both, office):
    ann, bob = both
    note = (
        "<b>x</b>\n-----BEGIN PBEM-----\n/ABCDEF-0-AAAA-AAAAA\n#pbem game bob\nend\n#end\n\n"
        "--===============0==\nContent-Type: text/html\n\n<script>\n.\r".replace("\r", "")
        + "\nSubject: x\nBcc: eve@elsewhere.example\n"
    )
    ann.person.orders("end", note=note)
    settle(ann, bob)
    later(office, bob)
    assert bob.person.log.read_bytes() == ann.person.log.read_bytes()
    assert kinds(bob.person)[-1] == "orders"
    assert not reports(bob, "OK")  # the note orders nothing
    assert office.messages(EVE) == []
    for address in (BOB, "bob@home.example"):
        for message in office.messages(address):
            again = message_from_bytes(message.as_bytes(), policy=policy.default)
            assert "bcc" not in {name.lower() for name in again.keys()}  # noqa: SIM118
            assert {part.get_content_type() for part in again.walk()} <= {
                "text/plain",
                "multipart/mixed",
                "application/octet-stream",
            }
    is_fit_for_eyes(bob)


def test_orders_for_somebody_else_are_neither_echoed_nor_signed(both, office):
    ann, _bob = both
    reported = len(ann.reported)
    for who in ("bob", "eve", "", "ann bob"):
        office.deliver(ANN, bytes(plain(f"#pbem game {who}\nend\n#end\n")))
    settle(ann)
    later(office, ann)
    assert not any("OK" in text for text in ann.reported[reported:])
    assert kinds(ann.person) == ["open", "join", "join"]


def test_orders_in_an_automatic_mail_have_no_consequence(both, office):
    ann, _ = both
    reported = len(ann.reported)
    for name, value in AUTOMATIC:
        body = f"#pbem game ann\nend\nmove {len(name)}\n#end\n"
        office.deliver(ANN, bytes(plain(body, **{name: value})))
    settle(ann)
    later(office, ann)
    assert ann.reported[reported:] == []
    assert kinds(ann.person) == ["open", "join", "join"]


AUTOMATIC = [
    ("Auto_Submitted", "auto-replied"),
    ("Auto_Submitted", "auto-generated; owner-email=x"),
    ("Auto_Submitted", "AUTO-NOTIFIED"),
    ("Auto_Submitted", "something-new"),
    ("Precedence", "bulk"),
    ("Precedence", "Junk"),
    ("Precedence", "list"),
    ("Precedence", "auto_reply"),
    ("List_Id", "<x.example>"),
    ("Return_Path", "<>"),
]


@pytest.mark.parametrize(("name", "value"), AUTOMATIC[::3])
def test_logs_in_an_automatic_mail_are_taken_in(both, office, name, value):
    ann, bob = both
    ann.person.orders("end")
    office.deliver(
        BOB,
        with_file(ann.person.log.read_bytes(), sender="robot@elsewhere.example", **{name: value}),
    )
    settle(bob)
    assert kinds(bob.person)[-1] == "orders"


@pytest.mark.long
def test_a_finding_in_an_automatic_mail_of_a_stranger_is_not_mailed(both, office):
    ann, bob = both
    ann.person.orders("end")
    settle(ann, bob)
    bob.person.orders("end")
    before = len(from_ann(office))
    for name, value in AUTOMATIC:
        robot = {"sender": "robot@elsewhere.example", name: value}
        office.deliver(ANN, with_file(spoiled(bob.person, 1), **robot))
        settle(ann, rounds=1)
        assert len(from_ann(office)) == before, name
    # The same with the postmark of somebody in the game is mailed: the test can fail.
    same = with_file(spoiled(bob.person, 7, 2), sender=BOB, **{name: value})
    office.deliver(ANN, marked(same, bob.person, "ann", office.now))
    settle(ann)
    assert len(from_ann(office)) == before + 1


@pytest.mark.long
def test_three_findings_a_day_are_mailed_and_all_are_reported(both, office):
    ann, bob = both
    ann.person.orders("end")
    settle(ann, bob)
    for order in ("move 1", "draw", "move 1"):
        bob.person.orders(order)
    before = len(from_ann(office))
    whole = bob.person.log.read_bytes()
    count = bob.person.count
    found = [spoiled(bob.person, 1, line) for line in range(count)]
    found += [whole[:-1], whole + b"\n", whole.replace(b"\n", b"\r\r\n")]
    found += [whole.replace(b'"v":1', b'"v":2'), whole.replace(b'"seq":5', b'"seq":9')]
    for data in found:
        office.deliver(ANN, marked(with_file(data), bob.person, "ann", office.now))
    settle(ann)
    assert len(from_ann(office)) == before + 3
    later(office, ann)
    settle(ann)
    reported = "\n".join(ann.reported)
    for seq in range(count):
        assert re.search(rf"\b(event |#){seq}\b", reported, re.IGNORECASE), seq
    later(office, ann, hours=22)
    assert len(from_ann(office)) == before + 3


# --- loops ---------------------------------------------------------------------------------------


class Robot:
    """Answers every message that reaches an address, once for each."""

    def __init__(
        self, office, address: str, answer: Callable[[EmailMessage], bytes | None]
    ) -> None:
        self.office, self.address, self.answer = office, address, answer
        self.done = 0

    def rounds(self) -> None:
        found = self.office.messages(self.address)
        for message in found[self.done :]:
            again = message_from_bytes(message.as_bytes(), policy=policy.default)
            made = self.answer(again)
            if made is not None:
                self.office.deliver(ANN, made)
        self.done = len(found)


def vacation(message, *, marked: bool) -> bytes:
    text = message.get_body(("plain",)).get_content()
    headers = {"Auto_Submitted": "auto-replied"} if marked else {}
    answer = plain("I am away.\n\n" + text, Subject=f"Re: {message['Subject']}", **headers)
    for part in message.iter_attachments():
        answer.add_attachment(
            part.get_payload(decode=True),
            maintype="application",
            subtype="octet-stream",
            filename=part.get_filename() or "x",
        )
    return bytes(answer)


def bouncing(message) -> bytes:
    made = plain("failed", sender="MAILER-DAEMON@example.org", Auto_Submitted="auto-replied")
    made["Return-Path"] = "<>"
    made.make_mixed()
    made.add_attachment(
        "Final-Recipient: rfc822; bob@example.org\nAction: failed\nStatus: 5.1.1\n"
        f"Diagnostic-Code: smtp; 550 {EVIL}\n".replace("\x00", ""),
        subtype="plain",
    )
    made.add_attachment(message)
    return bytes(made).replace(b"multipart/mixed", b"multipart/report", 1)


ROBOTS = {
    "vacation": lambda m: vacation(m, marked=True),
    "vacation_without_a_mark": lambda m: vacation(m, marked=False),
    "the_same_back": lambda m: m.as_bytes(),
    "bounces": bouncing,
    "no_log_please": lambda m: bytes(plain("What is this?\n" + broken(), sender=BOB)),
}


@pytest.mark.parametrize("name", ROBOTS)
def test_a_robot_that_answers_everything_gets_one_message(playing, secretary, office, name):
    ann = secretary(playing[0])
    robot = Robot(office, BOB, ROBOTS[name])
    settle(ann)
    for _ in range(10):
        robot.rounds()
        later(office, ann)
    base = len(from_ann(office))
    assert base <= 1
    ann.person.orders("end")
    for _ in range(20):
        settle(ann, rounds=1)
        robot.rounds()
        office.passes(minutes=11)
    assert len(from_ann(office)) == base + 1
    assert len(ann.reported) < 10
    is_fit_for_eyes(ann)


@pytest.mark.parametrize("name", ROBOTS)
def test_a_robot_in_the_owners_place_is_no_loop(playing, secretary, office, name):
    """A robot that answers the owner's mail answers to the agent's address."""
    ann = secretary(playing[0])
    robot = Robot(office, "ann@home.example", ROBOTS[name])
    ann.person.orders("end")
    counts = []
    for _ in range(15):
        settle(ann, rounds=1)
        robot.rounds()
        office.passes(minutes=11)
        counts.append((len(ann.reported), len(from_ann(office))))
    assert counts[-1] == counts[8]
    assert counts[-1][0] < 10


@pytest.mark.long
def test_three_agents_and_a_list_that_repeats_everything(person, secretary, office):
    people = {name: person(name) for name in ("ann", "bob", "cat")}
    for one in people.values():
        one.meets(*(other for other in people.values() if other is not one))
    people["ann"].opens(seats={"red": "ann", "blue": "bob", "green": "cat"}, scenario="trio")
    agents = {name: secretary(one, join=True) for name, one in people.items()}
    addresses = [one.address for one in agents.values()]
    repeated: set[str] = set()

    def repeats() -> None:
        for address in addresses:
            for message in office.messages(address):
                if message["List-Id"] is None and message["Message-ID"] not in repeated:
                    repeated.add(message["Message-ID"])
                    message["List-Id"] = "<club.example>"
                    message["Precedence"] = "list"
                    for each in addresses:
                        office.deliver(each, message.as_bytes())

    def rounds(count: int) -> int:
        for _ in range(count):
            settle(*agents.values(), rounds=1)
            repeats()
            office.passes(minutes=11)
        return office.number

    rounds(6)
    people["ann"].orders("draw", "turn-up")
    settled = rounds(8)
    assert rounds(6) == settled
    logs = {one.log.read_bytes() for one in people.values()}
    assert len(logs) == 1
    assert kinds(people["ann"])[-1] == "dice"


# --- copies that are none of ours ----------------------------------------------------------------


def in_doubt(ann, office, *, arrived: bool = False) -> bytes:
    """Send ann's new event, and lose the answer; return the message."""
    sent: list[bytes] = []
    left = [DoubtError("lost")]

    def fail(_sender, message):
        sent.append(message)
        if left:
            raise left.pop()

    office.fail, office.lost_after = fail, arrived
    ann.person.orders("end")
    ann.agent.round()
    office.fail = lambda _sender, _message: None
    first = sent[0]
    assert message_from_bytes(first)["X-Pbem-Token"]
    return first


def retold(raw: bytes, **changes: str | None) -> bytes:
    message = message_from_bytes(raw)
    for name, value in changes.items():
        del message[name.replace("_", "-")]
        if value is not None:
            message[name.replace("_", "-")] = value
    return message.as_bytes()


FALSE_COPIES = {
    "guessed_id": lambda raw, _old: retold(raw, X_Pbem_Token=None),
    "wrong_token": lambda raw, _old: retold(raw, X_Pbem_Token="0" * 32),
    "empty_token": lambda raw, _old: retold(raw, X_Pbem_Token=""),
    "every_token": lambda raw, _old: retold(raw, X_Pbem_Token="%"),  # noqa: S106
    "old_token": lambda raw, old: retold(raw, X_Pbem_Token=message_from_bytes(old)["X-Pbem-Token"]),
    "old_message": lambda _raw, old: old,
    "old_message_with_this_id": lambda raw, old: retold(
        old, Message_ID=message_from_bytes(raw)["Message-ID"]
    ),
    "part_of_the_token": lambda raw, _old: retold(
        raw, X_Pbem_Token=message_from_bytes(raw)["X-Pbem-Token"][:31]
    ),
}


@pytest.mark.parametrize("name", FALSE_COPIES)
def test_a_forged_copy_makes_nobody_believe_that_something_was_sent(both, office, name):
    ann, bob = both
    ann.person.orders("move 1")
    settle(ann)
    [*_, old] = [m.as_bytes() for m in office.messages(BOB)]
    before = len(from_ann(office))
    raw = in_doubt(ann, office)
    office.deliver(ANN, FALSE_COPIES[name](raw, old))
    settle(ann)
    later(office, ann, bob)
    assert len(from_ann(office)) == before + 1
    assert bob.person.log.read_bytes() == ann.person.log.read_bytes()


def test_a_copy_of_another_agent_proves_nothing(both, office):
    ann, _bob = both
    raw = in_doubt(ann, office)
    before = len(from_ann(office))
    for message in office.messages("bob@home.example") + office.messages(BOB):
        office.deliver(ANN, retold(raw, X_Pbem_Token=message["X-Pbem-Token"] or "f" * 32))
    settle(ann)
    later(office, ann)
    assert len(from_ann(office)) == before + 1


def test_a_copy_of_an_earlier_try_proves_nothing_about_a_later_one(person, secretary, office):
    ann, bob, cat = (person(name) for name in ("ann", "bob", "cat"))
    for one in (ann, bob, cat):
        one.meets(*(other for other in (ann, bob, cat) if other is not one))
    office.refused[BOB] = False  # not now
    tried: list[bytes] = []

    def remember(_sender, message):
        tried.append(message)

    office.fail = remember
    ann.opens(seats={"red": "ann", "blue": "bob", "green": "cat"}, scenario="trio")
    one = secretary(ann)
    settle(one)
    assert len(ids(office, "cat@example.org")) == 1
    del office.refused[BOB]
    first = office.messages("cat@example.org")[0].as_bytes()
    left = [DoubtError("lost")]

    def fail(_sender, message):
        if left and message_from_bytes(message)["To"] != "ann <ann@home.example>":
            raise left.pop()

    office.fail = fail
    later(office, one, minutes=2)
    assert not left  # the second try is in doubt
    office.deliver(ANN, first)  # cat has the first one, and its token
    settle(one)
    later(office, one)
    assert len(from_ann(office)) == 1
    assert len(ids(office, "cat@example.org")) == 1


def test_a_token_that_is_not_ours_hides_no_log(both, office):
    ann, bob = both
    ann.person.orders("end")
    for token in ("0" * 32, "x", ""):
        office.deliver(BOB, with_file(ann.person.log.read_bytes(), sender=ANN, X_Pbem_Token=token))
    settle(bob)
    assert kinds(bob.person)[-1] == "orders"


def test_a_copy_is_found_after_a_flood_under_our_own_name(both, office, monkeypatch):
    """The copy is there, so the message was sent: whatever others wrote in our name."""
    monkeypatch.setattr(budget, "ADDRESS", budget.ADDRESS._replace(messages=5))
    ann, _bob = both
    for number in range(20):
        office.deliver(ANN, bytes(plain(f"flood {number}", sender=ANN)))
    before = len(from_ann(office))
    in_doubt(ann, office, arrived=True)
    for _ in range(4):
        later(office, ann, minutes=6)
    assert len(from_ann(office)) == before + 1


@pytest.mark.long
def test_a_copy_is_found_after_a_full_mailbox_after_a_long_stop(both, office, monkeypatch):
    monkeypatch.setattr("pbem.agent.reading.receiving.READ_MOST", 10)
    ann, _ = both
    before = len(from_ann(office))
    for number in range(13):
        office.deliver(ANN, bytes(plain(f"hello {number}")))
    left = [Killed()]
    wire = ann.agent._delivery._outbound

    class Kills:
        def send(self, message, sender, to, heard):
            wire.send(message, sender, to, heard)
            raise left.pop()

        def close(self):
            pass

    ann.agent.round()
    for number in range(13):
        office.deliver(ANN, bytes(plain(f"hello again {number}", sender=EVE)))
    ann.agent._delivery._outbound = Kills()
    ann.person.orders("end")
    with pytest.raises(Killed):
        settle(ann)
    for number in range(13):
        office.deliver(ANN, bytes(plain(f"and again {number}")))
    ann.agent.close()
    office.passes(hours=3)
    ann.start()
    settle(ann)
    later(office, ann)
    assert len(from_ann(office)) == before + 1


def test_while_the_mailbox_cannot_be_reached_nothing_in_doubt_is_sent_again(both, office):
    ann, _bob = both
    before = len(from_ann(office))
    in_doubt(ann, office, arrived=True)
    inbox = ann.agent._inbox

    class Unreachable:
        def new(self, since, seen):
            raise InboxError("no route")

        wait, close = inbox.wait, inbox.close

    ann.agent._inbox = Unreachable()
    for _ in range(5):
        office.passes(minutes=30)
        assert ann.agent.round()[1] is False
    assert len(from_ann(office)) == before + 1
    ann.agent._inbox = inbox
    settle(ann)
    later(office, ann)
    assert len(from_ann(office)) == before + 1
    assert is_fit_for_eyes(ann) is None


# --- how much ------------------------------------------------------------------------------------


def test_a_message_of_200_mib_is_not_fetched_and_stops_nothing(both, office):
    ann, bob = both
    ann.person.orders("end")
    settle(ann, bob)
    bob.person.orders("end")
    large = office.box(ANN) / "new" / f"{int(office.now.timestamp())}.000001.large"
    head = with_file(b"", sender=BOB)
    with large.open("wb") as file:
        file.write(head.replace(b"base64", b"binary"))
        for _ in range(200):
            file.write(b"x" * MIB)
    assert large.stat().st_size > 200 * MIB
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    settle(bob, ann)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < 90  # MiB: it never was in memory
    assert ann.person.log.read_bytes() == bob.person.log.read_bytes()
    later(office, ann)
    assert large.stat().st_size > 200 * MIB
    kept = sum(p.stat().st_size for p in ann.person.folder.rglob("*") if p.is_file())
    assert kept < 20 * MIB
    assert any("MiB" in text or "exceeds" in text for text in ann.reported)
    count = len(ann.reported)
    later(office, ann)
    later(office, ann, hours=3)
    assert len(ann.reported) == count  # once
    large.unlink()


def test_strangers_share_what_they_have_and_friends_have_their_own(both, office, monkeypatch):
    monkeypatch.setattr(budget, "STRANGERS", budget.STRANGERS._replace(unpacked=20_000))
    ann, bob = both
    settle(ann)
    where = f"maildir {office.box(ANN)}"
    seen = len(ann.agent.database.seen(where))
    for number in range(20):
        office.deliver(ANN, bytes(plain("z" * 3_000, sender=f"eve{number}@elsewhere.example")))
    settle(ann)
    read = len(ann.agent.database.seen(where)) - seen
    assert 5 <= read <= 7
    ann.person.orders("draw", "turn-up")
    settle(ann, bob)
    assert kinds(ann.person)[-1] == "dice"
    for _ in range(5):
        later(office, ann, minutes=61)
    assert len(ann.agent.database.seen(where)) - seen >= 20


def test_the_address_of_a_friend_has_a_limit_too(both, office, monkeypatch):
    monkeypatch.setattr(budget, "ADDRESS", budget.ADDRESS._replace(messages=10))
    ann, _bob = both
    where = f"maildir {office.box(ANN)}"
    office.passes(hours=2)
    seen = len(ann.agent.database.seen(where))
    for number in range(25):
        sender = ("bob@example.org", "BOB@Example.ORG", '"x" <bob@example.org>')[number % 3]
        office.deliver(ANN, bytes(plain(f"hello {number}", sender=sender)))
    settle(ann)
    assert 10 <= len(ann.agent.database.seen(where)) - seen <= 12  # copies of its own mail too
    for _ in range(3):
        later(office, ann, minutes=61)
    assert len(ann.agent.database.seen(where)) - seen >= 25


@pytest.mark.long
def test_a_thousand_broken_messages_that_all_differ(both, office, monkeypatch):
    """So many as an address has an hour are read, each once, and the log here seldom."""
    work = Counter[str]()
    reads, takes = incoming.take_mail, Table.take

    def reading(client, files, *args, ahead, **named):
        ahead = [*ahead]
        work["messages"] += 1
        work["contents"] += len(files) + len(ahead)
        return reads(client, files, *args, ahead=ahead, **named)

    def taking(table, event):
        work["events"] += 1
        takes(table, event)

    ann, bob = both
    ann.person.orders("end")
    settle(ann, bob)
    bob.person.orders("end")
    log = bob.person.log.read_bytes()
    for number in range(1_000):
        match number % 5:
            case 0:
                made = bytes(plain(broken(number)))
            case 1:
                made = with_file(log[: 300 + number], f"{number}.pbem")
            case 2:
                made = HOSTILE["many_froms"][:5_000] + b"\n\n/ABCDEF-%d-A-B\n" % number
            case 3:
                made = bytes(plain(f"#pbem game ann\nfly {number}\n#end\n"))
            case _:
                made = b"From: bob@example.org\n\n" + b"/ABCDEF-%d-AAAA-BBBBB\n" % number
        office.deliver(ANN, made)
    settle(bob)
    monkeypatch.setattr(incoming, "take_mail", reading)
    monkeypatch.setattr(Table, "take", taking)
    while ann.agent.round()[0]:
        pass
    assert ann.person.log.read_bytes() == log
    for _ in range(4):
        later(office, ann)
    assert len(ann.reported) < 20
    assert max(map(len, ann.reported)) < 200_000
    assert 20 <= work["messages"] <= 200
    assert work["contents"] == work["messages"]  # no line of armor here is one that parts wait for
    assert work["events"] <= 10 * work["messages"]


@pytest.mark.long
def test_what_is_no_decision_makes_one_mail_in_ten_minutes(both, office):
    ann, _ = both
    settle(ann)
    office.passes(minutes=30)
    before = len(ann.reported)
    for minute in range(0, 60, 2):
        office.deliver(ANN, bytes(plain(f"#pbem game ann\nfly {minute}\n#end\n", sender=EVE)))
        office.deliver(ANN, bytes(plain(broken(minute), sender=EVE)))
        ann.agent.round()
        office.passes(minutes=2)
    assert 1 <= len(ann.reported) - before <= 7


# --- mail from the future and the past -----------------------------------------------------------


def put(office, address: str, name: str | bytes, data: bytes, folder: str = "new") -> Path:
    box = office.box(address) / folder
    path = Path(os.fsdecode(os.fsencode(box) + b"/" + os.fsencode(name)))
    path.write_bytes(data)
    return path


TIMES = [(years, where) for years in (1, 70) for where in ("name", "file", "header")]


@pytest.mark.parametrize(("years", "where"), [*TIMES, (-1, "header"), (-40, "header")])
def test_mail_from_another_time_is_read(both, office, years, where):
    ann, bob = both
    ann.person.orders("end")
    at = int((office.now + timedelta(days=365 * years)).timestamp())
    date = (office.now + timedelta(days=365 * years)).strftime("%a, %d %b %Y 12:00:00 +0000")
    data = with_file(ann.person.log.read_bytes(), sender=ANN, Date=date)
    name = {
        "name": f"{at}.1.x",
        "file": "mail-without-a-date",
        "header": f"{int(office.now.timestamp())}.1.x",
    }[where]
    path = put(office, BOB, name, data)
    if where == "file":
        os.utime(path, (at, at))
    settle(bob)
    assert kinds(bob.person)[-1] == "orders"


@pytest.mark.parametrize("days", [20, 45, 400])
def test_what_came_while_the_agent_was_off_is_read(both, office, days):
    ann, bob = both
    ann.person.orders("end")
    settle(ann)
    bob.agent.close()
    office.passes(days=days)
    bob.start()
    settle(bob)
    assert kinds(bob.person)[-1] == "orders"


def test_an_agent_that_ran_with_a_clock_ahead_reads_what_comes_after(both, office):
    ann, bob = both
    now = office.now
    office.now = now + timedelta(days=3_650)
    settle(bob)
    office.now = now + timedelta(hours=1)
    ann.person.orders("end")
    settle(ann, bob)
    assert kinds(bob.person)[-1] == "orders"


# --- a Maildir -----------------------------------------------------------------------------------


def test_a_message_that_moves_from_new_to_cur_is_the_same(both, office):
    ann, _bob = both
    reported = len(ann.reported)
    office.deliver(ANN, bytes(plain(broken())))
    settle(ann)
    box = office.box(ANN)
    for path in list((box / "new").iterdir()):
        path.rename(box / "cur" / f"{path.name}:2,S")
    settle(ann)
    for path in list((box / "cur").iterdir()):
        path.rename(path.with_name(path.name.replace(":2,S", ":2,RS")))
    read = len(ann.agent.database.seen(f"maildir {box}"))
    later(office, ann)
    later(office, ann)
    assert len(ann.agent.database.seen(f"maildir {box}")) - read <= 2  # copies of its own mail
    assert len(ann.reported) == reported + 1
    found = list((ann.person.client.agent("ann") / "quarantine").iterdir())
    assert len(found) == 1


@pytest.mark.parametrize("what", ["vanishes", "moves"])
def test_a_file_that_goes_while_it_is_read_stops_nothing(both, office, what):
    ann, bob = both
    ann.person.orders("end")
    settle(ann, bob)
    bob.person.orders("end")
    inbox = ann.agent._inbox
    box = office.box(ANN)
    first = put(office, ANN, f"{int(office.now.timestamp())}.0000000.x", bytes(plain()))
    if what == "moves":
        first.write_bytes(with_file(bob.person.log.read_bytes()))
    else:
        settle(bob)

    class Moving:
        def new(self, since, seen):
            for arrived in inbox.new(since, seen):
                if first.exists():
                    if what == "moves":
                        first.rename(box / "cur" / f"{first.name}:2,S")
                    else:
                        first.unlink()
                yield arrived

        wait, close = inbox.wait, inbox.close

    ann.agent._inbox = Moving()
    settle(ann)
    assert not first.exists()
    assert ann.person.log.read_bytes() == bob.person.log.read_bytes()


def odd_socket(here: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one, contextlib.chdir(here):
        one.bind("1782900010.socket")


def odd_time(here: Path, name: str, at: int) -> None:
    (here / name).write_bytes(bytes(plain(broken(5))))
    with contextlib.suppress(OSError, OverflowError):
        os.utime(here / name, (at, at))


def odd_name(here: Path, name: bytes) -> None:
    Path(os.fsdecode(os.fsencode(here) + b"/" + name)).write_bytes(bytes(plain(broken())))


ODDITIES: dict[str, Callable[[Path], object]] = {
    "no_utf_8": lambda here: odd_name(here, b"1782900009.\xff\xfe"),
    "folder": lambda here: (here / "1782900000.folder" / "inside").mkdir(parents=True),
    "dangling": lambda here: (here / "1782900001.dangling").symlink_to("/nowhere/at/all"),
    "itself": lambda here: (here / "1782900002.itself").symlink_to(here / "1782900002.itself"),
    "parent": lambda here: (here / "1782900003.parent").symlink_to(".."),
    "zero": lambda here: (here / "1782900004.zero").symlink_to("/dev/zero"),
    "fifo": lambda here: os.mkfifo(here / "1782900005.fifo"),
    "socket": odd_socket,
    "hidden": lambda here: (here / ".hidden").write_bytes(b"x"),
    "empty": lambda here: (here / "empty").write_bytes(b""),
    "flags_alone": lambda here: (here / ":2,S").write_bytes(bytes(plain(broken()))),
    "far": lambda here: (here / "99999999999.far").write_bytes(bytes(plain(broken()))),
    "zero_stamp": lambda here: (here / "000000000.long-ago").write_bytes(b"x"),
    "escapes": lambda here: odd_name(here, b"1782900007.\x1b[2J\n\xe2\x80\xae"),
    "long": lambda here: odd_name(here, b"1782900008." + b"x" * 240),
    "before_1970": lambda here: odd_time(here, "dateless", -(10**9)),
    "after_9999": lambda here: odd_time(here, "datemost", 2**38),
}


@pytest.mark.parametrize("name", ODDITIES)
def test_what_is_no_mail_in_a_maildir_stops_nothing(both, office, name):
    ann, bob = both
    ann.person.orders("end")
    settle(ann, bob)
    bob.person.orders("end")
    for folder in ("new", "cur"):
        ODDITIES[name](office.box(ANN) / folder)
    before = set(snapshot_names(office.box(ANN)))
    settle(bob, ann)
    assert ann.person.log.read_bytes() == bob.person.log.read_bytes()
    assert before <= set(snapshot_names(office.box(ANN)))
    later(office, ann)
    assert len(ann.reported) < 6
    is_fit_for_eyes(ann)


def snapshot_names(box: Path) -> list[str]:
    return [str(path) for folder in ("new", "cur") for path in (box / folder).iterdir()]


def test_a_maildir_that_is_gone_comes_back(both, office):
    ann, bob = both
    box = office.box(BOB)
    box.rename(box.with_name("elsewhere"))
    ann.person.orders("end")
    for _ in range(3):
        assert bob.agent.round()[1] is False
        office.passes(minutes=5)
    assert len(bob.said) < 40
    box.with_name("elsewhere").rename(box)
    settle(ann, bob)
    assert kinds(bob.person)[-1] == "orders"


def test_a_message_in_two_mailboxes_changes_nothing_the_second_time(both, office):
    ann, bob = both
    ann.person.orders("end")
    office.deliver(BOB, bytes(plain(broken(), ANN)))
    settle(ann, bob)
    later(office, bob)
    counts = (len(bob.reported), bob.person.count, len(ids(office, ANN)))
    copy = office.box("copy@example.org")
    for path in (office.box(BOB) / "new").iterdir():
        (copy / "cur" / f"{path.name}:2,S").write_bytes(path.read_bytes())
    bob.agent._inbox = MaildirInbox(copy)
    settle(bob)
    later(office, bob)
    assert (len(bob.reported), bob.person.count, len(ids(office, ANN))) == counts


@pytest.mark.long
def test_nothing_in_a_mailbox_is_changed(both, office):
    ann, _bob = both
    for number, data in enumerate(HOSTILE.values()):
        put(office, ANN, f"{int(office.now.timestamp())}.{number}.x:2,", data, "cur")
    put(office, ANN, f"{int(office.now.timestamp())}.9.tmp", b"half of it", "tmp")
    ann.agent.round()
    before = snapshot(office.box(ANN))
    settle(ann)
    after = snapshot(office.box(ANN))
    assert {name: after.get(name) for name in before} == before


# --- disks and books -----------------------------------------------------------------------------


@contextlib.contextmanager
def full_disk(limit: int) -> Iterator[None]:
    """No file may grow beyond ``limit`` bytes: what is written fails half way."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, old)


@pytest.mark.parametrize("limit", [0, 1_000, 4_096, 20_000])
def test_a_disk_that_is_full_loses_nothing(both, office, limit):
    ann, bob = both
    ann.person.orders("draw", "turn-up")
    settle(ann)
    office.deliver(BOB, bytes(plain(broken(), ANN)))
    really = office.deliver
    held: list[tuple[str, bytes]] = []
    office.deliver = lambda address, message: held.append((address, message))
    with full_disk(limit):
        for _ in range(3):
            try:
                bob.agent.round()
            except PbemError as error:
                assert str(error).isprintable()  # noqa: PT017
                bob.agent.close()
                try:
                    bob.start()
                except PbemError:
                    break
    office.deliver = really
    for address, message in held:
        office.deliver(address, message)
    with contextlib.suppress(PbemError):
        bob.agent.close()
    bob.start()
    settle(bob, ann)
    later(office, ann, bob)
    assert kinds(ann.person)[-1] == "dice"
    assert ann.person.log.read_bytes() == bob.person.log.read_bytes()
    found = ids(office, ANN)
    assert len(found) == len(set(found))
    for path in (bob.person.client.agent("bob") / "quarantine").iterdir():
        assert broken().encode().splitlines()[1] in path.read_bytes()


@pytest.mark.parametrize("limit", [0, 3_000])
def test_a_full_disk_says_so_in_one_message(both, office, limit):
    ann, _ = both
    office.deliver(ANN, bytes(plain(broken())))
    with full_disk(limit), pytest.raises(StoreError) as refused:
        ann.rounds(3)
    assert str(refused.value).isprintable()
    assert "book" in str(refused.value) or str(database_of(ann.person.client, "ann")) in str(
        refused.value
    )


@pytest.mark.parametrize(
    "data", [b"no database at all\n" * 500, b"SQLite format 3\0" + b"\xff" * 5_000, None]
)
def test_a_book_that_is_none_is_refused_in_one_message(both, data):
    ann, _ = both
    ann.agent.close()
    path = database_of(ann.person.client, "ann")
    for one in path.parent.glob(path.name + "*"):
        one.unlink()
    if data is None:
        path.mkdir()
    else:
        path.write_bytes(data)

    def starts() -> None:
        ann.start()
        ann.agent.round()

    with pytest.raises(StoreError) as refused:
        starts()
    assert str(path) in str(refused.value)
    assert "move it away, then put" not in str(refused.value)  # a copy goes where it lies
    if data is not None:
        assert path.read_bytes() == data  # nothing repaired what may be mended


@pytest.mark.parametrize("value", ["nonsense", "2026-11-28T00:00:00", "0001-01-01T00:00:00+00:00"])
def test_a_time_in_the_book_that_no_agent_wrote_is_reported(both, value):
    """It names what can be done, and is no fault of the program."""
    ann, _ = both
    ann.agent.close()
    with (
        contextlib.closing(AgentDatabase(database_of(ann.person.client, "ann"))) as database,
        database.writing() as page,
    ):
        page.put("since", value)
    ann.start()
    with pytest.raises(StoreError, match=r"instead of a time\. Restore a copy of it"):
        ann.agent.round()


def test_a_book_without_the_time_when_it_began_is_used(both):
    ann, bob = both
    ann.agent.close()
    with (
        contextlib.closing(AgentDatabase(database_of(ann.person.client, "ann"))) as database,
        database.writing() as page,
    ):
        page.put("since", "")
    ann.start()
    ann.person.orders("draw", "turn-up")
    ann.rounds()
    bob.rounds()
    ann.rounds()
    assert kinds(ann.person)[-2:] == ["orders", "dice"]


@pytest.mark.parametrize("data", [b"", b"\xff" * 10, b"{}\n"])
def test_a_damaged_card_is_named_and_the_round_goes_on(both, data):
    """Also where it is a card of somebody who has no part in the game."""
    ann, bob = both
    odd = ann.person.client.cards / "cas.card"
    odd.write_bytes(data)
    ann.person.orders("draw", "turn-up")
    ann.rounds()
    bob.rounds()
    ann.rounds()
    assert kinds(ann.person)[-2:] == ["orders", "dice"]
    assert any("cas.card: it is not a player card" in one for one in ann.said)
    assert any("pbem card import" in one for one in ann.said)


# --- prepared orders and absences ----------------------------------------------------------------

PREPARED = {
    "binary": b"\xff\xfe\x00\x01",
    "escapes": f"move {EVIL}\n".encode(),
    "deep": b"if round = 1: " * 3_000 + b"end\n",
    "long_line": b"move " + b"x" * 300_000 + b"\n",
    "many": b"move 1\n" * 50_000,
    "numbers": b"move 99999999999999999999999999\n",
    "nothing": b"",
    "template": b"#pbem game ann\nend\n#end\n",
    "stop": b"stop\n",
    "brackets": b"if (((((((((((round = 1: end\n",
}


@pytest.mark.parametrize("name", PREPARED)
def test_prepared_orders_that_are_hostile_stop_nothing(both, office, name):
    ann, bob = both
    prepared.prepare(bob.person.sits(), b"end\n")
    place = prepared.place(bob.person.sits())
    place.write_bytes(PREPARED[name])
    ann.person.orders("draw", "turn-up", "end")
    settle(ann, bob)
    assert "dice" in kinds(ann.person)  # what is owed is done
    for _ in range(2):
        later(office, ann, bob)
    assert len(bob.reported) < 6
    assert sum(map(len, bob.reported)) < 100_000
    is_fit_for_eyes(bob)


# --- configuration -------------------------------------------------------------------------------

GOOD = """address = "ann@example.org"
owner = "ann@home.example"
join = false
remind = [2, 0]
doubt_minutes = 10
most_a_day = 2000
[imap]
host = "imap.example.org"
port = 993
user = "ann"
[smtp]
host = "smtp.example.org"
port = 465
user = "ann"
[login]
kind = "password"
command = []
"""

# (what stands in the file, what stands there instead, what the message names)
MISTAKES = {
    "owner_without_at": ("ann@home.example", "ann", "owner"),
    "owner_of_two_lines": ("ann@home.example", "a@b.org\\r\\nX: y", "owner"),
    "doubt_without_end": ("doubt_minutes = 10", "doubt_minutes = inf", "doubt_minutes"),
    "doubt_beyond_time": ("doubt_minutes = 10", "doubt_minutes = 1e300", "doubt_minutes"),
    "host_empty": ("imap.example.org", "", "host"),
    "host_with_a_line": ("imap.example.org", "imap.example.org\\r\\nX", "host"),
    "user_with_a_line": ('user = "ann"\n[smtp]', 'user = "ann\\r\\nX"\n[smtp]', "user"),
    "ca_missing": ("port = 993", 'port = 993\nca = "/nowhere/ca.pem"', "ca"),
    "oauth_without_command": ('"password"', '"oauth"', "command"),
    "command_of_nothing": ("command = []", 'command = [""]', "command"),
    "maildir_nowhere": (
        '[imap]\nhost = "imap.example.org"\nport = 993\nuser = "ann"\n',
        '[maildir]\npath = ""\n',
        "path",
    ),
    "no_address": ('address = "ann@example.org"\n', "", "address"),
    "address_without_at": ("ann@example.org", "ann", "address"),
    "address_of_two_lines": ("ann@example.org", "ann@example.org\\nBcc: x@y.org", "address"),
    "address_of_two": ("ann@example.org", "ann@example.org, x@y.org", "address"),
    "address_with_a_name": ("ann@example.org", "ann <ann@example.org>", "address"),
    "address_empty": ("ann@example.org", "", "address"),
    "address_with_escapes": ("ann@example.org", "ann\\u001b[2J@example.org", "address"),
    "address_a_number": ('"ann@example.org"', "7", "address"),
    "join_a_word": ("join = false", 'join = "no"', "join"),
    "join_a_number": ("join = false", "join = 1", "join"),
    "remind_negative": ("[2, 0]", "[-1]", "remind"),
    "remind_no_list": ("[2, 0]", "2", "remind"),
    "remind_of_words": ("[2, 0]", '["two"]', "remind"),
    "doubt_negative": ("doubt_minutes = 10", "doubt_minutes = -1", "doubt_minutes"),
    "doubt_not_a_number": ("doubt_minutes = 10", "doubt_minutes = nan", "doubt_minutes"),
    "most_zero": ("most_a_day = 2000", "most_a_day = 0", "most_a_day"),
    "most_half": ("most_a_day = 2000", "most_a_day = 2.5", "most_a_day"),
    "unknown": ("join = false", "joins = false", "joins"),
    "unknown_in_imap": ('user = "ann"\n[smtp]', 'user = "ann"\npasswort = "hunter2"\n[smtp]',
                        "passwort"),
    "password": ('kind = "password"', 'kind = "password"\npassword = "hunter2"', "password"),
    "no_mailbox": ('[imap]\nhost = "imap.example.org"\nport = 993\nuser = "ann"\n', "", "imap"),
    "two_mailboxes": ("[smtp]", '[maildir]\npath = "/tmp"\n[smtp]', "maildir"),
    "no_smtp": ('[smtp]\nhost = "smtp.example.org"\nport = 465\nuser = "ann"\n', "", "smtp"),
    "port_zero": ("port = 993", "port = 0", "port"),
    "port_too_large": ("port = 993", "port = 70000", "port"),
    "port_a_word": ("port = 993", 'port = "imaps"', "port"),
    "security_none_elsewhere": ("port = 993", 'port = 993\nsecurity = "none"', "security"),
    "security_none_by_a_likeness": (
        '"imap.example.org"\nport = 993',
        '"localhost.example.org"\nport = 993\nsecurity = "none"',
        "security",
    ),
    "security_unknown": ("port = 993", 'port = 993\nsecurity = "ssl"', "security"),
    "kind_unknown": ('"password"', '"token"', "kind"),
    "command_a_line": ("command = []", 'command = "pass show x"', "command"),
    "no_toml": ("join = false", "join = = false", "line 3"),
    "twice": ("join = false", "join = false\njoin = true", "line 4"),
}  # fmt: skip


def test_a_good_configuration_is_read(tmp_path):
    path = tmp_path / "agent.toml"
    path.write_text(GOOD)
    assert read_config(path).reported == "ann@home.example"


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_the_configuration_brings_one_clear_message(tmp_path, name):
    old, new, named = MISTAKES[name]
    assert GOOD.count(old) >= 1
    path = tmp_path / "agent.toml"
    path.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(PbemError) as refused:
        read_config(path)
    said = str(refused.value)
    assert str(path) in said  # where
    assert named in said  # what
    assert said.isprintable()
    assert "hunter2" not in said
    assert "Traceback" not in said
    assert len(said.splitlines()) == 1
    assert len(said) < 600


@pytest.mark.parametrize("data", [b"\xff\xfe\0", b"\0" * 100, b"a = " + b"[" * 100_000, None])
def test_a_configuration_that_is_no_text(tmp_path, data):
    path = tmp_path / "agent.toml"
    path.mkdir() if data is None else path.write_bytes(data)
    with pytest.raises(PbemError) as refused:
        read_config(path)
    assert str(path) in str(refused.value)
    assert len(str(refused.value)) < 600


# --- secrets -------------------------------------------------------------------------------------

SERVER = Server("imap.example.org", 993, "ann", "tls")
COMMANDS = {
    "fails": ["sh", "-c", "echo hunter2; exit 3"],
    "is_not_there": ["/nowhere/at/all"],
    "prints_nothing": ["true"],
    "prints_an_empty_line": ["echo"],
    "prints_no_text": ["printf", "\\377\\376"],
    "is_a_folder": ["/"],
    "has_a_zero": ["a\0b"],
    "is_killed": ["sh", "-c", "kill -9 $$"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_for_the_secret_that_fails_brings_one_message(name):
    with pytest.raises(KeyFileError) as refused:
        credentials.secret_of(SERVER, Login("password", COMMANDS[name]))
    assert "hunter2" not in str(refused.value)
    assert str(refused.value).isprintable()


def test_a_command_for_the_secret_that_never_ends_is_ended(monkeypatch):
    monkeypatch.setattr(credentials, "COMMAND_SECONDS", 0.5)
    with pytest.raises(KeyFileError):
        credentials.secret_of(SERVER, Login("password", ["sleep", "86400"]))


@pytest.mark.parametrize("printed", ["hunter2\\n", "hunter2", "hunter2\\r\\n"])
def test_a_command_prints_the_secret(printed):
    assert credentials.secret_of(SERVER, Login("password", ["printf", printed])) == "hunter2"


@pytest.mark.parametrize("answer", [None, RuntimeError("no backend \x1b[2J")])
def test_a_keyring_that_fails_brings_one_message(monkeypatch, answer):
    import keyring

    def get(*_args):
        if answer is not None:
            raise keyring.errors.KeyringError(str(answer))

    monkeypatch.setattr(keyring, "get_password", get)
    with pytest.raises(KeyFileError) as refused:
        credentials.secret_of(SERVER, Login("password", []))
    assert str(refused.value).isprintable()


# --- servers -------------------------------------------------------------------------------------


def goes(server: Scripted, to=(BOB, ANN), secret=lambda: "hunter2") -> object:
    """The result of sending to a server."""
    smtp = Smtp(Server("127.0.0.1", server.port, "ann", "none"), secret)
    said, came = "", ""
    try:
        message = b"Subject: x\r\n\r\nhello\r\n"
        return smtp.send(message, ANN, list(to), lambda _refused: message)
    except NotSentError as error:
        said, came = str(error), "never" if error.for_good else "later"
    except DoubtError as error:
        said, came = str(error), "doubt"
    finally:
        smtp.close()
    assert said.isprintable()
    return came


ANSWERS = {
    "lost_at_sender": ({"MAIL": None}, "later"),
    "lost_at_receiver": ({"RCPT": None}, "later"),
    "no_sense_at_the_end": ({"end": b"what?\r\n"}, "doubt"),
    "cut_off_at_the_end": ({"end": b"2"}, "doubt"),
    "all_is_well": ({}, {}),
    "closed_at_once": ({"hello": None}, "later"),
    "not_now": ({"hello": b"421 busy\r\n"}, "later"),
    "no_service": ({"hello": b"554 no\r\n"}, "later"),
    "no_smtp_at_all": ({"hello": b"HTTP/1.1 400 Bad Request\r\n\r\n"}, "later"),
    "lost_after_hello": ({"EHLO": None}, "later"),
    "wrong_password": ({"AUTH": b"535 no\r\n"}, "later"),
    "password_not_now": ({"AUTH": b"454 later\r\n"}, "later"),
    "lost_in_the_password": ({"AUTH": None}, "later"),
    "sender_not_now": ({"MAIL": b"451 later\r\n"}, "later"),
    "all_refused": ({"RCPT": b"550 no such user\r\n"}, "never"),
    "all_not_now": ({"RCPT": b"451 later\r\n"}, "later"),
    "data_refused": ({"DATA": b"554 no\r\n"}, "never"),
    "data_not_now": ({"DATA": b"451 later\r\n"}, "later"),
    "lost_at_the_end": ({"end": None}, "doubt"),
    "refused_at_the_end": ({"end": b"554 spam\r\n"}, "never"),
    "not_now_at_the_end": ({"end": b"451 later\r\n"}, "later"),
    "shut_down_at_the_end": ({"end": b"421 shutting down\r\n"}, "later"),
    "too_large_at_the_end": ({"end": b"552 too large\r\n"}, "never"),
    "escapes": ({"RCPT": b"550 \x1b[2J\x07\xff no\r\n"}, "never"),
    "lost_at_goodbye": ({"QUIT": None}, {}),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_what_a_server_says_is_understood(scripted, name):
    answers, expected = ANSWERS[name]
    assert goes(scripted(**answers)) == expected


# --- what once was wrong ---------------------------------------------------------------------


def test_an_agent_whose_owner_has_the_same_address_does_not_talk_to_itself(
    playing, secretary, office
):
    ann, bob = map(secretary, playing)
    ann.agent.close()
    ann.config = AgentConfig(address=ANN, smtp=ann.config.smtp)
    ann.start()
    ann.person.orders("draw", "turn-up")
    office.deliver(ANN, bytes(plain("#pbem game ann\nend\n#end\n", sender=EVE)))
    office.deliver(ANN, bytes(plain(broken(), sender=EVE)))
    for _ in range(10):
        settle(ann, bob, rounds=1)
        office.passes(minutes=11)
    count = len(ids(office, ANN))
    for _ in range(10):
        settle(ann, bob, rounds=1)
        office.passes(minutes=11)
    assert len(ids(office, ANN)) == count
    found = [one for one in ids(office, ANN) if one is not None]
    assert len(found) == len(set(found))
    assert ann.person.log.read_bytes() == bob.person.log.read_bytes()
    assert any("Waiting for" in m["Subject"] or "pen" in str(m) for m in office.messages(ANN))


@pytest.mark.long
def test_two_who_share_one_mailbox_do_not_talk_to_themselves(person, secretary, office):
    ann, bob = person("ann"), person("bob")
    for one in (ann, bob):
        one.card.write_bytes(make_card(one.identity, "club@example.org"))
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    agents = []
    for one in (ann, bob):
        made = secretary(one, join=True)
        made.agent.close()
        made.address = "club@example.org"
        made.config = AgentConfig(
            address="club@example.org",
            owner=f"{one.handle}@home.example",
            smtp=made.config.smtp,
            join=True,
        )
        made.start()
        agents.append(made)
    for _ in range(6):
        settle(*agents, rounds=1)
        office.passes(minutes=11)
    ann.orders("draw", "turn-up")
    for _ in range(6):
        settle(*agents, rounds=1)
        office.passes(minutes=11)
    assert ann.log.read_bytes() == bob.log.read_bytes()
    assert kinds(ann)[-1] == "dice"
    club = ids(office, "club@example.org")
    assert len(club) == len(set(club))
    for _ in range(6):
        settle(*agents, rounds=1)
        office.passes(minutes=11)
    assert ids(office, "club@example.org") == club


def test_a_message_whose_size_is_a_lie_is_no_larger(both, office, monkeypatch):
    """The server says one size, and sends another."""
    monkeypatch.setattr("pbem.agent.reading.incoming.MESSAGE_BYTES", 50_000)
    ann, _bob = both
    inbox = ann.agent._inbox

    class Lies:
        def new(self, since, seen):
            for arrived in inbox.new(since, seen):
                yield arrived._replace(size=10)

        wait, close = inbox.wait, inbox.close

    ann.agent._inbox = Lies()
    office.deliver(ANN, bytes(plain(broken() + "x\n" * 50_000)))
    settle(ann)
    later(office, ann)
    quarantine = ann.person.client.agent("ann") / "quarantine"
    assert not quarantine.exists() or list(quarantine.iterdir()) == []


def test_quarantine_has_an_end_and_what_is_beyond_is_reported_and_left(both, office, monkeypatch):
    monkeypatch.setattr("pbem.agent.reading.quarantine.KEPT_BYTES", 20_000)
    ann, _bob = both
    for number in range(30):
        office.deliver(ANN, bytes(plain(broken(number) + "y" * 2_000)))
    box = snapshot(office.box(ANN))
    settle(ann)
    for _ in range(3):
        later(office, ann)
    quarantine = ann.person.client.agent("ann") / "quarantine"
    kept = list(quarantine.iterdir())
    assert 0 < len(kept) < 30
    assert sum(path.stat().st_size for path in kept) <= 20_000
    after = snapshot(office.box(ANN))
    assert {name: after[name] for name in box} == box
    assert len(ann.reported) < 8


@pytest.mark.long
def test_a_hundred_thousand_lines_of_orders_make_no_large_mail(both, office):
    ann, _ = both
    text = "#pbem game ann\n" + "fly away\n" * 100_000 + "#end\n"
    office.deliver(ANN, bytes(plain(text, sender=EVE)))
    settle(ann)
    later(office, ann)
    assert max(map(len, ann.reported)) < MIB


def test_a_clock_that_was_years_ahead_holds_no_mail_back(both, office):
    ann, bob = both
    now = office.now
    office.now = now + timedelta(days=3_650)
    ann.person.orders("end")
    office.fail = lambda _s, _m: (_ for _ in ()).throw(NotSentError("451", for_good=False))
    ann.rounds(2)
    office.fail = lambda _s, _m: None
    office.now = now
    for _ in range(6):
        later(office, ann, bob, minutes=30)
    assert kinds(bob.person)[-1] == "orders"


def test_a_file_that_cannot_be_read_now_is_read_later(both, office, monkeypatch):
    ann, bob = both
    ann.person.orders("end")
    path = put(office, BOB, f"{int(office.now.timestamp())}.1.x", b"")
    path.write_bytes(with_file(ann.person.log.read_bytes(), sender=ANN))
    other = put(office, BOB, f"{int(office.now.timestamp())}.2.x", bytes(plain(broken(), ANN)))
    closed = [True]
    really = {name: getattr(io, name) for name in ("open",)}

    def refuses(file, *rest, **more):
        if closed[0] and str(file) == str(path):
            raise PermissionError(13, "Permission denied", str(file))
        return really["open"](file, *rest, **more)

    monkeypatch.setattr(io, "open", refuses)
    monkeypatch.setattr("builtins.open", refuses)
    really_os = os.open

    def refuses_os(file, *rest, **more):
        if closed[0] and str(file) == str(path):
            raise PermissionError(13, "Permission denied", str(file))
        return really_os(file, *rest, **more)

    monkeypatch.setattr(os, "open", refuses_os)
    settle(bob)
    assert kinds(bob.person)[-1] == "join"
    assert (bob.person.client.agent("bob") / "quarantine").exists()  # the next one was read
    closed[0] = False
    later(office, bob)
    assert kinds(bob.person)[-1] == "orders"
    assert other.exists()


def test_an_absence_that_was_edited_stops_nothing(both, office):
    ann, bob = both
    ann.person.orders("draw", "turn-up")
    settle(ann)
    for wrong in ("", "soon", "2026-07-01", "2026-13-45 2026-99-99", "2026-07-09 2026-07-01", EVIL):
        with bob.agent.database.writing() as page:
            page.put("away", wrong)
        with contextlib.suppress(PbemError):
            bob.agent.round()
            bob.agent.round()
    settle(bob, ann)
    assert kinds(ann.person)[-1] == "dice"
    is_fit_for_eyes(bob)


def test_an_absence_is_reported_once_and_a_new_one_again(both, office):
    _ann, bob = both
    for days in ("2026-07-01 2026-07-05", "2026-07-01 2026-07-05", "2026-07-01 2026-07-09"):
        with bob.agent.database.writing() as page:
            page.put("away", days)
        for _ in range(3):
            later(office, bob)
    away = [m for m in office.messages(ANN) if "is away until" in str(m["Subject"])]
    assert len(away) == 2


def test_a_secret_that_cannot_be_had_is_a_message_that_is_not_sent_now(scripted):
    def fails():
        raise KeyFileError("the command failed")

    server = scripted()
    assert goes(server, secret=fails) == "later"
    assert server.got == []


def test_an_agent_whose_secret_fails_goes_on_and_sends_later(both, office, scripted):
    ann, _ = both
    server = scripted()
    works = [False]

    def secret() -> str:
        if not works[0]:
            raise KeyFileError("the keyring is locked")
        return "hunter2"

    ann.agent._delivery._outbound = Smtp(Server("127.0.0.1", server.port, "ann", "none"), secret)
    ann.person.orders("end")
    ann.rounds(3)
    assert server.got == []
    assert any("keyring is locked" in line for line in ann.said)
    works[0] = True
    office.passes(minutes=10)
    ann.rounds(2)
    assert len(server.got) >= 1
    assert not any("hunter2" in line for line in ann.said)


@pytest.mark.long
def test_a_hundred_and_fifty_cards_of_one_name_stop_nothing(both, office):
    ann, bob = both
    for number in range(150):
        office.deliver(ANN, with_file(b'{"card":{}}\n' + b"%d" % number, "x.card"))
    bob.person.takes(ann.person.log)
    settle(ann)
    later(office, ann)
    assert all(len(path.name) < 100 for path in ann.person.folder.rglob("*"))


def test_a_message_that_cannot_be_fetched_holds_up_no_other(both, office):
    ann, bob = both
    ann.person.orders("end")
    stamp = int(office.now.timestamp())
    put(office, BOB, f"{stamp}.1.x", bytes(plain("anything", EVE)))
    put(office, BOB, f"{stamp}.2.x", with_file(ann.person.log.read_bytes(), sender=ANN))
    inbox = bob.agent._inbox

    class Fails:
        wait, close = inbox.wait, inbox.close

        def new(self, since, seen):
            for arrived in inbox.new(since, seen):
                yield arrived._replace(load=fails) if arrived.key.endswith(".1.x") else arrived

    def fails():
        raise InboxError("NO [SERVERBUG] this message cannot be fetched")

    bob.agent._inbox = Fails()
    for _ in range(5):
        bob.agent.round()
        office.passes(hours=3)
    assert kinds(bob.person)[-1] == "orders"


# --- promises, as they must hold whatever happens ------------------------------------------------


class World:
    """Two people with agents that are killed, a post that is late, double and out of order."""

    def __init__(self, folder: Path, office, wild) -> None:
        self.office, self.wild = office, wild
        self.people = [Person(name, folder) for name in ("ann", "bob")]
        ann, bob = self.people
        ann.meets(bob)
        bob.meets(ann)
        ann.opens(seats={"red": "ann", "blue": "bob"})
        bob.takes(ann.sends())
        bob.does(acting.join)
        ann.takes(bob.sends())
        self.post: list[tuple[str, bytes, datetime]] = []
        self.taken: Counter[tuple[str, str]] = Counter()
        self.written: set[str] = set()
        self.late: set[str] = set()
        self.lost_for_good = False
        self.agents: list[Agent | None] = [None, None]
        self.next: str | None = None
        self.kill_at: int | None = None
        self.said: list[str] = []

    def step(self) -> None:
        """A moment at which the process may end."""
        if self.kill_at is not None:
            self.kill_at -= 1
            if self.kill_at <= 0:
                self.kill_at = None
                raise Killed

    def agent(self, number: int) -> Agent:
        found = self.agents[number]
        if found is not None:
            return found
        person = self.people[number]
        world = self
        box = MaildirInbox(self.office.box(f"{person.handle}@example.org"))

        class Inbox:
            wait, close = box.wait, box.close

            def new(self, since, seen):
                world.step()
                if world.next == "unreachable":
                    world.next = None
                    raise InboxError("gone")
                for arrived in box.new(since, seen):
                    world.step()

                    def load(arrived=arrived):
                        world.step()
                        return arrived.load()

                    yield arrived._replace(load=load)

        class Outbound:
            def send(self, message, sender, to, heard):
                return world.send(message, to, heard)

            def close(self):
                pass

        made = Agent(
            person.client,
            person.handle,
            AgentConfig(
                address=f"{person.handle}@example.org",
                owner=f"{person.handle}@home.example",
                smtp=Server("localhost", 25, "x", "none"),
            ),
            inbox=Inbox(),
            outbound=Outbound(),
            unlock=lambda _: person.identity,
            now=lambda: self.office.now,
            say=self.said.append,
        )
        really = made.database.writing

        @contextlib.contextmanager
        def writing():
            world.step()
            with really() as page:
                yield page
                world.step()
            world.step()

        made.database.writing = writing
        self.agents[number] = made
        return made

    def send(self, message: bytes, to, heard) -> dict[str, NotSentError]:
        self.step()
        message = heard({})
        said, self.next = self.next, None
        self.written.update(to)
        match said:
            case "later":
                raise NotSentError("451", for_good=False)
            case "never":
                self.lost_for_good = True
                raise NotSentError("550", for_good=True)
            case "lost_before":
                raise DoubtError("lost")
        one = message_from_bytes(message)["Message-ID"]
        for address in to:
            self.taken[address, one] += 1
            self.post.append((address, message, self.office.now))
        if said == "lost_after":
            raise DoubtError("lost")
        self.step()
        return {}

    def round(self, number: int) -> None:
        try:
            agent = self.agent(number)
            for _ in range(20):
                if not agent.round()[0]:
                    break
        except Killed:
            found = self.agents[number]
            if found is not None:
                found.close()
            self.agents[number] = None

    def delivers(self, number: int, *, twice: bool = False) -> None:
        if not self.post:
            return
        address, message, _ = self.post.pop(number % len(self.post))
        self.office.deliver(address, message)
        if twice:
            self.office.deliver(address, message)

    def turn(self, fault: str | None, moment: int | None) -> None:
        """The player who can writes an event, and their agent mails it, or fails."""
        self.wild += 1
        for number in self.wild % 2, 1 - self.wild % 2:
            with contextlib.suppress(PbemError):
                self.people[number].orders(*(["draw", "turn-up"] if self.wild % 3 else ["end"]))
                self.next, self.kill_at = fault, moment
                self.round(number)
                self.kill_at = None
                return

    def passes(self, minutes: float) -> None:
        self.office.passes(minutes=minutes)
        # A copy that comes after doubt_minutes comes too late: then twice is right.
        own = {f"{person.handle}@example.org" for person in self.people}
        old = self.office.now - timedelta(minutes=10)
        late = [one for address, one, at in self.post if address in own and at <= old]
        self.late.update(str(message_from_bytes(one)["Message-ID"]) for one in late)

    def settles(self) -> None:
        self.next = self.kill_at = None
        for _ in range(12):
            while self.post:
                self.delivers(0)
            for number in (0, 1):
                self.round(number)
            self.office.passes(minutes=31)

    def close(self) -> None:
        for agent in self.agents:
            if agent is not None:
                agent.close()
        for person in self.people:
            person.client.close()


FAULTS = [None, "later", "never", "lost_before", "lost_after", "lost_after", "unreachable"]
STEPS = st.one_of(
    st.tuples(st.just("turn"), st.sampled_from(FAULTS), st.none() | st.integers(1, 40)),
    st.tuples(st.just("turn"), st.sampled_from(FAULTS), st.none()),
    st.tuples(st.just("round"), st.integers(0, 1)),
    st.tuples(st.just("kill"), st.integers(0, 1), st.integers(1, 40)),
    st.tuples(st.just("deliver"), st.integers(0, 5)),
    st.tuples(st.just("twice"), st.integers(0, 5)),
    st.just(("all",)),
    st.just(("all",)),
    st.tuples(st.just("clock"), st.sampled_from([1, 5, 11, 90, 1500, -30])),
    st.tuples(st.just("waits"), st.sampled_from([1, 4, 4, 4, 11])),
    st.tuples(st.just("waits"), st.sampled_from([1, 4, 4, 4, 11])),
    st.tuples(st.just("server"), st.sampled_from(FAULTS)),
)


@given(steps=st.lists(STEPS, min_size=4, max_size=22), wild=st.integers(0, 1))
@settings(
    deadline=None,
    max_examples=times(2, of=3),
    phases=[Phase.explicit, Phase.generate],  # what is found first is short enough
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
def test_whatever_happens_nothing_is_lost_and_nothing_comes_twice(
    office, tmp_path_factory, steps, wild
):
    folder = tmp_path_factory.mktemp("world")
    office.folder, office.number = folder / "post", 0
    office.now = datetime(2026, 7, 1, 12, tzinfo=UTC)
    world = World(folder, office, wild)
    try:
        world.round(0)
        world.round(1)
        plays(world, steps)
        world.settles()
        holds(world)
    finally:
        world.close()


def plays(world: World, steps) -> None:  # noqa: C901 - one case a step
    for step in steps:
        match step:
            case ("round", number):
                world.round(number)
            case ("kill", number, moment):
                world.kill_at = moment
                world.round(number)
                world.kill_at = None
            case ("turn", fault, moment):
                world.turn(fault, moment)
            case ("waits", minutes):
                world.passes(minutes)
                world.round(0)
                world.round(1)
            case ("all",):
                while world.post:
                    world.delivers(0)
            case ("deliver", number):
                world.delivers(number)
            case ("twice", number):
                world.delivers(number, twice=True)
            case ("clock", minutes):
                world.passes(minutes)
            case ("server", what):
                world.next = what


def holds(world: World) -> None:
    ann, bob = world.people
    assert world.written <= {ANN, BOB, "ann@home.example", "bob@home.example"}
    taken = world.taken.items()
    twice = {key: count for key, count in taken if count > 1 and key[1] not in world.late}
    assert twice == {}
    if not world.lost_for_good:
        assert ann.log.read_bytes() == bob.log.read_bytes()
    for number in (0, 1):
        agent = world.agent(number)
        assert [row for row in agent.database.outbox() if row.state != "failed"] == []
        assert agent.database.notices() == []
    for line in "\n".join(world.said).split("\n"):
        assert line.isprintable(), ascii(line)


KINDS = ["plain", "broken", "orders", "log", "spoiled", "card", "forged", "bounce"]


@given(
    mail=st.lists(
        st.tuples(
            st.sampled_from(KINDS),
            st.sampled_from([BOB, EVE, ANN, "ann@home.example", "", "bob@EXAMPLE.org"]),
            st.sampled_from(["", *(f"{name}: {value}" for name, value in AUTOMATIC)]),
            st.integers(0, 3),
        ),
        max_size=12,
    )
)
@settings(
    deadline=None,
    max_examples=times(2, of=3),
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@pytest.mark.long
def test_whatever_mail_comes_no_sender_is_answered_and_no_mailbox_changed(
    office, tmp_path_factory, mail
):
    folder = tmp_path_factory.mktemp("world")
    office.folder, office.number = folder / "post", 0
    office.now = datetime(2026, 7, 1, 12, tzinfo=UTC)
    world = World(folder, office, 0)
    try:
        ann, bob = world.people
        ann.orders("end")
        world.settles()
        bob.orders("end")
        world.taken.clear()
        for kind, sender, header, number in mail:
            head = dict([header.split(": ", 1)]) if header else {}
            office.deliver(ANN, of_kind(kind, sender, head, number, world))
        before = snapshot(office.box(ANN))
        world.settles()
        after = snapshot(office.box(ANN))
        assert {name: after.get(name) for name in before} == before
        holds(world)
        findings = {one for address, one in world.taken if address == BOB}
        assert len(findings) <= 3 + 1  # three findings a day; and settling lasts some hours
        assert len(office.messages("ann@home.example")) < 20
    finally:
        world.close()


def of_kind(kind: str, sender: str, head: dict[str, str], number: int, world: World) -> bytes:
    bob = world.people[1]
    copies = world.office.messages(BOB)
    copy = copies[number % len(copies)].as_bytes()
    log, card = bob.log.read_bytes(), make_card(bob.identity, EVE)
    text = f"#pbem game ann\nmove {number}\nend\n#end\n"
    made = {
        "plain": lambda: bytes(plain("hello", sender, **head)),
        "broken": lambda: bytes(plain(broken(number), sender, **head)),
        "orders": lambda: bytes(plain(text, sender, **head)),
        "log": lambda: with_file(log, sender=sender, **head),
        "spoiled": lambda: with_file(spoiled(bob, number + 1), sender=sender, **head),
        "card": lambda: with_file(card, "bob.card", sender=sender, **head),
        "forged": lambda: retold(copy, From=sender, To=EVE),
        "bounce": lambda: bouncing(message_from_bytes(copy, policy=policy.default)),
    }
    return made[kind]()
