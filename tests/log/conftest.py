"""Events made to order for the tests of the log."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.log.event import NO_EVENT, Event, compose
from pbem.log.finding import BadLog

SEED = bytes(range(32))
TIME = "2026-11-20T15:04:05Z"


def make_next(last: Event | None, **changes: Any) -> Event:
    """An event after ``last`` (None: a first event), with any of its fields changed."""
    fields: dict[str, Any] = {
        "game": last.game_id if last else "",
        "seq": last.seq + 1 if last else 0,
        "prev": last.id if last else NO_EVENT,
        "by": "ann",
        "at": TIME,
        "kind": "orders" if last else "open",
        "data": {"orders": [{"do": "pass"}], "side": "us"} if last else {"scenario": "one"},
        "seed": SEED,
    }
    return compose(**{**fields, **changes})


@pytest.fixture
def after():
    return make_next


@pytest.fixture
def make_log():
    def make(count: int, first: Event | None = None) -> list[Event]:
        events = [first or make_next(None)]
        while len(events) < count:
            events.append(make_next(events[-1]))
        return events

    return make


@pytest.fixture
def refused():
    """Call something that must raise BadLog with one of the codes; return the finding."""

    def check(codes: str, call, *args, **kwargs):
        with pytest.raises(BadLog) as caught:
            call(*args, **kwargs)
        found = caught.value.finding
        assert found.code in codes.split()
        assert found.message.endswith(".")
        assert str(caught.value) == found.message
        return found

    return check
