"""Two attempts for each message, so that whatever happens while one is read costs that one alone.

An attempt stands in the book before a byte of the message is looked at: what ends the program
(a fault in it, a library's, memory that is short) is counted as well as what it can catch.
"""

from __future__ import annotations

from datetime import datetime

from pbem.agent.budget import Budget, Spent
from pbem.agent.memory.book import Book
from pbem.agent.reading.incoming import Incoming, NotNowError
from pbem.agent.reading.letterbox import Unread
from pbem.agent.reading.quarantine import Quarantine, digest
from pbem.agent.servers.mailbox import Arrived, GoneError, InboxError
from pbem.errors import MailError
from pbem.log.disk import of_the_machine

ATTEMPTS = 2
"""So that a cut of power does not cost the message of a friend."""


class FailedError(MailError):
    """A message could not be read at the first attempt: it is read once more, later."""


class Attempts:
    """Has messages taken in by ``incoming``, and puts aside what it fails at."""

    def __init__(self, book: Book, incoming: Incoming, quarantine: Quarantine) -> None:
        self._book = book
        self.incoming = incoming
        self._quarantine = quarantine

    def take(self, one: Unread, budget: Budget, now: datetime) -> str:
        """Take in a message as `Incoming.take` does.

        Raises `FailedError` after a first attempt, `GoneError` and `InboxError` of the mailbox and
        `NotNowError`, which cost no attempt, and StoreError where the book cannot be written.
        """
        arrived = one.arrived
        with self._book.writing() as page:
            attempt = page.attempt(arrived)
        if attempt > ATTEMPTS:
            ended = f"reading it ended the agent at {ATTEMPTS} attempts"
            # Where putting it aside ended the agent too, no byte of it is looked at any more.
            return self._aside(one, ended, budget, now, look=attempt == ATTEMPTS + 1)
        try:
            return self.incoming.take(one, budget, now)
        except (GoneError, InboxError, NotNowError):
            self._no_attempt(arrived)
            raise
        except Exception as error:  # nobody can list what a message makes of a parser
            if of_the_machine(error):
                self._no_attempt(arrived)
                raise NotNowError(str(error).rstrip(".")) from error
            why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            if attempt < ATTEMPTS:
                said = f"{_named(arrived)} could not be read ({why}): it is read once more later"
                raise FailedError(said) from None
            return self._aside(one, f"it failed at {ATTEMPTS} attempts ({why})", budget, now)

    def _no_attempt(self, arrived: Arrived) -> None:
        with self._book.writing() as page:
            page.no_attempt(arrived)

    def _aside(
        self, one: Unread, why: str, budget: Budget, now: datetime, *, look: bool = True
    ) -> str:
        """Put a message into quarantine unread, and tell the owner."""
        arrived, cost = one.arrived, Spent(messages=1, unpacked=one.arrived.size, written=1)
        kept = "it lies in the mailbox"
        if look:
            try:
                kept = self._quarantine.keep(arrived.load())
            except InboxError:
                self._no_attempt(arrived)
                raise
            except Exception:  # noqa: BLE001 - then it stays where it is, and the owner is told so
                kept = "it lies in the mailbox"
        said = f"{_named(arrived)} was not read: {why}; {kept}: look at it with 'pbem mail read'"
        budget.charge(one.unsigned, cost)
        with self._book.writing() as page:
            page.tell(f"message {digest(f'{arrived.box} {arrived.key}'.encode())}", said, now)
            page.saw(arrived, one.unsigned, "quarantine", now, cost=cost)
        return "quarantine"


def _named(arrived: Arrived) -> str:
    return f"A message of {arrived.at:%Y-%m-%d %H:%M} ({arrived.size:,} bytes, in {arrived.box})"
