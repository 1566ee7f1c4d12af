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
from pbem.log.head import Head, HeldHead, hold, read_head


def judge_head(path: Path, verdicts: Sequence[Verdict]) -> HeadVerdict:
    """Hold a confirmation against the logs of its game.

    ``path``: of the confirmation. ``verdicts``: those of all logs that were judged. A file that is
    no confirmation, or cannot be read, confirms nothing.
    """
    try:
        head = read_head(path)
    except (FormError, LogFileError) as error:
        return HeadVerdict(str(path), False, f"{path}: {str(error).rstrip('.')}", "", None)
    held = [(_of_file(head, one), one.path) for one in verdicts if one.game == head.game]
    # One of several copies may be cut short: the game is whole if any of them fits.
    nothing = (HeldHead("other", "it confirms another game. Name the log of that game too"), None)
    one, log = max(held, key=lambda found: found[0].fits, default=nothing)
    return HeadVerdict(str(path), one.fits, f"{path}: {one.message}", head.by, head.seq, log)


def _of_file(head: Head, verdict: Verdict) -> HeldHead:
    signs = [who.sign for who in verdict.signers if who.handle == head.by]
    path = Path(verdict.path)

    def id_of(seq: int) -> str:
        return next(islice(read_events(path), seq, None)).id

    return hold(head, signs, verdict.events, id_of, "this file")
