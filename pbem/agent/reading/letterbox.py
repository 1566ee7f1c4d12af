"""The unread mail in the mailbox, in the order of reading: judged by headers alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from pbem.agent.budget import Budget, Payer
from pbem.agent.memory.database import AgentDatabase
from pbem.agent.sender.heading import Heading, heading_of
from pbem.agent.sender.postmark import signer
from pbem.agent.servers.mailbox import Arrived, Inbox
from pbem.errors import UnforeseenError
from pbem.identity.card import Card
from pbem.items import item

WAITING_MOST = 5_000
"""So many messages wait for their turn; of more, what comes last is left in the mailbox."""

LEFT_AFTER = timedelta(days=1)
"""So long a message without a postmark waits; then it is left in the mailbox."""

ALWAYS = datetime(1971, 1, 1, tzinfo=UTC)
"""Before all mail: servers know no day long before."""

BELIEVED_MOST = 3
"""So many messages are fetched for one postmark whose parcel they do not hold."""


class Unread(NamedTuple):
    """A message that was not read: ``found`` is when the agent first saw it.

    - ``payer``: A key only if the postmark is good as far as headers show.
    - ``wanted``: Its owner said that they want it read.
    - ``own``: The postmark is the owner's, but the agent database does not know it.
    """

    arrived: Arrived
    heading: Heading
    payer: Payer
    found: datetime
    wanted: bool = False
    own: bool = False

    @property
    def name(self) -> str:
        """The lasting name of the message."""
        return f"{self.arrived.box} {self.arrived.key}"

    @property
    def weight(self) -> tuple[Payer, int]:
        """The payer, and the number of bytes to pay for before it is fetched."""
        return self.payer, self.arrived.size

    @property
    def unsigned(self) -> Payer:
        """The payer for a message whose postmark says nothing."""
        return Payer(None, self.heading.sender)


class Later(NamedTuple):
    """When a message is looked at again, and whether its postmark is the owner's."""

    until: datetime
    own: bool


class Letterbox:
    """The seen and unread mail of ``handle``'s mailbox; ``cards`` gives the cards that it knows."""

    def __init__(
        self, database: AgentDatabase, handle: str, cards: Callable[[], list[Card]]
    ) -> None:
        self._database = database
        self._handle = handle
        self._cards = cards
        self._unread: dict[str, Unread] = {}
        self._later: dict[str, Later] = {}
        self._old: set[str] = set()

    def look(self, inbox: Inbox, since: datetime, now: datetime, *, copies: bool = False) -> None:
        """Find what is new since a time.

        Args:
            inbox: The mailbox.
            since: The time.
            now: The present time.
            copies: Also find the mail of the owner's own program from before that time.

        Raises:
            InboxError: The mailbox does not work.
        """
        wanted: set[str] = set()
        cards: list[Card] = []
        first = True

        def seen(box: str) -> set[str]:
            self._unread = {n: one for n, one in self._unread.items() if one.arrived.box == box}
            self._later = {name: one for name, one in self._later.items() if one.until > now}
            wanted.update(self._database.wanted(box))
            waiting = {one.arrived.key for one in self._unread.values()}
            later = {name.removeprefix(f"{box} ") for name in self._later}
            old = {name.removeprefix(f"{box} ") for name in self._old}
            return self._database.seen(box) | waiting | later | old

        if not copies:
            self._old.clear()
        for dated in inbox.new(ALWAYS if copies else since, seen):
            # Nothing arrives tomorrow, whatever a server says: days are counted by this.
            arrived = dated._replace(at=min(dated.at, now))
            if first:
                cards, first = self._cards(), False
            one = self._judged(arrived, cards, now, wanted=arrived.key in wanted)
            if copies and dated.at < since and not one.own:
                self._old.add(one.name)
            else:
                self._unread[one.name] = one

    def _judged(
        self, arrived: Arrived, cards: list[Card], now: datetime, *, wanted: bool
    ) -> Unread:
        heading = _heading(arrived)
        key, own = None, False
        if heading.mark is not None and self.believes(heading.mark.sig):
            key = signer(heading.mark, self._handle, cards, arrived.size, arrived.at)
            own = key is not None and heading.mark.by == self._handle
        return Unread(arrived, heading, Payer(key, heading.sender), now, wanted, own)

    def believes(self, sig: str) -> bool:
        """Whether a signature has not counted before, and was not found on messages of others.

        ``sig``: that of a postmark.
        """
        counted, not_there = self._database.marked(sig)
        return not counted and not_there < BELIEVED_MOST

    @property
    def empty(self) -> bool:
        """Whether nothing waits to be read."""
        return not self._unread

    @property
    def forgotten(self) -> bool:
        """Whether something waits that the owner's program mailed, and this home has forgotten."""
        waiting = any(one.own for one in self._unread.values())
        return waiting or any(one.own for one in self._later.values())

    # --- in which order ----------------------------------------------------------------------

    def copies(self) -> list[Unread]:
        """Return what may be copies of our own messages."""
        return [one for one in self._unread.values() if one.heading.token is not None]

    def signed(self, budget: Budget) -> list[Unread]:
        """Return what has a postmark: one of each key, then another of each, the oldest first."""
        mine = [one for one in self._unread.values() if one.payer.key is not None]
        mine.sort(key=lambda one: (one.arrived.at, one.arrived.key))
        place: Counter[str | None] = Counter()
        order: list[tuple[tuple[int, int], Unread]] = []
        for one in mine:
            order.append(((place[one.payer.key], budget.spent(one.payer).work), one))
            place[one.payer.key] += 1
        return [one for _, one in sorted(order, key=lambda pair: pair[0])]

    def others(self, budget: Budget) -> list[Unread]:
        """Return all else: what the owner wants, then of known addresses, the smallest first."""
        return sorted(
            (one for one in self._unread.values() if one.payer.key is None),
            key=lambda one: (
                not one.wanted,
                not budget.is_known(one.payer),
                one.arrived.size,
                one.arrived.at,
                one.arrived.key,
            ),
        )

    # --- what becomes of it ------------------------------------------------------------------

    def done(self, one: Unread) -> None:
        """Let go of a message that was read."""
        self._unread.pop(one.name, None)

    def later(self, one: Unread, until: datetime) -> None:
        """Look at a message again at ``until``, if it is still there."""
        self.done(one)
        self._later[one.name] = Later(until, one.own)

    def leave(self, budget: Budget, now: datetime) -> int:
        """Leave in the mailbox for good what waited too long or is too much; return how many."""
        old = [one for one in self.others(budget) if now - one.found > LEFT_AFTER]
        over = [*self.signed(budget), *self.others(budget)][WAITING_MOST:]
        # Mail from the owner's program is never left: it may have what this home has forgotten.
        left = {one.name: one for one in (*old, *over) if not one.own}
        if left:
            with self._database.writing() as page:
                for one in left.values():
                    page.saw(one.arrived, one.payer, "left", now)
        for one in left.values():
            self.done(one)
        return len(left)


def _heading(arrived: Arrived) -> Heading:
    """Return what the headers say: nothing where this program fails at them."""
    try:
        with item("the headers of a message"):
            return heading_of(arrived.head)
    except UnforeseenError:
        return Heading()
