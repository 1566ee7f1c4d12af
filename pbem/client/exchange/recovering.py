"""A record or a log that was lost: what is put back, and what begins again where its owner says so.

The record has the bytes of every event of its owner. If a log lost such an event before anybody
received it, the event is put back as a side of the game. Section 9 of the protocol then says which
side counts. So its owner signs that very event again, and no other in its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pbem.client.exchange.divergence import Case, diverged
from pbem.client.session.day_record import kept_days
from pbem.client.storage import sides
from pbem.log.event import read_event

if TYPE_CHECKING:
    from pbem.client.session.session import Session
    from pbem.log.event import Event
    from pbem.table.own.record import Entry, Record


class Compared(NamedTuple):
    """One's record of what one signed, beside the log here.

    ``lacking``: an event of one's own in the log that the record lacks; ``apart``: the newest
    entry of the record, if this log can never have its event.
    """

    record: Record
    lacking: Event | None
    apart: Entry | None


def beside_record(session: Session) -> Compared | None:
    """Compare one's record with the log here; None where nobody sits here. Raises `LogFileError`.

    The log before the newest entry is not read again.
    """
    if session.handle is None:
        return None
    record = session.client.record(session.handle, session.table.game_id)
    last = record.last()
    if last is None and record.missing:
        return Compared(record, None, None)
    before = 0 if last is None else max(0, last.seq - 1)
    places: dict[int, str] = {}
    lacking: Event | None = None
    for event in session.since(before):
        if last is not None and event.seq <= last.seq:
            places[event.seq] = event.id
        elif event.by == session.handle:
            lacking = event
            break
    if last is None:
        return Compared(record, lacking, None)
    other = places.get(last.seq, last.id) != last.id
    elsewhere = bool(last.prev) and last.seq > 0 and places.get(before, last.prev) != last.prev
    return Compared(record, lacking, last if other or elsewhere else None)


def put_back(session: Session, compared: Compared) -> Case | None:
    """Put back as a side what one signed after an event of the log here that went on without it.

    None where there is nothing of that kind. (`Session.finish` adds an event that follows the end
    of the log.) Raises `LogFileError`.
    """
    if compared.apart is None:
        return None
    mine = [read_event(entry.line.encode()) for entry in compared.record.entries if entry.line]
    ours = list(session.since(0))
    places = {event.id: event.seq for event in ours[:-1]}
    here = {event.id for event in ours}
    first = next((one for one in mine if one.id not in here and one.prev in places), None)
    if first is None or sides.stands_on(session, first.id):
        return None
    side = ours[: first.seq]
    for one in mine:
        if one.prev == side[-1].id and one.id not in here:
            side.append(one)
    case = diverged(session, side, prefix=True)
    case.warnings.append(
        f"Your record has event {first.seq}, which you signed, but this log went on without it. "
        "The event is restored as a branch of the game. Mail it to the others if it counts"
    )
    return case


def recover(session: Session, compared: Compared, *, begin: bool) -> list[str]:
    """Begin a lost record again with the end of this log; return what to say.

    Args:
        session: The game.
        compared: How the log compares with the record.
        begin: The user agreed to begin the record again.
    """
    record, lacking, apart = compared
    if begin:
        record.go_on()
    player = None if session.handle is None else session.table.roster.find(session.handle)
    if (player is None or player.vrf is None) and not record.restored:
        return []
    if apart is not None and sides.stands_on(session, apart.id):
        apart = None  # which of the two counts is decided, or reported
    fine = not record.missing and lacking is None and apart is None and record.damaged is None
    if fine and not record.restored:
        return []
    if begin:
        record.adopt(session.table.chain.count - 1, session.table.chain.head)
        late = (
            "If others may not have received everything that you signed, change your keys before "
            f"you sign again: 'pbem identity renew', then 'pbem offer {session.name} keys'. Once "
            "all have agreed, nothing signed with your former keys counts against you"
        )
        return ["Your record starts again at the end of this log", late, *_days_too(session)]
    if record.damaged is not None:
        how = f"is damaged in line {record.damaged}"
    elif lacking is not None:
        how = f"lacks event {lacking.seq}, as an old backup or another computer would"
    elif apart is not None:
        how = f"has event {apart.seq} after another event {apart.seq - 1} than this log has"
    elif record.restored:
        how = "came from a backup, which may lack what you signed later"
    else:
        how = "is missing"
    reported = (
        f"Your record of what you signed in this game {how}. Ask every other player for the log, "
        "and import those logs and your own mails. Then confirm with 'pbem take FILE --recovered'"
    )
    return [reported, *_days_too(session)]


def _days_too(session: Session) -> list[str]:
    """Say to an umpire that the days that they signed come back in a file of their own."""
    opening, umpire = session.table.opening, session.table.roster.umpire
    if opening is None or opening.clock is None or umpire is None:
        return []
    if umpire.handle != session.handle:
        return []
    name = kept_days(session.path).name
    reported = (
        f"You are the umpire. Before you sign any days, import those that you signed since: {name} "
        "of another player, or what you mailed"
    )
    return [reported]
