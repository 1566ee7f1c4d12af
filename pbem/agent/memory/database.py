"""The agent database: what an agent must not forget, in a database of its own beside the logs.

Unlike the store this is no projection: nothing else knows what was sent. Each change is one
transaction, on the disk when it returns.

``at``, ``now``, ``since``, ``until`` and ``before`` are times with a zone. ``reason``: the key
under which a message is sent once. ``row``: a message in the outbox.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, func, or_, select

from pbem import __version__
from pbem.agent.budget import NOTHING, Payer, Spent
from pbem.agent.memory.rows import (
    TABLES,
    TURN,
    UNREAD,
    WANTED,
    FactRow,
    Held,
    HeldRow,
    Message,
    NoticeRow,
    OutRow,
    SeenRow,
    TriedRow,
)
from pbem.agent.memory.stamps import MEND, moment_of, stamp, time_of
from pbem.agent.servers.mailbox import Arrived
from pbem.log.event import Event
from pbem.store.address import sqlite_url
from pbem.store.database import Database
from pbem.store.statements import add, change, first, get, get_one, put, remove, rows
from pbem.store.tables import table_of

RETRY_MINUTES, RETRY_MOST = 1, 60
"""How long what was not taken waits: doubled each time, up to an hour (RFC 5321, 4.5.4.1)."""

_ENDS, _CONFIRMED = "ends", "confirmed"
"""The fact that the agent knows the events with which games had ended when it began. Its value says
that this was noted by a release whose agents confirm ends, which not all databases are of.
"""

_OLD, _FORMER = "", "not confirmed"
"""The note on such an event: the agent began after it, or confirmed no ends before."""

TEXT_MOST = 20_000
"""Letters of one notice."""

GIVEN_UP, TRIES_LEAST = timedelta(days=5), 20
"""For how long a message is tried, and how often at least: days may be a clock's that was wrong."""

_SEEN, _OUT, _NOTICES, _HELD, _FACTS = (
    table_of(form).c for form in (SeenRow, OutRow, NoticeRow, HeldRow, FactRow)
)
_FACT = select(_FACTS.value).where(_FACTS.name == bindparam("name"))
_IN_BOX = _SEEN.box == bindparam("box")
_READ = select(_SEEN.key).where(_IN_BOX, _SEEN.what != WANTED)
_TO_READ = select(_SEEN.key).where(_IN_BOX, _SEEN.what == WANTED)
_SPENT = (
    select(_SEEN.signer, _SEEN.sender, *(func.sum(_SEEN[name]) for name in Spent._fields))
    .where(_SEEN.at.between(bindparam("since"), bindparam("until")))
    .group_by(_SEEN.signer, _SEEN.sender)
)
_MARKED = select(_SEEN.signer).where(_SEEN.mark == bindparam("sig"))
_UNREAD = (
    select(table_of(SeenRow))
    .where(_SEEN.what.in_((*UNREAD, WANTED)))
    .order_by(_SEEN.at.desc(), _SEEN.key)
)
_WAITING = select(*(_HELD[name] for name in Held._fields)).order_by(_HELD.at)
_TO_REPORT = (
    select(table_of(NoticeRow))
    .where(_NOTICES.mailed.is_(False))
    .order_by(_NOTICES.at, _NOTICES.key)
)
_KNOWN = select(_NOTICES.key).where(_NOTICES.key == bindparam("key"))
_REASONED = select(_OUT.id).where(_OUT.reason == bindparam("reason"))
_BEGINS: BindParameter[str] = bindparam("begins")
_REASON_BEGINS = func.substr(_OUT.reason, 1, func.length(_BEGINS)) == _BEGINS
_LIKE = select(func.count()).where(
    _REASON_BEGINS, _OUT.made.between(bindparam("since"), bindparam("now"))
)
_LAST_LIKE = select(func.max(_OUT.made)).where(_REASON_BEGINS)
_TRIED_BETWEEN = select(func.count()).where(
    _OUT.tried.between(bindparam("at"), bindparam("now")), _OUT.reason.startswith(TURN).is_(False)
)
_MESSAGES = select(table_of(OutRow)).order_by(_OUT.id)
_DUE = _MESSAGES.where(
    _OUT.state == "waiting", or_(_OUT.due <= bindparam("now"), _OUT.due > bindparam("ahead"))
)
_DOUBTFUL = _MESSAGES.where(
    _OUT.state == "sending", or_(_OUT.tried <= bindparam("before"), _OUT.tried > bindparam("now"))
)
_NOT_SENT = _MESSAGES.where(_OUT.state != "sent")
_OF_TOKEN = _MESSAGES.where(_OUT.token == bindparam("token"))
_OF_ID = _MESSAGES.where(_OUT.message_id == bindparam("message_id"))
_FAILED = _MESSAGES.where(_OUT.reason == bindparam("reason"), _OUT.state == "failed")


