"""The late players by the umpire's record, and what the umpire can rule (docs/time.md)."""

from __future__ import annotations

from datetime import date
from typing import get_args

import msgspec

from pbem.client.session.day_record import keeper
from pbem.client.session.session import Session
from pbem.client.umpire.timekeeping import clock_of
from pbem.client.umpire.words import after, due_words
from pbem.errors import NotYourPen
from pbem.table.clock import Held
from pbem.table.events.kinds import Late, LateTurn, Owed


class LatePlayer(msgspec.Struct, frozen=True):
    """A player who is late by the umpire's record; ``facts`` for people, ``late`` for a ruling."""

    handle: str
    facts: str
    late: Late


def find_late(
    session: Session, out: str, *, anyway: bool, today: date | None = None
) -> LatePlayer | None:
    """Return why a player is late; None if they are not, or nothing shows it.

    Args:
        session: The game.
        out: The player.
        anyway: If the player is not late, return None instead of an error.
        today: The day; by default today in UTC.

    Raises:
        NotYourPen: The player is not late, or nothing shows it.
        LogFileError: The record is damaged.
    """
    try:
        who = late(session, today)
        if who.handle == out:
            return who
        why = f"{out} is not late: {who.handle} is"
    except NotYourPen as error:
        why = str(error)
    if anyway:
        return None
    raise NotYourPen(
        f"{why}. With --anyway you can sign the ruling in spite of this. It then says that it is "
        "not about days"
    )


def late(session: Session, today: date | None = None) -> LatePlayer:
    """Return who is late by the record of the umpire who sits here.

    ``today``: as for `clock_of`. Raises NotYourPen where nobody is, with until when, or the record
    does not show it, and LogFileError where the record is damaged.
    """
    why = session.table.active().why
    opening, clock = session.table.opening, clock_of(session, today)
    if opening is None or opening.clock is None:
        raise NotYourPen(
            f"{session.name} was opened without a clock, so nobody is late. To rule without one, "
            "type 'pbem rule --out HANDLE --anyway'"
        )
    if clock is None or clock.held is None:
        raise NotYourPen(f"No clock runs in {session.name}. {why}")
    held = clock.held
    if not clock.kept:
        raise NotYourPen(
            f"Your record lacks the days on which event {held.seq} and later ones reached you, so "
            f"it does not show that {held.handle} is late. 'pbem clock' shows what is missing. To "
            f"rule without it, type 'pbem rule --out {held.handle} --anyway'"
        )
    if held.stage != "late":
        raise NotYourPen(
            f"Nobody is late in {session.name}. The answer of {held.handle} is "
            f"{due_words(clock, here=True)}. If it has not come, you may rule from "
            f"{after(held.grace_end)} UTC on"
        )
    if reported := session.forked():
        why = f"{reported[0][:1].upper()}{reported[0][1:]}"
        raise NotYourPen(f"It is not settled who was to answer which event. {why}")
    if clock.doubt is not None:
        anyway = f"use 'pbem rule --out {held.handle} --anyway', without your record"
        raise NotYourPen(
            f"{clock.doubt.words}. To rule, {anyway}"
            if clock.doubt.until is None
            else f"{clock.doubt.words}. From the day after it, 'pbem rule --late' rules; before "
            f"it, {anyway}"
        )
    gave = next(iter(session.since(held.seq)))
    away = f", {held.away} days of absence not counted" if held.away else ""
    facts = (
        f"{held.handle} has been the active player since event {held.seq} ({gave.id[:16]}, by "
        f"{gave.by}), which reached the umpire {clock.umpire} on {held.day} UTC. "
        f"{held.allowed} days to answer, {held.had} of {clock.terms.bank} days of bank and "
        f"{held.grace} of grace ended on {held.grace_end} UTC{away}. On {clock.today} UTC, no "
        "answer had come."
    )
    return LatePlayer(held.handle, facts, _in_ruling(session, held, gave.id, clock.today))


def _in_ruling(session: Session, held: Held, gave: str, today: date) -> Late:
    owed = session.table.active().kinds[0]
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


def draft_ruling(session: Session, today: date | None = None) -> str | None:
    """Return the facts and commands for the umpire who sits here when somebody is late.

    None for everybody else, and while nobody is late by the record. ``today``: as for `clock_of`.
    Nothing is signed.
    """
    if keeper(session) is None:
        return None
    try:
        drafted = late(session, today)
    except NotYourPen:
        return None
    name, who = session.name, drafted.handle
    return (
        f"{who} is late in {name}. {drafted.facts} Import all your mail first. Then 'pbem rule "
        f"{name} --late' puts {who} out by forfeit. With --replace CARD, the player of that card "
        "takes over. Nothing is ruled without you."
    )
