"""Mail as evidence, in words: the messages, the events, and what that proves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from pbem.crypto.text import escape
from pbem.kit.wording import listed, quoted, span
from pbem.mail.evidence import Evidence, Mailed, Sent

PROVES = """\
This proves: if two people who do not work together have a message from different servers, the
events in it existed when the earlier server received it. The signature of an event proves who
signed it, however it arrived.
This does not prove: who sent a mail, or that a mail was not sent or not read. The sender chose
From, To, Date and the lower Received headers. The upper Received headers come from the reader's own
server. Anyone who saved a message may have changed any of it."""
"""The limits of mail as a proof: printed below every table."""


def lines(found: Evidence) -> Iterator[str]:
    """Describe mail as evidence."""
    for one in found.messages:
        yield from _message(one)
    if not found.messages:
        read = " that was read" if found.unread else " here"
        yield f"No message{read} has an event of a game."
    elif found.silent:
        others = "message has" if found.silent == 1 else "messages have"
        yield f"{found.silent} other {others} no event."
    if found.events:
        yield ""
        yield from _events(found.events)
    if found.odd:
        yield ""
        yield "Contradictions:"
        yield from (f"  {escape(one)}." for one in found.odd)
    yield from (f"NOT read: {escape(why)}" for why in found.unread)
    if found.messages:
        yield ""
        yield from PROVES.split("\n")


def _message(one: Mailed) -> Iterator[str]:
    yield f"Message {one.number}: {escape(one.source)}"
    date = one.dated or (f"'{one.date}', which is not a time" if one.date else "none")
    to = listed(map(quoted, one.to)) or "nobody"
    yield f"  From {one.sender or 'nobody'}; to {to}; Date {date} (the sender chose all three)"
    for station in one.stations:
        sender = f" from {station.sender}" if station.sender else ""
        at = station.at or "without a time"
        yield f"  Received by {station.by or 'a server without a name'}{sender}: {at}"
    if one.dkim:
        yield f"  Says that {', '.join(one.dkim)} signed it (DKIM; not checked here)"
    for carried in one.carries:
        what = f"{span(carried.first, carried.last)} of game {carried.game[:16]}..."
        yield f"  Contains {what}, {carried.new} of them new"


def _events(events: Sequence[Sent]) -> Iterator[str]:
    """Describe events in a row that came alike in one line."""
    for game, of_game in groupby(events, key=lambda one: one.game):
        yield f"  Game {game[:16]}..., each event and the earliest message that has it:"
        for (earliest, known, messages), some in groupby(of_game, key=_came):
            row = list(some)
            signed = ", ".join(f"{by} {many}" for by, many in Counter(e.by for e in row).items())
            first = (
                "no message with it shows a time"
                if earliest is None
                else f"message {earliest}, {known}"
            )
            also = [str(one) for one in messages if one != earliest]
            more = f"; also in {', '.join(also)}" if also else ""
            clock = f"; dates by their authors: {row[0].at} to {row[-1].at}"
            yield f"  {span(row[0].seq, row[-1].seq)} (by {signed}): {first}{more}{clock}"


def _came(one: Sent) -> tuple[int | None, str | None, tuple[int, ...]]:
    return one.earliest, one.known, one.messages
