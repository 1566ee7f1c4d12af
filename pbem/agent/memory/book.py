"""The book of an agent: what it must not forget, in a database of its own beside the logs.

Unlike the store this is no projection: nothing else knows what was sent. Each change is one
transaction, on the disk when it returns.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import delete, func, or_
from sqlmodel import Session, SQLModel, col, select

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
from pbem.agent.memory.stamps import stamp, time_of
from pbem.agent.servers.mailbox import Arrived
from pbem.store.address import sqlite_url
from pbem.store.database import Database

MEND = (
    "put a copy of it back, or move it away: the agent then begins anew, and mails the last events "
    "of its owner once more"
)

RETRY_MINUTES, RETRY_MOST = 1, 60
"""How long what was not taken waits: doubled each time, up to an hour (RFC 5321, 4.5.4.1)."""

TEXT_MOST = 20_000
"""Letters of one notice."""

GIVEN_UP = timedelta(days=5)


class Book:
    """The book in the file ``path``; raises StoreError, here and everywhere."""

    def __init__(self, path: Path) -> None:
        self._database = Database(sqlite_url(path), __version__, TABLES, MEND)
        self._database.admit()
        self.since = self.fact("since") or ""
        """When the agent began, as it was written then; empty before its first round."""

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    @contextmanager
    def writing(self) -> Iterator[Page]:
        """Give a page on which several things are written at once, or after an error none."""
        with self._database.writing() as session:
            yield Page(session)

    # --- facts -------------------------------------------------------------------------------

    def begin(self, now: datetime) -> None:
        """Note the first round of all; the later ones change nothing."""
        if not self.since:
            with self.writing() as page:
                page.put("since", now.isoformat())
            self.since = now.isoformat()

    def fact(self, name: str) -> str | None:
        """Return a single thing, None where it is not known."""
        with self._database.reading() as session:
            row = session.get(FactRow, name)
            return None if row is None else row.value

    def away(self, day: date) -> tuple[date, date] | None:
        """Return first and last day of the absence that ``day`` falls into."""
        span = self._absence()
        return span if span is not None and span[0] <= day <= span[1] else None

    def next_absence(self, day: date) -> tuple[date, date] | None:
        """Return first and last day of an absence that begins after ``day``."""
        span = self._absence()
        return span if span is not None and span[0] > day else None

    def _absence(self) -> tuple[date, date] | None:
        first, _, last = (self.fact("away") or "").partition(" ")
        try:
            return date.fromisoformat(first), date.fromisoformat(last)
        except ValueError:  # none, or somebody edited the book
            return None

    # --- what came ---------------------------------------------------------------------------

    def seen(self, box: str) -> set[str]:
        """Return the keys of the messages of a mailbox that were read, or are left unread."""
        with self._database.reading() as session:
            query = select(SeenRow.key).where(SeenRow.box == box, SeenRow.what != WANTED)
            return set(session.exec(query))

    def spent(self, since: datetime, until: datetime) -> list[tuple[Payer, Spent]]:
        """Return what was spent on mail between two times, and for whom."""
        costs = map(func.sum, (getattr(SeenRow, name) for name in Spent._fields))
        query = (
            select(SeenRow.signer, SeenRow.sender, *costs)
            .where(col(SeenRow.at).between(stamp(since), stamp(until)))
            .group_by(col(SeenRow.signer), col(SeenRow.sender))
        )
        with self._database.reading() as session:
            rows: list[Any] = list(session.exec(query))
        return [(Payer(signer, sender), Spent(*cost)) for signer, sender, *cost in rows]

    def marked(self, sig: str) -> tuple[bool, int]:
        """Say whether a postmark has counted, and how many messages had it without its parcel."""
        query = select(SeenRow.signer).where(SeenRow.mark == sig)
        with self._database.reading() as session:
            found = list(session.exec(query))
        return any(found), len([signer for signer in found if signer is None])

    def wanted(self, box: str) -> set[str]:
        """Return the keys of the messages of a mailbox that the owner wants read."""
        query = select(SeenRow.key).where(SeenRow.box == box, SeenRow.what == WANTED)
        with self._database.reading() as session:
            return set(session.exec(query))

    def unread(self) -> list[SeenRow]:
        """Return the messages that were left unread, the newest first."""
        query = select(SeenRow).where(col(SeenRow.what).in_((*UNREAD, WANTED)))
        with self._database.reading() as session:
            return list(session.exec(query.order_by(col(SeenRow.at).desc(), col(SeenRow.key))))

    def held(self) -> list[Held]:
        """Return the messages that wait for other parts, oldest first, without their bytes."""
        columns: list[Any] = [getattr(HeldRow, name) for name in Held._fields]
        with self._database.reading() as session:
            rows: list[Any] = list(session.exec(select(*columns).order_by(col(HeldRow.at))))
        return [Held(*row) for row in rows]

    def held_bytes(self, held: Held) -> bytes:
        """Return the bytes of a message that waits: one at a time, for many may."""
        with self._database.reading() as session:
            return session.get_one(HeldRow, (held.box, held.key)).data

    # --- what is told ------------------------------------------------------------------------

    def notices(self) -> list[NoticeRow]:
        """Return what the owner was not mailed yet, oldest first."""
        query = select(NoticeRow).where(col(NoticeRow.mailed).is_(False))
        with self._database.reading() as session:
            return list(session.exec(query.order_by(col(NoticeRow.at), col(NoticeRow.key))))

    def knows(self, key: str) -> bool:
        """Whether something was told already, by the key of its notice."""
        with self._database.reading() as session:
            return session.get(NoticeRow, key) is not None

    # --- what goes out -----------------------------------------------------------------------

    def reasoned(self, reason: str) -> bool:
        """Whether there is, or was, a message for this reason."""
        with self._database.reading() as session:
            found = session.exec(select(OutRow.id).where(OutRow.reason == reason)).first()
        return found is not None

    def reasons_like(self, begins: str, since: datetime) -> int:
        """Count the messages since ``since`` whose reason begins so."""
        query = select(func.count()).where(
            col(OutRow.reason).startswith(begins, autoescape=True), OutRow.made >= stamp(since)
        )
        with self._database.reading() as session:
            return session.exec(query).one()

    def last_like(self, begins: str) -> datetime | None:
        """Return when the last message was made whose reason begins so."""
        query = select(func.max(OutRow.made)).where(
            col(OutRow.reason).startswith(begins, autoescape=True)
        )
        with self._database.reading() as session:
            last = session.exec(query).one()
        return None if last is None else time_of(last)

    def sent_since(self, at: datetime) -> int:
        """Count what was tried since ``at`` and carried none of the owner's own events."""
        query = select(func.count()).where(
            col(OutRow.tried) >= stamp(at), col(OutRow.reason).startswith(TURN).is_(False)
        )
        with self._database.reading() as session:
            return session.exec(query).one()

    def due(self, now: datetime) -> list[OutRow]:
        """Return what is to be sent now: the owner's own events, then all else, oldest first."""
        # What is due later than anything waits was written while the clock was ahead.
        ahead = stamp(now + timedelta(minutes=2 * RETRY_MOST))
        when = or_(col(OutRow.due) <= stamp(now), col(OutRow.due) > ahead)
        query = select(OutRow).where(OutRow.state == "waiting", when)
        with self._database.reading() as session:
            rows = list(session.exec(query.order_by(col(OutRow.id))))
        return sorted(rows, key=lambda row: not row.reason.startswith(TURN))

    def doubtful(self, before: datetime, now: datetime) -> list[OutRow]:
        """Return what was being sent before ``before`` and whose copy has not come."""
        with self._database.reading() as session:
            return _doubtful(session, before, now)

    def outbox(self) -> list[OutRow]:
        """Return all that is not sent: waiting, in doubt, or refused for good."""
        query = select(OutRow).where(OutRow.state != "sent")
        with self._database.reading() as session:
            return list(session.exec(query.order_by(col(OutRow.id))))

    def ours(self, token: str) -> OutRow | None:
        """Return the message with this token."""
        with self._database.reading() as session:
            return session.exec(select(OutRow).where(OutRow.token == token)).first()

    def of_message_id(self, message_id: str) -> OutRow | None:
        """Return our message with this Message-ID."""
        query = select(OutRow).where(OutRow.message_id == message_id)
        with self._database.reading() as session:
            return session.exec(query).first()


