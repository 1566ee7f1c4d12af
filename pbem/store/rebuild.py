"""Making the database again from cards and logs, which it is a projection of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
from sqlalchemy import URL

from pbem.errors import PbemError, StoreError
from pbem.files import own_files
from pbem.identity.card import Card
from pbem.items import item
from pbem.store.database import Database
from pbem.store.resume import resume
from pbem.store.store import Store
from pbem.table.library import Library


class Rebuilt(msgspec.Struct, frozen=True):
    """The result of a rebuild: events by name of the log, and why a log was left out."""

    games: dict[str, int]
    left_out: dict[str, str]


def rebuild(
    url: str | URL,
    release: str,
    library: Library,
    logs: Path,
    *,
    cards: Iterable[Card],
    key: bytes | None = None,
    progress: Callable[[str, int], None] | None = None,
) -> Rebuilt:
    """Drop everything in the database at ``url`` and enter every ``*.pbem`` in ``logs`` again.

    A log with a finding is left out and named. Keys, records and private files are not touched:
    they are no projection of logs. ``key`` is that of `Store`. ``progress`` is called with the name
    of a log and how many of its events are checked. Raises StoreError. ``release``: that of this
    program, for which the database is made.
    """
    database = Database(url, release)
    try:
        database.remake()
    finally:
        database.close()
    store = Store(url, release, key)
    try:
        store.put_players(cards)
        rebuilt = Rebuilt({}, {})
        for path in own_files(logs, ".pbem")[0]:
            _enter(store, library, path, rebuilt, progress)
    finally:
        store.close()
    return rebuilt


def _enter(
    store: Store,
    library: Library,
    path: Path,
    rebuilt: Rebuilt,
    progress: Callable[[str, int], None] | None,
) -> None:
    name = path.stem
    reported = None if progress is None else lambda count: progress(name, count)
    try:
        with item(f"the game {name}"):
            rebuilt.games[name] = resume(store, path, library, reported).chain.count
    except StoreError as error:
        rebuilt.left_out[name] = f"another file has this game with other events ({error})"
    except PbemError as error:
        rebuilt.left_out[name] = str(error)
