"""What became of files that came, and what is to be sent, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.crypto.text import escape
from pbem.desk.seat.words import entry_lines, pen_line, people_words, sentence
from pbem.kit.wording import counted, span

if TYPE_CHECKING:
    from pbem.desk.exchange.sending import Sent
    from pbem.desk.exchange.taking import TakeResult

HAPPENED_MOST = 200
"""How many events are told of one file."""

STATUS = {
    "new": "a game that was not here: added",
    "longer": "the game went on",
    "same": "nothing new: the same as here",
    "older": "an older copy: nothing new in it",
    "fork": "a FORK: the same author signed two different events on one predecessor",
    "open": "another side of the game, and nothing decides yet which counts",
    "aside": "another side of the game, which does not count",
    "finding": "NOT valid",
    "gap": "events before it are missing: nothing was changed",
    "unasked": "a new game that nobody here asked for: NOT taken in",
    "refused": "NOT taken in",
    "days": "days that the umpire signed, kept beside the log",
    "convicts": "the umpire signed TWO DAYS for one event; both are kept",
    "tournament": "of a tournament, and kept",
    "passed": "passed over: no log (*.pbem) and no mail",
}


def taken_lines(taken: TakeResult, *, typed: bool = True) -> list[str]:
    """What became of a file; ``typed``: and whose turn it is, for who types what comes next."""
    where = f" ({taken.game})" if taken.game else ""
    lines = [f"{escape(taken.file)}{where}: {STATUS[taken.status]}."]
    if taken.ahead:
        lines.append(f"The log here has {taken.ahead} more event{'s' * (taken.ahead > 1)}.")
    if taken.first is not None:
        one = taken.first == taken.last
        which = f"Event {taken.first} is" if one else f"Events {taken.first} to {taken.last} are"
        lines.append(f"{which} verified and taken in.")
    if taken.finding is not None:
        lines += _finding_lines(taken)
    lines += entry_lines(taken.happened[:HAPPENED_MOST])
    if len(taken.happened) > HAPPENED_MOST:
        more = len(taken.happened) - HAPPENED_MOST
        which = f": 'pbem log {taken.game}'" if typed else ""
        lines.append(f"  ... and {more} events more{which}")
    if taken.kept and taken.status == "tournament":
        lines.append(f"{escape(taken.kept)}: {counted(taken.usable, 'new event')}.")
    elif taken.kept:
        lines.append(f"They are kept as {escape(taken.kept)}.")
    lines += [f"Proof of the fork: {escape(taken.proof)}"] if taken.proof else []
    lines += [f"Note: {sentence(warning)}" for warning in taken.warnings]
    if taken.pen and typed:
        lines.append(pen_line(taken.pen, taken.type_it, yours=taken.yours))
    lines += [f"Result: {escape(taken.result)}."] if taken.result else []
    lines += [taken.also] if taken.also else []
    return lines


def _finding_lines(taken: TakeResult) -> list[str]:
    found = taken.finding
    assert found is not None  # noqa: S101 - only called with one
    blame = f" To blame: {', '.join(found.blame)}." if found.blame else ""
    lines = [f"{found.code} [{found.promise}]: {escape(found.message)}{blame}"]
    if taken.status == "finding":
        lines += _left_lines(taken)
    return lines


def _left_lines(taken: TakeResult) -> list[str]:
    """Say how much of a file with a finding was not taken in, and is good."""
    entered = 0 if taken.first is None or taken.last is None else taken.last - taken.first + 1
    left = taken.usable - entered
    told = [] if entered else ["Nothing was changed."]
    if left == 1:
        told.append("1 new event before it is good: 'pbem take FILE --prefix' takes it in.")
    elif left > 1:
        told.append(
            f"{left} new events before it are good: 'pbem take FILE --prefix' takes these in."
        )
    return [" ".join(told)] if told else []


def sent_lines(sent: Sent) -> list[str]:
    """What to mail to whom."""
    stretch = f"{span(sent.first, sent.last)} of {sent.game}"
    return [
        f"{escape(sent.file)}: {stretch}, {sent.size:,} bytes.",
        f"Mail it to {people_words(sent.to) or 'nobody (you play alone)'}",
        f"Subject: {escape(sent.subject)}",
        *([sent.also] if sent.also else []),
    ]
