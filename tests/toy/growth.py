"""How much work something is, and how it grows with what there is to do: by no clock.

The work of Python itself is counted in calls, of its functions and of the language's, which are as
many on every machine.

Most of what reads mail is done inside of regular expressions and of the library's parser, where
nobody can count steps. So an action is done on little and on eight times as much. Work that grows
as it should takes eight times the processor's; work that looks back at all that it has seen takes
sixty-four times. A machine that is busy with other things is looked at again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from cProfile import Profile
from typing import TypeVar

T = TypeVar("T")

TIMES = 8
MOST = 24.0
"""So many times the work may eight times as much take: between what is linear and its square."""

TRIES = 6


def share(heap: bytes) -> bytes:
    """Return the little of a heap: an eighth."""
    return heap[: len(heap) // TIMES]


def is_linear(little: Callable[[], object], much: Callable[[], object]) -> None:
    """Fail where ``much``, eight times ``little``, is out of proportion at each of some tries."""
    seen = []
    for _ in range(TRIES):
        seen.append(_work(much) / _work(little))
        if seen[-1] <= MOST:
            return
    raise AssertionError(f"{TIMES} times as much took {min(seen):.0f} times the work and more")


def _work(action: Callable[[], object]) -> float:
    """Return what the processor did for this process alone."""
    begun = time.process_time_ns()
    action()
    return max(1, time.process_time_ns() - begun)


def calls_of(action: Callable[[], T]) -> tuple[T, int]:
    """Return what an action returns, and how many calls it makes."""
    profile = Profile()
    returned = profile.runcall(action)
    return returned, sum(entry.callcount for entry in profile.getstats())
