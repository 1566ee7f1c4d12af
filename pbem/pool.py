"""Processes that work side by side: many logs, many games."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from pbem import system

Given = TypeVar("Given")
Made = TypeVar("Made")

SHARES = 4
"""So many batches a process would still get, were all of them as heavy as the next one."""
MOST = 1 << 20
"""A batch weighs no more than that, but for one item: so results come while others work."""
AHEAD = 3
"""Batches for each process that are out at a time."""


def pool(
    processes: int, begin: Callable[..., None] | None = None, given: tuple[Any, ...] = ()
) -> ProcessPoolExecutor:
    """Return a pool of ``processes``; each calls ``begin(*given)`` first, a function of a module.

    If the system copies processes well and no thread could hold a lock in the copy, a copy of this
    process starts at once with all that is loaded. Otherwise a new one starts from nothing.
    """
    copies = system.HERE.copies and threading.active_count() == 1
    context = get_context("fork" if copies else "spawn")
    return ProcessPoolExecutor(processes, context, begin, given)


def each(
    work: Callable[[Given], Made],
    items: Sequence[Given],
    processes: int,
    begin: Callable[..., None] | None = None,
    given: tuple[Any, ...] = (),
    *,
    weigh: Callable[[Given], int] = lambda _: 1,
) -> Iterator[Made | None]:
    """Yield what ``work`` makes of each item, in order, in ``processes`` processes (`pool`).

    Yields None for an item with which its process ended, as where the system takes its memory. A
    process that ends takes the others along. So each item that is left gets a process of its own
    then, and costs itself alone.

    ``begin`` and ``given``: as for `pool`. ``weigh`` estimates the work of an item. Items go out in
    batches of like weight, which grow smaller towards the end, so that all processes end together.
    """
    done = 0
    try:
        with pool(processes, begin, given) as workers:
            for made in _batched(workers, work, items, processes, [*map(weigh, items)]):
                yield made
                done += 1
    except BrokenProcessPool:
        for one in items[done:]:
            yield _alone(work, one, begin, given)


def _batched(
    workers: ProcessPoolExecutor,
    work: Callable[[Given], Made],
    items: Sequence[Given],
    processes: int,
    weights: Sequence[int],
) -> Iterator[Made]:
    """Yield what is made of each item; at most so many batches are out at a time."""
    out: deque[Future[tuple[list[Made], Exception | None]]] = deque()
    at, left = 0, sum(weights)
    try:
        while at < len(items) or out:
            while at < len(items) and len(out) < AHEAD * processes:
                end, weight = at + 1, weights[at]
                most = min(left // (SHARES * processes), MOST)
                while end < len(items) and weight + weights[end] <= most:
                    weight += weights[end]
                    end += 1
                out.append(workers.submit(_batch, work, items[at:end]))
                at, left = end, left - weight
            made, error = out.popleft().result()
            yield from made
            if error is not None:
                raise error
    finally:
        for batch in out:
            batch.cancel()


def _batch(
    work: Callable[[Given], Made], items: Sequence[Given]
) -> tuple[list[Made], Exception | None]:
    """Return what is made of the items up to the first that fails, and its error."""
    made: list[Made] = []
    try:
        for one in items:
            made.append(work(one))  # noqa: PERF401 - what was made before an error counts
    except Exception as error:  # noqa: BLE001 - raised where the items were given out
        return made, error
    return made, None


def _alone(
    work: Callable[[Given], Made],
    one: Given,
    begin: Callable[..., None] | None,
    given: tuple[Any, ...],
) -> Made | None:
    try:
        with pool(1, begin, given) as worker:
            return worker.submit(work, one).result()
    except BrokenProcessPool:
        return None
