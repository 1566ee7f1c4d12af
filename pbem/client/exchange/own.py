"""An event that you signed yourself in a file that is not valid: it binds all the same.

After a backup was put back nothing here knows of it, and a second event in its place would be a
fork (protocol section 3). Nobody else could have signed it, so it is accepted, with what it stands
on, whatever is wrong with the rest of the file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.client import people
from pbem.client.session.checking import Checked, check
from pbem.errors import KeyFileError
from pbem.log.event import Event, read_event, verify_signature
from pbem.log.file import read_lines
from pbem.log.finding import BadLog

if TYPE_CHECKING:
    from pbem.client.client import Client
    from pbem.client.exchange.arriving import Arrived
    from pbem.table.table import Table


def hands(client: Client, table: Table) -> set[str]:
    """Return the handles in a game whose keys are of identities of this client."""
    here = people.handles(client)
    return {
        one.handle for one in table.roster.everybody()
        if one.handle in here and people.has_key(client, one.handle, one.sign)
    }  # fmt: skip


def following(head: str, file: Path) -> Iterator[Event]:
    """Yield the events of a file after the one with id ``head``, each on the one before.

    Nothing but their form is looked at. Raises `LogFileError`.
    """
    for event in _events(file):
        if event.prev == head:
            head = event.id
            yield event


def _events(file: Path) -> Iterator[Event]:
    """Yield the events of a file; lines that are none are passed over."""
    try:
        for number, line in read_lines(file):
            with suppress(BadLog):
                yield read_event(line, number)
    except BadLog:
        return


def up_to_own(events: Iterable[Event], mine: Collection[str]) -> list[Event]:
    """Return ``events`` up to the last by one of ``mine``."""
    upto, found = 0, list[Event]()
    for event in events:
        found.append(event)
        upto = len(found) if event.by in mine else upto
    return found[:upto]


def own_part(table: Table, events: Iterable[Event], mine: Collection[str]) -> Checked | None:
    """Return the valid events after a table, up to the last by one of some players.

    Args:
        table: The table at the end of the stored log.
        events: The events after it.
        mine: The handles.

    Returns:
        The checked events, or None if none of these players wrote one.
    """
    new = up_to_own(events, mine)
    checked = check(table, iter(new)) if new else None
    if checked is not None and checked.finding is not None:
        new = up_to_own(checked.events, mine)
        checked = check(table, iter(new)) if new else None
    return checked


def own_words(last: Event) -> str:
    """Say why events up to ``last`` were accepted from a file that is not valid."""
    return (
        f"You signed event {last.seq} yourself, and your log did not have it. pbem imported it "
        "with the events before it, although the file is not valid. Sign no other event in its "
        "place"
    )


def remember(client: Client, part: Arrived, table: Table | None = None) -> list[str]:
    """Record your own events from a part of a log that cannot be imported yet.

    A recorded event binds you: pbem signs no other event in its place. It enters the log as soon as
    the log reaches it.

    Args:
        client: The client with your keys and records.
        part: The part, as received.
        table: The verified game, or None if it is not stored here.

    Returns:
        Sentences for the user.

    Raises:
        LogFileError: The part cannot be read, or the record cannot be written.
    """
    keys = {mine: _keys(client, table, mine) for mine in people.handles(client)}
    signed = dict[str, Event]()  # by id: one sent a thousand times is looked at once
    for event in _events(part.path):
        mine = event.id not in signed and event.game_id == part.game_id
        for key in keys.get(event.by, ()) if mine else ():
            if verify_signature(event, bytes.fromhex(key)):
                signed[event.id] = event
    records = {by: client.record(by, part.game_id) for by in {one.by for one in signed.values()}}
    known = {id_ for record in records.values() for id_ in record.ids}
    for event in signed.values():
        if event.id not in known:
            with suppress(KeyFileError):  # another in its place, or damage: reported at signing
                records[event.by].add(event, found=True)
    reported = (
        "It has event {}, which you signed yourself. You cannot sign anything here until your log "
        "has that event too"
    )
    return [reported.format(max(one.seq for one in signed.values()))] if signed else []


def _keys(client: Client, table: Table | None, handle: str) -> set[str]:
    """Return the keys by which somebody signs in a game: no former one, which another may have."""
    card = people.find_card(client, handle)
    known = set() if card is None else {card.sign}
    player = None if table is None else table.roster.find(handle)
    if player is not None and people.has_key(client, handle, player.sign):
        known.add(player.sign)
    return known
