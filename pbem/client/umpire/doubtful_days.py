"""Days in an umpire's record that cannot all be right, since a clock was wrong (docs/time.md).

The record has what this computer's clock said when mail came. If that contradicts itself, or the
date of an event's author, nobody is late by it who would be in time by what else is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import accumulate

from pbem.log.again import Brief


def favoured(
    events: Sequence[Brief], known: Mapping[str, date], handle: str, today: date
) -> dict[str, date]:
    """Return id of event -> the possible day that is best for a player.

    The player's events came no later than the events after them. Others' events came no earlier
    than their date, unless that is in the future. An event by somebody else that came before its
    predecessor may have come on any day until the next event, or until today.

    Args:
        events: The events.
        known: Id of an event -> the recorded day.
        handle: The player.
        today: The day, in UTC.
    """
    highest = list(accumulate((known.get(one.id, date.min) for one in events), max))
    days: dict[str, date] = {}
    latest = following = date.max
    for seq, one in reversed(list(enumerate(events))):
        entered = known.get(one.id)
        if entered is None:
            continue
        latest = min(latest, entered)
        if one.by == handle:
            days[one.id] = latest
        elif entered < highest[seq]:
            days[one.id] = min(following, today)
            continue
        else:
            written = date.fromisoformat(one.at[:10])
            days[one.id] = max(entered, written) if written <= today else entered
        following = min(following, entered)
    return days


def contradiction(events: Sequence[Brief], known: Mapping[str, date], today: date) -> str:
    """Say which event has an impossible day in the record; empty if there is none.

    Args:
        events: The events.
        known: Id of an event -> the recorded day.
        today: The day, in UTC.
    """
    found = ""
    following: tuple[int, date] | None = None
    for seq, one in reversed(list(enumerate(events))):
        entered, written = known.get(one.id), date.fromisoformat(one.at[:10])
        if entered is None:
            continue
        said = f"By your record, event {seq} reached you on {entered} UTC"
        if following is not None and entered > following[1]:
            found = f"{said}, but event {following[0]}, which follows it, on {following[1]} UTC"
        elif entered < written <= today:
            found = f"{said}, but {one.by} dated it {written} UTC"
        if following is None or entered < following[1]:
            following = (seq, entered)
    return found
