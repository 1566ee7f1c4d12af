"""Copies of one game's log as one tree: every event once, however many copies have it.

An event names its predecessor by the digest of that, so copies of one game that agree up to an
event are one branch up to there, and part where an event has several that follow it. This floor
knows form and chain; signatures and rules are for a floor above.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.log.event import NO_EVENT, Event


class Tree:
    """The events of one game, by id; those that follow one another stand in the order they came.

    ``game``: the id of its first event; what is added belongs to it.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.events: dict[str, Event] = {}
        self._next: dict[str, list[str]] = {}

    def add(self, events: Iterable[Event]) -> None:
        """Add the events of a copy or of a part of one; those that are here already change nothing.

        What the iterable raises comes through; all before it has been added then.
        """
        for event in events:
            if event.game_id != self.game or event.id in self.events:
                continue
            self.events[event.id] = event
            self._next.setdefault(event.prev, []).append(event.id)

    def following(self, event: str) -> list[Event]:
        """Return the events on a predecessor (`NO_EVENT`: the first one of all)."""
        return [self.events[one] for one in self._next.get(event, ())]

    def partings(self) -> list[str]:
        """Return the ids of the events that more than one follows, by their place in the log."""
        found = [one for one, some in self._next.items() if len(some) > 1 and one in self.events]
        return sorted(found, key=lambda one: (self.events[one].seq, one))

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