class Page:
    """What is written in one transaction."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def put(self, name: str, value: str) -> None:
        """Write a single thing."""
        self._session.merge(FactRow(name=name, value=value))

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
        """Enter a message that was read; ``mark``: the signature of its postmark."""
        row = SeenRow(
            box=arrived.box,
            key=arrived.key,
            at=stamp(at),
            sender=payer.address,
            size=arrived.size,
            what=what,
            mark=mark,
            signer=payer.key,
            **cost._asdict(),
        )
        self._session.merge(row)
        self._remove(TriedRow, (arrived.box, arrived.key))

    def attempt(self, arrived: Arrived) -> int:
        """Count one more attempt to read a message; return the number of it."""
        before = self._session.get(TriedRow, (arrived.box, arrived.key))
        attempts = 1 if before is None else before.attempts + 1
        self._session.merge(TriedRow(box=arrived.box, key=arrived.key, attempts=attempts))
        return attempts

    def no_attempt(self, arrived: Arrived) -> None:
        """Take the last attempt back: not the message was what failed."""
        row = self._session.get(TriedRow, (arrived.box, arrived.key))
        if row is not None:
            row.attempts -= 1
            self._session.add(row)

    def want(self, box: str, key: str) -> None:
        """Note that the owner wants a message read that was left."""
        found = self._session.get(SeenRow, (box, key))
        if found is not None:
            found.what = WANTED
            self._session.add(found)

    def hold(self, held: Held, data: bytes) -> None:
        """Keep a message until the other parts come."""
        self._session.merge(HeldRow(**held._asdict(), data=data))

    def let_go(self, held: Sequence[Held]) -> None:
        """Keep messages no longer."""
        for one in held:
            self._session.exec(
                delete(HeldRow).where(col(HeldRow.box) == one.box, col(HeldRow.key) == one.key)
            )

    def tell(self, key: str, text: str, at: datetime, *, mailed: bool = False) -> bool:
        """Note something for the owner; False where it was noted before."""
        if self._session.get(NoticeRow, key) is not None:
            return False
        if len(text) > TEXT_MOST:
            text = f"{text[:TEXT_MOST]}\n... and more"
        self._session.add(NoticeRow(key=key, at=stamp(at), text=text, mailed=mailed))
        self._session.flush()
        return True

    def mailed(self, rows: Sequence[NoticeRow]) -> None:
        """Note that notices stand in a message now."""
        for row in rows:
            found = self._session.get(NoticeRow, row.key)
            if found is not None:
                found.mailed = True
                self._session.add(found)

    def post(self, message: Message, at: datetime) -> bool:
        """Put a message into the outbox; False where there was one for its reason."""
        query = select(OutRow.id).where(OutRow.reason == message.reason)
        if self._session.exec(query).first() is not None:
            return False
        self._session.add(
            OutRow(
                reason=message.reason,
                message_id=message.message_id,
                about=message.about,
                to=" ".join(message.to),
                token=message.token,
                state="waiting",
                made=stamp(at),
                due=stamp(at),
                data=message.data,
            )
        )
        self._session.flush()
        return True

    def revived(self, reason: str, at: datetime) -> bool:
        """Try a message anew that was given up; False where none was for that reason."""
        query = select(OutRow).where(OutRow.reason == reason, OutRow.state == "failed")
        row = self._session.exec(query).first()
        if row is None:
            return False
        self._change(row, state="waiting", made=stamp(at), due=stamp(at), tries=0)
        return True

    def sending(self, row: OutRow, at: datetime) -> None:
        """Note that a message leaves now: from here on it may have been sent."""
        self._change(row, state="sending", tried=stamp(at), tries=row.tries + 1)

    def answered(self, row: OutRow, to: Sequence[str], later: Sequence[str]) -> bytes:
        """Note who is to have a message that leaves now, and whom of these the server put off.

        Returns the bytes to be sent. Where it goes to others than at the last try it has another
        token: a copy proves only what its own try did.
        """
        found = self._found(row)
        if (found.to, found.later) != (" ".join(to), " ".join(later)):
            self._change(row, to=" ".join(to), later=" ".join(later), **_other_token(found))
        return found.data

    def sent(self, row: OutRow, at: datetime) -> bool:
        """Note that a message was sent; whom the server put off get it later.

        False where these were put off for too long.
        """
        found = self._found(row)
        if not found.later:
            self._change(row, state="sent", to="", data=b"")
            return True
        # Who has it knows the token now.
        self._change(row, to=found.later, later="", **_other_token(found))
        return self.again(row, at)

    def failed(self, row: OutRow) -> None:
        """Note that a message will not be sent."""
        self._change(row, state="failed")

    def again(self, row: OutRow, at: datetime) -> bool:
        """Try a message later; False where that has gone on for too long."""
        if at - time_of(row.made) > GIVEN_UP:
            self.failed(row)
            return False
        wait = timedelta(minutes=min(RETRY_MINUTES << min(row.tries, 10), RETRY_MOST))
        self._change(row, state="waiting", due=stamp(at + wait))
        return True

    def doubtful(self, before: datetime, now: datetime) -> list[OutRow]:
        """Return what `Book.doubtful` does, as this transaction finds it."""
        return _doubtful(self._session, before, now)

    def anew(self, row: OutRow, at: datetime) -> None:
        """Send a message again at once, the same bytes."""
        self._change(row, state="waiting", due=stamp(at))

    def _found(self, row: OutRow) -> OutRow:
        """Return a row as it is now: a message of ours stays in the book."""
        return self._session.get_one(OutRow, row.id)

    def _change(self, row: OutRow, **values: Any) -> None:
        found = self._found(row)
        for name, value in values.items():
            setattr(found, name, value)
        self._session.add(found)
        self._session.flush()

    def _remove(self, form: type[SQLModel], key: Any) -> None:
        found = self._session.get(form, key)
        if found is not None:
            self._session.delete(found)


def _doubtful(session: Session, before: datetime, now: datetime) -> list[OutRow]:
    when = or_(col(OutRow.tried) <= stamp(before), col(OutRow.tried) > stamp(now))
    return list(session.exec(select(OutRow).where(OutRow.state == "sending", when)))


def _other_token(row: OutRow) -> dict[str, Any]:
    """Return what changes where a message gets another token, of the same length."""
    token = secrets.token_hex(len(row.token) // 2)
    return {"token": token, "data": row.data.replace(row.token.encode(), token.encode())}
