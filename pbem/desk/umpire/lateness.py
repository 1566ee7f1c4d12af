"""Who is late by the umpire's record, and what the umpire can rule (docs/time.md)."""

from __future__ import annotations

from datetime import date
from typing import get_args

import msgspec

from pbem.desk.seat.day_record import keeper
from pbem.desk.seat.sitting import Sitting
from pbem.desk.umpire.timekeeping import clock_of
from pbem.desk.umpire.words import after, due_words
from pbem.errors import NotYourPen
from pbem.table.clock import Held
from pbem.table.events.kinds import Late, LateTurn, Owed


class LatePlayer(msgspec.Struct, frozen=True):
    """Who is late by the umpire's record; ``facts``: why, for people; ``late``: in the ruling."""

    handle: str
    facts: str
    late: Late


def find_late(
    sitting: Sitting, out: str, *, anyway: bool, today: date | None = None
) -> LatePlayer | None:
    """Return why ``out`` is late; None where he is not, or nothing shows it, and ``anyway`` is set.

    Otherwise raises NotYourPen there, and LogFileError where the record is damaged.
    """
    try:
        who = late(sitting, today)
        if who.handle == out:
            return who
        why = f"{out} is not late: {who.handle} is"
    except NotYourPen as error:
        why = str(error)
    if anyway:
        return None
    raise NotYourPen(
        f"{why}. With --anyway the ruling is signed all the same, and says to everybody that it is "
        "no matter of days"
    )


def late(sitting: Sitting, today: date | None = None) -> LatePlayer:
    """Return who is late by the record of the umpire who sits here.

    Raises NotYourPen where nobody is, with until when, or the record does not show it, and
    LogFileError where the record is damaged.
    """
    why = sitting.table.pen().why
    opening, clock = sitting.table.opening, clock_of(sitting, today)
    if opening is None or opening.clock is None:
        raise NotYourPen(
            f"{sitting.name} was opened without a clock, so nobody is late by it; 'pbem rule --out "
            "HANDLE --anyway' rules without one"
        )
    if clock is None or clock.held is None:
        raise NotYourPen(f"no clock runs in {sitting.name}. {why}")
    held = clock.held
    if not clock.kept:
        raise NotYourPen(
            f"your record does not have the days on which event {held.seq} and those since reached "
            f"you ('pbem clock' tells more), so it does not show that {held.handle} is late; 'pbem "
            f"rule --out {held.handle} --anyway' rules without it"
        )
    if held.stage != "late":
        raise NotYourPen(
            f"nobody is late in {sitting.name}. The answer of {held.handle} is "
            f"{due_words(clock, here=True)}; from {after(held.grace_end)} UTC on "
            "you may rule, if it has not come"
        )
    if told := sitting.forked():
        raise NotYourPen(f"who was to answer which event is not settled. {told[0]}")
    if clock.doubt is not None:
        anyway = f"'pbem rule --out {held.handle} --anyway', without your record"
        raise NotYourPen(
            f"{clock.doubt.words}. What can be done is {anyway}"
            if clock.doubt.until is None
            else f"{clock.doubt.words}; from the day after it on 'pbem rule --late' rules, and "
            f"before it {anyway}"
        )
    gave = next(iter(sitting.since(held.seq)))
    away = f", {held.away} days of absence not counted" if held.away else ""
    facts = (
        f"Event {held.seq} ({gave.id[:16]}, by {gave.by}) gave {held.handle} the pen and reached "
        f"the umpire {clock.umpire} on {held.day} UTC. {held.allowed} days to answer, {held.had} "
        f"of {clock.terms.bank} days of bank and {held.grace} of grace ended on "
        f"{held.grace_end} UTC{away}; on {clock.today} UTC no answer had come."
    )
    return LatePlayer(held.handle, facts, _in_ruling(sitting, held, gave.id, clock.today))


def _in_ruling(sitting: Sitting, held: Held, gave: str, today: date) -> Late:
    owed = sitting.table.pen().kinds[0]
    turn = held.turn
    return Late(
        owed=next(kind for kind in get_args(Owed) if kind == owed),
        event=gave,
        day=held.day.isoformat(),
        allowed=held.allowed,
        used=held.used,
        granted=held.more,
        absent=held.away,
        bank=held.had,
        grace=held.grace,
        turn=None
        if turn is None
        else LateTurn(allowed=turn.allowed, used=turn.used, granted=turn.more, absent=turn.away),
        on=today.isoformat(),
    )


def draft_ruling(sitting: Sitting, today: date | None = None) -> str | None:
    """Return what the umpire who sits here is told when somebody is late: facts and commands.

    None for everybody else, and while nobody is late by the record. Nothing is signed.
    """
    if keeper(sitting) is None:
        return None
    try:
        drafted = late(sitting, today)
    except NotYourPen:
        return None
    name, who = sitting.name, drafted.handle
    return (
        f"{who} is late in {name}. {drafted.facts} 'pbem rule {name} --late' puts {who} out by "
        f"forfeit; with --replace CARD the player of that card goes on in the place of {who}. "
        "Take in all your mail first. Nothing is ruled without you."
    )
