"""How much of a log each author may write (protocol section 2)."""

from __future__ import annotations

from pbem.log.event import Event
from pbem.log.finding import BadLog, finding
from pbem.table.tabletop import Tabletop

MIB = 1024 * 1024
PLAYER = 4 * MIB
"""Bytes of the lines of a player of the opening, and of the umpire, newlines included."""
REPLACEMENT = 1 * MIB
"""Those of a player put in somebody's place."""
OWED = 1 * MIB
"""The extra bytes of a player for what they owe."""
RULINGS = 4 * MIB
"""The extra bytes of the umpire for rulings."""

DUTIES = ("dice", "reveal", "answer", "resign", "shuffle", "unmask", "lay-open")


def most(table: Tabletop, handle: str, kind: str) -> int:
    """Return how many bytes an author may have written after an event of this kind."""
    umpire = table.roster.umpire
    if umpire is not None and handle == umpire.handle:
        return PLAYER + (RULINGS if kind == "ruling" else 0)
    opening = table.opening
    first = opening is None or any(player.handle == handle for player in opening.players)
    return (PLAYER if first else REPLACEMENT) + (OWED if kind in DUTIES else 0)


def count(table: Tabletop, event: Event) -> None:
    """Count an event to its author's share; raises BadLog ``size.share``."""
    written = table.written.get(event.by, 0) + len(event.line) + 1
    share = most(table, event.by, event.kind)
    if written > share:
        message = (
            f"Event {event.seq} ({event.kind}): with it {event.by} would have written "
            f"{written} bytes. Their share of a log is {share}."
        )
        raise BadLog(finding("size.share", event, message=message, blame=(event.by,)))
    table.written[event.by] = written
