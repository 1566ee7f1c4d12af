"""Mending one's own log after an editor or a copy has cut its end off, or changed it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pbem.client.client import LOG_SUFFIX, Client
from pbem.client.lock import locked_game
from pbem.client.storage.damage import game_of, put_right, read_otherwise, with_remedy
from pbem.client.storage.find import find_log
from pbem.crypto.text import is_name
from pbem.errors import LogFileError
from pbem.log.event import Event
from pbem.log.file import append, create, no_event, recover, tail
from pbem.log.finding import BadLog, Finding
from pbem.store.resume import replay, verified
from pbem.table.table import Table


class Mended(msgspec.Struct, frozen=True):
    """The result of repairing a log.

    - ``finding``: The fault of the log; None if it was whole.
    - ``kept``: The file with what could not be used (a torn end, or all of a log that was changed).
    - ``restored``: Numbers of the events put back from the database.
    - ``last``: Number of the last event now.
    - ``lost``: How many lines could not be used.
    """

    game: str
    finding: Finding | None
    kept: str | None
    restored: list[int]
    last: int
    lost: int = 0


def mend(client: Client, game: str | None) -> Mended:
    """Give the log of ``game`` a whole end, and put back what the database has of it.

    Raises BadLog where more than the end is damaged and the database does not have what was there,
    `LogFileError` where nothing whole is left, StoreError.
    """
    path = find_log(client, game)
    with locked_game(path):
        try:
            return _mend_end(client, path)
        except BadLog as bad:
            return _mend_changed(client, path, bad)


def _mend_end(client: Client, path: Path) -> Mended:
    before = _torn_ends(path)
    finding = recover(path, mend=True)
    kept = sorted(_torn_ends(path) - before)
    last = tail(path)
    if last is None:
        raise BadLog(finding) if finding else no_event()
    table = replay(path, client.library)
    restored = _beyond(client, last, table)
    append(path, restored)
    return Mended(
        game=path.name.removesuffix(".pbem"),
        finding=finding,
        kept=str(kept[0]) if kept else None,
        restored=[event.seq for event in restored],
        last=restored[-1].seq if restored else last.seq,
        lost=len(kept),
    )


def _mend_changed(client: Client, path: Path, bad: BadLog) -> Mended:
    found = bad.finding
    if not found.fault:  # it is this reader that cannot judge
        raise bad
    if read_otherwise(client, path, found):
        raise with_remedy(client, path, bad)
    restored = put_right(client, path)
    if restored is None and game_of(path) is None:
        raise LogFileError(
            f"No part of {path} is undamaged. Move it away, and import the log of another player"
        )
    if restored is None:
        message = (
            f"{path}: {found.message} The database does not have the damaged part. Import the "
            "whole log of another player with 'pbem take FILE'. That repairs yours and keeps the "
            "damaged file."
        )
        raise BadLog(msgspec.structs.replace(found, message=message))
    kept = restored.kept or max(_torn_ends(path), default=None)
    return Mended(
        game=path.name.removesuffix(".pbem"),
        finding=found,
        kept=str(kept) if kept else None,
        restored=restored.events,
        last=restored.last,
        lost=restored.lost,
    )


def made_again(client: Client, game: str) -> Path | None:
    """Write the log of a game again that is gone, from the database; None if that has none.

    So is one of which no command can see any more that it is this game's: its first line, by
    which games are found, was changed. The file is kept.

    A log that came in its place would be believed as if nothing had been there before.
    """
    lines = [] if client.no_database else client.store().lines(game)
    table = Table(client.library)
    events = list(verified(lines, table))
    if not events:
        return None
    name = next((row.name for row in client.store().games() if row.id == game), "")
    if not is_name(name):  # a database may say anything
        name = "game"
    path = client.games / f"{name}{LOG_SUFFIX}"
    if path.exists() and game_of(path) in (game, None):
        with locked_game(path):
            put_right(client, path)
        return path
    path = client.free_name(name)
    create(path, events)
    return path


def _torn_ends(path: Path) -> set[Path]:
    return {other for other in path.parent.iterdir() if other.name.startswith(f"{path.name}.torn")}


def _beyond(client: Client, last: Event, table: Table) -> list[Event]:
    """Return what the database has after ``last``, as far as it is valid; ``table`` ends there."""
    if client.no_database:
        return []
    return list(verified(client.store().lines(last.game_id, last.seq + 1), table))
