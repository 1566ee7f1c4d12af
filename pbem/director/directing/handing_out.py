"""A tournament's log in the folder that all share, where players take it from."""

from __future__ import annotations

from pathlib import Path

from pbem.client.output_files import place
from pbem.client.storage.tournaments import SUFFIX
from pbem.crypto.text import escape
from pbem.errors import LogFileError
from pbem.files import read_plain
from pbem.log.chain import LOG_BYTES_MAX
from pbem.log.disk import explaining, write_over


def hand_out(log: Path, to: Path) -> Path:
    """Copy a tournament's log for its players, and return the copy.

    Args:
        log: The log.
        to: A folder, or the copy itself, which may be an older one of this log.

    Raises:
        LogFileError: Another file has that name, there is no such folder, or the disk refuses.
    """
    path = place(to, log.name)
    with explaining(log, "Reading"):
        data = read_plain(log, LOG_BYTES_MAX)
    if path.exists():
        if not is_copy(log, path):
            raise LogFileError(
                f"{escape(str(path))} is not a copy of {escape(str(log))}, and stays as it is. "
                "Move it away, then type this again"
            )
        if path.stat().st_size == len(data):
            return path
    write_over(path, data, shared=True)
    return path


def is_copy(log: Path, path: Path) -> bool:
    """Say whether a file is a copy of a tournament's log, perhaps an older one."""
    if path.suffix != SUFFIX:
        return False
    try:
        whole, copy = read_plain(log, LOG_BYTES_MAX), read_plain(path, LOG_BYTES_MAX)
    except OSError:
        return False
    return bool(copy) and whole.startswith(copy)
