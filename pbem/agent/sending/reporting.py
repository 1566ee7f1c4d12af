"""Reports to the owner, and to the others, each thing once (docs/agent.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta

from pbem.agent import notices
from pbem.agent.duties import Unlock
from pbem.agent.memory.database import AgentDatabase
from pbem.agent.memory.rows import Message
from pbem.agent.sending import outgoing
from pbem.agent.sending.outgoing import Letterhead, Said
from pbem.client.session.session import Session

DIGEST_EVERY = timedelta(minutes=10)
REPORTED_AT_ONCE = 100
SUBJECT_SHOWN = 60
AT_ONCE = "own "
"""How the keys of notices begin that answer the owner themselves, who waits for them."""

HOUR = timedelta(hours=1)
GATHERED = timedelta(minutes=10)
"""So long what was written in a game is gathered where much was mailed within the hour."""

ONCE_EVERY = timedelta(minutes=1)
"""Anyone who forges the owner's address has this much patience asked of them."""


class Reporting:
    """Records what to report; ``say`` takes each line for the owner's terminal.

    ``at_once``: messages about one game in an hour that need not wait; ``unlock`` gives the keys
    for their postmark.
    """

    def __init__(
        self,
        database: AgentDatabase,
        head: Letterhead,
        say: Callable[[str], None],
        *,
        unlock: Unlock,
        at_once: int,
    ) -> None:
        self._database = database
        self._head = head
        self._say = say
        self._unlock = unlock
        self._at_once = at_once
        self._away: dict[tuple[str, str], list[Session]] = {}
        self._days: tuple[date, date] | None = None

    @property
    def _reads_all(self) -> bool:
        """Whether the owner reads the agent's mailbox, and needs no second message."""
        return self._head.owner.lower() == self._head.address.lower()

    def turn(self, session: Session, now: datetime, *, confirms: bool = False) -> bool:
        """Mail the owner's new events to everybody else, unless that was done.

        False if they wait for more: an owner whose opponent answers thousands of times mails once
        in a while, with all of it. ``confirms``: as in `outgoing.turn`, which may raise then.
        """
        if self._database.reasoned(f"{outgoing.turn_reason(session)} 1"):
            return True
        to, without = outgoing.reachable(session)
        if without:
            self.note([notices.no_address(session, without)], now)
        if to and self._gathers(session, now):
            return False
        if to:
            keys = self._unlock(session)
            self._post(outgoing.turn(self._head, session, keys, now, confirms=confirms), now)
        return True

    def _gathers(self, session: Session, now: datetime) -> bool:
        begins = outgoing.turns_of(session)
        if self._database.reasons_like(begins, now - HOUR, now) < self._at_once:
            return False
        last = self._database.last_like(begins)
        return last is not None and timedelta(0) <= now - last < GATHERED

    def people(self, session: Session, reason: str, said: Said, now: datetime) -> int:
        """Mail something to everybody else in a game; return how many messages that makes.

        ``reason``: the key under which it is sent once.
        """
        if self._database.reasoned(reason):
            return 0
        message = outgoing.to_people(self._head, session, reason, said, now)
        self._post([] if message is None else [message], now)
        return 0 if message is None else 1

    def owner(self, reason: str, said: Said, now: datetime) -> None:
        """Mail one thing to the owner, in a message of its own; ``reason``: its key."""
        if not self._database.reasoned(reason):
            self._post([outgoing.to_owner(self._head, reason, said, now)], now)

    def asked(self, session: Session, now: datetime) -> None:
        """Report to the owner that a decision of theirs is asked."""
        reason = outgoing.asked_reason(session)
        # The words say what happened since their last turn, for those who have not read it yet.
        if not self._reads_all and not self._database.reasoned(reason):
            self.owner(reason, outgoing.asked(session), now)
        self._knows(session, self._database.fact(_heard(session)))

    def news(self, session: Session, now: datetime) -> None:
        """Note what happened since the owner heard of a game, if it was not all their own doing."""
        known = self._database.fact(_heard(session))
        if session.side is None or self._reads_all:
            return
        if known is not None:  # a game that is here from before is no news
            self.note(notices.news(session, int(known)), now)
        self._knows(session, known)

    def _knows(self, session: Session, known: str | None) -> None:
        last = str(session.table.chain.count - 1)
        if known != last:
            with self._database.writing() as page:
                page.put(_heard(session), last)

    def absence(self, session: Session, away: tuple[date, date]) -> None:
        """Report to everybody in a game that the owner is away; `digest` sends it.

        ``away``: the first and the last day.
        """
        self._days = away
        for handle, email in session.others().items():
            if email:
                self._away.setdefault((handle, email), []).append(session)

    def note(self, found: Iterable[notices.Notice], now: datetime) -> None:
        """Note what the owner is to be reported with the next digest."""
        for key, text in found:
            with self._database.writing() as page:
                if page.report(key, text, now):
                    self._say(text)

    def digest(self, now: datetime) -> None:
        """Put what was noted into one message, and report an absence, one message a person."""
        for who, sessions in self._away.items():
            assert self._days is not None  # noqa: S101 - entered with the first of these
            self._post_away(who, sessions, self._days, now)
        self._away = {}
        waiting = self._database.notices()[:REPORTED_AT_ONCE]
        if not waiting:
            return
        fresh = self._since("told", now) < DIGEST_EVERY
        if fresh:
            soon = self._since("answered", now) >= ONCE_EVERY
            waiting = [row for row in waiting if soon and row.key.startswith(AT_ONCE)]
        if not waiting:
            return
        said = Said(_subject([row.text for row in waiting]), "\n\n".join(r.text for r in waiting))
        message = outgoing.to_owner(self._head, f"told {now.isoformat()}", said, now)
        with self._database.writing() as page:
            page.post(message, now)
            page.mailed(waiting)
            page.put("answered" if fresh else "told", now.isoformat())

    def _since(self, name: str, now: datetime) -> timedelta:
        """Return how long ago something was done, as a long time if the clock was ahead then."""
        last = self._database.moment(name)
        passed = now - last if last else timedelta.max
        return passed if passed >= timedelta(0) else timedelta.max

    def _post_away(
        self, who: tuple[str, str], sessions: list[Session], away: tuple[date, date], now: datetime
    ) -> None:
        reason = f"away {who[1]} {away[0]} {away[1]}"
        if not self._database.reasoned(reason):
            said = outgoing.away(self._head, sessions, away)
            self._post([outgoing.to_one(self._head, who, reason, said, now)], now)

    def _post(self, messages: list[Message], now: datetime) -> None:
        """Put messages into the outbox, all or none of them."""
        with self._database.writing() as page:
            new = [message for message in messages if page.post(message, now)]
        for message in new:
            self._say(f"to be mailed: {message.about}")


def _heard(session: Session) -> str:
    return f"heard {session.table.game_id}"


def _subject(texts: list[str]) -> str:
    if len(texts) > 1:
        return f"your agent: {len(texts)} notices"
    [first, *_] = texts[0].splitlines()
    if len(first) > SUBJECT_SHOWN:
        first = f"{first[:SUBJECT_SHOWN].rpartition(' ')[0]} ..."
    return f"your agent: {first}"
