"""Going on from a verified head: only what a log has beyond it is read and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pbem.errors import StoreError
from pbem.log.chain import Chain
from pbem.log.disk import locked, told
from pbem.log.event import Event, read_event
from pbem.log.file import read_events, read_lines, tail
from pbem.log.finding import BadLog
from pbem.log.journal import journal_of, settle
from pbem.table.library import Library
from pbem.table.table import Table

if TYPE_CHECKING:
    from pbem.store.store import Store

Progress = Callable[[int], None]
"""Told how many events have been checked so far."""

_TOLD_EVERY = 16


def replay(path: Path, library: Library, progress: Progress | None = None) -> Table:
    """Return the table of the log ``path``, every event of it checked.

    Raises BadLog with the first finding, and `LogFileError` where the file cannot be read.
    """
    table = Table(library)
    fold(table, read_events(path), progress)
    return table


def fold(table: Table, events: Iterable[Event], progress: Progress | None = None) -> list[Event]:
    """Have ``table`` take ``events`` and return them; raises BadLog with the first finding."""
    taken = []
    for event in events:
        table.take(event)
        taken.append(event)
        if progress is not None and len(taken) % _TOLD_EVERY == 0:
            progress(table.chain.count)
    return taken


def resume(store: Store, path: Path, library: Library, progress: Progress | None = None) -> Table:
    """Return the table of the log ``path``, and enter what the store had not seen of it.

    What the store has verified is not checked again. Raises BadLog with a finding in the log,
    StoreError if the store has events that the log lacks, `LogFileError`.
    """
    last = tail(path)
    if last is None:
        raise StoreError(f"{path} has no event in it: it is no log")
    known = store.last(last.game_id)
    table = _from_head(store, library, last.game_id)
    if table is not None:
        try:
            events = fold(table, beyond(path, table.chain), progress)
        except BadLog:
            table = None
    # A log that does not go on from the head may have been replaced: only all of it can say.
    if table is not None and table.chain.head != last.id:
        table = None
    if table is None:
        table = Table(library)
        events = fold(table, read_events(path), progress)
    if known is None:
        store.take(path.stem, table, events)
        return table
    seq, identity = known
    new = [event for event in events if event.seq > seq]
    at_known = next((event.id for event in events if event.seq == seq), None)
    if table.chain.count <= seq or at_known not in (None, identity):
        raise StoreError(
            f"the database has event {seq} of {path.name}, which the log lacks, as when a backup "
            "of the log was put back. If that log is what you mean to go on with, run 'pbem store "
            "rebuild', then take in the log of another player before you sign anything"
        )
    if events:
        store.take(path.stem, table, new)
    return table


def _from_head(store: Store, library: Library, game: str) -> Table | None:
    head = store.head(game)
    if head is None:
        return None
    try:
        return Table.thaw(library, head.frozen)
    except msgspec.DecodeError:
        return None


def beyond(path: Path, chain: Chain) -> Iterator[Event]:
    """Yield the events of the log ``path`` after the first ``chain.size`` bytes of it.

    Nothing is chained here. Raises BadLog and `LogFileError`.
    """
    if journal_of(path).exists():
        with locked(path):
            settle(path)
    with told(path, "Reading"), path.open("rb") as handle:
        handle.seek(chain.size)
        for place, line in read_lines(handle):
            yield read_event(line, chain.count + place)
