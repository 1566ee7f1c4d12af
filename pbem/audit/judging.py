"""Judging what somebody sends: logs, several logs of one game, fork files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import msgspec

from pbem.audit import verdict as tell
from pbem.audit.compare import compare, judge_fork_file
from pbem.audit.heads import HeadVerdict, judge_head
from pbem.audit.verdict import ForkVerdict, Verdict
from pbem.audit.verify import Progress, unread, verify_many, verify_one
from pbem.crypto.text import escape
from pbem.errors import LogFileError
from pbem.identity.card import Card, read_card
from pbem.log.disk import told
from pbem.log.finding import BadLog
from pbem.log.fork import Fork
from pbem.table.library import Library

FORK = ".fork"
HEAD = ".head"
MANY = 4
"""From so many logs on each one is told in a line; what is wrong still in full."""


class Wish(msgspec.Struct, frozen=True):
    """How to judge: see `pbem.audit.verify.verify`; ``proof``: the file for a fork found.

    ``absent``: which of the paths named are no files, and why nothing else was meant.
    """

    level: int = 3
    cards: Sequence[Card] = ()
    book: Sequence[Card] = ()
    processes: int = 2
    proof: Path | None = None
    absent: Mapping[Path, str] = {}


class Judged(msgspec.Struct, frozen=True):
    """Every log in order, then every fork file and every two logs of one game that differ.

    ``heads``: every confirmation, held against the log of its game.
    """

    logs: tuple[Verdict, ...]
    forks: tuple[ForkVerdict, ...]
    heads: tuple[HeadVerdict, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether every log is valid, every card fits, nobody forked and every proof is one."""
        # A file of its own claims a fork: it is wrong if it does not prove one.
        faults = [one.proven or len(one.paths) == 1 for one in self.forks]
        return (
            all(one.clean for one in self.logs)
            and not any(faults)
            and all(one.ok for one in self.heads)
        )


def read_cards(paths: Sequence[Path]) -> list[Card]:
    """Read player cards; raises KeyFileError where one is none, LogFileError where unreadable."""
    cards = []
    for path in paths:
        with told(path, "Reading"):
            cards.append(read_card(path.read_bytes()))
    return cards


def judge(
    paths: Sequence[Path],
    make_library: Callable[[], Library],
    wish: Wish,
    progress: Progress | None = None,
) -> Judged:
    """Judge logs, fork files, confirmations; logs of one game are compared with each other.

    Every file is judged: one that cannot be read or is none in form keeps no other out. Raises
    `LogFileError` only where the proof of a fork cannot be written.
    """
    logs = [path for path in paths if path.suffix not in (FORK, HEAD)]
    library = make_library()
    forks = [_judge_fork(path, library) for path in paths if path.suffix == FORK]
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
        verdicts = list(
            verify_many(
                logs,
                make_library,
                level=wish.level,
                cards=wish.cards,
                book=wish.book,
                processes=wish.processes,
            )
        )
    verdicts = [
        unread(path, wish.level, wish.absent[path]) if path in wish.absent else found
        for path, found in zip(logs, verdicts, strict=True)
    ]
    for a, b in combinations(verdicts, 2):
        if a.game is not None and a.game == b.game and a.head != b.head:
            forks.append(_compare(a, b, library, wish))
    heads = tuple(judge_head(path, verdicts) for path in paths if path.suffix == HEAD)
    return Judged(tuple(verdicts), tuple(forks), heads)


def _judge_fork(path: Path, library: Library) -> ForkVerdict:
    try:
        return judge_fork_file(path, library)
    except (BadLog, LogFileError) as error:
        told = f"{escape(str(path))}: {error}"
        return ForkVerdict(paths=(str(path),), proven=False, message=told)


def _compare(a: Verdict, b: Verdict, library: Library, wish: Wish) -> ForkVerdict:
    """Compare two logs of one game as far as each is good."""

    def place(fork: Fork) -> Path:
        return wish.proof or Path(f"{fork.a.game[:16]}-{fork.a.seq}{FORK}")

    return compare(Path(a.path), Path(b.path), library, place, good=(a.events, b.events))


def lines(judged: Judged) -> Iterator[str]:
    """Tell everything to a person."""
    many = len(judged.logs) >= MANY
    for number, one in enumerate(judged.logs):
        if many:
            yield tell.one_line(one)
            yield from (f"     {line}" for line in tell.verdict_lines(one))
        else:
            yield from [""] if number else []
            yield from tell.lines(one)
    games = len({one.game for one in judged.logs if one.game is not None})
    if games > 1:
        only = "only logs of one game are compared with each other"
        yield from ["", f"These are logs of {games} different games; {only}."]
    for number, fork in enumerate(judged.forks):
        yield from [""] if number or judged.logs else []
        yield from tell.fork_lines(fork)
    yield from (one.message + "." for one in judged.heads)
