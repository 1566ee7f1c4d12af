"""Read, verify and replay logs."""

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
    """One event of a replayed log.

    - ``event``: the event as it stands in the log;
    - ``entry``: the event in words: what its author did, the orders as lines, and the results;
    - ``game``: a copy of the game after it; None before all players have joined.
    """

    event: Event
    entry: Entry
    game: Game | None


def read_log(path: AnyPath) -> list[Event]:
    """Read the events of a log, and check their form and hash chain.

    This checks no signature, die or order; `verify` does.

    Args:
        path: The log.

    Returns:
        The events in order.

    Raises:
        BadLog: An event has a wrong form, or does not follow the one before.
        LogFileError: The file cannot be read.
    """
    return list(read_events(Path(path)))


def verify(
    path: AnyPath,
    *,
    level: int = 3,
    cards: Iterable[AnyPath] = (),
    packs: Iterable[AnyPath] = (),
) -> Verdict:
    """Verify a whole log: every signature, every die, every order.

    Args:
        path: The log.
        level: 1 checks form, chain and signatures; 2 also dice; 3 also the rules.
        cards: Files of player cards. The keys of the log must match them.
        packs: Files of data packs with which the game may be played.

    Returns:
        The verdict. If the log is invalid, it holds the finding.

    Raises:
        FormError: There is no such level.
        LogFileError: The file cannot be read.
        KeyFileError: A file is not a player card.
        PackError: A file is not a data pack.
        RulesFault: The rules module has a fault.
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
    """Verify several logs.

    A file that cannot be read stops no other. Its verdict says why in ``unread``.

    Args:
        paths: The logs.
        level: As in `verify`.
        cards: As in `verify`.
        packs: As in `verify`.
        processes: How many processes work at the same time. If more than 1, a script must start
            under ``if __name__ == "__main__":``.

    Returns:
        The verdicts in the order of ``paths``.

    Raises:
        FormError: There is no such level.
        KeyFileError: A file is not a player card.
        PackError: A file is not a data pack.
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
    """Verify a log at level 3 and yield a `Step` for every valid event.

    Args:
        path: The log.
        packs: As in `verify`.

    Raises:
        BadLog: The next event is invalid.
        LogFileError: The file cannot be read.
        PackError: A file is not a data pack.
        RulesFault: The rules module has a fault.
    """
    table = Table(library_with(map(Path, packs)))
    for folded in fold(read_events(Path(path)), table):
        game = None if table.play is None else _game(table, seed=0)
        yield Step(folded.event, entry(table, folded), game)


def replay_page(path: AnyPath, *, packs: Iterable[AnyPath] = ()) -> str:
    """Return a game as one page of HTML. Any browser opens it without a network.

    `pbem replay` writes the same page. It shows only what everybody may see. It holds the log,
    which the browser checks. If the log is invalid, it shows the valid part.

    Args:
        path: The log, or the proof of a fork.
        packs: As in `verify`.

    Raises:
        BadLog: No event is valid, or this release does not have the rules.
        FormError: The log is too long for a page.
        LogFileError: The file cannot be read.
        PackError: A file is not a data pack.
        RulesFault: The rules module has a fault.
    """
    from pbem.replays.page import page  # noqa: PLC0415 - it loads all that draws
    from pbem.replays.recording import record  # noqa: PLC0415

    place = Path(path)
    return page(place, record(place, library_with(map(Path, packs))))


def game_at(
    path: AnyPath, event: int | None = None, *, seed: int = 0, packs: Iterable[AnyPath] = ()
) -> Game:
    """Return the game after one event of a log.

    This verifies all events up to that one at level 3, and reads none after it.

    Args:
        path: The log.
        event: The number of the event; None for the last one.
        seed: The seed for new dice.
        packs: As in `verify`.

    Raises:
        BadLog: An event up to that one is invalid.
        FormError: The log has no such event, or not all players had joined by then.
        LogFileError: The file cannot be read.
        PackError: A file is not a data pack.
        RulesFault: The rules module has a fault.
    """
    return _game(table_at(Path(path), library_with(map(Path, packs)), event), seed)


def table_at(
    path: Path,
    library: Library,
    event: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Table:
    """Return the table of `game_at`, for facts that a `Game` does not have.

    Args:
        path: The log.
        library: The rules and data packs.
        event: The number of the event; None for the last one.
        progress: Called with the number of events read so far.

    Raises:
        BadLog: An event up to that one is invalid.
        FormError: The log has no such event, or not all players had joined by then.
        LogFileError: The file cannot be read.
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
                f"{path} has no event {event}: it has {table.chain.count}, counted from 0."
            )
    if table.play is None:
        raise FormError(f"{path} has no position yet: the game starts when all have joined.")
    return table


def _game(table: Table, seed: int) -> Game:
    assert table.play is not None and table.opening is not None  # noqa: S101, PT018 - seen before
    rules = table.rules_now()
    opened = Opened(rules.name, rules.version, table.opening.scenario, table.opening.options)
    return Game(opened, table.play.copy(), seed)


def _level(level: int) -> int:
    if level not in (1, 2, 3):
        raise FormError(f"There is no level {level}. Use 1, 2 or 3.")
    return level


def _cards(paths: Iterable[AnyPath]) -> Sequence[Card]:
    places = list(map(Path, paths))
    if not places:
        return ()
    from pbem.audit.judging import read_cards  # noqa: PLC0415 - it loads all that compares logs

    return read_cards(places)
