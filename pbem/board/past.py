"""The past of a game, any event of it at once: tables are kept along the way as it is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from pbem.replays.moments import Moment, moment, reported
from pbem.table.table import Table

if TYPE_CHECKING:
    from pbem.client.session.session import Session
    from pbem.log.event import Event
    from pbem.view.history import Entry

T = TypeVar("T")

KEPT_EVERY = 16
"""A table is kept at each so many events: from there it is never far."""
KEPT_MOST = 256
"""So many are kept; of more, which a log of thousands of events would have, every second one."""

NEAR = (1, 2, 4, 8)
"""So many events before one that is looked at a table is kept too: who goes back comes there."""
NEAR_MOST, LOOKED_MOST = 8, 8
"""So many of these tables are kept, and so many events as they were looked at, the last ones."""

ENTRIES_MOST = 400
"""So many events are kept in words, the newest: what came last is often read again."""


class Past:
    """The past of a game, as one player sees it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._kept: dict[int, Table] = {0: Table(session.client.library)}
        self._every = KEPT_EVERY
        self._near: dict[int, Table] = {}
        self._looked: dict[int, Moment] = {}
        self._begins: int | None = None
        self._entries: dict[int, Entry] = {}
        self._taken_last: Event | None = None

    def follow(self, session: Session) -> None:
        """Go on with the log as it is now; with another one, from its beginning.

        So it is where another side of a fork counts than did before, which may be as long.
        """
        if session is not self._session and not self._goes_on(session):
            self._kept = {0: Table(session.client.library)}
            self._begins = self._taken_last = None
            self._near, self._looked, self._entries = {}, {}, {}
        self._session = session

    def _goes_on(self, session: Session) -> bool:
        """Whether a log has the last of what was looked at, and with it all before that."""
        last = self._taken_last
        if session.path != self._session.path or last is None:
            return last is None
        if last.seq >= session.table.chain.count:
            return False
        return next(session.since(last.seq)).id == last.id

    def at(self, seq: int) -> Moment:
        """Return what an event did.

        Raises:
            IndexError: The log has no such event.
        """
        if not 0 <= seq < self._session.table.chain.count:
            raise IndexError(seq)
        if seq not in self._looked:
            table, events = self._before(seq)
            event = next(events)
            _keep(self._looked, seq, moment(table, event, self._session.side), LOOKED_MOST)
            self._note(event)
        return self._looked[seq]

    def begins(self) -> int | None:
        """Return the number of the event with which the game begins, None where it has not."""
        if self._session.table.play is None:
            return None
        if self._begins is None:
            numbers = range(self._session.table.chain.count)
            self._begins = next(number for number in numbers if self.at(number).pictures)
        return self._begins

    def reported(self, first: int, count: int) -> list[Entry]:
        """Return what came of the events from number ``first`` on, of ``count`` at most."""
        last = min(first + count, self._session.table.chain.count)
        if all(seq in self._entries for seq in range(first, last)):
            return [self._entries[seq] for seq in range(first, last)]
        table, events = self._before(min(first, self._session.table.chain.count))
        return [self._taken(table, event) for event in islice(events, count)]

    def _before(self, seq: int) -> tuple[Table, Iterator[Event]]:
        """Return a table of its own before event ``seq``, and the events from there on."""
        known = self._kept | self._near
        near = max(one for one in known if one <= seq)
        table = known[near].copy()
        events = self._session.since(near)
        for event in islice(events, seq - near):
            self._taken(table, event)
            if seq - table.chain.count in NEAR:
                _keep(self._near, table.chain.count, table.copy(), NEAR_MOST)
        return table, events

    def _taken(self, table: Table, event: Event) -> Entry:
        """Have a table take an event; keep a copy now and then."""
        entry = self._entries[event.seq] = reported(table, event)
        self._note(event)
        if len(self._entries) > ENTRIES_MOST:
            del self._entries[min(self._entries)]
        count = table.chain.count
        if count % self._every == 0 and count not in self._kept:
            self._kept[count] = table.copy()
            if len(self._kept) > KEPT_MOST:
                self._every *= 2
                self._kept = {at: one for at, one in self._kept.items() if at % self._every == 0}
        return entry

    def _note(self, event: Event) -> None:
        if self._taken_last is None or event.seq > self._taken_last.seq:
            self._taken_last = event


def _keep(kept: dict[int, T], seq: int, one: T, most: int) -> None:
    """Keep one more, the last ``most`` that came."""
    kept[seq] = one
    if len(kept) > most:
        del kept[next(iter(kept))]
