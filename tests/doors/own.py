"""Files of one's own home after a bad disk, or after somebody's editor."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from functools import cache
from unittest.mock import patch

from doors.door import LOGS, Door
from doors.scratch import folder, written
from pbem.agent.config import read_config
from pbem.client.client import Client
from pbem.client.session.day_record import Timekeeping
from pbem.errors import FormError, KeyFileError, LogFileError
from pbem.identity import keyfile
from pbem.log.disk import append_lines
from pbem.log.event import Event, read_event
from pbem.log.file import read_events
from pbem.log.finding import BadLog
from pbem.log.journal import Journal, journal_of, settle, write_journal
from pbem.table.own.private import MaskFile, OpeningFile, OwnMask, OwnOpening, PrivateFile, Secret
from pbem.table.own.record import Record
from toy.group import identity

_ID = "ab" * 32


@cache
def _events() -> list[Event]:
    lines = (LOGS / "hostile/dice.proof-bit-flipped.pbem").read_bytes().splitlines()
    return [read_event(line) for line in lines]


def key_file(data: bytes) -> None:
    """Open a key file; deriving the password, which costs a tenth of a second, is left out."""
    with written(data, "ann.key") as path, patch.object(keyfile, "_stretch", _stretched):
        try:
            read = keyfile.load(path, "correct horse")
        except KeyFileError:
            return
        assert read == identity("ann")


def _stretched(passphrase: str, salt: bytes, version: str) -> bytes:
    return passphrase.encode()


def key_files() -> list[bytes]:
    """Return a key file."""
    with folder() as here, patch.object(keyfile, "_stretch", _stretched):
        keyfile.save(identity("ann"), here / "ann.key", "correct horse")
        return [(here / "ann.key").read_bytes()]


def record(data: bytes) -> None:
    """Read what one signed: whole lines count, and a damaged one is named."""
    with written(data, "record") as path:
        read = Record(path)
        entries, damaged = read.entries, read.damaged
    assert damaged is None or 1 <= damaged <= data.count(b"\n")
    assert len(entries) <= data.count(b"\n")


def records() -> list[bytes]:
    """Return a record of three events, of which one gives dice."""
    with folder() as here:
        kept = Record(here / "record")
        for event in _events()[:3]:
            kept.add(event)
        return [(here / "record").read_bytes()]


def private(data: bytes) -> None:
    """Read secrets, masks and openings of stocks."""
    with written(data, "private") as path:
        found: list[Callable[[], object]] = [
            PrivateFile(path).secrets, MaskFile(path).masks, OpeningFile(path).openings
        ]  # fmt: skip
        for read in found:
            try:
                read()
            except KeyFileError as error:
                str(error).encode()


def privates() -> list[bytes]:
    """Return a file of each kind."""
    with folder() as here:
        PrivateFile(here / "a").add(Secret("beach", "cd" * 32, {"do": "land", "at": 1203}, _ID))
        MaskFile(here / "b").add(OwnMask("deck", _ID, "ef" * 32, {3: "bob"}))
        OpeningFile(here / "c").add(OwnOpening(_ID, 7, "ef" * 32))
        return [path.read_bytes() for path in sorted(here.iterdir()) if path.suffix != ".lock"]


@cache
def _client() -> Client:
    made = folder()
    here = made.__enter__()  # for as long as the process lives
    _KEPT.append(made)
    client = Client(here, f"sqlite:///{here / 'pbem.sqlite'}")
    client.clock("uma", _ID).parent.mkdir(parents=True, mode=0o700)
    return client


_KEPT: list[object] = []


def clock(data: bytes) -> None:
    """Read an umpire's record of days, and the signed days beside it."""
    kept = Timekeeping(_client(), "uma", _ID)
    for path in (kept.path, kept.signed):
        path.write_bytes(data)
        path.chmod(0o600)
        try:
            kept.known(kept.entries, date.max)
        except LogFileError as error:
            str(error).encode()
        path.unlink()


def clocks() -> list[bytes]:
    """Return a record of each kind of line."""
    lines = (
        {"what": "reached", "seq": 3, "event": _ID, "day": "2026-03-12"},
        {"what": "absent", "handle": "bob", "first": "2026-03-12", "last": "2026-03-19"},
        {"what": "back", "handle": "bob", "day": "2026-03-15"},
        {"what": "more", "handle": "bob", "days": 5, "event": _ID},
    )
    return [b"".join(json.dumps(line).encode() + b"\n" for line in lines)]


def journal(data: bytes) -> None:
    """Read and finish a log beside which a journal was left: what is good of it is not lost.

    The first byte says how many lines of the log were on the disk.
    """
    events = _events()
    whole = b"".join(event.line + b"\n" for event in events)
    base = len(events[0].line) + len(events[1].line) + 2
    with written(whole[: base + (data[0] if data else 0)], "log.pbem") as path:
        beside = journal_of(path)
        beside.write_bytes(data[1:])
        try:
            list(read_events(path))
            settle(path)
        except (BadLog, LogFileError):
            pass
        assert path.read_bytes()[:base] == whole[:base]
        beside.unlink(missing_ok=True)


def journals() -> list[bytes]:
    """Return journals of one line, with as much of it in the log as a loss of power leaves."""
    events = _events()
    base = len(events[0].line) + len(events[1].line) + 2
    with written(b"", "log.pbem") as path:
        append_lines(path, [])
        write_journal(path, Journal(base, events[1].id, events[2].line + b"\n"))
        left = journal_of(path).read_bytes()
        journal_of(path).unlink()
    return [bytes([count]) + left for count in (0, 40, 255)]


def settings(data: bytes) -> None:
    """Read what a client remembers, and what the owner of an agent set."""
    client = Client(_client().folder, _client().database)
    path = client.folder / "config.json"
    path.write_bytes(data)
    path.chmod(0o600)
    assert client.config is client.config
    path.unlink()
    with written(data, "agent.toml") as path:
        try:
            read_config(path)
        except FormError as error:
            str(error).encode()


def some_settings() -> list[bytes]:
    """Return the file of a client, and of an agent with either kind of mailbox."""
    client = {"identity": "ann", "looked": {"ann": {_ID: 3}}, "compared": {"bob": _ID}}
    agent = (
        'address = "ann@example.org"\nremind = [2, 0]\nnew = "known"\n[{}]\n'
        '[smtp]\nhost = "smtp.example.org"\nport = 465\nuser = "ann"\n'
        '[login]\ncommand = ["pass", "games"]\n'
    )
    imap = 'imap]\nhost = "imap.example.org"\nport = 993\nuser = "ann"\nsecurity = "tls"\n[imap.x'
    return [
        json.dumps(client).encode(),
        agent.replace("[{}]", '[maildir]\npath = "mail"').encode(),
        agent.replace("[{}]", f"[{imap.removesuffix('[imap.x')}").encode(),
    ]


DOORS = {
    "key-file": Door(key_file, key_files, 4096),
    "record": Door(record, records, 8192),
    "private": Door(private, privates, 2048),
    "clock": Door(clock, clocks, 2048),
    "journal": Door(journal, journals, 8192),
    "settings": Door(settings, some_settings, 2048),
}
