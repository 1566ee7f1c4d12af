"""A record or a log that was lost: what is put back, and what begins again where its owner says so.

The record has the bytes of every event of its owner. Where a log lacks one because it was lost
before anybody was sent it, it is put back as a side of the game, and section 9 of the protocol says
which counts. So its owner signs that very event again, and no other in its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.exchange.divergence import Case, diverged
from pbem.desk.shelf import sides
from pbem.log.event import read_event
from pbem.table.writer import lacks

if TYPE_CHECKING:
    from pbem.desk.seat.sitting import Sitting
    from pbem.table.record import Entry


def put_back(sitting: Sitting) -> Case | None:
    """Put back as a side what one signed behind an event of the log here that went on without it.

    None where there is nothing of that kind, or nobody sits here. (What stands on the end of the
    log is put there by `Sitting.finish`.) Raises `LogFileError`.
    """
    if sitting.handle is None or _not_here(sitting) is None:
        return None
    record = sitting.desk.record(sitting.handle, sitting.table.game_id)
    mine = [read_event(entry.line.encode()) for entry in record.entries if entry.line]
    ours = list(sitting.since(0))
    places = {event.id: event.seq for event in ours[:-1]}
    here = {event.id for event in ours}
    first = next((one for one in mine if one.id not in here and one.prev in places), None)
    if first is None or sides.stands_on(sitting, first.id):
        return None
    side = ours[: first.seq]
    for one in mine:
        if one.prev == side[-1].id and one.id not in here:
            side.append(one)
    case = diverged(sitting, side, prefix=True)
    case.warnings.append(
        f"event {first.seq}, which you signed, is in your record, and this log went on without it: "
        "it is put back as a side of the game; mail it to the others where it counts"
    )
    return case


def _not_here(sitting: Sitting) -> Entry | None:
    """Return the newest entry of one's record, if this log can never have its event."""
    if sitting.handle is None:
        return None
    last = sitting.desk.record(sitting.handle, sitting.table.game_id).last()
    if last is None:
        return None
    before = max(0, last.seq - 1)
    at = {event.seq: event.id for event in sitting.since(before) if event.seq <= last.seq}
    other = at.get(last.seq, last.id) != last.id
    elsewhere = bool(last.prev) and last.seq > 0 and at.get(before, last.prev) != last.prev
    return last if other or elsewhere else None


def recover(sitting: Sitting, *, begin: bool) -> list[str]:
    """Begin a lost record again with the end of this log, if ``begin``; return what to tell."""
    player = None if sitting.handle is None else sitting.table.roster.find(sitting.handle)
    if player is None or player.vrf is None:
        return []
    record = sitting.desk.record(player.handle, sitting.table.game_id)
    lost = None if record.missing else lacks(record, player.handle, sitting.since)
    apart = _not_here(sitting)
    if apart is not None and sides.stands_on(sitting, apart.id):
        apart = None  # which of the two counts is decided, or told
    if not record.missing and lost is None and apart is None and record.damaged is None:
        return []
    if begin:
        record.adopt(sitting.table.chain.count - 1, sitting.table.chain.head)
        return ["your record begins again with the end of this log"]
    if record.damaged is not None:
        how = f"is damaged in line {record.damaged}"
    elif lost is not None:
        how = f"lacks event {lost.seq}, as in a backup"
    elif apart is not None:
        how = f"has your event {apart.seq} on another event {apart.seq - 1} than this log"
    else:
        how = "is missing"
    told = (
        f"your record of what you signed in this game {how}: ask every other player for the log, "
        "take it in, and add --recovered to the last one"
    )
    return [told]
