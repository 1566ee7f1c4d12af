"""The logs in a folder: which belongs to which game.

A client with thousands of games is asked so with every mail. The log that is meant is looked at
then; of all others names and inodes alone are compared, which listing the folder gives.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pbem.errors import PbemError
from pbem.files import inodes, is_own_file, mark_of

if TYPE_CHECKING:
    from pbem.log.event import Event

DIGITS = 20
"""So many hex digits of a game's id are looked up; a footer in a mail has no more."""


def first_event(path: Path) -> Event | None:
    """Return the first event of a log; None if it is no log."""
    from pbem.log.event import read_event  # noqa: PLC0415 - only where games are looked for
    from pbem.log.file import read_lines  # noqa: PLC0415

    try:
        for number, line in read_lines(path):
            return read_event(line, number)
    except PbemError:
        return None
    return None


def first_id(path: Path) -> str | None:
    """Return the id of the first event of a log, which is the game's; None if it is no log."""
    first = first_event(path)
    return None if first is None else first.id


class _Seen(NamedTuple):
    """A file as it was looked at: what `mark_of` says, and the first event, None for no log."""

    mark: tuple[int, int, int]
    first: Event | None


class Logs:
    """The logs of our own in ``folder`` whose names end in ``suffix``."""

    def __init__(self, folder: Path, suffix: str) -> None:
        self._folder, self._suffix = folder, suffix
        self._seen: dict[str, _Seen] = {}
        self._names: dict[str, set[str]] = {}

    def find(self, games: Collection[str]) -> dict[str, Path]:
        """Return the logs of those of ``games`` that are here: ids, or at least `DIGITS` of each.

        The folder is listed where one is not known, once for all. Raises OSError.
        """
        found = self._known(games)
        if len(found) == len(games):
            return found
        self._list()
        return self._known(games)

    def firsts(self) -> Iterator[tuple[Path, Event]]:
        """Give every log that is here now, by name, with its first event."""
        self._list()
        for name in sorted(self._seen):
            if (first := self._seen[name].first) is not None:
                yield self._folder / name, first

    def _known(self, games: Collection[str]) -> dict[str, Path]:
        found = {}
        for game in games:
            for name in sorted(self._names.get(game[:DIGITS], ())):
                self._look(name)
                seen = self._seen.get(name)
                if seen is not None and seen.first is not None and seen.first.id.startswith(game):
                    found[game] = self._folder / name
                    break
        return found

    def _list(self) -> None:
        """Look at each file that is new here, and forget what has gone."""
        there = inodes(self._folder, self._suffix)
        for name in [name for name, seen in self._seen.items() if there.get(name) != seen.mark[0]]:
            self._forget(name)
        for name in there.keys() - self._seen.keys():
            self._look(name)

    def _look(self, name: str) -> None:
        """Read the first event of a file, again only where it was written to."""
        path, seen = self._folder / name, self._seen.get(name)
        try:
            mark = mark_of(path) if is_own_file(path) else None
        except FileNotFoundError:  # it was put away just now
            mark = None
        if mark is not None and seen is not None and seen.mark == mark:
            return
        self._forget(name)
        if mark is None:
            return
        self._seen[name] = _Seen(mark, first := first_event(path))
        if first is not None:
            self._names.setdefault(first.id[:DIGITS], set()).add(name)

    def _forget(self, name: str) -> None:
        seen = self._seen.pop(name, None)
        if seen is not None and seen.first is not None:
            self._names[seen.first.id[:DIGITS]].discard(name)
