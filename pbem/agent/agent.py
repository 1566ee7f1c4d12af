"""The agent: one round after the other of reading, acting, telling and sending (docs/agent.md)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from pbem.agent import deadlines, duties, notices, outgoing
from pbem.agent.book import Book, Message
from pbem.agent.config import AgentConfig
from pbem.agent.delivery import DAY, Delivery
from pbem.agent.duties import Unlock
from pbem.agent.inbox import Inbox, InboxError
from pbem.agent.incoming import Budget, Incoming, known_addresses
from pbem.agent.outbound import Outbound
from pbem.agent.outgoing import Letterhead, Said
from pbem.desk.desk import Desk
from pbem.desk.sitting import Sitting, sit
from pbem.desk.taking import Taken
from pbem.errors import KeyFileError, PbemError
from pbem.log.file import tail
from pbem.log.finding import BadLog

READ_MOST = 100
"""Messages read in a round; then what they brought is acted upon."""

LOOK_SECONDS = 15.0
"""So often it is looked at what was done by hand at the desk."""

PAUSE_SECONDS, PAUSE_MOST = 5.0, 300.0
"""How long a mailbox that cannot be reached is left alone, doubled each time."""

LOOK_BACK = timedelta(days=30)
"""How old a message may be that is read when the agent begins."""

DIGEST_EVERY = timedelta(minutes=10)
TOLD_AT_ONCE = 100
FINDINGS_A_DAY = 3


class Game(NamedTuple):
    """What a game was like when it was last looked at."""

    size: int
    changed: int
    prepared: int
    day: date


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
        self._head = Letterhead(handle, config.address, config.told)
        self._games: dict[Path, Game] = {}
        self._pause = PAUSE_SECONDS
        self.book = Book(book_of(desk, handle))
        self._delivery = Delivery(self.book, config, outbound, say)
        self._incoming = Incoming(desk, self.book, handle, found=self._report)

    def close(self) -> None:
        """Let go of mailbox, server and book."""
        self._inbox.close()
        self._outbound.close()
        self.book.close()

    def run(self) -> None:
        """Work until the process is ended."""
        while True:
            more, reached = self.round()
            if not reached:
                time.sleep(self._pause)
                self._pause = min(2 * self._pause, PAUSE_MOST)
                continue
            self._pause = PAUSE_SECONDS
            if not more:
                try:
                    self._inbox.wait(LOOK_SECONDS)
                except InboxError as error:
                    self._say(str(error))

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
        self._tell_owner(now)
        self._delivery.deliver(now, reached=reached)
        return more, reached

    # --- reading -----------------------------------------------------------------------------

    def _receive(self, now: datetime) -> tuple[bool, bool]:
        """Take in what is new; say whether some is left, and whether the mailbox was reached."""
        budget = Budget(self.book, known_addresses(self._desk), now)
        since = datetime.fromisoformat(self.book.fact("since") or now.isoformat()) - LOOK_BACK
        read = waiting = 0
        try:
            for arrived in self._inbox.new(since, self.book.seen):
                if read == READ_MOST:
                    return True, True
                what = self._incoming.take(arrived, budget, now)
                if what is None:
                    waiting += 1
                    continue
                read += 1
                if what not in ("our own copy", "nothing of pbem"):
                    self._say(f"mail of {arrived.at:%Y-%m-%d %H:%M}: {what}")
        except InboxError as error:
            self._say(str(error))
            return False, False
        if waiting:
            self._say(f"{waiting} messages wait: their senders wrote too many within an hour")
        self._incoming.clean(now)
        return False, True

    def _report(self, taken: Taken) -> None:
        """Tell the others of a finding."""
        now = self._now()
        if self.book.reasons_like(f"finding {taken.game_id} ", now - DAY) >= FINDINGS_A_DAY:
            return
        sitting = sit(self._desk, taken.game, self._handle)
        self._tell_people(sitting, *outgoing.finding(sitting, taken, now), now)

    # --- games -------------------------------------------------------------------------------

    def _look_at(self, path: Path, now: datetime, away: tuple[date, date] | None) -> None:
        """Do what is owed in a game, and mail what is new, if anything has changed."""
        # Taken before anything is looked at: what is written meanwhile is looked at next time.
        mark = self._mark(path, now.date())
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
            self._note([notices.damaged(path.stem, str(error))], now)
            if not isinstance(error, BadLog):
                return  # a log stays as it is, a database may have been in use
        self._games[path] = mark

    def _mark(self, path: Path, day: date) -> Game:
        """Return what shows that a game changed, or that a new day begins for its deadline."""
        try:
            stat = path.stat()
        except FileNotFoundError:
            return Game(0, 0, 0, day)
        return Game(stat.st_size, stat.st_mtime_ns, self._prepared_mark(), day)

    def _prepared_mark(self) -> int:
        folder = self._desk.prepared / self._handle
        return folder.stat().st_mtime_ns if folder.exists() else 0

    def _performed(self, sitting: Sitting, duty: duties.Duty, now: datetime) -> None:
        if duty.done is None:
            self._note([notices.not_signed(sitting, duty.what, duty.wrong)], now)
            return
        self._say(notices.signed(duty.what, duty.done))
        if duty.what == duties.PREPARED:
            self._note([notices.prepared_signed(duty.done)], now)

    def _mail(self, sitting: Sitting, now: datetime) -> None:
        """Put into the outbox what the owner wrote, unless it was there before."""
        last = tail(sitting.path)
        if last is None or last.by != self._handle:
            return
        reason = outgoing.turn_reason(sitting)
        if self.book.reasoned(f"{reason} 1"):
            return
        if sitting.table.pen().handle is None and not self._is_new(sitting):
            return
        to, without = outgoing.reachable(sitting)
        if without:
            self._note([notices.no_address(sitting, without)], now)
        if to:
            self._post(outgoing.turn(self._head, sitting, now), now)

    def _is_new(self, sitting: Sitting) -> bool:
        """Whether the last event was written since the agent began: what was over then is old."""
        last = tail(sitting.path)
        return last is not None and last.at >= (self.book.fact("since") or "")

    def _ask(self, sitting: Sitting, now: datetime, away: tuple[date, date] | None) -> None:
        """Tell the owner what is asked of him, and the others that he is away."""
        self._note(notices.forked(sitting), now)
        if self._is_new(sitting):
            self._note(notices.over(sitting), now)
        pen = sitting.table.pen()
        if away is not None:
            if pen.handle is not None:
                self._announce(sitting, away, now)
            return
        if pen.handle == self._handle:
            self._tell_now(*outgoing.asked(sitting), now)

    def _due(self, sitting: Sitting, due: deadlines.Due, now: datetime, *, away: bool) -> None:
        """Remind whoever a deadline concerns."""
        if due.to == "people":
            self._tell_people(sitting, due.reason, due.said, now)
        elif not away or due.to == "umpire":
            self._tell_now(due.reason, due.said, now)

    def _announce(self, sitting: Sitting, away: tuple[date, date], now: datetime) -> None:
        first, last = away
        said = Said(
            f"{self._handle} is away until {last}",
            f"{self._handle} is away from {first} to {last}, both days included. Until then only "
            "standing answers act for this player; dice are given as always. An umpire enters it "
            f"with: pbem clock {sitting.name} --absent {self._handle} {first} {last}",
        )
        reason = f"away {sitting.table.game_id} {first} {last}"
        self._tell_people(sitting, reason, said, now)

    # --- telling and sending -----------------------------------------------------------------

    def _note(self, found: Iterator[notices.Notice] | list[notices.Notice], now: datetime) -> None:
        """Note what the owner is to be told, once."""
        for key, text in found:
            with self.book.writing() as page:
                if page.tell(key, text, now):
                    self._say(text)

    def _post(self, messages: list[Message], now: datetime) -> None:
        """Put messages into the outbox, all or none of them."""
        with self.book.writing() as page:
            new = [message for message in messages if page.post(message, now)]
        for message in new:
            self._say(f"to be mailed: {message.about}")

    def _tell_people(self, sitting: Sitting, reason: str, said: Said, now: datetime) -> None:
        if not self.book.reasoned(reason):
            message = outgoing.to_people(self._head, sitting, reason, said, now)
            self._post([] if message is None else [message], now)

    def _tell_now(self, reason: str, said: Said, now: datetime) -> None:
        """Tell the owner one thing in a message of its own."""
        if not self.book.reasoned(reason):
            self._post([outgoing.to_owner(self._head, reason, said, now)], now)

    def _tell_owner(self, now: datetime) -> None:
        """Put what is to be told into one message."""
        waiting = self.book.notices()[:TOLD_AT_ONCE]
        last = self.book.fact("told")
        if not waiting or (last and now - datetime.fromisoformat(last) < DIGEST_EVERY):
            return
        subject = f"your agent: {waiting[0].text.splitlines()[0][:60]}"
        if len(waiting) > 1:
            subject = f"your agent: {len(waiting)} things to know"
        said = Said(subject, "\n\n".join(row.text for row in waiting))
        message = outgoing.to_owner(self._head, f"told {now.isoformat()}", said, now)
        with self.book.writing() as page:
            page.post(message, now)
            page.mailed(waiting)
            page.put("told", now.isoformat())


def book_of(desk: Desk, handle: str) -> Path:
    """Return where the book of an agent is."""
    return desk.agent(handle) / "book.sqlite"
