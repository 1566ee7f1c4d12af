"""Who is late by the umpire's record, and what the umpire can rule (docs/time.md)."""

from __future__ import annotations

from datetime import date

import msgspec

from pbem.desk.clock_report import after, due_words
from pbem.desk.sitting import Sitting
from pbem.desk.timekeeping import clock_of, keeper
from pbem.errors import NotYourPen


class Late(msgspec.Struct, frozen=True):
    """Who is late by the umpire's record; ``facts``: why, as it stands in a ruling's note."""

    handle: str
    facts: str


def late(sitting: Sitting, today: date | None = None) -> Late:
    """Return who is late by the record of the umpire who sits here.

    Raises NotYourPen where nobody is, with until when, or the record does not show it, and
    LogFileError where the record is damaged.
    """
    why = sitting.table.pen().why
    opening, clock = sitting.table.opening, clock_of(sitting, today)
    if opening is None or opening.clock is None:
        raise NotYourPen(
            f"{sitting.name} was opened without a clock, so nobody is late by it; 'pbem rule --out "
            "HANDLE' rules without one"
        )
    if clock is None or clock.held is None:
        raise NotYourPen(f"no clock runs in {sitting.name}. {why}")
    held = clock.held
    if not clock.kept:
        raise NotYourPen(
            f"your record does not have the day on which event {held.seq} reached you, so it does "
            f"not show that {held.handle} is late; 'pbem rule --out {held.handle}' rules without it"
        )
    if held.stage != "late":
        raise NotYourPen(
            f"nobody is late in {sitting.name}. The answer of {held.handle} is {due_words(clock)}; "
            f"from {after(held.grace_end)} on you may rule, if it has not come"
        )
    if told := sitting.forked():
        raise NotYourPen(f"who was to answer which event is not settled. {told[0]}")
    last = next(iter(sitting.since(held.seq)))
    away = f", {held.away} days of absence not counted" if held.away else ""
    facts = (
        f"Event {held.seq} ({last.id[:16]}, by {last.by}) gave {held.handle} the pen and reached "
        f"the umpire {clock.umpire} on {held.day}. {held.allowed} days to answer it, {held.bank} "
        f"of {clock.terms.bank} days of bank and {clock.terms.grace} of grace ended on "
        f"{held.grace_end}{away}; on {clock.today} no answer had come."
    )
    return Late(held.handle, facts)


def draft_ruling(sitting: Sitting, today: date | None = None) -> str | None:
    """Return what the umpire who sits here is told when somebody is late: facts and commands.

    None for everybody else, and while nobody is late by the record. Nothing is signed.
    """
    if keeper(sitting) is None:
        return None
    try:
        found = late(sitting, today)
    except NotYourPen:
        return None
    name, who = sitting.name, found.handle
    return (
        f"{who} is late in {name}. {found.facts} 'pbem rule {name} --late' puts {who} out by "
        f"forfeit; with --replace CARD the player of that card goes on in the place of {who}. "
        "Take in all your mail first. Nothing is ruled without you."
    )
