"""Mail as evidence: which message carries which event, and what its headers say of when.

A saved message is a text that anyone who saved it can have changed. The headers are reported as
claims. Beside them stands what they prove, and what they do not (docs/judging.md). The events in it
prove themselves by their signatures, however they came.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from email import policy
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from hashlib import sha256
from itertools import groupby
from pathlib import Path

import msgspec

from pbem import confined
from pbem.confined import UnreadableError
from pbem.crypto.text import escape
from pbem.errors import LogFileError, UnforeseenError
from pbem.items import item
from pbem.kit.wording import listed, span
from pbem.log.disk import explaining
from pbem.log.event import Event
from pbem.log.file import read_stretch
from pbem.log.finding import BadLog
from pbem.log.practice_mark import WORDS as A_PRACTICE
from pbem.log.practice_mark import is_practice
from pbem.mail.reading import (
    MESSAGES_MOST,
    is_mail,
    mail_within,
    messages_in,
    read_message,
    unread_words,
)

HEAD_BYTES = 256 * 1024
"""The limit of the head of a message: its headers stand within it."""
SHOWN = 300
"""Letters of a header that are reported."""
CUT = "..."
"""Stands in a header in the place of what is not shown of it."""
STATIONS_MOST = 30
"""So many `Received` of a message are reported."""
EVENTS_MOST = 200_000
"""So many events of all messages together are looked at."""
TIME = "%Y-%m-%dT%H:%M:%SZ"

_DKIM = re.compile(r"(?:^|;)\s*d=\s*([A-Za-z0-9.-]{1,253})\s*(?:;|$)")
_BY = re.compile(r"\bby\s+([^\s;()]{1,253})")
_FROM = re.compile(r"^from\s+([^\s;()]{1,253})")


class Station(msgspec.Struct, frozen=True, rename={"reported": "told"}):
    """One `Received`: ``by`` which server, ``sender`` from which (empty: it does not say).

    ``at``: when, in UTC, null where no time can be read; ``reported``: the whole line.
    """

    by: str
    sender: str
    at: str | None
    reported: str


class Heads(msgspec.Struct, frozen=True):
    """The headers of a message that are reported, as in `Mailed`."""

    message_id: str = ""
    sender: str = ""
    to: tuple[str, ...] = ()
    date: str = ""
    stations: tuple[Station, ...] = ()
    dkim: tuple[str, ...] = ()


class Carried(msgspec.Struct, frozen=True):
    """Events ``first`` to ``last`` of ``game`` (its id) that came in one file; ``new`` of them.

    ``new``: how many had come in no message before, in the order in which the messages are
    reported.
    """

    game: str
    first: int
    last: int
    new: int


class Mailed(msgspec.Struct, frozen=True, kw_only=True):
    """A message: ``number`` among all that were read, from 1, and where it lay.

    - ``digest``, ``body``: SHA-256 of its bytes, and of what stands below its headers.
    - ``to``: To, Cc and Bcc as they stand there.
    - ``date``, ``dated``: The time as its sender wrote it, and the same in UTC; null if that is no
      time.
    - ``stations``, ``received``: `Received`, the last server first, and when that was.
    - ``dkim``: Domains that say they signed it, which is not checked here.
    """

    number: int
    source: str
    digest: str
    body: str
    message_id: str
    sender: str
    to: tuple[str, ...]
    date: str
    dated: str | None
    received: str | None
    stations: tuple[Station, ...]
    dkim: tuple[str, ...]
    carries: tuple[Carried, ...]


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """An event, and the messages that carry it, by their numbers.

    ``at``: the time that its author claims; ``earliest``: the message with the earliest time (the
    last `Received`, else `Date`), null where none has a time; ``known``: that time.
    """

    game: str
    seq: int
    id: str
    by: str
    kind: str
    at: str
    messages: tuple[int, ...]
    earliest: int | None
    known: str | None


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """The words of mail on when events were sent and came.

    ``messages``: all that carry something, in order; ``silent``: how many carry nothing of a game;
    ``events``: by game and number; ``odd``: what does not agree, in sentences; ``unread``.
    """

    messages: tuple[Mailed, ...]
    silent: int
    events: tuple[Sent, ...]
    odd: tuple[str, ...]
    unread: tuple[str, ...]


def evidence(paths: Sequence[Path], most: int = MESSAGES_MOST) -> Evidence:
    """Read saved mail: messages, mbox files, Maildirs, folders of these.

    ``most``: so many messages of an mbox are read.

    A file that cannot be read is reported and keeps nothing else out.
    """
    gathered = _Gathered()
    for path in paths:
        for one, named in mail_within(path, gathered.unread):
            try:
                if is_mail(one):
                    for name, data in messages_in(one, gathered.unread, most):
                        gathered.take(name, data)
                elif named:
                    what = A_PRACTICE if is_practice(one) else "is not a saved mail"
                    gathered.unread.append(f"{escape(str(one))} {what}")
            except LogFileError as error:
                gathered.unread.append(unread_words(escape(str(one)), error))
    return gathered.done()


class _Gathered:
    def __init__(self) -> None:
        self.messages: list[Mailed] = []
        self.silent = 0
        self.unread: list[str] = []
        self.events: dict[tuple[str, str], Event] = {}
        self.carriers: dict[tuple[str, str], list[int]] = {}

    def take(self, name: str, data: bytes) -> None:
        """Look at one message; what the program fails at is reported, and the next one follows."""
        try:
            with item(name):
                self._add(name, data)
        except UnforeseenError as error:
            self.unread.append(f"{name}: {error.why}")

    def _add(self, name: str, data: bytes) -> None:
        number = len(self.messages) + self.silent + 1
        post = read_message(data, name)
        try:
            carries = tuple(self._carried(number, [one.path for one in post.logs]))
        finally:
            post.folder.close()
        self.unread += [*post.wrong, *(f"{name}: lines of armor are missing" for _ in post.partial)]
        if not carries:
            self.silent += 1
            return
        try:
            said = _read_heads(data[:HEAD_BYTES], name)
        except UnreadableError as error:
            said = Heads()
            self.unread.append(f"{name}: its headers cannot be read: {error}")
        self.messages.append(
            Mailed(
                number=number,
                source=name,
                digest=sha256(data).hexdigest(),
                body=sha256(_below(data)).hexdigest(),
                message_id=said.message_id,
                sender=said.sender,
                to=said.to,
                date=said.date,
                dated=_time(said.date),
                received=next((one.at for one in said.stations if one.at is not None), None),
                stations=said.stations,
                dkim=said.dkim,
                carries=carries,
            )
        )

    def _carried(self, number: int, logs: Iterable[Path]) -> Iterator[Carried]:
        for log in logs:
            found: list[Event] = []
            with suppress(BadLog):  # as far as its lines are events
                found.extend(read_stretch(log))
            new = 0
            for event in found:
                key = (event.game_id, event.id)
                if key not in self.events and len(self.events) == EVENTS_MOST:
                    break
                new += key not in self.events
                self.events.setdefault(key, event)
                carriers = self.carriers.setdefault(key, [])
                if number not in carriers:
                    carriers.append(number)
            if found:
                yield Carried(found[0].game_id, found[0].seq, found[-1].seq, new)

    def done(self) -> Evidence:
        by_number = {one.number: one for one in self.messages}
        events = [self._sent(key, event, by_number) for key, event in self.events.items()]
        events.sort(key=lambda one: (one.game, one.seq, one.id))
        return Evidence(
            messages=tuple(self.messages),
            silent=self.silent,
            events=tuple(events),
            odd=tuple(_odd(self.messages, events)),
            unread=tuple(self.unread),
        )

    def _sent(self, key: tuple[str, str], event: Event, known: Mapping[int, Mailed]) -> Sent:
        carriers = self.carriers[key]
        timed = [(at, one) for one in carriers if (at := _known(known[one])) is not None]
        earliest = min(timed, default=None)
        return Sent(
            game=event.game_id,
            seq=event.seq,
            id=event.id,
            by=event.by,
            kind=event.kind,
            at=event.at,
            messages=tuple(carriers),
            earliest=None if earliest is None else earliest[1],
            known=None if earliest is None else earliest[0],
        )


def _known(message: Mailed) -> str | None:
    """Return the time of a message: the last server's, else its sender's."""
    return message.received or message.dated


def _odd(messages: Sequence[Mailed], events: Sequence[Sent]) -> Iterator[str]:
    """Say what does not agree. None of it says who made it so."""
    ids: dict[str, Mailed] = {}
    for one in messages:
        other = ids.setdefault(one.message_id, one)
        if one.message_id and other.body != one.body:
            yield (
                f"messages {other.number} and {one.number} have the same Message-ID but different "
                "text below the headers. One was changed, or a server encoded it again"
            )
        times = [station.at for station in one.stations if station.at is not None]
        if times != sorted(times, reverse=True):
            yield f"message {one.number}: its Received headers are not in the order of their times"
        if one.dated and times and one.dated > times[-1]:
            yield (
                f"message {one.number} says that it was written on {one.dated}, after its first "
                f"server received it on {times[-1]}"
            )
        if not one.stations:
            yield (
                f"message {one.number} has no Received headers. It is a copy of a sent mail, a "
                "draft, or its headers were removed. It does not show whether it arrived"
            )
    for (_, earliest, known, late), some in groupby(events, key=_late):
        if late:
            row = list(some)
            by = listed(dict.fromkeys(event.by for event in row))
            at = " to ".join(
                dict.fromkeys((min(one.at for one in row), max(one.at for one in row)))
            )
            say, has = ("says", "it") if len(row) == 1 else ("say", "them")
            yield (
                f"{span(row[0].seq, row[-1].seq)} by {by} {say} {at}, but message {earliest} with "
                f"{has} is from {known}. A clock was wrong, or a date was invented"
            )


def _late(event: Sent) -> tuple[str, int | None, str | None, bool]:
    """Return game, earliest message and its time, and whether the author's clock is later."""
    late = event.known is not None and event.at > event.known
    return event.game, event.earliest, event.known, late


