"""The growth that the bounds of a year see."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from simulation import bounds
from simulation.bounds import GROWN_MOST, WARM, Bounds
from simulation.broken import Broken

BEGAN = datetime(2026, 7, 1, tzinfo=UTC)


@pytest.fixture
def memory(monkeypatch):
    """A process with ``held`` bytes that are in use, and ``garbage`` until it is collected."""
    made = SimpleNamespace(held=1 << 20, garbage=0)
    monkeypatch.setattr(bounds, "resident", lambda: made.held + made.garbage)
    monkeypatch.setattr(bounds.gc, "collect", lambda: setattr(made, "garbage", 0))
    return made


@pytest.fixture
def looks(memory):
    """Bounds of a club after its first weeks."""
    club = SimpleNamespace(now=BEGAN, post=SimpleNamespace(good=False), members=[])
    made = Bounds(club)
    club.now += WARM + timedelta(days=1)
    made.after_a_day()
    return made


def test_what_nobody_holds_any_more_is_no_growth(memory, looks):
    memory.garbage = 2 * GROWN_MOST
    looks.after_a_day()


def test_what_is_held_is_growth(memory, looks):
    memory.held += GROWN_MOST + 1
    with pytest.raises(Broken, match="has grown by 100,663,297 bytes"):
        looks.after_a_day()
