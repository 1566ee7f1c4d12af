"""Processes that work side by side: many logs, many games."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from pbem import system

Given = TypeVar("Given")
Made = TypeVar("Made")


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
) -> Iterator[Made | None]:
    """Yield what ``work`` makes of each item, in order, in ``processes`` processes (`pool`).

    Yields None for an item with which its process ended, as where the system takes its memory. A
    process that ends takes the others along. So each item that is left gets a process of its own
    then, and costs itself alone.
    """
    done = 0
    try:
        with pool(processes, begin, given) as workers:
            for made in workers.map(work, items):
                yield made
                done += 1
    except BrokenProcessPool:
        for one in items[done:]:
            yield _alone(work, one, begin, given)


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
