"""The chain: every event names the one before it (protocol section 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.log.event import NO_EVENT, VERSIONS
from pbem.log.finding import BadLog, finding

if TYPE_CHECKING:
    from pbem.log.event import Event

EVENTS_MAX = 160_000
"""The most events of a log (protocol section 2)."""

LOG_BYTES_MAX = 64 * 1024 * 1024
"""The most bytes of a log, newlines included (protocol section 2)."""


class Chain:
    """Checks event after event that each follows the one before; knows nothing of signatures.

    - ``game``: The id of the game (empty before the first event).
    - ``head``: The id of the last event.
    - ``count``: The number of events, so also the next ``seq``.
    - ``size``: The bytes that they take with their newlines.
    - ``version``: The version of the protocol; None before the first event of a game names it.
    """

    __slots__ = ("count", "game", "head", "size", "version")

    def __init__(self, version: int | None = None) -> None:
        self.version = version
        self.game = ""
        self.head = NO_EVENT
        self.count = 0
        self.size = 0

    @classmethod
    def after(cls, last: Event, size: int) -> Chain:
        """Go on after ``last``, the known good head of a log of ``size`` bytes."""
        chain = cls(last.v)
        chain.game = last.game_id
        chain.head = last.id
        chain.count = last.seq + 1
        chain.size = size
        return chain

    @classmethod
    def of_stretch(cls, first: Event) -> Chain:
        """Begin with ``first`` wherever it stands: its own predecessor is for the receiver to see.

        Raises ``BadLog`` when ``first`` cannot stand anywhere: see ``feed``.
        """
        chain = cls()
        if first.seq > 0:
            chain.game = first.game
            chain.head = first.prev
            chain.count = first.seq
        chain.feed(first)
        return chain

    @property
    def _known(self) -> tuple[int, ...]:
        return VERSIONS if self.version is None else (self.version,)

    def feed(self, event: Event) -> None:
        """Take ``event`` as the next of the chain; a refused one leaves the chain as it was.

        Raises ``BadLog`` with ``event.version``, ``chain.game``, ``chain.seq``, ``chain.prev`` or
        ``file.limit``. Nobody is blamed: what stands in the wrong place may be moved by anybody.
        """
        size = self.size + len(event.line) + 1
        # Every event but the first names the game; a first event that does would name itself.
        if (
            event.v not in self._known
            or event.seq != self.count
            or event.prev != self.head
            or event.game != self.game
            or (event.seq > 0 and not event.game)
            or event.seq >= EVENTS_MAX
            or size > LOG_BYTES_MAX
        ):
            self._refuse(event, size)
        if event.seq == 0:
            self.game = event.id
        self.version = event.v
        self.head = event.id
        self.count += 1
        self.size = size

    def _refuse(self, event: Event, size: int) -> None:
        """Say which of the conditions of ``feed`` failed, the plainest one first."""
        # If nothing came before, an event from the middle is early rather than of another game.
        other_game = event.game_id != self.game if self.count else event.seq == 0 and event.game
        if event.v not in self._known:
            code = "event.version"
            why = f"uses version {event.v} of the protocol. Install a newer release"
        elif other_game:
            code = "chain.game"
            why = (
                f"names the game {event.game or '(none)'} but is in the log of "
                f"{self.game or 'a game that begins here'}. Check which game the file belongs to"
            )
        elif event.seq != self.count:
            code = "chain.seq"
            why = (
                f"is in the place of event {self.count}. Ask the sender for the events from "
                f"{self.count} on"
            )
        elif event.prev != self.head:
            code = "chain.prev"
            why = (
                f"follows {event.prev}, but the event before it here is {self.head}. Compare both "
                "logs to see where they differ"
            )
        else:
            code = "file.limit"
            why = (
                f"would make the log {event.seq + 1} events and {size} bytes long. A log has at "
                f"most {EVENTS_MAX} events and {LOG_BYTES_MAX} bytes"
            )
        message = f"Event {event.seq} {why}."
        head = self.head if self.count else None
        raise BadLog(finding(code, event, message=message, good=self.count, head=head))
