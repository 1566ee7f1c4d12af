"""Copies of one game's log as one tree: every event once, however many copies have it.

An event names its predecessor by its digest. So copies of one game that agree up to an event are
one branch up to there. They part where several events follow one event. This layer knows form and
chain; signatures and rules are for a layer above.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator

from pbem.log.event import NO_EVENT, Event


class Tree:
    """The events of one game, by id; those that follow one another stand in the order of their ids.

    ``game``: the id of its first event; what is added belongs to it.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.events: dict[str, Event] = {}
        self._next: dict[str, list[str]] = {}
        self._lines: dict[str, dict[str, Event]] = {}

    def add(self, events: Iterable[Event]) -> list[str]:
        """Add the events of a copy or of a part of one; return the ids of all of them, in order.

        One that is here already is not added again, and one of another game is left out. Raises
        what the iterable does; all before that has been added then.
        """
        ids = []
        for event in events:
            if event.game_id != self.game:
                continue
            ids.append(event.id)
            known = self.events.get(event.id)
            if known is None:
                self.events[event.id] = event
                insort(self._next.setdefault(event.prev, []), event.id)
            elif event.sig != known.sig:  # one id is one body
                self._lines.setdefault(event.id, {known.sig: known}).setdefault(event.sig, event)
        return ids

    def lines_of(self, event: str) -> list[Event]:
        """Return the event with an id as the copies have it: several if its signatures differ."""
        lines = self._lines.get(event)
        return [self.events[event]] if lines is None else list(lines.values())

    def following(self, event: str) -> list[Event]:
        """Return the events after the one with an id (`NO_EVENT`: the first one of all)."""
        return [self.events[one] for one in self._next.get(event, ())]

    def line(self, last: str) -> list[Event] | None:
        """Return the events from the first to ``last``; None where some between are missing."""
        found = []
        at = last
        while at != NO_EVENT:
            event = self.events.get(at)
            if event is None:
                return None
            found.append(event)
            at = event.prev
        return found[::-1]

    def ends(self) -> Iterator[Event]:
        """Yield the last event of every branch, in the order of their places."""
        ends = [one for one in self.events.values() if one.id not in self._next]
        yield from sorted(ends, key=lambda one: (one.seq, one.id))

    def loose(self) -> list[Event]:
        """Return the events whose predecessor is missing: parts that stand on nothing here."""
        found = [
            one
            for one in self.events.values()
            if one.prev != NO_EVENT and one.prev not in self.events
        ]
        return sorted(found, key=lambda one: (one.seq, one.id))
