"""The past of a game, any event of it at once: tables are kept along the way as it is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from pbem.replays.moments import Moment, moment, told
from pbem.table.table import Table

if TYPE_CHECKING:
    from pbem.desk.seat.sitting import Sitting
    from pbem.log.event import Event
    from pbem.view.history import Entry

KEPT_EVERY = 16
"""A table is kept at each so many events: from there it is never far."""
KEPT_MOST = 256
"""So many are kept; of more, which a log of thousands of events would have, every second one."""

ENTRIES_MOST = 400
"""So many events are kept in words, the newest: what came last is told of them again and again."""


class Past:
    """What happened in a game, as one player sees it."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._kept: dict[int, Table] = {0: Table(sitting.desk.library)}
        self._every = KEPT_EVERY
        self._looked: tuple[int, Moment] | None = None
        self._begins: int | None = None
        self._entries: dict[int, Entry] = {}

    def follow(self, sitting: Sitting) -> None:
        """Go on with the log as it is now; with another one, from its beginning."""
        kept = self._kept
        last = kept[max(kept)].chain
        if last.count > sitting.table.chain.count or sitting.path != self._sitting.path:
            self._kept = {0: Table(sitting.desk.library)}
            self._looked = self._begins = None
            self._entries = {}
        self._sitting = sitting

    def at(self, seq: int) -> Moment:
        """Return what event ``seq`` did. Raises IndexError where there is none."""
        if not 0 <= seq < self._sitting.table.chain.count:
            raise IndexError(seq)
        if self._looked is None or self._looked[0] != seq:
            table, events = self._before(seq)
            self._looked = seq, moment(table, next(events), self._sitting.side)
        return self._looked[1]

    def begins(self) -> int | None:
        """Return the number of the event with which the game begins, None where it has not."""
        if self._sitting.table.play is None:
            return None
        if self._begins is None:
            numbers = range(self._sitting.table.chain.count)
            self._begins = next(number for number in numbers if self.at(number).pictures)
        return self._begins

    def told(self, first: int, count: int) -> list[Entry]:
        """Return what came of the events from number ``first`` on, of ``count`` at most."""
        last = min(first + count, self._sitting.table.chain.count)
        if all(seq in self._entries for seq in range(first, last)):
            return [self._entries[seq] for seq in range(first, last)]
        table, events = self._before(min(first, self._sitting.table.chain.count))
        return [self._taken(table, event) for event in islice(events, count)]

    def _before(self, seq: int) -> tuple[Table, Iterator[Event]]:
        """Return a table of its own before event ``seq``, and the events from there on."""
        near = max(one for one in self._kept if one <= seq)
        table = self._kept[near].copy()
        events = self._sitting.since(near)
        for event in islice(events, seq - near):
            self._taken(table, event)
        return table, events

    def _taken(self, table: Table, event: Event) -> Entry:
        """Have a table take an event; keep a copy now and then."""
        entry = self._entries[event.seq] = told(table, event)
        if len(self._entries) > ENTRIES_MOST:
            del self._entries[min(self._entries)]
        count = table.chain.count
        if count % self._every == 0 and count not in self._kept:
            self._kept[count] = table.copy()
            if len(self._kept) > KEPT_MOST:
                self._every *= 2
                self._kept = {at: one for at, one in self._kept.items() if at % self._every == 0}
        return entry
