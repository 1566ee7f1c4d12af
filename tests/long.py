"""Tests that take long: run by ``PBEM_LONG=1``, and as a sample otherwise (README)."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from zlib import crc32

import pytest

ASKED = bool(os.environ.get("PBEM_LONG"))
REASON = "long: PBEM_LONG=1 runs it"

PATIENCE = 3000.0
"""Seconds for whatever may never come: a test that waits longer has failed, on any machine.

Where nobody counts them, a process is ended after an hour (``faulthandler_timeout``).
"""


def times(now: int, of: int) -> int:
    """Return how many of the same a test tries: ``now``, and all ``of`` them with the long ones."""
    return of if ASKED else now


def put_off(items: Iterable[pytest.Item]) -> None:
    """Mark all but a few of a test's cases ``long``, where it says ``few(NUMBER)``.

    Which few is as good as drawn by lot, and the same in every run.
    """
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("few"):
            cases[item.nodeid.partition("[")[0]].append(item)
    for some in cases.values():
        few = some[0].get_closest_marker("few")
        assert few is not None
        for item in sorted(some, key=lambda item: crc32(item.nodeid.encode()))[few.args[0] :]:
            item.add_marker(pytest.mark.long)


def sample(values: Iterable[Any], now: int) -> list[Any]:
    """Return values for ``parametrize``: the first ``now`` are always run.

    A tuple has a value for each of several names.
    """
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=[] if number < now else [pytest.mark.long],
        )
        for number, value in enumerate(values)
    ]
