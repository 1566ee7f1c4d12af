"""Looking at what is not whole: the good part of a log with a finding, the proof of a fork."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pbem.client.client import Client
from pbem.client.session.history import Entry, entry_of
from pbem.client.session.session import Session, sit
from pbem.client.storage.damage import with_remedy
from pbem.client.storage.find import find_log
from pbem.crypto.text import escape
from pbem.log.event import Event
from pbem.log.file import read_events
from pbem.log.finding import BadLog, Finding
from pbem.log.fork import check_fork, is_fork, read_fork
from pbem.store.resume import Progress, fold
from pbem.table.table import Table


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """Why no more of a game is shown.

    ``finding``: the fault in the log, null in the proof of a fork; ``fork``: what that proves, and
    ``branches``: the two events of which each may come next.
    """

    finding: Finding | None = None
    fork: str = ""
    branches: list[Entry] = []


def sit_to_look(
    client: Client, game: str | Path | None, handle: str | None, progress: Progress | None = None
) -> tuple[Session, Trouble | None]:
    """Open a game to look at it, as far as it is valid.

    Nobody can write in a game that is not whole.

    Args:
        client: The client.
        game: The game, as for `pbem.client.session.session.sit`.
        handle: The identity; by default the one that plays.
        progress: Called as events are replayed.

    Returns:
        The session, and what is wrong with the log; None if it is whole.

    Raises:
        NotFound: There is no such game.
        BadLog: No event is valid, or a file proves no fork.
        StoreError: The database cannot be used.
    """
    path = game if isinstance(game, Path) else find_log(client, game)
    if is_fork(path):
        return _at_fork(client, path, progress)
    try:
        return sit(client, path, handle, light=True, progress=progress), None
    except BadLog as bad:
        table = _good_part(client, path)
        if table is None:
            raise
        return Session(client, path, table, None), Trouble(finding=bad.finding)


def _good_part(client: Client, path: Path) -> Table | None:
    """Return the table after the last good event of a log, None where there is none."""
    good: list[Event] = []
    table = Table(client.library)
    try:
        for event in read_events(path):
            table.take(event)
            good.append(event)
    except BadLog:
        # A table that has refused an event is of no more use: the good ones are replayed.
        table = Table(client.library)
        fold(table, good)
    table.reported()
    return table if good else None


def _at_fork(
    client: Client, path: Path, progress: Progress | None
) -> tuple[Session, Trouble | None]:
    """Sit down at the game before the two events of a fork."""
    faults: dict[str, Finding | None] = {}
    branches: list[Entry] = []
    table = Table(client.library)
    try:
        fork = read_fork(path)
        fold(table, fork.before, progress)
        table.reported()
        for event in (fork.a, fork.b):
            try:
                branches.append(entry_of(table.copy(), event))
                faults[event.id] = None
            except BadLog as bad:
                faults[event.id] = bad.finding
        proven = check_fork(fork, lambda events: faults[list(events)[-1].id])
    except BadLog as bad:
        raise with_remedy(client, path, bad) from None
    return Session(client, path, table, None), Trouble(fork=proven.message, branches=branches)


def trouble_lines(trouble: Trouble, entries: list[str]) -> list[str]:
    """Say why no more is shown; ``entries``: the two events of a fork as lines."""
    if trouble.finding is None:
        return [f"FORK: {escape(trouble.fork)}", *entries, "Below is the game before these events."]
    found = trouble.finding
    first = found.seq if found.good is None else found.good
    what = f"NOT valid from event {first} on ({found.code}): {escape(found.message)}"
    return [what, "Below is the game before that event."]
