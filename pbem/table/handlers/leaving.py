"""Giving the game up (protocol section 4)."""

from __future__ import annotations

from pbem.log.event import Event
from pbem.table.events.kinds import Resign
from pbem.table.handlers import stocks
from pbem.table.handlers.entering import start
from pbem.table.tabletop import Tabletop


def resign(table: Tabletop, event: Event, data: Resign) -> None:  # noqa: ARG001
    """Carry out a resignation (section 4)."""
    table.snapshots.clear()
    table.offer = None
    table.put_out(event.by, "resigned")
    if table.result is not None:
        return
    if table.play is not None:
        stocks.go_on(table)
    elif not table.started and table.roster.joining() is None:
        start(table, event)
