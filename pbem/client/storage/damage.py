"""A log of one's own that something changed after it was verified: seen, reported, and put right.

The cause may be an editor that was opened for a look, a copy over a bad line, or a disk. Nobody
forged anything. The whole events are most often still there, in the database or in what another
player sent.
"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.client.client import LOG_SUFFIX, Client
from pbem.client.storage.archive import free_beside
from pbem.errors import PbemError
from pbem.files import open_plain, read_plain, real_path
from pbem.identity.files import write_atomically
from pbem.log.chain import LOG_BYTES_MAX
from pbem.log.disk import explaining, locked, write_new
from pbem.log.event import Event, read_event
from pbem.log.file import read_events, tail, to_bytes
from pbem.log.finding import BadLog, Finding
from pbem.log.journal import journal_of
from pbem.store.resume import fold, replay, verified
from pbem.table.table import Table

OTHERWISE = (
    "The file was not changed, and every signature and die in it is valid. It was played with a "
    "release of pbem whose rules read it differently. Finish the game with that release: this one "
    "signs nothing in it and leaves it as it is."
)
"""The message about a log that the rules of this release refuse and those of another accepted."""


class Restored(NamedTuple):
    """A log that was written again: ``events`` are the numbers of those that the file lacked.

    - ``kept``: A copy of the file as it was; None if it was empty.
    - ``last``: Number of the last event now.
    - ``lost``: How many lines beyond it could not be used.
    - ``source``: The source of the events.
    """

    events: list[int]
    kept: Path | None
    last: int
    lost: int
    source: str


def with_remedy(client: Client, path: Path, bad: BadLog) -> BadLog:
    """Return a finding in a log with its file; in a log of this client, with a remedy.

    ``path``: the log.
    """
    found = bad.finding
    message = f"{path}: {found.message}"
    # A torn end says what mends it already; what this reader cannot judge, nothing here mends.
    if read_otherwise(client, path, found):
        message += f" {OTHERWISE}"
    elif _own(client, path) and found.fault and found.code != "file.torn":
        name = path.name.removesuffix(LOG_SUFFIX)
        message += f" This is your own copy of the game. Repair it with 'pbem store mend {name}'."
    return BadLog(msgspec.structs.replace(found, message=message))


def read_otherwise(client: Client, path: Path, found: Finding) -> bool:
    """Whether a finding comes from the rules alone: nobody changed the file.

    The log was verified before it was stored, by a release with other rules.
    """
    if not (_own(client, path) and found.fault) or found.seq is None:
        return False
    table = Table(client.library, 2)
    try:
        fold(table, read_events(path))
    except PbemError:
        return False
    return table.chain.count > found.seq


def unacceptable(name: str, event: Event, bad: BadLog) -> BadLog:
    """Return a finding in an event of your own record, with the way out of it.

    ``name``: that of the game.
    """
    found = bad.finding
    if not found.fault:
        return bad
    message = (
        f"Event {event.seq}, a {event.kind} that you signed, never reached the log and is not "
        f"valid ({found.code}: {found.message}) Nobody can build on it, so you can give it up. "
        f"'pbem store strike {name}' replays the whole log, and removes the event if that agrees"
    )
    return BadLog(msgspec.structs.replace(found, message=message))


def damaged_at(client: Client, path: Path) -> int | None:
    """Return how many events of a log are good before one that is not; None if all are."""
    try:
        table = replay(path, client.library)
    except BadLog as bad:
        return (bad.finding.good or 0) if bad.finding.fault else None
    return None if table.chain.count else 0


def differs(client: Client, path: Path) -> int | None:
    """Return the number of the first event that is not byte for byte what the database has.

    Which of the two was changed, the log says if it is valid. None where they agree as far as both
    go, or the database knows nothing.
    """
    game = None if client.no_database else game_of(path)
    if game is None:
        return None
    with explaining(path, "Reading"), open_plain(path) as handle:
        for seq, line in enumerate(client.store().lines(game)):
            here = handle.readline(len(line) + 2)
            if not here:
                return None
            if here != line + b"\n":
                return seq
    return None


def game_of(path: Path) -> str | None:
    """Return the game that a log is of, even if some of its lines were changed; None: nobody knows.

    By its last line, which takes no time, else by what most of its lines say.
    """
    try:
        last = tail(path)
    except PbemError:
        said = Counter(event.game_id for event in _readable(path))
        return said.most_common(1)[0][0] if said else None
    return None if last is None else last.game_id


def put_right(client: Client, path: Path, theirs: Path | None = None) -> Restored | None:
    """Write a damaged log again.

    The events after them in the file stay in the log. The damaged file is kept beside it.

    Args:
        client: The client.
        path: The log.
        theirs: A whole log that was received, if the database does not have the events.

    Returns:
        The restored log. None, and nothing is changed, if neither has the changed event or if it
            has another past.
    """
    good = damaged_at(client, path)
    if good is None:
        return None
    source, events = "the database", _of_database(client, path)
    if len(events) <= good and theirs is not None:
        source, events = str(theirs), _whole(client, theirs)
    # If even the good beginning differs, players part: that is for 'pbem take' to judge.
    before = [event.line for event in _readable(path)][:good]
    unlike = [event.line for event in events[:good]] != before
    if len(events) <= good or unlike or journal_of(path).exists():
        return None
    return _written(client, path, events, source)


def _written(client: Client, path: Path, good: Sequence[Event], source: str) -> Restored:
    table = Table(client.library)
    events = fold(table, good)
    with locked(path), explaining(path, "Reading"):
        data = read_plain(path, LOG_BYTES_MAX)
        try:
            for event in _readable(path):
                if event.seq == table.chain.count:
                    table.take(event)
                    events.append(event)
        except BadLog:
            pass  # from here on nothing of the file can be used; it is kept
        kept = free_beside(path, "damaged") if data else None
        if kept is not None:
            write_new(kept, data)
        write_atomically(path, to_bytes(events), overwrite=True)
    before = set(data.split(b"\n"))
    return Restored(
        events=[event.seq for event in events if event.line not in before],
        kept=kept,
        last=len(events) - 1,
        lost=max(0, len(data.splitlines()) - len(events)),
        source=source,
    )


def _of_database(client: Client, path: Path) -> list[Event]:
    """Return the events of a log that the database has, as far as they are valid."""
    if client.no_database:
        return []
    name = path.name.removesuffix(LOG_SUFFIX)
    by_name = (row.id for row in client.store().games() if row.name == name)
    game = game_of(path) or next(by_name, None)
    return [] if game is None else list(verified(client.store().lines(game), Table(client.library)))


def _whole(client: Client, path: Path) -> list[Event]:
    """Return the events of a log if all of them are valid, else none."""
    try:
        return fold(Table(client.library), read_events(path))
    except BadLog:
        return []


def _readable(path: Path) -> Iterator[Event]:
    """Yield what can be read of a log as an event, whatever stands between."""
    data = read_plain(path, LOG_BYTES_MAX).removeprefix(codecs.BOM_UTF8)
    for line in data.split(b"\n"):
        try:
            yield read_event(line.rstrip(b"\r"))
        except BadLog:
            continue


def _own(client: Client, path: Path) -> bool:
    return real_path(path.parent) == real_path(client.games)
