"""What happened, event by event, from anywhere in a log."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pbem.desk.seat.offers import said
from pbem.desk.seat.sitting import LIGHT_BYTES, Sitting, Told, tell_all
from pbem.log.event import Event
from pbem.store.resume import Progress, thawed
from pbem.table.lists import write_text
from pbem.table.table import Table


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
    before = table.offer
    table.take(event)
    lines = _orders(table, event)
    outcomes = table.told()
    told = [Told(text, "") for text in said(table, event, before)]
    if table.play is not None:
        told += tell_all(table.play, outcomes)
    note = event.data.get("note", "")
    return Entry(event.seq, event.at, event.by, event.kind, event.id, note, lines, told)


def chronicle(
    sitting: Sitting, first: int = 0, progress: Progress | None = None
) -> Iterator[Entry]:
    """Yield the events from number ``first`` on with what came of each, replaying what it must."""
    if first >= sitting.table.chain.count:
        return
    table, events = _from(sitting, first)
    for event in events:
        entry = entry_of(table, event)
        if progress is not None and event.seq % 16 == 0:
            progress(event.seq)
        if event.seq >= first:
            yield entry


def _from(sitting: Sitting, first: int) -> tuple[Table, Iterator[Event]]:
    """Return a table before event ``first`` or earlier, and the events from there on."""
    desk, table = sitting.desk, None
    if sitting.handle is not None and sitting.path.stat().st_size > LIGHT_BYTES:
        game, mark = sitting.table.game_id, mark_of(sitting.handle)
        table = thawed(desk.store(), sitting.path, desk.library, game, mark)
    if table is None or table.chain.count > first:
        table = Table(desk.library)
    return table, sitting.since(table.chain.count)


def _orders(table: Table, event: Event) -> list[str]:
    if event.kind != "orders" or table.play is None:
        return []
    return write_text(table.play, event.data["orders"])


def mark_of(handle: str) -> str:
    """Return the mark of the head at which ``handle`` looked last."""
    return f"look.{handle}"