class AgentDatabase:
    """The agent database in the file ``path``; raises StoreError, here and everywhere."""

    def __init__(self, path: Path) -> None:
        self._database = Database(sqlite_url(path), __version__, TABLES, MEND)
        self._database.admit()
        self.since = self.fact("since") or ""
        """When the agent began, as it was written then; empty before its first round."""
        self._knows_ends = self.fact(_ENDS) == _CONFIRMED

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    @contextmanager
    def writing(self) -> Iterator[Page]:
        """Give a page on which several things are written at once, or after an error none."""
        with self._database.writing() as connection:
            yield Page(connection)

    # --- facts -------------------------------------------------------------------------------

    def begin(self, now: datetime, ends: Callable[[], Iterable[Event]]) -> None:
        """Note the first round of all; the later ones change nothing.

        ``ends`` gives the last event of each game that is here: what a game ended with before is
        old. It is known by its id, for a clock may have been wrong when it was written, or now.
        """
        if self._knows_ends:
            return
        # Old events stand in an earlier database already, or are known there by their date.
        marked = self.fact(_ENDS) is not None
        before = {
            event: not marked and (not self.since or event.at < self.since)
            for event in ends()
            if not self.is_old(event)
        }
        with self.writing() as page:
            for event, old in before.items():
                page.put(_old(event), _OLD if old else _FORMER)
            if not self.since:
                page.put("since", now.isoformat())
            page.put(_ENDS, _CONFIRMED)
        self.since, self._knows_ends = self.since or now.isoformat(), True

    def is_old(self, event: Event) -> bool:
        """Whether a game had ended with this event when the agent began."""
        return self.fact(_old(event)) == _OLD

    def is_former(self, event: Event) -> bool:
        """Whether a game had ended with this event when the agent began to confirm ends."""
        return self.fact(_old(event)) is not None

    def fact(self, name: str) -> str | None:
        """Return the value that stands under a name, None where there is none."""
        with self._database.reading() as connection:
            value: str | None = connection.scalar(_FACT, {"name": name})
            return value

    def moment(self, name: str) -> datetime | None:
        """Return the time that stands under a name, or None if there is none.

        Raises:
            StoreError: The fact is no time that an agent wrote.
        """
        value = self.fact(name)
        return moment_of(value) if value else None

    def away(self, day: date) -> tuple[date, date] | None:
        """Return first and last day of the absence that ``day`` falls into.

        None if it falls into none.
        """
        span = self._absence()
        return span if span is not None and span[0] <= day <= span[1] else None

    def next_absence(self, day: date) -> tuple[date, date] | None:
        """Return first and last day of an absence that begins after ``day``; None if none does."""
        span = self._absence()
        return span if span is not None and span[0] > day else None

    def _absence(self) -> tuple[date, date] | None:
        first, _, last = (self.fact("away") or "").partition(" ")
        try:
            return date.fromisoformat(first), date.fromisoformat(last)
        except ValueError:  # none, or somebody edited the agent database
            return None

    # --- what came ---------------------------------------------------------------------------

    def seen(self, box: str) -> set[str]:
        """Return the keys of the messages in ``box`` that were read, or are left unread."""
        with self._database.reading() as connection:
            return set(connection.scalars(_READ, {"box": box}))

    def spent(self, since: datetime, until: datetime) -> list[tuple[Payer, Spent]]:
        """Return what was spent on mail between two times, and for whom."""
        span = {"since": stamp(since), "until": stamp(until)}
        with self._database.reading() as connection:
            found = connection.execute(_SPENT, span).all()
        return [(Payer(signer, sender), Spent(*cost)) for signer, sender, *cost in found]

    def marked(self, sig: str) -> tuple[bool, int]:
        """Say whether a postmark has counted, and how many messages had it without its parcel.

        ``sig``: the signature of the postmark.
        """
        with self._database.reading() as connection:
            found = connection.scalars(_MARKED, {"sig": sig}).all()
        return any(found), len([signer for signer in found if signer is None])

    def wanted(self, box: str) -> set[str]:
        """Return the keys of the messages in ``box`` that the owner wants read."""
        with self._database.reading() as connection:
            return set(connection.scalars(_TO_READ, {"box": box}))

    def unread(self) -> list[SeenRow]:
        """Return the messages that were left unread, the newest first."""
        with self._database.reading() as connection:
            return rows(connection, SeenRow, _UNREAD)

    def held(self) -> list[Held]:
        """Return the parts that wait for others, oldest first, without their lines."""
        with self._database.reading() as connection:
            return [Held(*row) for row in connection.execute(_WAITING)]

    def held_bytes(self, held: Held) -> bytes:
        """Return what is kept of a part that waits: of one at a time, for many may."""
        with self._database.reading() as connection:
            return get_one(connection, HeldRow, (held.box, held.key)).data

    # --- what is reported -------------------------------------------------------------------

    def notices(self) -> list[NoticeRow]:
        """Return what the owner was not mailed yet, oldest first."""
        with self._database.reading() as connection:
            return rows(connection, NoticeRow, _TO_REPORT)

    def knows(self, key: str) -> bool:
        """Whether something was reported already, by the key of its notice."""
        with self._database.reading() as connection:
            return connection.scalar(_KNOWN, {"key": key}) is not None

    # --- what goes out -----------------------------------------------------------------------

    def reasoned(self, reason: str) -> bool:
        """Whether there is, or was, a message for this reason."""
        with self._database.reading() as connection:
            return connection.scalar(_REASONED, {"reason": reason}) is not None

    def reasons_like(self, begins: str, since: datetime, now: datetime) -> int:
        """Count the messages between two times whose reason begins so."""
        with self._database.reading() as connection:
            span = {"begins": begins, "since": stamp(since), "now": stamp(now)}
            return connection.execute(_LIKE, span).scalar_one()

    def last_like(self, begins: str) -> datetime | None:
        """Return when the last message was made whose reason begins so; None if there is none."""
        with self._database.reading() as connection:
            last = connection.scalar(_LAST_LIKE, {"begins": begins})
        return None if last is None else time_of(last)

    def sent_since(self, at: datetime, now: datetime) -> int:
        """Count what was tried between two times and carried none of the owner's own events."""
        with self._database.reading() as connection:
            return connection.execute(
                _TRIED_BETWEEN, {"at": stamp(at), "now": stamp(now)}
            ).scalar_one()

    def due(self, now: datetime) -> list[OutRow]:
        """Return what is to be sent now: the owner's own events, then all else, oldest first."""
        # A message that is due later than anything waits was written while the clock was ahead.
        ahead = stamp(now + timedelta(minutes=2 * RETRY_MOST))
        with self._database.reading() as connection:
            found = rows(connection, OutRow, _DUE, {"now": stamp(now), "ahead": ahead})
        return sorted(found, key=lambda row: not row.reason.startswith(TURN))

    def doubtful(self, before: datetime, now: datetime) -> list[OutRow]:
        """Return what was being sent before ``before`` and whose copy has not come."""
        with self._database.reading() as connection:
            return _doubtful(connection, before, now)

    def outbox(self) -> list[OutRow]:
        """Return all that is not sent: waiting, in doubt, or refused for good."""
        with self._database.reading() as connection:
            return rows(connection, OutRow, _NOT_SENT)

    def ours(self, token: str) -> OutRow | None:
        """Return the message with this token, a header of ours; None if there is none."""
        with self._database.reading() as connection:
            return first(connection, OutRow, _OF_TOKEN, {"token": token})

    def of_message_id(self, message_id: str) -> OutRow | None:
        """Return our message with this Message-ID; None if there is none."""
        with self._database.reading() as connection:
            return first(connection, OutRow, _OF_ID, {"message_id": message_id})


