"""Coroutines in a thread of their own: in the thread of a test a browser may be driven."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(awaited: Coroutine[Any, Any, T]) -> T:
    """Return the result. Two loops in one thread are refused (tests/browsers.py)."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, awaited).result()
