"""Confirmed heads: who says that a log is whole (protocol sections 3 and 9).

A log that was cut short is a valid log of a game that still goes on. Only the head that somebody
else confirms shows the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

from pbem.audit.verdict import HeadVerdict, Verdict
from pbem.errors import FormError, LogFileError
from pbem.log.file import read_events
from pbem.log.head import Head, HeldHead, hold, read_head


def id_in_file(verdict: Verdict, seq: int) -> str:
    """Return the id of an event, by its number, in the file that a verdict is on."""
    return next(islice(read_events(Path(verdict.path)), seq, None)).id


def judge_head(
    path: Path, verdicts: Sequence[Verdict], id_of: Callable[[Verdict, int], str] = id_in_file
) -> HeadVerdict:
    """Hold a confirmation against the logs of its game.

    A file that is no confirmation, or cannot be read, confirms nothing.

    Args:
        path: The file of the confirmation.
        verdicts: Those of all logs that were judged.
        id_of: Returns the id of a good event by its number. By default it reads the file; who has
            many confirmations has the events in memory.
    """
    try:
        head = read_head(path)
    except (FormError, LogFileError) as error:
        return HeadVerdict(str(path), False, f"{path}: {str(error).rstrip('.')}", "", None)
    held = [(_of_file(head, one, id_of), one.path) for one in verdicts if one.game == head.game]
    # One of several copies may be cut short: the game is whole if any of them fits.
    nothing = (HeldHead("other", "it confirms another game. Name the log of that game too"), None)
    one, log = max(held, key=lambda found: found[0].fits, default=nothing)
    return HeadVerdict(str(path), one.fits, f"{path}: {one.message}", head.by, head.seq, log)


def _of_file(head: Head, verdict: Verdict, id_of: Callable[[Verdict, int], str]) -> HeldHead:
    signs = [who.sign for who in verdict.signers if who.handle == head.by]
    return hold(head, signs, verdict.events, partial(id_of, verdict), "this file")
