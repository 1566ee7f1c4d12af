"""The event in a place of a copy, and the keys that signed it."""

from __future__ import annotations

from collections.abc import Iterable
from os import SEEK_END
from pathlib import Path

from pbem.court.judging.bench import Bench, Read
from pbem.errors import LogFileError
from pbem.files import open_plain
from pbem.log.event import LINE_BYTES_MAX, Event, read_event, verify_signature
from pbem.log.file import read_lines
from pbem.log.finding import BadLog
from pbem.table.library import Library
from pbem.table.table import Table


def has(one: Read, event: Event) -> bool:
    """Say whether a copy has an event among its good ones."""
    return len(one.events) > event.seq and one.events[event.seq].id == event.id


def table_after(library: Library, before: Iterable[Event]) -> Table | None:
    """Return the game after good events, None where the rules are not here."""
    table = Table(library)
    try:
        for event in before:
            table.take(event)
    except BadLog:
        return None
    return table


def table_at(bench: Bench, one: Read, seq: int) -> Table | None:
    """Return the game before good event ``seq`` of a copy, None where the rules are not here."""
    return table_after(bench.library, one.events[:seq])


def event_in(path: Path, number: int) -> Event | None:
    """Return the event in a line of a file, by its number from 1; None where that line is none."""
    try:
        return next((read_event(line) for at, line in read_lines(path) if at == number), None)
    except (BadLog, LogFileError):
        return None


def event_at(bench: Bench, one: Read, place: int) -> Event | None:
    """Return the event that its author signed in a place of a copy, good or not; None for none.

    Places count from 0, as ``seq`` does.

    Not where the finding there is one of form or signature: before these hold nothing else is said.
    """
    if len(one.events) > place:
        return one.events[place]
    if one.digest not in bench.signed_last:
        bench.signed_last[one.digest] = _signed_last(bench, one)
    event = bench.signed_last[one.digest]
    return event if event is not None and event.seq == place else None


def _signed_last(bench: Bench, one: Read) -> Event | None:
    """Return the event after the good ones of a copy, if its author signed it."""
    place = len(one.events)
    found = one.verdict.finding
    if found is None or found.line != place + 1 or not place:
        return None
    try:
        line = next((line for at, line in read_lines(bench.path(one)) if at == found.line), b"")
        event = read_event(line)
    except (BadLog, LogFileError):
        return None
    keys = keys_of(one, event.by)[-1:]  # the one that its author had there
    on = (event.seq, event.prev) == (place, one.events[-1].id)
    signed = any(verify_signature(event, bytes.fromhex(key)) for key in keys)
    return event if on and signed else None


def is_cut(path: Path, event: Event) -> bool:
    """Say whether a file ends in the middle of an event: cut off, and changed in nothing."""
    with open_plain(path) as file:
        file.seek(-min(path.stat().st_size, LINE_BYTES_MAX), SEEK_END)
        last = file.read(LINE_BYTES_MAX).rpartition(b"\n")[2]
    return bool(last) and event.line.startswith(last)


def is_signed(path: Path, number: int, keys: Iterable[str]) -> bool:
    """Say whether a line of a file, by its number from 1, is an event that one of ``keys`` signed.

    The keys are public keys in hexadecimal digits.
    """
    try:
        for at, line in read_lines(path):
            if at == number:
                event = read_event(line)
                return any(verify_signature(event, bytes.fromhex(key)) for key in keys)
    except (BadLog, LogFileError):
        pass
    return False


def keys_of(one: Read, handle: str) -> list[str]:
    """Return the signing keys that somebody had in a copy, the first one first."""
    last = [who.sign for who in one.verdict.signers if who.handle == handle]
    was = [
        change.was
        for change in one.verdict.keys_changed
        if change.handle == handle and change.was is not None
    ]
    return [*was, *last]
