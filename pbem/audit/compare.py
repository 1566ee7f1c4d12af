"""Two logs of one game: where they part, and who forked (protocol sections 3 and 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from pbem.audit.verdict import ForkVerdict, KeyChange, Verdict
from pbem.errors import LogFileError
from pbem.log.event import Event
from pbem.log.file import read_events
from pbem.log.finding import BadLog, Finding, finding
from pbem.log.fork import Fork, check_fork, first_difference, keep_fork, make_fork, read_fork
from pbem.log.tree import Tree
from pbem.table.handlers.forks import (
    Following,
    after_rulings,
    after_words,
    former_words,
    settled_by,
    settled_words,
)
from pbem.table.library import Library
from pbem.table.table import Table

Place = Callable[[Fork], Path]
"""The function that returns where to write the proof of a fork."""


def compare(
    path_a: Path,
    path_b: Path,
    library: Library,
    proof: Place | None = None,
    good: tuple[int | None, int | None] = (None, None),
    *,
    logs: Sequence[Verdict] = (),
) -> ForkVerdict:
    """Compare two logs, and write the fork file if somebody forked.

    Only the events before the first difference, and the two events there, are judged. If the fork
    file cannot be written, the verdict is the same and says why.

    Args:
        path_a: One log.
        path_b: The other log.
        library: Has the rules.
        proof: The file for the fork; a number is added if the name is taken. None: nowhere.
        good: How many events of each log are valid; None for all.
        logs: Verified logs, in which a change of keys may settle the fork.

    Raises:
        BadLog: A file is no log.
        LogFileError: A file cannot be read.
    """
    paths = (str(path_a), str(path_b))
    a_events, b_events = (
        islice(read_events(path), count) for path, count in zip((path_a, path_b), good, strict=True)
    )
    difference = first_difference(a_events, b_events)
    if difference is None:
        return _no_fork(paths, "Both files are the same log.")
    seq, a, b = difference
    if a is None or b is None:
        longer, shorter = (paths[0], paths[1]) if b is None else (paths[1], paths[0])
        message = f"Nobody forked. {shorter} is the beginning of {longer}, up to event {seq - 1}."
        if good != (None, None):
            message = f"As far as both are valid: {message}"
        return _no_fork(paths, message, seq)
    if seq == 0:
        return _no_fork(paths, "These are logs of two different games.", seq)
    if a.by != b.by:
        tree = Tree(a.game)
        for path, count in zip((path_a, path_b), good, strict=True):
            tree.add(_past_rulings(path, count, seq))
        following = next(after_rulings(tree, a.prev), None)
        if following is not None:
            return _judge_after(paths, following, tree, library, logs)
        return _no_fork(paths, _two_authors(a, b), seq)
    before = [event for event, _ in zip(read_events(path_a), range(seq), strict=False)]
    names = {a.id: paths[0], b.id: paths[1]}
    return _judge(paths, make_fork(before, a, b), library, logs, proof=proof, names=names)


def _past_rulings(path: Path, count: int | None, seq: int) -> Iterator[Event]:
    """Yield the events of a log up to the first from event ``seq`` on that is no ruling."""
    for event in islice(read_events(path), count):
        yield event
        if event.seq >= seq and event.kind != "ruling":
            return


def _judge_after(
    paths: tuple[str, ...],
    following: Following,
    tree: Tree,
    library: Library,
    logs: Sequence[Verdict],
) -> ForkVerdict:
    """Judge a fork of which the second event stands after rulings; no fork file proves such."""
    judge = _Judge(library)
    author, seq = following.first.by, following.first.seq
    before = tree.line(following.first.prev) or []
    for rest in ((following.first,), (*following.rulings, following.second)):
        fault = judge.first_fault((*before, *rest))
        if fault is not None:
            message = f"One of these logs is not valid ({fault.code}): {fault.message}"
            return _no_fork(paths, message, seq)
    ids = (following.first.id, following.second.id)
    renewed, former = _changed(before[-1], logs, author, seq)
    if renewed is not None:
        message = settled_words(author, seq, ids, renewed, len(following.rulings))
        return _settled(paths, message, seq, renewed)
    if judge.lower is not None:
        return _not_looked_at(paths, after_words(following), author, seq, judge.lower)
    message = (
        f"{after_words(following)}. {author} forfeits the game unless the umpire, or all other "
        f"players, agree on one of the two. A later change of {author}'s key, to which somebody "
        "else agreed, settles it too. A fork file cannot show this fork, so keep both logs."
        f"{former_words(author, former)}"
    )
    return ForkVerdict(
        paths=paths,
        ok=False,
        proven=True,
        message=message,
        seq=seq,
        author=author,
        finding=finding("fork.author", following.first, message=message, blame=(author,)),
    )


def judge_fork_file(path: Path, library: Library, logs: Sequence[Verdict] = ()) -> ForkVerdict:
    """Verify a fork file.

    Args:
        path: The file.
        library: Has the rules.
        logs: Verified logs. The fork file itself cannot show a later change of keys.

    Raises:
        BadLog: It has not the form of a fork.
    """
    return _judge((str(path),), read_fork(path), library, logs)


def _no_fork(paths: tuple[str, ...], message: str, seq: int | None = None) -> ForkVerdict:
    """Return that two logs show no fork."""
    return ForkVerdict(paths=paths, ok=True, proven=False, message=message, seq=seq)


def _judge(
    paths: tuple[str, ...],
    fork: Fork,
    library: Library,
    logs: Sequence[Verdict],
    *,
    proof: Place | None = None,
    names: Mapping[str, str] | None = None,
) -> ForkVerdict:
    """Judge a fork; ``names``: id of one of its two events -> the file that it stands in."""
    judge = _Judge(library)
    seq, author = fork.a.seq, fork.a.by
    try:
        found = check_fork(fork, judge.first_fault)
    except BadLog as bad:
        bad_in = [name for event, name in (names or {}).items() if event in str(bad)]
        message = f"{' and '.join(bad_in or paths)}: {bad}"
        # Two logs of which one has a finding show no fork; a file that claims one is wrong.
        return ForkVerdict(paths=paths, ok=len(paths) > 1, proven=False, message=message, seq=seq)
    renewed, former = _changed(fork.before[-1], logs, author, seq)
    if renewed is not None:
        message = settled_words(author, seq, (fork.a.id, fork.b.id), renewed)
        return _settled(paths, message, seq, renewed)
    if judge.lower is not None:
        what = (
            f"{author} signed two different events {seq} after the same event: {fork.a.id} and "
            f"{fork.b.id}"
        )
        return _not_looked_at(paths, what, author, seq, judge.lower)
    written, why = (None, "") if proof is None else _written(fork, proof(fork))
    alone = " This file ends with the two events, so it shows nothing that came after them."
    return ForkVerdict(
        paths=paths,
        ok=False,
        proven=True,
        message=found.message + (alone if len(paths) == 1 else "") + former_words(author, former),
        seq=seq,
        author=author,
        finding=found,
        proof=None if written is None else str(written),
        unwritten=why,
    )


def _settled(paths: tuple[str, ...], message: str, seq: int, renewed: int) -> ForkVerdict:
    """Return that a later change of keys settles a fork, so that nobody is convicted."""
    return ForkVerdict(
        paths=paths, ok=len(paths) > 1, proven=False, message=message, seq=seq, renewed=renewed
    )


def _not_looked_at(
    paths: tuple[str, ...], what: str, author: str, seq: int, lower: Finding
) -> ForkVerdict:
    """Return that it is a fork if the rules, which are not here, allow both events."""
    message = (
        f"{what}. That is a fork if the rules allow both, which was not checked: {lower.message}"
    )
    return ForkVerdict(paths=paths, ok=False, proven=False, message=message, seq=seq, author=author)


def _changed(
    last: Event, logs: Sequence[Verdict], author: str, seq: int
) -> tuple[int | None, int | None]:
    """Return the change of keys that settles a fork, and the first to which nobody else agreed.

    By those logs that have the predecessor of the fork; None for none.
    """
    changes = list(_changes(last, logs))
    agreed = [(one.handle, one.event) for one in changes if one.settles]
    alone = [(one.handle, one.event) for one in changes if one.alone]
    return settled_by(agreed, author, seq), settled_by(alone, author, seq)


def _changes(last: Event, logs: Sequence[Verdict]) -> Iterator[KeyChange]:
    """Yield the changes of keys in those logs that have the predecessor of a fork."""
    for one in logs:
        if one.game != last.game_id or not one.keys_changed or one.events <= last.seq:
            continue
        at = next(islice(read_events(Path(one.path)), last.seq, None), None)
        if at is not None and at.id == last.id:
            yield from one.keys_changed


class _Judge:
    """Verifies the branches of a fork; ``lower``: why the rules were not asked, None if they were.

    If the rules are not here, signatures, chain and dice are verified all the same.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self.lower: Finding | None = None

    def first_fault(self, events: Iterable[Event]) -> Finding | None:
        """Return the first finding in a log, None where there is none."""
        events = list(events)
        found = self._at(3, events)
        if found is not None and found.code == "rules.unknown":
            self.lower = found
            return self._at(2, events)
        return found

    def _at(self, level: int, events: Iterable[Event]) -> Finding | None:
        table = Table(self._library, level)
        try:
            for event in events:
                table.take(event)
        except BadLog as bad:
            return bad.finding
        return None


def _written(fork: Fork, wanted: Path) -> tuple[Path | None, str]:
    """Keep a proof. Judging never depends on writing: where that fails, return why."""
    try:
        return keep_fork(wanted, fork), ""
    except LogFileError as error:
        return None, str(error)


def _two_authors(a: Event, b: Event) -> str:
    ruling = next((event for event in (a, b) if event.kind == "ruling"), None)
    if ruling is None:
        return (
            f"The logs differ from event {a.seq} on: one has {a.kind} by {a.by}, the other "
            f"{b.kind} by {b.by}. Only one of them was the active player: verify both files to "
            "see which."
        )
    return (
        f"The logs differ from event {a.seq} on: one goes on with a ruling by {ruling.by}. Both "
        "are valid, and the events after that decide which one counts."
    )