class Page:
    """The writes of one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, name: str, value: str) -> None:
        """Write a single thing: the ``value`` that stands under ``name``."""
        put(self._connection, FactRow, {"name": name, "value": value})

    def saw(
        self,
        arrived: Arrived,
        payer: Payer,
        what: str,
        at: datetime,
        *,
        mark: str | None = None,
        cost: Spent = NOTHING,
    ) -> None:
        """Enter a message that was read.

        Args:
            arrived: The message.
            payer: The account that pays for it.
            what: The result, in a word.
            at: When it was read.
            mark: The signature of its postmark; None if it has none.
            cost: The cost of reading it.
        """
        row = {
            "box": arrived.box,
            "key": arrived.key,
            "at": stamp(at),
            "sender": payer.address,
            "size": arrived.size,
            "what": what,
            "mark": mark,
            "signer": payer.key,
            **cost._asdict(),
        }
        put(self._connection, SeenRow, row)
        remove(self._connection, TriedRow, (arrived.box, arrived.key))

    def attempt(self, arrived: Arrived) -> int:
        """Count one more attempt to read a message; return the number of it."""
        key = (arrived.box, arrived.key)
        before = get(self._connection, TriedRow, key)
        if before is None:
            row = {"box": arrived.box, "key": arrived.key, "attempts": 1}
            add(self._connection, TriedRow, row)
            return 1
        change(self._connection, TriedRow, key, {"attempts": before.attempts + 1})
        return before.attempts + 1

    def no_attempt(self, arrived: Arrived) -> None:
        """Take the last attempt back: not the message was what failed."""
        key = (arrived.box, arrived.key)
        row = get(self._connection, TriedRow, key)
        if row is not None:
            change(self._connection, TriedRow, key, {"attempts": row.attempts - 1})

    def want(self, box: str, key: str) -> None:
        """Note that the owner wants a message read that was left: ``key`` in ``box``."""
        change(self._connection, SeenRow, (box, key), {"what": WANTED})

    def hold(self, held: Held, data: bytes) -> None:
        """Keep a part, or what else is kept of it, until the others come; ``data``: its bytes."""
        put(self._connection, HeldRow, {**held._asdict(), "data": data})

    def let_go(self, held: Sequence[Held]) -> None:
        """Keep parts no longer."""
        for one in held:
            remove(self._connection, HeldRow, (one.box, one.key))

    def report(self, key: str, text: str, at: datetime, *, mailed: bool = False) -> bool:
        """Note something for the owner under ``key``; False if it was noted before.

        ``mailed``: it is in a message already.
        """
        if self._connection.scalar(_KNOWN, {"key": key}) is not None:
            return False
        if len(text) > TEXT_MOST:
            text = f"{text[:TEXT_MOST]}\n... and more"
        row = {"key": key, "at": stamp(at), "text": text, "mailed": mailed}
        add(self._connection, NoticeRow, row)
        return True

    def mailed(self, reported: Sequence[NoticeRow]) -> None:
        """Note that notices stand in a message now."""
        for row in reported:
            change(self._connection, NoticeRow, (row.key,), {"mailed": True})

    def post(self, message: Message, at: datetime) -> bool:
        """Put a message into the outbox; False where there was one for its reason."""
        if self._connection.scalar(_REASONED, {"reason": message.reason}) is not None:
            return False
        row = {
            "reason": message.reason,
            "message_id": message.message_id,
            "about": message.about,
            "to": " ".join(message.to),
            "token": message.token,
            "later": "",
            "state": "waiting",
            "made": stamp(at),
            "due": stamp(at),
            "tried": None,
            "tries": 0,
            "data": message.data,
        }
        add(self._connection, OutRow, row)
        return True

    def revived(self, reason: str, at: datetime) -> bool:
        """Try a message again that was given up; False where none was for that reason."""
        row = first(self._connection, OutRow, _FAILED, {"reason": reason})
        if row is None:
            return False
        self._change(row, state="waiting", made=stamp(at), due=stamp(at), tries=0)
        return True

    def sending(self, row: OutRow, at: datetime) -> None:
        """Note that a message leaves now: from here on it may have been sent."""
        self._change(row, state="sending", tried=stamp(at), tries=row.tries + 1)

    def answered(self, row: OutRow, to: Sequence[str], later: Sequence[str]) -> bytes:
        """Note who is to have a message that leaves now, and whom of these the server put off.

        ``to``, ``later``: their addresses. Returns the bytes to be sent. If it goes to others than
        at the last try, it has another token: a copy proves only what its own try did.
        """
        found = self._found(row)
        if (found.to, found.later) != (" ".join(to), " ".join(later)):
            self._change(row, to=" ".join(to), later=" ".join(later), **_other_token(found))
        return self._found(row).data

    def sent(self, row: OutRow, at: datetime) -> bool:
        """Note that a message was sent; whom the server put off get it later.

        False where these were put off for too long.
        """
        found = self._found(row)
        if not found.later:
            self._change(row, state="sent", to="", data=b"")
            return True
        # The recipients know the token now.
        self._change(row, to=found.later, later="", **_other_token(found))
        return self.again(row, at)

    def failed(self, row: OutRow) -> None:
        """Note that a message will not be sent."""
        self._change(row, state="failed")

    def again(self, row: OutRow, at: datetime) -> bool:
        """Try a message later; False where that has gone on for too long."""
        tried = self._found(row).tries
        if tried >= TRIES_LEAST and at - time_of(row.made) > GIVEN_UP:
            self.failed(row)
            return False
        wait = timedelta(minutes=min(RETRY_MINUTES << min(row.tries, 10), RETRY_MOST))
        self._change(row, state="waiting", due=stamp(at + wait))
        return True

    def doubtful(self, before: datetime, now: datetime) -> list[OutRow]:
        """Return what `AgentDatabase.doubtful` does, as this transaction finds it."""
        return _doubtful(self._connection, before, now)

    def afresh(self, row: OutRow, at: datetime) -> None:
        """Send a message again at once, the same bytes."""
        self._change(row, state="waiting", due=stamp(at))

    def _found(self, row: OutRow) -> OutRow:
        """Return a row as it is now: a message of ours stays in the agent database."""
        return get_one(self._connection, OutRow, (row.id,))

    def _change(self, row: OutRow, **values: Any) -> None:
        change(self._connection, OutRow, (row.id,), values)


def _old(event: Event) -> str:
    return f"old {event.id}"


def _doubtful(connection: Connection, before: datetime, now: datetime) -> list[OutRow]:
    return rows(connection, OutRow, _DOUBTFUL, {"before": stamp(before), "now": stamp(now)})


def _other_token(row: OutRow) -> dict[str, Any]:
    """Return what changes where a message gets another token, of the same length."""
    token = secrets.token_hex(len(row.token) // 2)
    return {"token": token, "data": row.data.replace(row.token.encode(), token.encode())}
