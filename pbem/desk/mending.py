"""Mending one's own log after an editor or a copy has cut its end off."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pbem.desk.alone import alone
from pbem.desk.desk import Desk
from pbem.desk.meaning import find_log
from pbem.errors import LogFileError
from pbem.log.event import Event, read_event
from pbem.log.file import append, create, recover, tail
from pbem.log.finding import BadLog, Finding
from pbem.store.resume import replay


class Mended(msgspec.Struct, frozen=True):
    """What was done to a log.

    ``finding``: how its end was torn, None where it was whole; ``kept``: the file with what could
    not be used; ``restored``: numbers of the events put back from the database; ``last``: number
    of the last event now.
    """

    game: str
    finding: Finding | None
    kept: str | None
    restored: list[int]
    last: int


def mend(desk: Desk, game: str | None) -> Mended:
    """Give the log of ``game`` a whole end, and put back what the database has of it beyond.

    Raises BadLog where more than the end is damaged, `LogFileError` where nothing whole is left,
    StoreError.
    """
    path = find_log(desk, game)
    with alone(path):
        before = _torn_ends(path)
        finding = recover(path, mend=True)
        kept = sorted(_torn_ends(path) - before)
        last = tail(path)
        if last is None:
            raise LogFileError(
                f"nothing whole is left of {path}: move it away, and take in the log of another "
                "player"
            )
        restored = _beyond(desk, last)
        # Only what follows: a database that has another branch has nothing for this log.
        try:
            append(path, restored)
        except BadLog:
            restored = []
        replay(path, desk.library)
    return Mended(
        game=path.name.removesuffix(".pbem"),
        finding=finding,
        kept=str(kept[0]) if kept else None,
        restored=[event.seq for event in restored],
        last=restored[-1].seq if restored else last.seq,
    )


def made_again(desk: Desk, game: str) -> Path | None:
    """Write the log of a game again that is gone, from the database; None if that has none.

    A log that came in its place would be believed as if nothing had been there before.
    """
    lines = [] if desk.no_database else list(desk.store().lines(game))
    if not lines:
        return None
    name = next(row.name for row in desk.store().games() if row.id == game)
    path = desk.free_name(name)
    create(path, [read_event(line) for line in lines])
    return path


def _torn_ends(path: Path) -> set[Path]:
    return {other for other in path.parent.iterdir() if other.name.startswith(f"{path.name}.torn")}


def _beyond(desk: Desk, last: Event) -> list[Event]:
    """Return what the database has of a game after ``last``: all of it was verified once."""
    if desk.no_database:
        return []
    return [read_event(line) for line in desk.store().lines(last.game_id, last.seq + 1)]
