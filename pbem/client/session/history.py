"""The history of a game, event by event, from anywhere in a log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import msgspec

from pbem.client.session.offers import event_sentences
from pbem.client.session.reported import Reported, report_all
from pbem.client.session.session import Session, is_light
from pbem.errors import StoreError
from pbem.log.event import Event
from pbem.play.lists import write_text
from pbem.store.resume import Progress, thawed
from pbem.table.table import Table
from pbem.table.words.deeds import Folded, fold
from pbem.table.words.short import Deed, deed

LOOKER = "look"


class Entry(msgspec.Struct, frozen=True, rename={"reported": "told"}):
    """An event and what came of it; ``orders`` are lines as players write them."""

    seq: int
    at: str
    by: str
    kind: str
    id: str
    note: str
    orders: list[str]
    reported: list[Reported]


def entry_of(table: Table, event: Event) -> Entry:
    """Have ``table`` take ``event``; return what came of it. Raises BadLog."""
    return entry_and_folded(table, event)[0]


def entry_and_folded(table: Table, event: Event) -> tuple[Entry, Folded]:
    """Return the same, and the folded event with the outcomes that it describes."""
    offer = table.offer
    folded = next(fold([event], table))
    lines = _orders(table, event)
    outcomes = list(folded.outcomes)
    reported = [Reported(text, "") for text in event_sentences(table, event, offer)]
    if table.play is not None:
        reported += report_all(table.play, outcomes)
    note = event.data.get("note", "")
    entry = Entry(event.seq, event.at, event.by, event.kind, event.id, note, lines, reported)
    return entry, folded


class Chronicled(NamedTuple):
    """An event with what came of it, and the same as it is reported in short."""

    entry: Entry
    deed: Deed


def chronicle(
    session: Session, first: int = 0, progress: Progress | None = None, reader: str = ""
) -> Iterator[Chronicled]:
    """Yield the events from a number on, with what came of each.

    Args:
        session: The game.
        first: The number of the first event.
        progress: Called as events are replayed.
        reader: The name of a reader who continues where they stopped: their place is kept, so that
            a long game costs only what is new. Without a name it is the viewer.
    """
    if first >= session.table.chain.count:
        return
    table, events = before(session, first, reader or LOOKER)
    for event in events:
        entry, folded = entry_and_folded(table, event)
        if progress is not None and event.seq % 16 == 0:
            progress(event.seq)
        if event.seq >= first:
            yield Chronicled(entry, deed(table, folded))
    if reader:
        keep(session, reader)


def keep(session: Session, reader: str) -> None:
    """Keep the end of a game, where a reader has come to, if that is less than replaying it."""
    if session.handle is None or is_light(session.client, session.path):
        return
    with suppress(StoreError):  # where nothing can be written, it is replayed the next time
        session.client.store().mark(_mark(reader, session.handle), session.table)


def before(session: Session, first: int, reader: str = LOOKER) -> tuple[Table, Iterator[Event]]:
    """Return a table before event ``first`` or an earlier one, and the events after it.

    ``reader``: the name under which a table is kept for the next time.
    """
    client, table = session.client, None
    if session.handle is not None and not is_light(client, session.path):
        game, mark = session.table.game_id, _mark(reader, session.handle)
        with suppress(StoreError):
            table = thawed(client.store(), session.path, client.library, game, mark)
    if table is None or table.chain.count > first:
        table = Table(client.library)
    return table, session.since(table.chain.count)


def _orders(table: Table, event: Event) -> list[str]:
    if event.kind != "orders" or table.play is None:
        return []
    return write_text(table.play, event.data["orders"])


def _mark(reader: str, handle: str) -> str:
    return f"{reader}.{handle}"
