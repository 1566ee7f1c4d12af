"""The fate of files that arrived, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.client.session.words import active_line, entry_lines, sentence
from pbem.crypto.text import escape
from pbem.kit.wording import counted, span

if TYPE_CHECKING:
    from pbem.client.exchange.taking import TakeResult

HAPPENED_MOST = 200
"""How many events of one file are named."""

STATUS = {
    "new": "New game",
    "longer": "New events",
    "same": "Nothing new. Your log has the same events",
    "older": "Nothing new. This is an older copy",
    "fork": "FORK. One author signed two different events after the same event",
    "open": "Another branch of the game. Nothing decides yet which one counts",
    "aside": "Another branch of the game, which does not count",
    "finding": "NOT valid",
    "gap": "Earlier events are missing. Nothing was changed",
    "unasked": "NOT imported: a new game that you did not ask for",
    "refused": "NOT imported",
    "days": "Days that the umpire signed, stored beside the log",
    "convicts": "The umpire signed TWO DAYS for one event. Both are stored",
    "tournament": "Part of a tournament, and stored",
    "passed": "Skipped: neither a log (*.pbem) nor a mail",
}


def taken_lines(taken: TakeResult, *, typed: bool = True) -> list[str]:
    """Describe the fate of a file; ``typed``: and say whose turn it is, and what they type.

    ``taken``: the result of importing it.
    """
    where = f" ({taken.game})" if taken.game else ""
    lines = [f"{escape(taken.file)}{where}: {STATUS[taken.status]}."]
    if taken.ahead:
        lines.append(f"Your log has {counted(taken.ahead, 'more event')}.")
    if taken.first is not None:
        which = span(taken.first, taken.first if taken.last is None else taken.last)
        lines.append(f"Verified and imported {which}.")
    if taken.finding is not None:
        lines += _finding_lines(taken)
    lines += entry_lines(taken.happened[:HAPPENED_MOST])
    if len(taken.happened) > HAPPENED_MOST:
        more = len(taken.happened) - HAPPENED_MOST
        which = f": 'pbem log {taken.game}'" if typed else ""
        lines.append(f"  ... and {more} more events{which}")
    if taken.kept and taken.status == "tournament":
        lines.append(f"{escape(taken.kept)}: {counted(taken.usable, 'new event')}.")
    elif taken.kept:
        lines.append(f"They are stored as {escape(taken.kept)}.")
    lines += [f"Proof of the fork: {escape(taken.proof)}"] if taken.proof else []
    lines += [f"Note: {sentence(warning)}" for warning in taken.warnings]
    if taken.active and typed:
        lines.append(active_line(taken.active, taken.type_it, yours=taken.yours))
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
    """Say how much of a file with a finding was not accepted, and is good."""
    entered = 0 if taken.first is None or taken.last is None else taken.last - taken.first + 1
    left = taken.usable - entered
    reported = [] if entered else ["Nothing was changed."]
    if left == 1:
        reported.append("1 new event before it is valid. Import it with 'pbem take FILE --prefix'.")
    elif left > 1:
        reported.append(
            f"{left} new events before it are valid. Import them with 'pbem take FILE --prefix'."
        )
    return [" ".join(reported)] if reported else []
