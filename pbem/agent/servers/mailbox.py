"""A mailbox as the agent sees it, wherever it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple, Protocol

from pbem.errors import MailError

STALE_SECONDS = 5.0
"""A mailbox that cannot announce mail is looked at so often."""


class InboxError(MailError):
    """The mailbox cannot be reached now: it is tried again later."""


class GoneError(MailError):
    """One message cannot be fetched: removed meanwhile, or unreadable; the others can."""


class Arrived(NamedTuple):
    """A message in a mailbox.

    - ``box`` and ``key``: Its lasting name.
    - ``at``: The time at which it reached the mailbox (UTC).
    - ``size``: Its bytes.
    - ``load``: Fetches it, and raises `GoneError` or `InboxError`.
    - ``head``: The first of its bytes, or those of its headers that `heading.FIELDS` names.
    """

    box: str
    key: str
    at: datetime
    size: int
    load: Callable[[], bytes]
    head: bytes = b""


class Inbox(Protocol):
    """A mailbox; nothing in it is ever changed."""

    def new(self, since: datetime, seen: Callable[[str], set[str]]) -> Iterator[Arrived]:
        """Yield what is not in ``seen(box)`` and came after ``since``, oldest first.

        ``seen``: gives the keys of the messages of a box that are known.

        Raises:
            InboxError: The mailbox does not work.
        """
        ...

    def wait(self, seconds: float) -> None:
        """Return when mail has come, or after ``seconds``.

        Raises:
            InboxError: The mailbox does not work.
        """
        ...

    def close(self) -> None:
        """Let go of it."""
        ...
