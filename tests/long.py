"""Tests that take long: run by ``PBEM_LONG=1``, and as a sample otherwise (README)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

ASKED = bool(os.environ.get("PBEM_LONG"))
REASON = "long: PBEM_LONG=1 runs it"


def sample(values: Iterable[Any], now: int) -> list[Any]:
    """Return values for ``parametrize``: the first ``now`` are always run."""
    return [
        pytest.param(value, marks=[] if number < now else [pytest.mark.long])
        for number, value in enumerate(values)
    ]
