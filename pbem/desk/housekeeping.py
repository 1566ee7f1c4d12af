"""Keeping the desk in order: the database made again from logs, and whether it agrees with them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from pbem import __version__
from pbem.desk import people
from pbem.desk.desk import LOG_SUFFIX, Desk, first_id
from pbem.errors import PbemError
from pbem.log.file import tail


class Rebuilt(msgspec.Struct, frozen=True):
    """What was made: number of events by game, and why a log was left out."""

    games: dict[str, int]
    left_out: dict[str, str]


class StoreCheck(msgspec.Struct, frozen=True):
    """How the database agrees with the logs: ``wrong`` says by game what does not."""

    database: str
    games: int
    players: int
    wrong: dict[str, str]


def rebuild(desk: Desk, progress: Callable[[str, int], None] | None = None) -> Rebuilt:
    """Make the database again from cards and logs; keys, records and private files stay.

    Raises StoreError.
    """
    from pbem.store.rebuild import rebuild as from_logs  # noqa: PLC0415 - half a second

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


def check_store(desk: Desk) -> StoreCheck:
    """Compare the database with the logs; nothing is changed. Raises StoreError."""
    absent = desk.no_database
    # To open a database is to make it.
    store = None if absent else desk.store()
    wrong: dict[str, str] = {}
    seen = {first_id(path) for path in desk.archive.glob(f"*{LOG_SUFFIX}")} - {None}
    away = len(seen)
    for path in desk.logs():
        try:
            last = tail(path)
        except PbemError as error:
            wrong[path.stem] = str(error)
            continue
        if last is None:
            wrong[path.stem] = "the file is empty"
            continue
        seen.add(last.game_id)
        known = None if store is None else store.last(last.game_id)
        if known is None or known[0] < last.seq:
            at = -1 if known is None else known[0]
            wrong[path.stem] = f"the log has {last.seq - at} events that the database lacks"
        elif known != (last.seq, last.id):
            wrong[path.stem] = "the database has events that the log lacks"
    for game in () if store is None else store.games():
        if game.id not in seen:
            wrong[game.name] = "the database has this game, and there is no log of it"
    if store is None:
        return StoreCheck(f"{absent} (not there yet)", len(seen) - away, 0, wrong)
    return StoreCheck(store.database.shown, len(seen) - away, len(store.players()), wrong)
