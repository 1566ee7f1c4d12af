"""Reading the mailbox: whose mail first, and how much of it in a round and in an hour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

from pbem.agent.budget import HOUR, Budget
from pbem.agent.memory.database import AgentDatabase
from pbem.agent.reading.attempts import Attempts
from pbem.agent.reading.incoming import NotNowError
from pbem.agent.reading.letterbox import Letterbox, Unread
from pbem.agent.sending.delivery import DAY
from pbem.agent.sending.reporting import Reporting
from pbem.agent.servers.mailbox import GoneError, Inbox, InboxError
from pbem.client import people
from pbem.client.client import Client
from pbem.items import Items, reported

READ_MOST = 100
"""Messages read in a round with a postmark, and so many without; then it is acted upon."""

WORK_MOST = 20.0
"""Seconds of processor time that reading accepts a round; who passes them is the last."""

LOOK_BACK = timedelta(days=30)
"""How old a message may be that is read when the agent begins, unless its owner mailed it."""

RETRY_FIRST, RETRY, RETRIES_COUNTED = timedelta(minutes=1), timedelta(minutes=10), 12
"""When a message is tried again, after twice as long each time: at most so much later."""

_COPIES = "copies"
"""The fact that all mail of the owner's program was read since the agent database began."""

FAILED_MOST = 3
"""So often a message is asked for that the mailbox does not give."""


class Receiving:
    """Reads what lies in a mailbox, for `Incoming` to accept; ``meter`` gives seconds of work.

    ``handle``: the owner. ``say`` takes each line of what is done.
    """

    def __init__(
        self,
        client: Client,
        database: AgentDatabase,
        handle: str,
        attempts: Attempts,
        reporting: Reporting,
        *,
        meter: Callable[[], float],
        say: Callable[[str], None],
    ) -> None:
        self._client = client
        self._database = database
        self._handle = handle
        self._attempts = attempts
        self._reporting = reporting
        self._meter = meter
        self._say = say
        self._box = Letterbox(database, handle, lambda: people.all_cards(client, Items()))
        self._budget = Budget(set(), ())
        self._failed: Counter[str] = Counter()
        self._not_now: Counter[str] = Counter()

    def look(self, inbox: Inbox, now: datetime) -> bool:
        """Look at the headers of what is new; say whether the mailbox was reached.

        Copies of our own messages are known by them, so they need not be fetched.
        """
        since = min(self._database.moment("since") or now, now)
        all_copies = not self._copies_read and self._has_signed
        try:
            self._box.look(inbox, since - LOOK_BACK, now, copies=all_copies)
        except InboxError as error:
            self._say(str(error))
            return False
        for one in self._box.copies():
            if self._attempts.incoming.own_copy(one, now):
                self._box.done(one)
        self._copies_are_read()
        if self._box.empty:
            return True
        odd = Items()
        known = {card.email.lower() for card in people.cards(self._client, odd) if card.email}
        for failed in odd.failed:
            self._say(reported(failed))
        self._budget = Budget(known, self._database.spent(now - HOUR, now + HOUR))
        if self._box.leave(self._budget, now):
            self._reporting.note([_left(now)], now)
        return True

    @property
    def _copies_read(self) -> bool:
        """Whether all mail of the owner's program was read, as long as this database exists."""
        return self._database.fact(_COPIES) is not None

    @property
    def _has_signed(self) -> bool:
        """Whether the owner signed anything before the agent database was begun."""
        folder = self._client.record(self._handle, "").path.parent
        return folder.exists() and any(folder.iterdir())

    def _copies_are_read(self) -> None:
        """Note that no copy waits any more, however old, so nobody looks for them again."""
        if self._has_signed and not self._copies_read and not self._box.forgotten:
            with self._database.writing() as page:
                page.put(_COPIES, "read")

    @property
    def forgotten(self) -> bool:
        """Whether something waits that the owner's program mailed, and this home has forgotten."""
        return self._box.forgotten

    def read(self, now: datetime, *, signed: bool) -> tuple[int, bool, bool]:
        """Read the messages with a postmark, if ``signed``, or all others.

        Returns:
            How many were read, whether there are more, and whether the mailbox works.

        Raises:
            StoreError: The agent database cannot be written.
        """
        count, started = 0, self._meter()
        waiting = self._box.signed(self._budget) if signed else self._box.others(self._budget)
        for one in waiting:
            size = one.arrived.size
            fits = one.wanted or self._budget.allows(one.payer, size)
            if not fits and self._budget.ever(one.payer, size):
                continue
            if count == READ_MOST or self._meter() - started > WORK_MOST:
                return count, True, True
            try:
                count += self._take(one, now)
            except InboxError as error:
                self._say(str(error))
                return count, False, False
        if not signed:  # after all that a round reads
            self._attempts.incoming.clean(now)
        return count, False, True

    def _take(self, one: Unread, now: datetime) -> bool:
        """Have a message accepted; False where it has gone."""
        arrived = one.arrived
        try:
            what = self._attempts.take(one, self._budget, now)
        except NotNowError as error:
            self._put_off(one, error, now)
            return False
        except GoneError as error:
            self._reporting.note([(f"gone {one.name}", str(error))], now)
            self._box.later(one, now + RETRY)
            return False
        except InboxError as error:
            # The mailbox does not work, or it cannot give this one message, time and again.
            self._box.done(one)
            self._failed[one.name] += 1
            if self._failed[one.name] >= FAILED_MOST:
                said = f"One message is left out: {error}"
                self._reporting.note([(f"gone {one.name}", said)], now)
                self._box.later(one, now + DAY)
            raise
        self._box.done(one)
        self._not_now.pop(one.name, None)
        if what != "nothing of pbem":
            self._say(f"mail of {arrived.at:%Y-%m-%d %H:%M}: {what}")
        return True

    def _put_off(self, one: Unread, error: NotNowError, now: datetime) -> None:
        """Have a message read later, and say so; sooner if only this computer failed."""
        self._say(f"mail waits: {error}")
        most = HOUR if error.unforeseen else RETRY
        self._box.later(one, now + min(RETRY_FIRST * 2 ** self._not_now[one.name], most))
        self._not_now[one.name] = min(self._not_now[one.name] + 1, RETRIES_COUNTED)
        reported = f"fault {one.name}" if error.unforeseen else f"not now {now:%Y-%m-%d}"
        said = f"Mail waits because this computer cannot import it now: {error}. pbem tries again."
        self._reporting.note([(reported, said)], now)


def _left(now: datetime) -> tuple[str, str]:
    said = (
        "Some messages in the mailbox are unread, because more came than is read in an hour. "
        "'pbem agent unread' lists them, and reads those that you name."
    )
    return f"left {now:%Y-%m-%d}", said
