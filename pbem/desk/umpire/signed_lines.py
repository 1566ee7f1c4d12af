"""Which lines of days an umpire has signed, by all that is here: at this desk, and what came.

A home that was put back from a copy lacks lines that its umpire has signed since. They come back
by mail, into the file beside the log, and bind as if they had never been away (docs/time.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from pbem.desk.seat.sitting import Sitting
from pbem.errors import FormError, LogFileError
from pbem.log.days import SUFFIX, Days, read_days, verify_days
from pbem.table.state import Player


def kept_days(log: Path) -> Path:
    """Return the file of the signed days of a game, which lies beside its log."""
    return log.with_suffix(SUFFIX)


def signed_by(umpire: Player, game: str, lines: Sequence[Days]) -> list[Days]:
    """Return those lines that the umpire signed in this game."""
    key = bytes.fromhex(umpire.sign)
    return [
        line
        for line in lines
        if (line.game, line.by) == (game, umpire.handle) and verify_days(line, key)
    ]


def came(sitting: Sitting, umpire: Player) -> list[Days]:
    """Return the lines that came; raises LogFileError where somebody changed their file."""
    path = kept_days(sitting.path)
    again = (
        "take in again what you mailed, and what others have kept of it"
        if sitting.handle == umpire.handle
        else f"ask {umpire.handle} for all signed days"
    )
    mend = f"move it away, and {again}"
    try:
        before = read_days(path)
    except FormError as error:
        raise LogFileError(f"{str(error).rstrip('.')}: {mend}") from None
    if len(signed_by(umpire, sitting.table.game_id, before)) < len(before):
        raise LogFileError(
            f"{path} has lines that {umpire.handle} did not sign, so it was changed here: {mend}"
        )
    return before


def in_order(lines: Iterable[Days]) -> list[Days]:
    """Return every line once, in the order of their numbers, the same for everybody."""
    return sorted(set(lines), key=lambda line: (line.no, line.digest))
