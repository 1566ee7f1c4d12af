"""Judging what somebody sends: logs, several logs of one game, fork files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from pathlib import Path

import msgspec

from pbem.audit import report
from pbem.audit.compare import compare, judge_fork_file
from pbem.audit.counting import counts_lines, judge_counts
from pbem.audit.days import judge_days
from pbem.audit.heads import judge_head
from pbem.audit.verdict import (
    CountsVerdict,
    DaysVerdict,
    ForkVerdict,
    HeadVerdict,
    Judged,
    Verdict,
)
from pbem.audit.verify import Progress, unread, verify_many, verify_one
from pbem.crypto.text import escape
from pbem.errors import LogFileError
from pbem.files import read_plain
from pbem.identity.card import CARD_BYTES, Card, read_card
from pbem.identity.card import SUFFIX as CARD
from pbem.items import Items
from pbem.log.disk import explaining
from pbem.log.finding import BadLog
from pbem.log.fork import Fork
from pbem.table.library import Library

FORK = ".fork"
HEAD = ".head"
DAYS = ".days"
A_CARD = "It is a player card: name it with --card"
PAIRS_MOST = 500
"""Pairs of logs of one game that are compared: 32 logs. Each fork of two writes a file."""

MANY = 4
"""From so many logs on each one is reported in a line; what is wrong still in full."""


class JudgeOptions(msgspec.Struct, frozen=True):
    """How to judge: see `pbem.audit.verify.verify`; ``proof``: the file for a fork found.

    - ``scheduler``: The address of a Dask scheduler whose workers verify several logs, instead of
      ``processes`` here.
    - ``absent``: Named paths that are no files, and why nothing else was meant.
    - ``passed``: Files in folders that were passed over.
    - ``unread``: Mail that could not be read, and why.
    """

    level: int = 3
    cards: Sequence[Card] = ()
    book: Sequence[Card] = ()
    processes: int = 2
    scheduler: str | None = None
    proof: Path | None = None
    absent: Mapping[Path, str] = {}
    passed: Sequence[Path] = ()
    unread: Sequence[str] = ()


def read_cards(paths: Sequence[Path]) -> list[Card]:
    """Read player cards; raises KeyFileError where one is none, LogFileError where unreadable."""
    cards = []
    for path in paths:
        with explaining(path, "Reading"):
            cards.append(read_card(read_plain(path, CARD_BYTES)))
    return cards


def judge(
    paths: Sequence[Path],
    make_library: Callable[[], Library],
    wish: JudgeOptions,
    progress: Progress | None = None,
) -> Judged:
    """Judge logs, fork files and confirmations, and compare logs of one game.

    Every file is judged. A file that cannot be read does not stop the others. If the proof of a
    fork cannot be written, the verdict says so.

    Args:
        paths: The files.
        make_library: A function of a module; with a scheduler, also a partial of one.
        wish: The options of the judgement.
        progress: Called as files are judged.
    """
    logs = [path for path in paths if path.suffix not in (FORK, HEAD, DAYS)]
    library = make_library()
    if len(logs) == 1:
        verdicts = [
            verify_one(
                logs[0],
                library,
                level=wish.level,
                cards=wish.cards,
                book=wish.book,
                progress=progress,
            )
        ]
    else:
        verdicts = list(_verify_several(logs, make_library, wish))
    verdicts = [
        found if (why := _no_log(path, wish)) is None else unread(path, wish.level, why)
        for path, found in zip(logs, verdicts, strict=True)
    ]
    items = Items()
    forks, heads, days = list[ForkVerdict](), list[HeadVerdict](), list[DaysVerdict]()
    for path in paths:
        with items.take(str(path)):
            if path.suffix == FORK:
                forks.append(_judge_fork(path, library, verdicts))
            elif path.suffix == HEAD:
                heads.append(judge_head(path, verdicts))
    pairs, many = _of_one_game(verdicts)
    for two in pairs:
        with items.take(f"{two[0].path} with {two[1].path}"):
            forks.append(_compare(two, verdicts, library, wish))
    signed = [path for path in paths if path.suffix == DAYS]
    for one in verdicts if signed else ():
        with items.take(f"signed days with {one.path}"):
            days.append(_judge_days(signed, one, library))
    counts = list[CountsVerdict]()
    with items.take("which of several logs counts"):
        counts += judge_counts(verdicts, library)
    wrong = (*wish.unread, *(one.message for one in items.failed), *many)
    oks = [one.ok for some in (verdicts, forks, heads, days, counts) for one in some]
    return Judged(
        ok=all(oks) and not wrong and not (signed and not days),
        logs=tuple(verdicts),
        forks=tuple(forks),
        heads=tuple(heads),
        days=tuple(days),
        counts=tuple(counts),
        unread=wrong,
        passed=tuple(map(str, wish.passed)),
    )


def _no_log(path: Path, wish: JudgeOptions) -> str | None:
    """Say why a path that was named is no log; None where it may be one."""
    if path in wish.absent:
        return wish.absent[path]
    return A_CARD if path.suffix == CARD and path.is_file() else None


def _verify_several(
    logs: Sequence[Path], make_library: Callable[[], Library], wish: JudgeOptions
) -> Iterator[Verdict]:
    level, cards, book = wish.level, wish.cards, wish.book
    if wish.scheduler is None:
        yield from verify_many(
            logs, make_library, level=level, cards=cards, book=book, processes=wish.processes
        )
        return
    from pbem.audit.workers import verify_far  # noqa: PLC0415 - for a scheduler only

    yield from verify_far(logs, make_library, wish.scheduler, level=level, cards=cards, book=book)


def _of_one_game(
    verdicts: Sequence[Verdict],
) -> tuple[list[tuple[Verdict, Verdict]], list[str]]:
    """Return each two logs of one game that end elsewhere, in the order of their places.

    Beside them: of which games there are more than are compared, in sentences.
    """
    by_game: dict[str, list[int]] = {}
    for place, one in enumerate(verdicts):
        if one.game is not None:
            by_game.setdefault(one.game, []).append(place)
    found: list[tuple[int, int]] = []
    wrong = []
    for game, places in by_game.items():
        apart = (two for two in combinations(places, 2)
                 if verdicts[two[0]].head != verdicts[two[1]].head)  # fmt: skip
        some = list(islice(apart, PAIRS_MOST + 1))
        found += some[:PAIRS_MOST]
        if len(some) > PAIRS_MOST:
            wrong.append(
                f"there are {len(places)} logs of the game {game[:16]}..., too many to compare "
                f"each with each. Only {PAIRS_MOST} pairs were compared. 'pbem court' compares "
                "all of them"
            )
    return [(verdicts[first], verdicts[second]) for first, second in sorted(found)], wrong


def _judge_days(paths: Sequence[Path], verdict: Verdict, library: Library) -> DaysVerdict:
    if verdict.game is None:
        why = "signed days can only be compared with a log, and this is none"
        return DaysVerdict(path=verdict.path, ok=False, convicted=False, messages=(why,))
    return judge_days(paths, Path(verdict.path), library, verdict.events)


def _judge_fork(path: Path, library: Library, verdicts: Sequence[Verdict]) -> ForkVerdict:
    try:
        return judge_fork_file(path, library, verdicts)
    except (BadLog, LogFileError) as error:
        return ForkVerdict(paths=(str(path),), ok=False, proven=False, message=f"{path}: {error}")


def _compare(
    two: tuple[Verdict, Verdict], verdicts: Sequence[Verdict], library: Library, wish: JudgeOptions
) -> ForkVerdict:
    """Compare two logs of one game as far as each is good; ``verdicts``: of all logs."""
    a, b = two

    def place(fork: Fork) -> Path:
        return wish.proof or Path(f"{fork.a.game[:16]}-{fork.a.seq}{FORK}")

    paths = (Path(a.path), Path(b.path))
    try:
        return compare(*paths, library, place, good=(a.events, b.events), logs=verdicts)
    except (BadLog, LogFileError) as error:  # a file that changed since it was verified
        reported = f"{paths[0]} and {paths[1]} cannot be compared: {error}"
        return ForkVerdict(paths=(a.path, b.path), ok=False, proven=False, message=reported)


def lines(judged: Judged) -> Iterator[str]:
    """Yield everything as lines for a person."""
    for reported_first in judged.counts:
        yield from counts_lines(reported_first)
        yield ""
    many = len(judged.logs) >= MANY
    for number, one in enumerate(judged.logs):
        if many:
            yield from report.many_lines(one)
        else:
            yield from [""] if number else []
            yield from report.lines(one)
    games = len({one.game for one in judged.logs if one.game is not None})
    if games > 1:
        only = "Only logs of the same game were compared"
        yield from ["", f"These are logs of {games} different games. {only}."]
    for number, fork in enumerate(judged.forks):
        yield from [""] if number or judged.logs else []
        yield from report.fork_lines(fork)
    yield from (f"{escape(one.message)}." for one in judged.heads)
    for days in judged.days:
        agree = "the umpire's signed days agree with each other and with every ruling"
        yield from (f"{escape(f'{days.path}: {one}')}." for one in days.messages or (agree,))
    yield from (f"NOT read: {escape(why)}" for why in judged.unread)
    yield from (f"{escape(path)}: skipped: neither a log nor mail" for path in judged.passed)
