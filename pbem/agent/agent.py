"""The agent: one round after the other of reading, acting, telling and sending (docs/agent.md)."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from pbem.agent import deadlines, duties, notices, outgoing
from pbem.agent.attempts import Attempts, FailedError
from pbem.agent.book import Book
from pbem.agent.config import AgentConfig
from pbem.agent.delivery import DAY, Delivery
from pbem.agent.duties import Unlock
from pbem.agent.inbox import Arrived, GoneError, Inbox, InboxError
from pbem.agent.incoming import Budget, Incoming, known_addresses
from pbem.agent.origin import Origin
from pbem.agent.outbound import Outbound
from pbem.agent.outgoing import Letterhead
from pbem.agent.quarantine import Quarantine
from pbem.agent.telling import Telling
from pbem.desk.desk import Desk
from pbem.desk.sitting import Sitting, sit
from pbem.desk.taking import Taken
from pbem.errors import KeyFileError, MailError, PbemError
from pbem.log.file import tail
from pbem.log.finding import BadLog

READ_MOST = 100
"""Messages read in a round; then what they brought is acted upon."""

LOOK_SECONDS = 15.0
"""So often it is looked at what was done by hand at the desk."""

PAUSE_SECONDS, PAUSE_MOST = 5.0, 300.0
"""How long a mailbox that cannot be reached is left alone, doubled each time."""

RETRY = timedelta(minutes=10)
FAILED_MOST = 3
"""So often a message is asked for that the mailbox does not give."""

LOOK_BACK = timedelta(days=30)
"""How old a message may be that is read when the agent begins."""

FINDINGS_A_DAY = 3


class Game(NamedTuple):
    """What a game was like when it was last looked at."""

    size: int
    changed: int
    prepared: int
    day: date
    away: tuple[date, date] | None


class Agent:
    """Plays secretary for ``handle``, with a mailbox and a way to send.

    ``unlock`` gives the keys, ``now`` the time, ``say`` takes each line of what is done. Raises
    StoreError where the book cannot be used.
    """

    def __init__(
        self,
        desk: Desk,
        handle: str,
        config: AgentConfig,
        *,
        inbox: Inbox,
        outbound: Outbound,
        unlock: Unlock,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        say: Callable[[str], None] = print,
    ) -> None:
        self._desk = desk
        self._handle = handle
        self._config = config
        self._inbox = inbox
        self._outbound = outbound
        self._unlock = unlock
        self._now = now
        self._say = say
        self._games: dict[Path, Game] = {}
        self._pause = PAUSE_SECONDS
        self._waits: dict[str, datetime] = {}
        self._failed: Counter[str] = Counter()
        self.book = Book(book_of(desk, handle))
        self._delivery = Delivery(self.book, config, outbound, say)
        self._telling = Telling(self.book, Letterhead(handle, config.address, config.told), say)
        quarantine = Quarantine(desk.agent(handle))
        self._incoming = Incoming(
            desk, self.book, handle, config, quarantine=quarantine, found=self._report
        )
        self._attempts = Attempts(self.book, self._incoming, quarantine)

    def close(self) -> None:
        """Let go of mailbox, server and book."""
        self._inbox.close()
        self._outbound.close()
        self.book.close()

    def run(self) -> None:
        """Work until the process is ended."""
        while True:
            more, works = self.round()
            if works and not more:
                try:
                    self._inbox.wait(LOOK_SECONDS)
                except InboxError as error:
                    self._say(str(error))
                    works = False
            if works:
                self._pause = PAUSE_SECONDS
            else:
                time.sleep(self._pause)
                self._pause = min(2 * self._pause, PAUSE_MOST)

    def once(self) -> None:
        """Do what there is to do now; raises MailError where mailbox or server do not work."""
        more = True
        while more:
            more, reached = self.round()
            if not reached or self._delivery.trouble:
                raise MailError("not all could be done: what waits is done the next time")

    def round(self) -> tuple[bool, bool]:
        """Do all that there is to do now; say whether mail is left, and whether it was reached."""
        now = self._now()
        if self.book.fact("since") is None:
            with self.book.writing() as page:
                page.put("since", now.isoformat())
        more, reached = self._receive(now)
        away = self.book.away(now.date())
        for path in self._desk.logs():
            self._look_at(path, now, away)
        self._telling.digest(now)
        self._delivery.deliver(now, reached=reached)
        return more, reached

    # --- reading -----------------------------------------------------------------------------

    def _receive(self, now: datetime) -> tuple[bool, bool]:
        """Take in what is new; say whether some is left, and whether the mailbox was reached."""
        budget = Budget(self.book, known_addresses(self._desk), now)
        since = min(datetime.fromisoformat(self.book.fact("since") or now.isoformat()), now)
        read = 0
        try:
            for dated in self._inbox.new(since - LOOK_BACK, self.book.seen):
                # Nothing arrives tomorrow, whatever a server says: days are counted by this.
                arrived = dated._replace(at=min(dated.at, now))
                if self._waits.get(_name(arrived), now) > now:
                    continue
                if read == READ_MOST:
                    return True, True
                what = self._take(arrived, budget, now)
                if what is not None:
                    read += 1
                    if what not in ("our own copy", "nothing of pbem"):
                        self._say(f"mail of {arrived.at:%Y-%m-%d %H:%M}: {what}")
        except InboxError as error:
            self._say(str(error))
            return False, False
        self._incoming.clean(now)
        return False, True

    def _take(self, arrived: Arrived, budget: Budget, now: datetime) -> str | None:
        """Take in a message; None where it has to wait, which keeps no other out."""
        name = _name(arrived)
        try:
            what = self._attempts.take(arrived, budget, now)
        except FailedError as error:
            self._say(str(error))
            self._waits[name] = now + RETRY
            return None
        except GoneError as error:
            self._telling.note([(f"gone {name}", str(error))], now)
            self._waits[name] = now + RETRY
            return None
        except InboxError as error:
            # The mailbox does not work, or it cannot give this one message, time and again.
            self._failed[name] += 1
            if self._failed[name] >= FAILED_MOST:
                self._telling.note([(f"gone {name}", f"one message is left out: {error}")], now)
                self._waits[name] = now + DAY
            raise
        if what is None:
            self._say("a message waits: its sender wrote too much within an hour")
            self._waits[name] = now + RETRY
        return what

    def _report(self, taken: Taken, origin: Origin) -> None:
        """Tell the others of a finding."""
        now = self._now()
        if self.book.reasons_like(f"finding {taken.game_id} ", now - DAY) >= FINDINGS_A_DAY:
            return
        sitting = sit(self._desk, taken.game, self._handle)
        reason, said = outgoing.finding(sitting, taken, origin.sender, now)
        self._telling.people(sitting, reason, said, now)

    # --- games -------------------------------------------------------------------------------

    def _look_at(self, path: Path, now: datetime, away: tuple[date, date] | None) -> None:
        """Do what is owed in a game, and mail what is new, if anything has changed."""
        # Taken before anything is looked at: what is written meanwhile is looked at next time.
        mark = self._mark(path, now.date(), away)
        if self._games.get(path) == mark:
            return
        try:
            sitting = sit(self._desk, path, self._handle)
            if sitting.table.roster.find(self._handle) is None:
                self._games[path] = mark
                return
            for duty in duties.perform(
                sitting, self._unlock, join=self._config.join, away=away is not None
            ):
                self._performed(sitting, duty, now)
            self._mail(sitting, now)
            self._ask(sitting, now, away)
            deadlines.keep_days(sitting, now.date())
            for due in deadlines.due(sitting, self._config.remind, now.date()):
                self._due(sitting, due, now, away=away is not None)
        except KeyFileError:
            raise
        except PbemError as error:
            self._telling.note([notices.damaged(path.stem, str(error))], now)
            if not isinstance(error, BadLog):
                return  # a log stays as it is, a database may have been in use
        self._games[path] = mark

    def _mark(self, path: Path, day: date, away: tuple[date, date] | None) -> Game:
        """Return what shows that a game changed, or that days changed for it."""
        try:
            stat = path.stat()
        except FileNotFoundError:
            return Game(0, 0, 0, day, away)
        return Game(stat.st_size, stat.st_mtime_ns, self._prepared_mark(), day, away)

    def _prepared_mark(self) -> int:
        folder = self._desk.prepared / self._handle
        return folder.stat().st_mtime_ns if folder.exists() else 0

    def _performed(self, sitting: Sitting, duty: duties.Duty, now: datetime) -> None:
        if duty.done is None:
            self._telling.note([notices.not_signed(sitting, duty.what, duty.wrong)], now)
            return
        self._say(notices.signed(duty.what, duty.done))
        if duty.what == duties.PREPARED:
            self._telling.note([notices.prepared_signed(duty.done)], now)

    def _mail(self, sitting: Sitting, now: datetime) -> None:
        """Put into the outbox what the owner wrote, unless it was there before."""
        last = tail(sitting.path)
        if last is None or last.by != self._handle:
            return
        if sitting.table.pen().handle is None and not self._is_new(sitting):
            return
        self._telling.turn(sitting, now)

    def _is_new(self, sitting: Sitting) -> bool:
        """Whether the last event was written since the agent began: what was over then is old."""
        last = tail(sitting.path)
        return last is not None and last.at >= (self.book.fact("since") or "")

    def _ask(self, sitting: Sitting, now: datetime, away: tuple[date, date] | None) -> None:
        """Tell the owner what is asked of him and what happened, and the others where he is."""
        telling, pen = self._telling, sitting.table.pen()
        telling.note(notices.forked(sitting), now)
        if self._is_new(sitting):
            telling.note(notices.over(sitting), now)
        if away is not None:
            if pen.handle is not None:
                telling.absence(sitting, away)
        elif pen.handle == self._handle:
            telling.asked(sitting, now)
        else:
            telling.news(sitting, now)

    def _due(self, sitting: Sitting, due: deadlines.Due, now: datetime, *, away: bool) -> None:
        """Remind whoever a deadline concerns."""
        if due.to == "people":
            self._telling.people(sitting, due.reason, due.said, now)
        elif not away or due.to == "umpire":
            self._telling.owner(due.reason, due.said, now)


def _name(arrived: Arrived) -> str:
    return f"{arrived.box} {arrived.key}"


def book_of(desk: Desk, handle: str) -> Path:
    """Return where the book of an agent is."""
    return desk.agent(handle) / "book.sqlite"
