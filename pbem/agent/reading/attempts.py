"""Two attempts for each message, so that whatever ends the program costs that message alone.

An attempt stands in the agent database before a byte of the message is looked at. An error of any
kind takes it back. A child process parses strangers' bytes and has its own verdict on them, so a
failure here is one of this computer, or of this program. The message is then read later.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from pbem.agent.budget import Budget, Spent
from pbem.agent.memory.database import AgentDatabase
from pbem.agent.reading.incoming import Incoming, NotNowError
from pbem.agent.reading.letterbox import Unread
from pbem.agent.reading.quarantine import Quarantine, digest
from pbem.agent.servers.mailbox import Arrived, GoneError, InboxError
from pbem.errors import PbemError, StoreError, UnforeseenError
from pbem.items import item
from pbem.log.disk import of_the_machine

ATTEMPTS = 2
"""So that a cut of power does not cost the message of a friend."""


class Attempts:
    """Has messages accepted by ``incoming``, and puts aside what it fails at."""

    def __init__(self, database: AgentDatabase, incoming: Incoming, quarantine: Quarantine) -> None:
        self._database = database
        self.incoming = incoming
        self._quarantine = quarantine
        self._owed: Counter[str] = Counter()
        """Attempts that are to be taken back, and the agent database could not be written."""

    def take(self, one: Unread, budget: Budget, now: datetime) -> str:
        """Accept a message as `Incoming.take` does. None of these errors costs an attempt.

        Raises:
            GoneError: The message is no longer in the mailbox.
            InboxError: The mailbox does not work.
            NotNowError: Anything else failed.
            StoreError: The agent database cannot be written.
        """
        arrived = one.arrived
        with self._database.writing() as page:
            attempt = page.attempt(arrived) - self._owed[one.name]
        if attempt > ATTEMPTS:
            ended = f"the agent stopped unexpectedly at all {ATTEMPTS} attempts to read it"
            # If putting it aside ended the agent too, no byte of it is looked at any more.
            return self._aside(one, ended, budget, now, look=attempt == ATTEMPTS + 1)
        try:
            with item(_named(arrived)):
                return self.incoming.take(one, budget, now)
        except (GoneError, InboxError, NotNowError):
            self._no_attempt(one)
            raise
        except PbemError as error:
            self._no_attempt(one)
            raise NotNowError(str(error).rstrip("."), unforeseen=_unforeseen(error)) from error

    def _no_attempt(self, one: Unread) -> None:
        try:
            with self._database.writing() as page:
                page.no_attempt(one.arrived)
        except StoreError:
            self._owed[one.name] += 1

    def _aside(
        self, one: Unread, why: str, budget: Budget, now: datetime, *, look: bool = True
    ) -> str:
        """Put a message into quarantine unread, and report it to the owner."""
        arrived, cost = one.arrived, Spent(messages=1, unpacked=one.arrived.size, written=1)
        kept = "it is still in the mailbox"
        if look:
            try:
                kept = self._quarantine.keep(arrived.load())
            except InboxError:
                self._no_attempt(one)
                raise
            except Exception:  # noqa: BLE001 - then it stays where it is, and is reported
                kept = "it is still in the mailbox"
        said = f"{_named(arrived)} was not read: {why}; {kept}. Open it with 'pbem mail read'"
        budget.charge(one.unsigned, cost)
        with self._database.writing() as page:
            page.report(f"message {digest(f'{arrived.box} {arrived.key}'.encode())}", said, now)
            page.saw(arrived, one.unsigned, "quarantine", now, cost=cost)
        return "quarantine"


def _unforeseen(error: PbemError) -> bool:
    """Whether it may well fail again, as nothing of this computer is in the way but the program."""
    cause = error.__cause__ if isinstance(error, UnforeseenError) else error
    return isinstance(cause, MemoryError) or not of_the_machine(cause)


def _named(arrived: Arrived) -> str:
    return f"A message of {arrived.at:%Y-%m-%d %H:%M} ({arrived.size:,} bytes, in {arrived.box})"
