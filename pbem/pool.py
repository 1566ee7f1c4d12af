"""Processes to work side by side: many logs, many games."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from pbem import system


def pool(
    processes: int, begin: Callable[..., None] | None = None, given: tuple[Any, ...] = ()
) -> ProcessPoolExecutor:
    """Return a pool of ``processes``; each calls ``begin(*given)`` first, a function of a module.

    A copy of this process starts at once with all that is loaded, where the system copies processes
    well and no thread could hold a lock in the copy; elsewhere a new one starts from nothing.
    """
    copies = system.HERE.copies and threading.active_count() == 1
    context = get_context("fork" if copies else "spawn")
    return ProcessPoolExecutor(processes, context, begin, given)
