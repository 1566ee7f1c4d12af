"""Locks on files: one program at a time on this computer.

Inside a browser one worker has the whole home (`pbem/web/page/worker.js`), so there is nobody to
wait for.
"""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

POLL_SECONDS = 0.05
"""How long to wait between two tries."""


class BusyError(Exception):
    """Another program holds the lock."""


def lock(
    path: Path, seconds: float = -1, poll: float = POLL_SECONDS
) -> AbstractContextManager[object]:
    """Take the lock on an empty file, which stays; return what releases it when it is left.

    The system drops the lock when its holder dies.

    Args:
        path: The empty file.
        seconds: How long to wait for another program; below 0: for ever.
        poll: Seconds between two tries.

    Raises:
        BusyError: Another program holds it for longer.
        OSError: The file cannot be made.
    """
    if sys.platform == "emscripten":
        return nullcontext()
    from filelock import FileLock, Timeout  # noqa: PLC0415 - readers need no lock and start faster

    held = FileLock(path, timeout=seconds, mode=0o600, poll_interval=poll)
    try:
        return held.acquire()
    except Timeout as busy:
        raise BusyError from busy
