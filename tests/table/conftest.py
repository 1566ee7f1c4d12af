"""Tests of the table give the same dice in every run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hostile.base import fixed_chance


@pytest.fixture(autouse=True)
def _the_same_chance(request: pytest.FixtureRequest) -> Iterator[None]:
    with fixed_chance(request.node.name):
        yield
