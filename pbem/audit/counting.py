"""Which of several logs of one game counts, for a judge (protocol section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import NamedTuple

from pbem.audit.verdict import BranchPointVerdict, CountsVerdict, Verdict
from pbem.crypto.text import escape
from pbem.errors import LogFileError
from pbem.kit.wording import listed
from pbem.log.file import read_events
from pbem.log.finding import BadLog
from pbem.table.counts import BranchPoint, Counted, two_faced_words, which_counts
from pbem.table.library import Library
from pbem.table.table import Table


def judge_counts(verdicts: Iterable[Verdict], library: Library) -> Iterator[CountsVerdict]:
    """Yield for each game of which there are logs that part which of them counts.

    Every log is read as far as it is good.
    """
    whole = [one for one in verdicts if one.game is not None and one.events]
    whole.sort(key=lambda one: one.game or "")
    for game, some in groupby(whole, key=lambda one: one.game or ""):
        logs = list(some)
        if len({one.head for one in logs}) > 1 and (reported := _counts(game, logs, library)):
            yield reported


def _counts(game: str, logs: Sequence[Verdict], library: Library) -> CountsVerdict | None:
    try:
        read = [list(islice(read_events(Path(one.path)), one.events)) for one in logs]
        found = which_counts(library, read, min(one.level for one in logs))
    except (BadLog, LogFileError):
        return None  # a file that changed since it was verified: the comparison of the two says so
    if not found.branch_points:
        return None
    doubtful = in_doubt(library, found, min(one.level for one in logs))
    if doubtful is not None:
        found = doubtful.found
    undecided = found.open is not None
    last = found.events[-1]
    ids = [{event.id for event in log} for log in read]
    return CountsVerdict(
        game=game,
        ok=not undecided and found.umpire is None,
        paths=tuple(one.path for one in logs),
        counts=()
        if undecided
        else tuple(one.path for one, has in zip(logs, ids, strict=True) if last.id in has),
        head=last.id,
        seq=last.seq,
        umpire=found.umpire,
        branch_points=tuple(
            BranchPointVerdict(
                seq=one.seq,
                decided=None if one.counts is None else one.counts.id,
                rules=one.rules,
                why=doubtful.why if doubtful is not None and one.counts is None else one.why(),
                both=one.both,
                choose=one.everybody,
            )
            for one in found.branch_points
        ),
    )


class InDoubt(NamedTuple):
    """The part that counts up to a branch point that only the rules can decide, and the reason."""

    found: Counted
    why: str


def in_doubt(library: Library, found: Counted, level: int) -> InDoubt | None:
    """Say whether only the rules decide at a branch point; None if the log does.

    Without rules, nobody knows whether a player is out by what they opened. Such a player perhaps
    decides, and perhaps not.

    Args:
        library: Has the rules that are here.
        found: Which log counts.
        level: The level at which the logs were verified.

    Source: docs/protocol.md, sections 9 and 10.
    """
    if level > 2:
        return None
    table = Table(library, level)
    points = iter(found.branch_points)
    point = next(points, None)
    for at in range(len(found.events) + 1):
        if point is not None and point.seq == at:
            if table.perhaps_out:
                return InDoubt(_up_to(found, point), _why_in_doubt(point, table, level))
            point = next(points, None)
        if at < len(found.events):
            table.take(found.events[at])
    return None


def _up_to(found: Counted, point: BranchPoint) -> Counted:
    """Return what counts up to a branch point at which nothing decides."""
    before = found.branch_points[: found.branch_points.index(point)]
    undecided = point._replace(counts=None, rules=())
    return Counted(found.events[: point.seq], (*before, undecided), found.umpire)


def _why_in_doubt(point: BranchPoint, table: Table, level: int) -> str:
    who = listed(sorted(table.perhaps_out))
    return (
        f"only the rules of the game decide between the events {point.seq}: {who} may be out by an "
        f"illegal opening, and level {level} does not ask the rules"
    )


def counts_lines(verdict: CountsVerdict) -> Iterator[str]:
    """Yield which log counts, as lines; an umpire with two faces is named before all else."""
    if verdict.umpire is not None:
        reported = two_faced_words(verdict.umpire)
        yield f"{reported[0].upper()}{reported[1:]}."
    if verdict.counts:
        which = escape(" and ".join(verdict.counts))
        yield f"The log that counts: {which}, up to event {verdict.seq}."
    else:
        yield f"Nothing decides yet which log counts. All agree up to event {verdict.seq}."
    for one in verdict.branch_points:
        rules = f", rule {' and '.join(map(str, one.rules))}" if one.rules else ""
        yield f"  Protocol section 9{rules}: {escape(one.why)}."
        if one.both:
            who = ", ".join(one.both)
            yield f"  These wrote on more than one side from event {one.seq} on: {who}."
