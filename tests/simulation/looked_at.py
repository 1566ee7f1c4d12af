"""The content of files, read again only if one has changed: checks look at all of it each day."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from pbem.log.event import Event, read_event
from pbem.log.file import read_events
from pbem.log.journal import journal_of

_Mark = tuple[int, int, int, int] | None


class _Files:
    """The findings of ``read`` in files, with what the system said of each just before it was read.

    The same holds for the journal beside a file: how the file is read depends on it.
    """

    def __init__(self, read: Callable[[Path], Sequence[Event]]) -> None:
        self._read = read
        self._found: dict[Path, tuple[tuple[_Mark, _Mark], Sequence[Event]]] = {}

    def __call__(self, path: Path) -> Sequence[Event]:
        mark = _mark(path), _mark(journal_of(path))
        known = self._found.get(path)
        if known is None or known[0] != mark:
            known = self._found[path] = mark, self._read(path)
        return known[1]

    def forget(self) -> None:
        """Let go of everything: of a year that is over nothing is asked again."""
        self._found.clear()


def _mark(path: Path) -> _Mark:
    try:
        stat = path.stat()
    except FileNotFoundError:
        return None
    return stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns


def _of_log(path: Path) -> Sequence[Event]:
    return list(read_events(path))


def _of_record(path: Path) -> Sequence[Event]:
    found = []
    *lines, _cut_off = path.read_bytes().split(b"\n")
    for line in lines:
        with suppress(ValueError, KeyError):
            entry = json.loads(line)["entry"]
            if entry.get("line"):
                found.append(read_event(entry["line"].encode()))
    return found


events_of = _Files(_of_log)
"""The events of a log; raises what `read_events` does."""

entries_of = _Files(_of_record)
"""The events that are entered in the file of a record."""
