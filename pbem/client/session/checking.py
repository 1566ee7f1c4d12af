"""Events that came, verified on a copy of the table before any of them is believed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from pbem.client.session.history import Entry, entry_of
from pbem.log.event import Event
from pbem.log.finding import BadLog, Finding
from pbem.store.resume import Progress, fold
from pbem.table.table import Table


class Checked(NamedTuple):
    """Events that were verified: the table after them, what they did, what ended them."""

    table: Table
    events: list[Event]
    entries: list[Entry]
    finding: Finding | None


def unheeded() -> None:
    """Let events cost what they cost."""


def heeded(events: Iterable[Event], heed: Callable[[], None]) -> Iterator[Event]:
    """Yield the events of a file, each if what verifying has cost until then is not too much.

    ``heed`` is called before each, and raises if it is.
    """
    for event in events:
        heed()
        yield event


def check(table: Table, events: Iterator[Event], progress: Progress | None = None) -> Checked:
    """Verify events on a copy of a table, up to the first that is not valid."""
    after = table.copy()
    after.reported()
    good: list[Event] = []
    entries: list[Entry] = []
    try:
        for event in events:
            entries.append(entry_of(after, event))
            good.append(event)
            if progress is not None and len(good) % 16 == 0:
                progress(after.chain.count)
    except BadLog as bad:
        # A refused event spoils the table that it was shown to.
        after = table.copy()
        after.reported()
        fold(after, good)
        after.reported()
        head = after.chain.head if after.chain.count else None
        found = bad.finding.at(good=after.chain.count, head=head)
        return Checked(after, good, entries, found)
    return Checked(after, good, entries, None)
