"""Logs read, verified, and replayed event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pbem.api.game import Game, Opened
from pbem.api.given import AnyPath, library_with
from pbem.audit import verify as verifying
from pbem.audit.verdict import Verdict
from pbem.errors import FormError
from pbem.identity.card import Card
from pbem.log.event import Event
from pbem.log.file import read_events
from pbem.table.library import Library
from pbem.table.table import Table
from pbem.table.words.deeds import fold
from pbem.view.history import Entry, entry


class Step(NamedTuple):
    """One event of a log that is replayed.

    - ``event``: as it stands in the log;
    - ``entry``: the same in words: what its author did, his orders as lines, what came of it;
    - ``game``: the game after it, a copy of its own; None before everybody has joined.
    """

    event: Event
    entry: Entry
    game: Game | None


def read_log(path: AnyPath) -> list[Event]:
    """Read a log: every event in order, in form and chained to the one before.

    No signature, no die and no order is looked at: `verify` does that. Raises BadLog at the first
    event that is not in form, LogFileError where the file cannot be read.
    """
    return list(read_events(Path(path)))


def verify(
    path: AnyPath,
    *,
    level: int = 3,
    cards: Iterable[AnyPath] = (),
    packs: Iterable[AnyPath] = (),
) -> Verdict:
    """Verify a whole log: every signature, every die, every order. What is wrong is in the verdict.

    ``level``: 1 looks at form, chain and signatures, 2 also at dice, 3 also at the rules.
    ``cards``: files of player cards that the keys of the log must fit. ``packs``: files of owners'
    data packs that a game may be played with.

    Raises LogFileError where the file cannot be read, KeyFileError for a card that is none,
    PackError for a pack that is none, RulesFault for a mistake in the rules of this program.
    """
    library = library_with(map(Path, packs))
    return verifying.verify(Path(path), library, level=_level(level), cards=_cards(cards))


def verify_many(
    paths: Iterable[AnyPath],
    *,
    level: int = 3,
    cards: Iterable[AnyPath] = (),
    packs: Iterable[AnyPath] = (),
    processes: int = 1,
) -> Iterator[Verdict]:
    """Verify several logs as `verify` does, and yield the verdicts in the order of ``paths``.

    A file that cannot be read has a verdict too (``unread`` says why), and keeps no other from
    being judged. With ``processes`` above 1 they work side by side; a script that asks for that
    has its work behind ``if __name__ == "__main__":``.

    Raises KeyFileError and PackError as `verify` does, before any log is read.
    """
    library = partial(library_with, tuple(map(Path, packs)))
    library()
    return verifying.verify_many(
        list(map(Path, paths)),
        library,
        level=_level(level),
        cards=_cards(cards),
        processes=processes,
    )


def replay(path: AnyPath, *, packs: Iterable[AnyPath] = ()) -> Iterator[Step]:
    """Replay a log, verifying it at level 3 on the way, and yield a `Step` for every event.

    Raises BadLog at the first event that is not valid, after all that are; LogFileError, PackError,
    RulesFault as `verify` does.
    """
    table = Table(library_with(map(Path, packs)))
    for folded in fold(read_events(Path(path)), table):
        game = None if table.play is None else _game(table, seed=0)
        yield Step(folded.event, entry(table, folded), game)


def replay_page(path: AnyPath, *, packs: Iterable[AnyPath] = ()) -> str:
    """Return the past of a game as one page of HTML, which any browser opens without a network.

    `pbem replay` writes the same. ``path``: a log, of which the part that is good is shown, or the
    proof of a fork. Only what everybody may see is in it, and the log, which the browser checks.

    Raises BadLog where not one event is good or the rules are not here, FormError for a log too
    long for a page, LogFileError, PackError, RulesFault as `verify` does.
    """
    from pbem.replays.page import page  # noqa: PLC0415 - it loads all that draws
    from pbem.replays.recording import record  # noqa: PLC0415

    place = Path(path)
    return page(place, record(place, library_with(map(Path, packs))))


def game_at(
    path: AnyPath, event: int | None = None, *, seed: int = 0, packs: Iterable[AnyPath] = ()
) -> Game:
    """Return the game as it stood after event number ``event`` of a log (None: the last).

    Everything up to there is verified at level 3; what comes behind it is not looked at. ``seed``:
    for dice that are rolled on it.

    Raises BadLog where an event up to there is not valid; FormError where the log has no such
    event, or not everybody had joined by then; LogFileError, PackError, RulesFault as `verify`.
    """
    return _game(table_at(Path(path), library_with(map(Path, packs)), event), seed)


def table_at(
    path: Path,
    library: Library,
    event: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Table:
    """Return the table on which `game_at` finds a game, for what a `Game` does not tell.

    ``progress`` hears how many events were taken in. Raises as `game_at` does.
    """
    table = Table(library)
    for one in read_events(path):
        table.take(one)
        progress(table.chain.count)
        if one.seq == event:
            break
    else:
        if event is not None:
            raise FormError(
                f"{path} has {table.chain.count} events: there is none of number {event}"
            )
    if table.play is None:
        raise FormError(f"{path}: there is no game yet, it begins when everybody has joined")
    return table


def _game(table: Table, seed: int) -> Game:
    assert table.play is not None and table.opening is not None  # noqa: S101, PT018 - seen before
    rules = table.rules_now()
    opened = Opened(rules.name, rules.version, table.opening.scenario, table.opening.options)
    return Game(opened, table.play.copy(), seed)


def _level(level: int) -> int:
    if level not in (1, 2, 3):
        raise FormError(f"there is no level {level}: 1, 2 or 3")
    return level


def _cards(paths: Iterable[AnyPath]) -> Sequence[Card]:
    places = list(map(Path, paths))
    if not places:
        return ()
    from pbem.audit.judging import read_cards  # noqa: PLC0415 - it loads all that compares logs

    return read_cards(places)
