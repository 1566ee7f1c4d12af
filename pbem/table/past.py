"""Keeps the events so far: a ruling on a fork goes back to one of them (protocol section 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pbem.log.event import Event, read_event


class Past:
    """The events that a table has accepted, as lines: a ruling on a fork goes back to one of them.

    ``before`` yields those that the table had when it was thawed. None: there were none, or the
    program that thawed it cannot show them.
    """

    def __init__(self, before: Callable[[], Iterable[Event]] | None = None) -> None:
        self._before = before
        self._lines: list[bytes] = []

    def add(self, event: Event) -> None:
        """Enter an event that was accepted."""
        self._lines.append(event.line)

    def copy(self) -> Past:
        """Return the same past, which goes on by itself."""
        twin = Past(self._before)
        twin._lines = list(self._lines)
        return twin

    def events(self) -> Iterator[Event]:
        """Yield every event of the log, from the first."""
        if self._before is not None:
            yield from self._before()
        for line in self._lines:
            yield read_event(line)


class Reread(Past):
    """The log of a table that reads all of it from a file: nothing is kept.

    ``log`` yields all its events.
    """

    def __init__(self, log: Callable[[], Iterable[Event]]) -> None:
        super().__init__(log)

    def add(self, event: Event) -> None:
        """Keep nothing: the file has it."""

    def copy(self) -> Past:
        """Return the same."""
        return self
