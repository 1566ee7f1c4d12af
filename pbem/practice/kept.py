"""A practice in its file: opened as it stands, and written when a step was added or taken back."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from pbem.crypto.text import escape
from pbem.errors import FormError, PackError
from pbem.log.disk import locked, write_over
from pbem.practice.finding import lock_name
from pbem.practice.trying import Practice, opened
from pbem.table.library import Library
from pbem.table.practice import PracticeFile, read_practice, to_bytes

WAIT_SECONDS = 60.0
"""How long somebody waits for another who adds to the same practice."""


def locked_practice(path: Path) -> AbstractContextManager[None]:
    """Keep everybody else waiting who adds to this practice or takes back from it."""
    return locked(lock_name(path), WAIT_SECONDS)


def played(path: Path, library: Library, at: int | None = None) -> tuple[PracticeFile, Practice]:
    """Return what a file says, and the practice as it stands after step ``at`` (None: the last).

    Raises FormError for a file or a step that is none, LogFileError where it cannot be read.
    """
    read = read_practice(path)
    if at is not None and at > len(read.steps):
        raise FormError(f"{escape(str(path))} has no step {at}: it has {len(read.steps)}")
    try:
        return read, opened(read, library, at)
    except (FormError, PackError) as error:
        raise FormError(f"{escape(str(path))}: {error}") from None


def keep(path: Path, practice: Practice) -> None:
    """Write a practice into its file; raises FormError where it has become too long."""
    write_over(path, to_bytes(practice.file))
