"""Confirmed heads: who says that a log is whole (protocol sections 3 and 9).

A log that was cut short is a valid log of a game that still goes on. Only the head that somebody
else confirms shows the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from pbem.audit.verdict import HeadVerdict, Verdict
from pbem.errors import FormError, LogFileError
from pbem.log.file import read_events
from pbem.log.head import Head, read_head, verify_head


def judge_head(path: Path, verdicts: Sequence[Verdict]) -> HeadVerdict:
    """Hold a confirmation against the logs of its game.

    What is no confirmation, or cannot be read, confirms nothing.
    """
    try:
        head = read_head(path)
    except (FormError, LogFileError) as error:
        return HeadVerdict(str(path), False, f"{path}: {str(error).rstrip('.')}", "", None)
    held = [(*_hold(head, one), one.path) for one in verdicts if one.game == head.game]
    # Of several copies one may be cut short: whole is the game if any of them fits.
    nothing = (False, "it confirms a log of another game: name that log too", None)
    ok, message, log = max(held, key=lambda one: one[0], default=nothing)
    return HeadVerdict(str(path), ok, f"{path}: {message}", head.by, head.seq, log)


def _hold(head: Head, verdict: Verdict) -> tuple[bool, str]:
    signs = [who.sign for who in verdict.signers if who.handle == head.by]
    if not any(verify_head(head, bytes.fromhex(sign)) for sign in signs):
        return False, f"not signed by {head.by} of this game: it confirms nothing"
    whole = f"{head.by} confirms the log up to event {head.seq}"
    if head.seq >= verdict.events:
        return False, (
            f"{whole}, and this file has only {verdict.events} good events: it was cut short or is "
            f"an older copy. Ask {head.by} for the whole log"
        )
    event = next(islice(read_events(Path(verdict.path)), head.seq, None))
    if event.id != head.head:
        return False, (
            f"{whole}, but of another history: event {head.seq} is another one there. Ask "
            f"{head.by} for that log and compare both with 'pbem verify A B'"
        )
    rest = verdict.events - 1 - head.seq
    return True, f"{whole}" + (f"; {rest} more came after it" if rest else ", its end")
