"""What happened, event by event, from anywhere in a log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import msgspec

from pbem.desk.seat.offers import event_sentences
from pbem.desk.seat.sitting import Sitting, is_light
from pbem.desk.seat.told import Told, tell_all
from pbem.errors import StoreError
from pbem.log.event import Event
from pbem.play.lists import write_text
from pbem.store.resume import Progress, thawed
from pbem.table.table import Table
from pbem.table.words.deeds import Folded, fold
from pbem.table.words.short import Deed, deed

LOOKER = "look"


class Entry(msgspec.Struct, frozen=True):
    """An event and what came of it; ``orders`` are lines as players write them."""

    seq: int
    at: str
    by: str
    kind: str
    id: str
    note: str
    orders: list[str]
    told: list[Told]


def entry_of(table: Table, event: Event) -> Entry:
    """Have ``table`` take ``event``; return what came of it. Raises BadLog."""
    return entry_and_folded(table, event)[0]


def entry_and_folded(table: Table, event: Event) -> tuple[Entry, Folded]:
    """Return the same, and the event as it was taken in, with the outcomes that are told in it."""
    offer = table.offer
    folded = next(fold([event], table))
    lines = _orders(table, event)
    outcomes = list(folded.outcomes)
    told = [Told(text, "") for text in event_sentences(table, event, offer)]
    if table.play is not None:
        told += tell_all(table.play, outcomes)
    note = event.data.get("note", "")
    entry = Entry(event.seq, event.at, event.by, event.kind, event.id, note, lines, told)
    return entry, folded


class Chronicled(NamedTuple):
    """An event with what came of it, and the same as it is told in short."""

    entry: Entry
    deed: Deed


def chronicle(
    sitting: Sitting, first: int = 0, progress: Progress | None = None, reader: str = ""
) -> Iterator[Chronicled]:
    """Yield the events from number ``first`` on with what came of each, replaying what it must.

    ``reader``: who reads on from where he ended the last time, by a name of his own: the end is
    kept for him, so that a long game costs what is new in it. Without one, it is whoever looks.
    """
    if first >= sitting.table.chain.count:
        return
    table, events = before(sitting, first, reader or LOOKER)
    for event in events:
        entry, folded = entry_and_folded(table, event)
        if progress is not None and event.seq % 16 == 0:
            progress(event.seq)
        if event.seq >= first:
            yield Chronicled(entry, deed(table, folded))
    if reader:
        keep(sitting, reader)


def keep(sitting: Sitting, reader: str) -> None:
    """Keep the end of a game, where a reader has come to, if that is less than replaying it."""
    if sitting.handle is None or is_light(sitting.desk, sitting.path):
        return
    with suppress(StoreError):  # where nothing can be written, it is replayed the next time
        sitting.desk.store().mark(_mark(reader, sitting.handle), sitting.table)


def before(sitting: Sitting, first: int, reader: str = LOOKER) -> tuple[Table, Iterator[Event]]:
    """Return a table before event ``first`` or earlier, and the events from there on."""
    desk, table = sitting.desk, None
    if sitting.handle is not None and not is_light(desk, sitting.path):
        game, mark = sitting.table.game_id, _mark(reader, sitting.handle)
        with suppress(StoreError):
            table = thawed(desk.store(), sitting.path, desk.library, game, mark)
    if table is None or table.chain.count > first:
        table = Table(desk.library)
    return table, sitting.since(table.chain.count)


def _orders(table: Table, event: Event) -> list[str]:
    if event.kind != "orders" or table.play is None:
        return []
    return write_text(table.play, event.data["orders"])


def _mark(reader: str, handle: str) -> str:
    return f"{reader}.{handle}"