def _below(data: bytes) -> bytes:
    """Return what stands below the headers, with one kind of line end."""
    return data.replace(b"\r\n", b"\n").partition(b"\n\n")[2]


def _read_heads(data: bytes, name: str) -> Heads:
    with explaining(Path(name), "Reading"):
        return confined.read(_heads, (data,), Heads, confined.limits(len(data)))


def _heads(data: bytes) -> Heads:
    """Read headers, in a child process."""
    heads = BytesHeaderParser(policy=policy.compat32).parsebytes(data)
    return Heads(
        message_id=_first(heads, "Message-ID"),
        sender=_first(heads, "From"),
        to=tuple(reported for name in ("To", "Cc", "Bcc") for reported in _all(heads, name)),
        date=_first(heads, "Date"),
        stations=tuple(map(_station, _all(heads, "Received"))),
        dkim=tuple(_signed_by(_all(heads, "DKIM-Signature"))),
    )


def _station(line: str) -> Station:
    by, sender = _BY.search(line), _FROM.search(line)
    return Station(
        by="" if by is None else by[1],
        sender="" if sender is None else sender[1],
        at=_time(line.rpartition(";")[2]),
        reported=line,
    )


def _signed_by(lines: Iterable[str]) -> Iterator[str]:
    found = (_DKIM.search(line) for line in lines)
    yield from dict.fromkeys(one[1].lower() for one in found if one is not None)


def station_time(line: str) -> str | None:
    """Return the time at the end of a `Received` header, in UTC; None where it says none."""
    return _time(line.rpartition(";")[2])


def _time(text: str) -> str | None:
    """Return a time of a header in UTC; None where it is none, or names no zone."""
    try:
        found = parsedate_to_datetime(text.strip())
        if found.tzinfo is None:
            return None
        return found.astimezone(UTC).strftime(TIME) if _in_reach(found) else None
    except (ValueError, TypeError, IndexError, OverflowError, AttributeError):
        return None


def _in_reach(at: datetime) -> bool:
    return 1970 < at.year < 9999


def _first(heads: Message, name: str) -> str:
    return next(_all(heads, name), "")


def _all(heads: Message, name: str) -> Iterator[str]:
    """Yield a header as often as it stands there, on one line and no longer than is reported."""
    for value in list(heads.get_all(name, []))[:STATIONS_MOST]:
        reported = escape(" ".join(str(value).split()))
        yield reported if len(reported) <= SHOWN else _both_ends(reported)


def _both_ends(reported: str) -> str:
    """Return a long header cut in the middle: of a `Received` the time is at the end."""
    return f"{reported[: SHOWN - 80]}{CUT}{reported[-77:]}"
