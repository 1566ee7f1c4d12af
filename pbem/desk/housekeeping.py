"""Keeping the desk in order: the database made again from logs, and whether it agrees with them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pbem import __version__
from pbem.desk import people
from pbem.desk.damage import damaged_at, differs, game_of, named
from pbem.desk.desk import LOG_SUFFIX, Desk, first_id
from pbem.desk.mending import mend
from pbem.errors import PbemError, StoreError
from pbem.log.file import tail
from pbem.log.finding import BadLog

if TYPE_CHECKING:
    from pbem.store.store import Store


class Rebuilt(msgspec.Struct, frozen=True):
    """What was made: number of events by game, and why a log was left out."""

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


def rebuild(desk: Desk, progress: Callable[[str, int], None] | None = None) -> Rebuilt:
    """Make the database again from cards and logs; keys, records and private files stay.

    A damaged log of which the database has more than the log itself is mended first, for what is
    dropped here would be the last copy. Raises StoreError.
    """
    from pbem.store.rebuild import rebuild as from_logs  # noqa: PLC0415 - half a second

    _mend_damaged(desk)
    desk.close()
    made = from_logs(
        desk.database_url,
        __version__,
        desk.library,
        desk.games,
        cards=people.cards(desk),
        progress=progress,
    )
    return Rebuilt(made.games, made.left_out)


def _mend_damaged(desk: Desk) -> None:
    with suppress(StoreError):  # a database that cannot be asked has nothing to be lost
        for path in desk.logs():
            if differs(desk, path) is not None and damaged_at(desk, path) is not None:
                with suppress(BadLog):
                    mend(desk, str(path))


def check_store(desk: Desk) -> StoreCheck:
    """Compare the database with the logs, byte for byte; nothing is changed. Raises StoreError."""
    absent = desk.no_database
    # To open a database is to make it.
    store = None if absent else desk.store()
    wrong: dict[str, str] = {}
    damaged: list[str] = []
    seen = {first_id(path) for path in desk.archive.glob(f"*{LOG_SUFFIX}")} - {None}
    away = len(seen)
    for path in desk.logs():
        seen.add(game_of(path))
        hurt = _damage(desk, path)
        if hurt is not None:
            damaged.append(path.stem)
        if (why := hurt or _apart(desk, path, store)) is not None:
            wrong[path.stem] = why
    seen -= {None}
    for row in () if store is None else store.games():
        if row.id not in seen and row.name not in damaged:
            wrong[row.name] = "the database has this game, and there is no log of it"
    if store is None:
        return StoreCheck(f"{absent} (not there yet)", len(seen) - away, 0, wrong, damaged)
    players = len(store.players())
    return StoreCheck(store.database.shown, len(seen) - away, players, wrong, damaged)


def _damage(desk: Desk, path: Path) -> str | None:
    """Say what was changed in a log since it was verified; None where nothing was."""
    try:
        tail(path)
    except BadLog as bad:
        return str(named(desk, path, bad))
    except PbemError:
        return None
    changed = differs(desk, path)
    # Where all of it is valid, it is the database that has something else.
    if changed is None or damaged_at(desk, path) is None:
        return None
    return (
        f"event {changed} in {path} is not as it was verified: something changed the file. "
        f"'pbem store mend {path.stem}' puts it right"
    )


def _apart(desk: Desk, path: Path, store: Store | None) -> str | None:
    """Say how a log that is whole and the database differ; None where they agree."""
    try:
        last = tail(path)
    except PbemError as error:
        return str(error)
    if last is None:
        return "the file is empty"
    known = None if store is None else store.last(last.game_id)
    if known is None or known[0] < last.seq:
        at = -1 if known is None else known[0]
        return f"the log has {last.seq - at} events that the database lacks"
    if (other := differs(desk, path)) is not None:
        return f"the database has another event {other} than the log"
    if known != (last.seq, last.id):
        return "the database has events that the log lacks"
    return None
