"""Which of several logs of one game counts, told to a judge (protocol section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path

from pbem.audit.verdict import BranchPointVerdict, CountsVerdict, Verdict
from pbem.crypto.text import escape
from pbem.errors import LogFileError
from pbem.log.file import read_events
from pbem.log.finding import BadLog
from pbem.table.counts import two_faced_words, which_counts
from pbem.table.library import Library


def judge_counts(verdicts: Iterable[Verdict], library: Library) -> Iterator[CountsVerdict]:
    """Yield for each game of which there are logs that part which of them counts.

    Every log is read as far as it is good.
    """
    whole = [one for one in verdicts if one.game is not None and one.events]
    whole.sort(key=lambda one: one.game or "")
    for game, some in groupby(whole, key=lambda one: one.game or ""):
        logs = list(some)
        if len({one.head for one in logs}) > 1 and (told := _counts(game, logs, library)):
            yield told


def _counts(game: str, logs: Sequence[Verdict], library: Library) -> CountsVerdict | None:
    try:
        read = [list(islice(read_events(Path(one.path)), one.events)) for one in logs]
        found = which_counts(library, read, min(one.level for one in logs))
    except (BadLog, LogFileError):
        return None  # a file that changed since it was verified: the comparison of the two says so
    if not found.branch_points:
        return None
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
                why=one.why(),
                both=one.both,
                choose=one.everybody,
            )
            for one in found.branch_points
        ),
    )


def counts_lines(verdict: CountsVerdict) -> Iterator[str]:
    """Yield which log counts, as lines; an umpire with two faces is named before all else."""
    if verdict.umpire is not None:
        told = two_faced_words(verdict.umpire)
        yield f"{told[0].upper()}{told[1:]}."
    if verdict.counts:
        which = escape(" and ".join(verdict.counts))
        yield f"The log that counts: {which}, up to event {verdict.seq}."
    else:
        yield f"Nothing decides yet which log counts. All agree up to event {verdict.seq}."
    for one in verdict.branch_points:
        rules = " and ".join(map(str, one.rules))
        yield f"  Protocol section 9, rule {rules}: {escape(one.why)}."
        if one.both:
            who = ", ".join(one.both)
            yield f"  These wrote on more than one side from event {one.seq} on: {who}."
