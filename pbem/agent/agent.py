"""One round after the other: read, act, report, send (docs/agent.md)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from pbem.agent import duties, notices
from pbem.agent.attending import Attending
from pbem.agent.config import AgentConfig
from pbem.agent.duties import Unlock
from pbem.agent.memory.database import AgentDatabase
from pbem.agent.reading.attempts import Attempts
from pbem.agent.reading.incoming import Incoming
from pbem.agent.reading.quarantine import Quarantine
from pbem.agent.reading.receiving import Receiving
from pbem.agent.sender.origin import Origin
from pbem.agent.sending import deadlines, outgoing
from pbem.agent.sending.delivery import DAY, Delivery
from pbem.agent.sending.outgoing import Letterhead
from pbem.agent.sending.reporting import Reporting
from pbem.agent.servers.mailbox import Inbox
from pbem.agent.servers.smtp import Outbound
from pbem.client.client import Client
from pbem.client.exchange.taking import TakeResult
from pbem.client.session.session import Session, sit
from pbem.client.session.words import sentence
from pbem.errors import KeyFileError, MailError, PbemError, UnforeseenError
from pbem.items import item
from pbem.log.event import Event
from pbem.log.file import tail
from pbem.log.finding import BadLog

LOOK_SECONDS = 15.0
"""So often it is looked at what was done by hand at the client."""

PAUSE_SECONDS, PAUSE_MOST = 5.0, 300.0
"""How long a mailbox that cannot be reached is left alone, doubled each time."""

REST, REST_MOST = timedelta(minutes=1), timedelta(hours=1)
"""How long a game is left alone at which this program failed, doubled each time."""

FINDINGS_A_DAY = 3


def processor_time() -> float:
    """Return seconds of processor time of this process and of its children that have ended."""
    _, _, theirs, of_system, _ = os.times()
    return time.process_time() + theirs + of_system


class Game(NamedTuple):
    """The state of a game when it was last looked at."""

    size: int
    changed: int
    prepared: int
    day: date
    away: tuple[date, date] | None


class Agent:
    """Plays secretary for ``handle``, with a mailbox and a way to send.

    ``unlock`` gives the keys, ``now`` the time, ``meter`` seconds of processor time; ``say`` takes
    each line of what is done. Raises StoreError where the agent database cannot be used.
    """

    def __init__(
        self,
        client: Client,
        handle: str,
        config: AgentConfig,
        *,
        inbox: Inbox,
        outbound: Outbound,
        unlock: Unlock,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        meter: Callable[[], float] = processor_time,
        say: Callable[[str], None] = print,
    ) -> None:
        self._client = client
        self._handle = handle
        self._config = config
        self._inbox = inbox
        self._outbound = outbound
        self._unlock = unlock
        self._now = now
        say = self._say = _surely(say)
        self._games: dict[Path, Game] = {}
        self._failed: dict[Path, tuple[int, datetime]] = {}
        self._pause = PAUSE_SECONDS
        self._was_reached = False
        self._stood_still: tuple[datetime, str] | None = None
        self.database = AgentDatabase(database_of(client, handle))
        self._delivery = Delivery(self.database, config, outbound, say)
        head = Letterhead(handle, config.address, config.reported)
        self._reporting = Reporting(self.database, head, say, unlock=unlock, at_once=config.at_once)
        self._attending = Attending(
            client, head, self.database, self._reporting, unlock=unlock, say=say
        )
        quarantine = Quarantine(client.agent(handle))
        incoming = Incoming(
            client,
            self.database,
            handle,
            config,
            quarantine=quarantine,
            meter=meter,
            found=self._report,
        )
        attempts = Attempts(self.database, incoming, quarantine)
        self._receiving = Receiving(
            client, self.database, handle, attempts, self._reporting, meter=meter, say=say
        )

    def close(self) -> None:
        """Let go of mailbox, server and database."""
        self._inbox.close()
        self._outbound.close()
        self.database.close()

    def run(self) -> None:
        """Work until the process is ended.

        Raises:
            KeyFileError: The key cannot be used.
        """
        while True:
            more, works = self.try_round()
            if works and not more:
                try:
                    with item("waiting for mail"):
                        self._inbox.wait(LOOK_SECONDS)
                except PbemError as error:
                    self._say(str(error))
                    works = False
            if works:
                self._pause = PAUSE_SECONDS
            else:
                time.sleep(self._pause)
                self._pause = min(2 * self._pause, PAUSE_MOST)

    def try_round(self) -> tuple[bool, bool]:
        """Do a round, as `round`. If this computer fails, only the round ends, and not the agent.

        The owner gets a report as soon as that works again.

        Raises:
            KeyFileError: The key cannot be used.
        """
        try:
            with item("a round of the agent"):
                done = self.round()
                if self._stood_still is not None:
                    self._reporting.note([notices.stood_still(*self._stood_still)], self._now())
        except KeyFileError:
            raise
        except PbemError as error:
            self._stood_still = self._stood_still or (self._now(), str(error))
            self._say(f"{sentence(str(error))} The agent waits, and tries again.")
            return False, False
        self._stood_still = None
        return done

    def once(self) -> None:
        """Do what there is to do now.

        Raises:
            MailError: The mailbox was not read to its end, or not everything was sent.
        """
        more = True
        while more:
            with item("a round of the agent"):
                more, reached = self.round()
            if not reached or self._delivery.trouble:
                raise MailError("Not everything could be done. The next run does the rest")

    def fetch(self) -> None:
        """Read everything in the mailbox; sign and send nothing.

        Raises:
            MailError: The mailbox was not read to its end.
        """
        more = True
        while more:
            now = self._now()
            self.database.begin(now, self._ends)
            reached, more = self._receiving.look(self._inbox, now), False
            for signed in (True, False):
                if reached:
                    _, left, reached = self._receiving.read(now, signed=signed)
                    more = more or left
            if not reached:
                raise MailError("The mailbox was not read to its end. The rest waits there")

    def round(self) -> tuple[bool, bool]:
        """Do all that there is to do now; say whether mail is left, and whether it was reached.

        Mail that is signed by people on cards is read first, and the agent's answers to it leave.
        Nothing else that anybody sends is fetched before.
        """
        now = self._now()
        self.database.begin(now, self._ends)
        reached = self._receiving.look(self._inbox, now)
        more = False
        if reached:
            _, more, reached = self._receiving.read(now, signed=True)
        self._was_reached = self._was_reached or reached
        self._act(now, reached=reached)
        if reached:
            read, left, reached = self._receiving.read(now, signed=False)
            more = more or left
            if read:
                self._act(now, reached=reached)
        return more, reached

    def _act(self, now: datetime, *, reached: bool) -> None:
        """Do what is owed in all games, say what is new in them, and send what is to be sent."""
        away = self.database.away(now.date())
        for path in self._client.logs():
            self._look_at(path, now, away)
        if self._may_sign:
            self._attending.round(now)
        self._reporting.digest(now)
        self._delivery.deliver(now, reached=reached)

    def _report(self, taken: TakeResult, origin: Origin) -> int:
        """Report a finding to the others; return how many messages that makes."""
        now = self._now()
        begins = f"finding {taken.game_id} "
        if self.database.reasons_like(begins, now - DAY, now) >= FINDINGS_A_DAY:
            return 0
        session = sit(self._client, taken.game, self._handle)
        reason, said = outgoing.finding(session, taken, origin.sender, now)
        return self._reporting.people(session, reason, said, now)

    # --- games -------------------------------------------------------------------------------

    def _look_at(self, path: Path, now: datetime, away: tuple[date, date] | None) -> None:
        """Do what is owed in a game, and mail what is new, if anything has changed."""
        # Taken before anything is looked at: what is written meanwhile is looked at next time.
        mark = self._mark(path, now.date(), away)
        if self._games.get(path) == mark or self._rests(path, now):
            return
        try:
            with self._client.taking(path):
                mailed = self._work_on(path, now, away)
        except KeyFileError:
            raise
        except PbemError as error:
            if isinstance(error, UnforeseenError):
                failed = self._failed.get(path, (0, now))[0] + 1
                self._failed[path] = failed, now + min(REST * 2 ** (failed - 1), REST_MOST)
            self._reporting.note([notices.damaged(path.stem, str(error))], now)
            if not isinstance(error, BadLog):
                return  # a log stays as it is, a database may have been in use
            mailed = True
        else:
            self._failed.pop(path, None)
        if mailed:
            self._games[path] = mark

    def _rests(self, path: Path, now: datetime) -> bool:
        """Whether a game at which this program failed is left alone for a while."""
        return path in self._failed and now < self._failed[path][1]

    def _work_on(self, path: Path, now: datetime, away: tuple[date, date] | None) -> bool:
        """Do what is owed in a game, and mail what is new; False where it is looked at again."""
        session = sit(self._client, path, self._handle)
        if session.table.roster.find(self._handle) is None:
            return True
        signs = self._may_sign
        if signs:
            for duty in duties.perform(
                session, self._unlock, join=self._config.join, away=away is not None
            ):
                self._performed(session, duty, now)
        mailed = self._mail(session, now) and signs
        self._ask(session, now, away)
        deadlines.keep_days(session, now.date())
        for due in deadlines.due(session, self._config.remind, now.date()):
            self._due(session, due, now, away=away is not None)
        return mailed

    @property
    def _may_sign(self) -> bool:
        """Whether nothing can lie in the mailbox that the owner signed and this home has forgotten.

        A home that is put back from a backup would sign it again, with another time: a fork.
        """
        return self._was_reached and not self._receiving.forgotten

    def _mark(self, path: Path, day: date, away: tuple[date, date] | None) -> Game:
        """Return what shows that a game changed, or that days changed for it."""
        try:
            stat = path.stat()
        except FileNotFoundError:
            return Game(0, 0, 0, day, away)
        return Game(stat.st_size, stat.st_mtime_ns, self._prepared_mark(), day, away)

    def _prepared_mark(self) -> int:
        folder = self._client.prepared(self._handle)
        return folder.stat().st_mtime_ns if folder.exists() else 0

    def _performed(self, session: Session, duty: duties.Duty, now: datetime) -> None:
        if duty.done is None:
            self._reporting.note([notices.not_signed(session, duty.what, duty.wrong)], now)
            return
        self._say(notices.signed(duty.what, duty.done))
        if duty.what == duties.PREPARED:
            self._reporting.note([notices.prepared_signed(duty.done)], now)

    def _mail(self, session: Session, now: datetime) -> bool:
        """Put into the outbox what the owner wrote, unless it was there; False: it has to wait.

        If a game is over and ends with somebody else's event, their word says that it does.
        """
        last = tail(session.path)
        if last is None:
            return True
        if last.by != self._handle:
            return self._confirm(session, last, now)
        if session.table.active().handle is None and not self._is_new(session):
            return True
        return self._reporting.turn(session, now)

    def _confirm(self, session: Session, last: Event, now: datetime) -> bool:
        """Confirm that a game is over and ends with ``last``, once; False: it has to wait.

        Nobody waits for it: where a key does not fit, which another duty would end the agent for,
        it is reported to the owner.
        """
        if not duties.confirms(session) or self.database.is_former(last):
            return True
        try:
            return self._reporting.turn(session, now, confirms=True)
        except KeyFileError as error:
            what = "the confirmation of its end"
            self._reporting.note([notices.not_signed(session, what, str(error))], now)
            return True

    def _is_new(self, session: Session) -> bool:
        """Whether the last event was written since the agent began: what was over then is old."""
        last = tail(session.path)
        return last is not None and not self.database.is_old(last)

    def _ends(self) -> Iterator[Event]:
        """Yield the last event of each game that is here and can be read."""
        for path in self._client.logs():
            last = None
            with suppress(PbemError), item(f"the game {path.stem}"):
                last = tail(path)
            if last is not None:
                yield last

    def _ask(self, session: Session, now: datetime, away: tuple[date, date] | None) -> None:
        """Report to the owner what is asked and what happened, and to the others where they are."""
        reporting, active = self._reporting, session.table.active()
        reporting.note(notices.forked(session), now)
        if self._is_new(session):
            reporting.note(notices.over(session), now)
        if away is not None:
            if active.handle is not None:
                reporting.absence(session, away)
        elif active.handle == self._handle:
            reporting.asked(session, now)
        else:
            reporting.news(session, now)

    def _due(self, session: Session, due: deadlines.Due, now: datetime, *, away: bool) -> None:
        """Remind the players whom a deadline concerns."""
        if due.to == "people":
            self._reporting.people(session, due.reason, due.said, now)
        elif not away or due.to == "umpire":
            self._reporting.owner(due.reason, due.said, now)


def _surely(say: Callable[[str], None]) -> Callable[[str], None]:
    """Return what says a line, or not: a terminal that has gone, or a full disk, ends no agent."""

    def said(text: str) -> None:
        with suppress(OSError, ValueError):
            say(text)

    return said


def database_of(client: Client, handle: str) -> Path:
    """Return where the agent database of an owner is."""
    return client.agent(handle) / "book.sqlite"
