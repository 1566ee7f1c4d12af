"""Mail between people: late, in another order, twice, cut off, wrapped again, or not at all."""

from __future__ import annotations

import heapq
import random
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from types import MappingProxyType

from agent.conftest import Office
from pbem.agent.servers.smtp import DoubtError, NotSentError

HOUR = timedelta(hours=1)
NOTHING: Mapping[str, bytes] = MappingProxyType({})
KEPT_OF, KEPT_MOST = 7, 40
BEFORE = datetime.min.replace(tzinfo=UTC)
DOUBT = timedelta(minutes=10)
"""So long, at least, an agent waits for the copy of what it may have sent (docs/agent.md)."""
_ID = re.compile(rb"^Message-ID: *(?:\r?\n )? *(<[^>]*>)", re.MULTILINE | re.IGNORECASE)


class Post(Office):
    """A post office whose mail takes its time; ``good``: nothing happens to any mail any more."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        super().__init__(folder)
        self.rng = rng
        self.good = False
        self.sent = 0
        self.reported: list[str] = []
        self.taken: set[str] = set()
        """The Message-ID of each message that a program's server has taken."""
        self.hasty: list[str] = []
        """The messages that were sent again before a copy of them could have come."""
        self.old: list[tuple[str, bytes]] = []
        """Some of the mail of former days, as a stranger may have got hold of it."""
        self.broke = False
        """Whether a line broke after a message since somebody last asked."""
        self._doubtful: dict[str, datetime] = {}
        self._clock_set: dict[str, datetime] = {}
        self._down: dict[str, datetime] = {}
        """Until when somebody's server takes nothing."""
        self._under_way: list[tuple[datetime, int, str, bytes]] = []
        self.fail = self._fails

    def mail(
        self,
        sender: str,
        to: Sequence[str],
        data: bytes,
        name: str,
        *,
        beside: Mapping[str, bytes] = NOTHING,
        surely: bool = False,
    ) -> None:
        """Mail a file, and more ``beside`` it, as a person does, from a mail program.

        ``surely``: until it has come.
        """
        message = EmailMessage()
        message["From"], message["To"] = sender, ", ".join(to)
        message["Subject"] = "my turn"
        message.set_content("As attached.")
        for called, content in {name: data, **beside}.items():
            message.add_attachment(content, "application", "octet-stream", filename=called)
        sent = bytes(message)
        for one in to:
            if surely:
                self._number(one, sent, self.rng.randint(1, 24))
            else:
                self.deliver(one, sent)

    def deliver(self, address: str, message: bytes) -> None:
        """Take a message under way; what becomes of it is drawn now."""
        rng, late = self.rng, 1 if self.good else 0
        self.taken.update(one.decode() for one in _ID.findall(message))
        what = 1.0 if self.good else rng.random()
        self.sent += 1
        if self.sent % KEPT_OF == 0:
            self.old = [*self.old[-KEPT_MOST:], (address, message)]
        if what < 0.03:
            self.reported.append(f"lost to {address}")
            return
        if what < 0.05:
            message = message[: rng.randrange(len(message))]
        elif what < 0.08:
            message = _wrapped_again(message, rng)
        copies = 2 if 0.08 <= what < 0.13 else 1
        for _ in range(copies):
            hours = 1 if late else min(24 * 9, int(rng.expovariate(1 / 9)) + 1)
            self._number(address, message, hours)

    def _number(self, address: str, message: bytes, hours: int) -> None:
        entry = (self.now + hours * HOUR, self.sent * 2 + len(self._under_way), address, message)
        heapq.heappush(self._under_way, entry)

    def comes(self) -> set[str]:
        """Put into mailboxes what has come by now; return the addresses."""
        reached = set()
        while self._under_way and self._under_way[0][0] <= self.now:
            _, _, address, message = heapq.heappop(self._under_way)
            super().deliver(address, message)
            reached.add(address)
        return reached

    def all_comes(self) -> None:
        """Put everything that is under way into mailboxes."""
        while self._under_way:
            _, _, address, message = heapq.heappop(self._under_way)
            super().deliver(address, message)

    @property
    def next(self) -> datetime | None:
        """When the next message comes."""
        return self._under_way[0][0] if self._under_way else None

    def _fails(self, sender: str, message: bytes) -> None:
        """Answer the sender: later, never mind, or nothing before the line breaks."""
        name = _ID.search(message)
        about = "" if name is None else name[1].decode()
        tried = self._doubtful.pop(about, None)
        knew = self._clock_set.get(sender, BEFORE) < self.now
        if tried is not None and knew and self.now - tried < DOUBT:
            self.hasty.append(f"{about} of {sender}")
        what = 1.0 if self.good else self.rng.random()
        self.lost_after = self.rng.random() < 0.5
        if what < 0.01:
            self._down[sender] = self.now + self.rng.randint(1, 24) * HOUR
        if what < 0.05 or (not self.good and self._down.get(sender, self.now) > self.now):
            raise NotSentError("try again later", for_good=False)
        if what < 0.08:
            self._doubtful[about], self.broke = self.now, True
            raise DoubtError("the line broke behind the message")
        if what < 0.09 and b"@home.example" not in message[:2000]:
            self._bounces(sender)

    def clock_was_set(self, sender: str) -> None:
        """Note that somebody cannot know just now how long ago they sent something."""
        self._clock_set[sender] = self.now

    def _bounces(self, sender: str) -> None:
        message = EmailMessage()
        message["From"] = "MAILER-DAEMON@example.org"
        message["To"], message["Subject"] = sender, "Undelivered mail returned to sender"
        message["Auto-Submitted"] = "auto-replied"
        message.set_content("The mailbox is full. It is tried again.")
        super().deliver(sender, bytes(message))


def _wrapped_again(message: bytes, rng: random.Random) -> bytes:
    """Return what lists and gateways make of it: a footer, other line ends, more headers."""
    what = rng.randrange(3)
    if what == 0:
        return message.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    if what == 1:
        return b"X-Spam-Status: No\nX-Loop: club\n" + message
    return b"From club Fri Nov 20 15:04:05 2026\n" + message
