"""Going on from a verified head: only what a log has beyond it is read and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pbem.errors import StoreError
from pbem.files import open_plain
from pbem.log.again import briefs, ends_with, read_again, settled
from pbem.log.chain import Chain
from pbem.log.disk import explaining
from pbem.log.event import Event, read_event
from pbem.log.file import read_events, read_lines, tail
from pbem.log.finding import BadLog
from pbem.table.library import Library
from pbem.table.past import Past
from pbem.table.table import Table

if TYPE_CHECKING:  # to import it takes longer than to replay a short log (decision 10)
    from pbem.store.store import Store

Progress = Callable[[int], None]
"""Called with how many events have been checked so far."""

_REPORTED_EVERY = 16


def replay(path: Path, library: Library, progress: Progress | None = None) -> Table:
    """Return the table of the log ``path``, every event of it checked.

    Raises BadLog with the first finding, and `LogFileError` where the file cannot be read.
    """
    table = Table(library)
    fold(table, read_events(path), progress)
    return table


def fold(table: Table, events: Iterable[Event], progress: Progress | None = None) -> list[Event]:
    """Have ``table`` take ``events`` and return them; raises BadLog with the first finding."""
    taken = []
    for event in events:
        table.take(event)
        taken.append(event)
        if progress is not None and len(taken) % _REPORTED_EVERY == 0:
            progress(table.chain.count)
    return taken


def resume(store: Store, path: Path, library: Library, progress: Progress | None = None) -> Table:
    """Return the table of the log ``path``, and enter what the store had not seen of it.

    The part that this client has verified is not checked again. It is a position that the store
    keeps, known to be the client's own and of this very log. Raises BadLog with a finding in the
    log, StoreError if the store has valid events that the log lacks, `LogFileError`.
    """
    while True:
        last = tail(path)
        if last is None:
            raise StoreError(f"{path} is not a log: it has no event")
        known = store.last(last.game_id)
        try:
            return _resume(store, path, library, last, known=known, progress=progress)
        except StoreError:
            # Another command may have gone on with this game meanwhile: then from where it is now.
            now = tail(path)
            if (now and now.id, store.last(last.game_id)) == (last.id, known):
                raise


def distrust(store: Store, path: Path) -> None:
    """Drop every position that is kept of a game, so that `resume` checks all of its log ``path``.

    Raises StoreError, BadLog and `LogFileError`.
    """
    last = tail(path)
    if last is not None:
        for mark in store.heads(last.game_id):
            store.drop_head(last.game_id, mark)


def _resume(
    store: Store,
    path: Path,
    library: Library,
    last: Event,
    *,
    known: tuple[int, str] | None,
    progress: Progress | None,
) -> Table:
    table = thawed(store, path, library, last.game_id, store.HEAD)
    kept = table is not None
    if table is not None:
        try:
            fold(table, beyond(path, table.chain), progress)
        except BadLog:
            table = None
    # A log that does not go on from the head may have been replaced: only all of it can say.
    if table is None or table.chain.head != last.id:
        table = replay(path, library, progress)
    _enter(store, path, table, library, known=known, kept=kept)
    return table


def thawed(store: Store, path: Path, library: Library, game: str, mark: str) -> Table | None:
    """Return the table kept under ``mark``; None where none is that the log ``path`` goes through.

    ``game``: its id. Raises BadLog ``rules.unknown``, StoreError, `LogFileError`.
    """
    kept = store.head(game, mark)
    if kept is None or not ends_with(path, kept.seq, kept.head, kept.size):
        return None
    try:
        before = Past(lambda: islice(read_events(path), kept.seq + 1))
        return Table.thaw(library, kept.frozen, before)
    except (msgspec.DecodeError, UnicodeDecodeError):
        # The client's own, as its code says, so another build froze it, in another form.
        store.drop_head(game, mark)
        return None


def _enter(
    store: Store,
    path: Path,
    table: Table,
    library: Library,
    *,
    known: tuple[int, str] | None,
    kept: bool,
) -> None:
    """Add to the store what it lacks of a log; if the two differ, the log is right.

    ``known``: its last event of this game. ``kept``: it is known to keep a head of it. Raises
    StoreError.
    """
    game = table.game_id
    seq = -1 if known is None else known[0]
    if known == (table.chain.count - 1, table.chain.head):
        if not kept and store.head(game) is None:
            store.mark(store.HEAD, table)
        return
    new = list(read_again(path, table.chain, max(seq, 0))) if seq < table.chain.count else []
    follows = known is None or (bool(new) and (new[0].seq, new[0].id) == known)
    if not follows:
        _check_lacking(store, path, table, library)
        store.report(
            f"The database {store.database.shown} had forged or damaged events of {path.stem}, "
            "which its log does not have. pbem removed them and entered the log again"
        )
        store.forget(game)
        new = list(read_again(path, table.chain, 0))
    store.take(path.stem, table, new[1:] if follows and known is not None else new)


def _check_lacking(store: Store, path: Path, table: Table, library: Library) -> None:
    """Raise StoreError if the store has a valid event that the log lacks.

    Anyone who can write to a database writes anything; what is signed, its author has signed.
    """
    ours = briefs(path, table.chain)
    for event in verified(store.lines(table.game_id), Table(library)):
        if event.seq >= len(ours) or event.id != ours[event.seq].id:
            raise StoreError(
                f"{path.name} lacks event {event.seq}, which the database has, as after a restored "
                "backup. To continue with this log, run 'pbem store rebuild'. Then import the log "
                "of another player before you sign anything"
            )


def verified(lines: Iterable[bytes], table: Table) -> Iterator[Event]:
    """Yield what is valid of lines that follow ``table``, up to the first that is not.

    ``table`` folds them in, and is of no more use if one is not valid.
    """
    try:
        for line in lines:
            event = read_event(line, version=table.chain.version)
            table.take(event)
            yield event
    except BadLog:
        return


def beyond(path: Path, chain: Chain) -> Iterator[Event]:
    """Yield the events of the log ``path`` after the first ``chain.size`` bytes of it.

    Nothing is chained here. Raises BadLog and `LogFileError`.
    """
    settled(path)
    with explaining(path, "Reading"), open_plain(path) as handle:
        handle.seek(chain.size)
        for place, line in read_lines(handle):
            yield read_event(line, chain.count + place, chain.version)
