"""One piece of work in a process of its own that cannot run for ever."""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress

MEMORY = 6 << 30
LOOK = 0.01


def forked(work: Callable[[], int], seconds: float | None = None) -> int:
    """Return what ``work`` returned in a child, or 1 where it raised, was ended or ran on.

    ``seconds`` are seconds of the processor; asleep it may be ten times as long. The output of the
    child goes nowhere, and what it started ends with it.
    """
    pid = os.fork()
    if pid == 0:
        _child(work, seconds)
    began = time.monotonic()
    try:
        while True:
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status) and 1
            if seconds is not None and time.monotonic() - began > 60 + 10 * seconds:
                return 1
            time.sleep(LOOK)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)


def _child(work: Callable[[], int], seconds: float | None) -> None:
    code = 1
    try:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        if seconds is not None:
            limit = int(seconds) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        code = work()
    except BaseException:  # noqa: BLE001 - whatever ends a child, it ends here
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)
