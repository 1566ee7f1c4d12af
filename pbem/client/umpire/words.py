"""The client's words about deadlines, line by line (docs/time.md)."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from pbem.crypto.text import escape

if TYPE_CHECKING:
    from pbem.client.session.session import Session
    from pbem.client.umpire.timekeeping import Clock
    from pbem.table.clock import Held
    from pbem.table.events.kinds import Clock as Terms


def due_words(clock: Clock, *, here: bool = False) -> str:
    """Until when the answer is due, after "The answer is"; empty where no time runs.

    ``here``: its reader sits at this machine, so its own hour is reported beside the day.
    """
    held = clock.held
    if held is None:
        return ""
    latest = f"due on {held.grace_end} UTC at the latest"
    stage, last = {
        "time": (f"due on {held.due} UTC", held.due),
        "bank": (f"using the bank since {after(held.due)} UTC, {latest}", held.grace_end),
        "grace": (
            f"in the grace period since {after(held.bank_end)} UTC, {latest}",
            held.grace_end,
        ),
        "late": (f"late since {after(held.grace_end)} UTC: {_who_rules(clock)}", held.grace_end),
    }[held.stage]
    reported = hour_here(last) if here else ""
    ends = "here that day ended at" if held.stage == "late" else "in local time until"
    hour = [f"{ends} {reported}"] if reported else []
    return f"{stage} ({'; '.join([*hour, *_why(clock, held)])})"


def hour_here(day: date) -> str:
    """Return the hour of this machine at which a day in UTC ends; empty where it is UTC here."""
    try:
        ends = datetime.combine(day, time(), UTC) + timedelta(days=1)
        local = ends.astimezone()
    except (OverflowError, ValueError, OSError):  # outside of the years that a machine knows
        return ""
    return f"{local:%H:%M} on {local:%Y-%m-%d}" if local.utcoffset() else ""


def _who_rules(clock: Clock) -> str:
    if clock.umpire is None:
        return "nobody can rule without an umpire"
    if clock.doubt is not None:
        return "the days in the umpire's record contradict each other, so nobody can rule by them"
    return "the umpire may rule"


def _why(clock: Clock, held: Held) -> list[str]:
    """Say what the days are counted from, what comes after them, and how much that proves."""
    base = f"{_days(clock.terms.days)}{f' and {held.more} more' if held.more else ''}"
    if clock.kept:
        parts = [f"{base} from event {held.seq}, which reached the umpire on {held.day} UTC"]
    else:
        parts = [f"{base} from event {held.seq}, {held.day} UTC by the dates in the log"]
    if held.away:
        parts[0] += f", not counting {_days(held.away)} of absence"
    if held.others:
        parts[0] += f", not counting {_days(held.others)} in which others had to write"
    if held.turn is not None:
        parts.append(f"{held.turn.used} of {_days(held.turn.allowed)} of this turn used")
    stages = []
    if clock.terms.bank:
        stages.append(f"then {held.bank} of {_days(clock.terms.bank)} of bank")
    if clock.terms.grace:
        stages.append(f"then {held.grace} of grace")
    if stages:
        parts.append(", ".join(stages))
    if not clock.kept:
        parts.append(_doubt(clock))
    return parts


def _doubt(clock: Clock) -> str:
    if clock.umpire is None:
        return "no umpire keeps the days, and the dates in a log are only claims"
    return f"what counts is when mail reached the umpire, {clock.umpire}"


def clock_lines(session: Session, clock: Clock | None) -> list[str]:
    """Return the lines of `pbem clock`: the terms, all banks and absences, the active player.

    ``clock``: of `clock_of`.
    """
    name, why = session.name, escape(session.table.active().why)
    opening = session.table.opening
    if opening is None or opening.clock is None:
        return [f"{name} was opened without a clock, so no answer is due on any day.", why]
    umpire = "no umpire" if opening.umpire is None else f"umpire {opening.umpire.handle}"
    lines = [f"{name}: {terms_words(opening.clock)}; {umpire}."]
    if clock is None:
        return [*lines, f"No clock runs. {why}"]
    width = max(map(len, clock.left), default=0)
    for handle, left in clock.left.items():
        away = ", ".join(f"{first} to {last}" for first, last in clock.away.get(handle, ()))
        reported = f"; away {away} UTC" if away else ""
        lines.append(f"  {handle:{width}}  {_days(left)} of bank left{reported}")
    lines.append(why)
    lines += [f"Note: {to_come_words(seq, day)}." for seq, day in clock.to_come.items()]
    if clock.held is not None:
        lines.append(f"The answer is {due_words(clock, here=True)}.")
        if clock.doubt is not None:
            lines.append(f"{clock.doubt.words}.")
    else:
        lines.append("No clock runs for the umpire.")
    return lines


def to_come_words(seq: int, day: date) -> str:
    """Say that an event has a day that is still to come, in a sentence without its full stop.

    ``seq``: the number of the event.
    """
    return (
        f"By your record, event {seq} reached you on {day} UTC, which is in the future, so a clock "
        "was wrong. That day counts as unknown and is not signed; if it was signed before, it "
        f"stands. Import the mail with event {seq} again, and that day counts"
    )


def terms_words(terms: Terms) -> str:
    """The clock of an opening."""
    return (
        f"{_days(terms.days)} to answer, {_days(terms.bank)} of bank, {_days(terms.grace)} of grace"
        + ("" if terms.turn is None else f", {_days(terms.turn)} for a turn")
    )


def after(day: date) -> date:
    """Return the day after, on which the next stage has begun."""
    return day + timedelta(days=1) if day < date.max else day


def _days(number: int) -> str:
    return f"{number} day{'' if number == 1 else 's'}"
