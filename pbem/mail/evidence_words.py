"""Mail as evidence, told to people: the messages, the events, and what that proves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from pbem.crypto.text import escape
from pbem.kit.wording import listed, quoted, span
from pbem.mail.evidence import Evidence, Mailed, Sent

PROVES = """\
What this proves: where two people who did not make it up together have a message from different
servers, the events in it were there when the earlier server had it. That an author signed an event
is proved by the event, however it came.
What it does not prove: From, To, Date and the lower Received are words of who sent it; the upper
Received is the word of the reader's own server; and whoever saved a message can have changed any of
it. That a message was not sent, or not read, no mail proves."""
"""What mail can prove and what not: told below every table."""


def lines(found: Evidence) -> Iterator[str]:
    """Tell mail as evidence."""
    for one in found.messages:
        yield from _message(one)
    if not found.messages:
        yield "No message here carries an event of a game."
    elif found.silent:
        others = "message carries" if found.silent == 1 else "messages carry"
        yield f"{found.silent} other {others} no event."
    if found.events:
        yield ""
        yield from _events(found.events)
    if found.odd:
        yield ""
        yield "What does not agree:"
        yield from (f"  {escape(one)}." for one in found.odd)
    yield from (f"NOT read: {escape(why)}" for why in found.unread)
    if found.messages:
        yield ""
        yield from PROVES.split("\n")


def _message(one: Mailed) -> Iterator[str]:
    yield f"Message {one.number}: {escape(one.source)}"
    date = one.dated or (f"'{one.date}', which is no time" if one.date else "none")
    to = listed(map(quoted, one.to)) or "nobody"
    yield f"  From {one.sender or 'nobody'}; to {to}; Date {date}, as who sent it says"
    for station in one.stations:
        sender = f" from {station.sender}" if station.sender else ""
        at = station.at or "without a time"
        yield f"  Received by {station.by or 'a server without a name'}{sender}: {at}"
    if one.dkim:
        yield f"  Says that it is signed by {', '.join(one.dkim)} (DKIM), which is not checked here"
    for carried in one.carries:
        what = f"{span(carried.first, carried.last)} of game {carried.game[:16]}..."
        yield f"  Carries {what}, {carried.new} of them new"


def _events(events: Sequence[Sent]) -> Iterator[str]:
    """Tell events in a row that came alike in one line."""
    for game, of_game in groupby(events, key=lambda one: one.game):
        yield f"Game {game[:16]}..., each event and the earliest message that has it:"
        for (earliest, known, messages), some in groupby(of_game, key=_came):
            row = list(some)
            signed = ", ".join(f"{by} {many}" for by, many in Counter(e.by for e in row).items())
            first = (
                "no message that has it tells a time"
                if earliest is None
                else f"message {earliest}, {known}"
            )
            also = [str(one) for one in messages if one != earliest]
            more = f"; also in {', '.join(also)}" if also else ""
            clock = f"; by their authors' clocks {row[0].at} to {row[-1].at}"
            yield f"  {span(row[0].seq, row[-1].seq)} (by {signed}): {first}{more}{clock}"


def _came(one: Sent) -> tuple[int | None, str | None, tuple[int, ...]]:
    return one.earliest, one.known, one.messages
