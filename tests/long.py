"""Tests that take long: run by ``PBEM_LONG=1``, and as a sample otherwise (README)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

ASKED = bool(os.environ.get("PBEM_LONG"))
REASON = "long: PBEM_LONG=1 runs it"

PATIENCE = 3000.0
"""Seconds for whatever may never come: a test that waits longer has failed, on any machine.

Where nobody counts them, a process is ended after an hour (``faulthandler_timeout``).
"""


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
