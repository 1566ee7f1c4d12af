"""Reminders: what is due, by whose count, and who is reminded (docs/time.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Literal, NamedTuple

from pbem.agent.sending.outgoing import Said
from pbem.client.session.day_record import keeper
from pbem.client.session.session import Session
from pbem.client.umpire.lateness import draft_ruling
from pbem.client.umpire.timekeeping import Clock, clock_of
from pbem.client.umpire.words import due_words
from pbem.table.clock import Held

_STAGES = {
    "bank": "the bank is in use",
    "grace": "the grace period runs",
    "late": "late",
}


class Due(NamedTuple):
    """A reminder for the owner, the people of a game, or the owner as its umpire."""

    to: Literal["owner", "people", "umpire"]
    reason: str
    said: Said


def keep_days(session: Session, day: date) -> None:
    """Enter into the umpire's record what came in without its day: by hand, or before a crash.

    ``day``: the one to enter.
    """
    record = keeper(session)
    opening = session.table.opening
    if record is None or opening is None or opening.clock is None:
        return
    if record.lacks(session.table.chain.head, day):
        record.catch_up(session.briefs(), day)


def due(session: Session, remind: Sequence[int], today: date) -> Iterator[Due]:
    """Yield what somebody is to be reminded of today; ``remind``: days before the deadline."""
    clock = clock_of(session, today)
    if clock is None or clock.held is None:
        return
    held = clock.held
    game, head = session.name, session.table.chain.head
    key = f"due {session.table.game_id} {head}"
    words = f"The answer of {held.handle} in {game} is {due_words(clock, here=True)}."
    stage = _stage(held, remind, today)
    if stage is None:
        return
    name, what = stage
    if held.handle == session.handle:
        text = f"{words}\n{session.table.active().why}\n'pbem show {game}' shows the game."
        yield Due("owner", f"{key} {name}", Said(f"{game}: {what}", text))
    elif keeper(session) is not None:
        yield from _as_umpire(session, clock, held, f"{key} {name}", what)
    elif held.stage == "late":
        text = f"{words}\n'pbem claim {game}' writes a mail with the facts."
        yield Due("owner", f"{key} late", Said(f"{game}: {held.handle} is late", text))


def _as_umpire(session: Session, clock: Clock, held: Held, reason: str, what: str) -> Iterator[Due]:
    """Yield what an umpire's agent says: to all at the deadline and after it, then to them."""
    at_hand = held.due <= clock.today
    if at_hand:
        text = (
            f"The answer of {held.handle} in {session.name} is {due_words(clock)}.\n"
            f"{session.table.active().why}\n"
            f"The umpire, {clock.umpire}, keeps the days. Write there if you will be away or need "
            "more time."
        )
        yield Due("people", reason, Said(f"{held.handle}: {what}", text))
    draft = draft_ruling(session, clock.today)
    if draft is not None:
        said = Said(f"{session.name}: {held.handle} is late, and you may rule", draft)
        yield Due("umpire", f"{reason} ruling", said)


def _stage(held: Held, remind: Sequence[int], today: date) -> tuple[str, str] | None:
    """Return the name of a reminder and what it says in short; None where none is due."""
    if held.stage != "time":
        return held.stage, _STAGES[held.stage]
    left = (held.due - today).days
    due = [days for days in remind if left <= days]
    if not due or not held.used:  # who has just been asked needs no reminder
        return None
    return f"{min(due)}", "due today (UTC)" if left == 0 else f"due on {held.due} UTC"
