"""The client's database: made again from the logs, and checked against them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pbem import __version__
from pbem.client import people
from pbem.client.client import Client
from pbem.client.logs import first_event, first_id
from pbem.client.storage.damage import damaged_at, differs, game_of, with_remedy
from pbem.client.storage.mending import mend
from pbem.errors import PbemError, UnforeseenError
from pbem.items import Items, item
from pbem.kit.wording import counted
from pbem.log.file import read_events, tail
from pbem.log.finding import BadLog
from pbem.table.table import Table

if TYPE_CHECKING:
    from pbem.store.store import Head, Store


class Rebuilt(msgspec.Struct, frozen=True):
    """The result of a rebuild: number of events by game, and why a log was left out."""

    games: dict[str, int]
    left_out: dict[str, str]


class StoreCheck(msgspec.Struct, frozen=True):
    """How the database agrees with the logs: ``wrong`` says by game what does not.

    ``damaged``: the names of logs in which something was changed, which can be mended.
    """

    database: str
    games: int
    players: int
    wrong: dict[str, str]
    damaged: list[str] = []


def rebuild(client: Client, progress: Callable[[str, int], None] | None = None) -> Rebuilt:
    """Make the database again from cards and logs; keys, records and private files stay.

    A damaged log of which the database has more than the log itself is mended first, for what is
    dropped here would be the last copy. Raises StoreError.

    ``progress``: as for `pbem.store.rebuild.rebuild`.
    """
    from pbem.store.rebuild import rebuild as from_logs  # noqa: PLC0415 - half a second

    _mend_damaged(client)
    client.close()
    odd = Items()
    made = from_logs(
        client.database_url,
        __version__,
        client.library,
        client.games,
        cards=people.cards(client, odd),
        key=client.secret(),
        progress=progress,
    )
    return Rebuilt(made.games, made.left_out | {one.name: one.message for one in odd.failed})


def _mend_damaged(client: Client) -> None:
    for path in client.logs():
        # A database that cannot be asked has nothing to be lost, and a log at which this fails is
        # left as it is.
        with suppress(PbemError), item(f"the game {path.stem}"):
            if differs(client, path) is not None and damaged_at(client, path) is not None:
                mend(client, str(path))


def check_store(client: Client) -> StoreCheck:
    """Compare the database with the logs, all that it says; nothing is changed.

    Every log is replayed for that. Raises StoreError.
    """
    absent = client.no_database
    # To open a database is to make it.
    store = None if absent else client.store()
    wrong: dict[str, str] = {}
    damaged: list[str] = []
    seen = {first_id(path) for path in client.archived()} - {None}
    away = len(seen)
    for path in client.logs():
        try:
            with item(f"the game {path.stem}"):
                seen.add(game_of(path))
                hurt = _damage(client, path)
        except UnforeseenError as error:
            wrong[path.stem] = error.why
            continue
        if hurt is not None:
            damaged.append(path.stem)
        if (why := hurt or _apart(client, path, store)) is not None:
            wrong[path.stem] = why
    seen -= {None}
    for row in () if store is None else store.games():
        if row.id not in seen and row.name not in damaged:
            wrong[row.name] = "the database has this game, but its log is missing"
    if store is None:
        return StoreCheck(f"{absent} (does not exist yet)", len(seen) - away, 0, wrong, damaged)
    players = len(store.players())
    return StoreCheck(store.database.shown, len(seen) - away, players, wrong, damaged)


def _damage(client: Client, path: Path) -> str | None:
    """Say what was changed in a log since it was verified; None where nothing was."""
    try:
        tail(path)
    except BadLog as bad:
        return str(with_remedy(client, path, bad))
    except PbemError:
        return None
    changed = differs(client, path)
    # If the whole log is valid, the database has something else.
    if changed is None or damaged_at(client, path) is None:
        return None
    return (
        f"event {changed} in {path} differs from what was verified: something changed the file. "
        f"Repair it with 'pbem store mend {path.stem}'"
    )


def _apart(client: Client, path: Path, store: Store | None) -> str | None:
    """Say how a log that is whole and the database differ; None where they agree."""
    try:
        with item(f"the game {path.stem}"):
            return _differing(client, path, store)
    except PbemError as error:
        return str(error)


def _differing(client: Client, path: Path, store: Store | None) -> str | None:
    last = tail(path)
    if last is None:
        return "the file is empty"
    known = None if store is None else store.last(last.game_id)
    if known is None or known[0] < last.seq:
        at = -1 if known is None else known[0]
        return f"the log has {counted(last.seq - at, 'event')} that the database lacks"
    if (other := differs(client, path)) is not None:
        return f"the database has another event {other} than the log"
    if known != (last.seq, last.id):
        return "the database has events that the log lacks"
    return None if store is None else _untrue(client, path, store)


def _untrue(client: Client, path: Path, store: Store) -> str | None:
    """Say what the database has wrong about a log whose events it has; None where nothing is.

    The log is replayed, and every kept position thawed and compared with what the log gives.
    """
    from pbem.store.store import game_row, row_of  # noqa: PLC0415 - half a second

    table, first = Table(client.library), first_event(path)
    game = "" if first is None else first.id
    rows, kept = store.rows(game), store.heads(game)
    if (mark := next((mark for mark, head in kept.items() if head is None), None)) is not None:
        return f"the stored position of {mark} is not what pbem stored"
    for event in read_events(path):
        table.take(event)
        if next(rows, None) != row_of(game, event):
            return f"event {event.seq} in the database differs from the log"
        for mark, head in kept.items():
            if head is not None and head.seq == event.seq and not _is(client, head, table):
                return f"the stored position of {mark} differs from the log"
    row = next((row for row in store.games() if row.id == game), None)
    true = game_row("" if row is None else row.name, table, "" if first is None else first.at)
    if row is None or row.model_dump() != true.model_dump():
        return "the result or the players in the database differ from the log"
    return None


def _is(client: Client, head: Head, table: Table) -> bool:
    if (head.head, head.size) != (table.chain.head, table.chain.size):
        return False
    try:
        kept = Table.thaw(client.library, head.frozen).freeze()
    except (msgspec.DecodeError, UnicodeDecodeError):
        return True  # in the form of another build: nobody goes on from it (`thawed`)
    # As values: the order of a mapping says nothing.
    return bool(msgspec.msgpack.decode(kept) == msgspec.msgpack.decode(table.freeze()))
