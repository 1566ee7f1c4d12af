"""One command at a time at one game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.errors import PbemError
from pbem.files import make_folder
from pbem.log.disk import beside, explaining, locked
from pbem.log.file import tail

WAIT_SECONDS = 60.0
"""How long a command waits for another one at the same game, which may be accepting a long log."""


class WentOnError(PbemError):
    """Another command of this person wrote to the log since it was read; nothing was signed."""


@contextmanager
def locked_game(path: Path, head: str | None = None) -> Iterator[None]:
    """Keep every other command of this person that writes to the log ``path`` waiting.

    ``head``: the end of the log as it was read. Raises WentOnError if it is another one by now,
    `LogFileError` if the other command does not come to an end.
    """
    # Not the lock of the file itself: that one is held for an append only, and what is decided
    # before it (the active player, what was signed already) must hold until then.
    with locked(beside(path, ".turn"), WAIT_SECONDS):
        last = None if head is None else tail(path)
        if last is not None and last.id != head:
            raise WentOnError(
                f"Nothing was signed: another command of yours wrote event {last.seq} meanwhile "
                f"({last.kind} by {last.by}). Look at the game with 'pbem show', then order again"
            )
        yield


def new_games(games: Path) -> Path:
    """Return what `locked_game` locks while a log is added to the folder ``games``, which is made.

    Raises LogFileError.
    """
    with explaining(games, "Making"):
        make_folder(games)
    return games / "new"
