"""Tests that take long: a sample every day, more where ``PBEM_LONG`` says so (CONTRIBUTING).

``python tests/long.py DURATIONS.xml`` lists in ``tests/slow.txt`` which tests took long, by what
``pytest --junitxml=DURATIONS.xml`` wrote.
"""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

ASKED = int(os.environ.get("PBEM_LONG") or 0)
"""The amount that is asked for. 0 is a sample of the tests; 1 adds a sample of the long ones, as CI
runs them. 2 runs every test, and a greater NUMBER runs so many times as much by chance."""

SMALL, ROUNDS = 4, 4
"""CI tries one in so many of the cases of a long test, and one in so many of the long tests.

In `SMALL * ROUNDS` rounds in a row each case is tried.
"""

SLOW_FROM, QUICKEST_FROM = 0.2, 1.5
"""A test whose cases take so many seconds together is long, if it is not one of `ALWAYS`.

The quickest test of a file is long from the second number on: most files stay in the sample.
"""

ALWAYS = (
    "case_runner/test_numbered_cases", "frozen/", "hostile/test_h", "test_dependencies",
    "test_maps", "test_pages", "test_prose", "test_schemas", "test_tidy",
)  # fmt: skip
"""Parts of names of tests that are run every day, however long they take."""

HERE = Path(__file__).resolve().parent
SLOW = frozenset((HERE / "slow.txt").read_text().split())
"""The tests that took long, as files and functions."""

PATIENCE = 600.0
"""Seconds for whatever may never come: a test that waits longer has failed, on any machine.

If nobody counts them, a process is ended after an hour (``faulthandler_timeout``).
"""

BROWSING = 120_000
"""Milliseconds that a browser is given for a step which takes one of them on an idle machine."""


def times(now: int, of: int) -> int:
    """Return how many of the same a test tries: ``now``, or ``of`` for each time it is asked."""
    return of * ASKED if ASKED > 1 else now


def far(now: int, of: int) -> int:
    """Return how far a test goes, which is not how often: ``now``, or ``of`` where all is run."""
    return of if ASKED > 1 else now


def leave_out(items: list[pytest.Item]) -> list[pytest.Item]:
    """Take those out that are marked ``long``, or ``long(NUMBER)``, and not asked for.

    Return what was taken. These are most of all tests, and to skip each would cost half a minute.

    CI runs one in `SMALL` of the cases of a long test, and at least one, of one in `ROUNDS` of the
    long tests: after another commit it is the turn of others.
    """
    for item in items:
        if _function(item) in SLOW and not _long(item):
            item.add_marker(pytest.mark.long)
    _put_off(items)
    left = [item for item in items if _wanted(item) > ASKED]
    items[:] = [item for item in items if _wanted(item) <= ASKED]
    return left


def is_long(item: pytest.Item) -> bool:
    """Say whether a test is among the long ones."""
    return bool(_long(item))


def _wanted(item: pytest.Item) -> int:
    """Return the number that a test asks for; 0 if it is not long."""
    return max(((*mark.args, 1)[0] for mark in _long(item)), default=0)


def _long(item: pytest.Item) -> list[pytest.Mark]:
    return list(item.iter_markers("long"))


def _put_off(items: Iterable[pytest.Item]) -> None:
    """Mark all but a few of a test's cases ``long``, where it says ``few(NUMBER)``.

    With ``few(NUMBER, OF)`` all but ``OF`` are longer still, and CI runs a part of these ``OF``.
    Which few is as good as drawn by lot, and the same in every run.
    """
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    for some in cases.values():
        few = some[0].get_closest_marker("few")
        lot = sorted(some, key=lambda item: crc32(item.nodeid.encode()))
        for place, item in enumerate(lot if few else ()):
            for mark in _marks(place, *few.args):  # type: ignore[union-attr]
                item.add_marker(mark)
        long = [item for item in lot if _wanted(item) == 1]
        parts = min(len(long), SMALL)
        turn = _turn(some[0])
        for place, item in enumerate(long):
            if turn is None or (place - turn) % parts:
                item.add_marker(pytest.mark.long(2))


def _function(item: pytest.Item) -> str:
    """Return the file and the function of a test, without its case."""
    return item.nodeid.partition("[")[0].removeprefix("tests/")


def _turn(item: pytest.Item) -> int | None:
    """Return how many turns a long test had before, if CI runs it after this commit.

    ``PBEM_ROUND=all`` gives a turn to each.
    """
    turn, later = divmod(crc32(_function(item).encode()) + this_round(), ROUNDS)
    return turn if later == 0 or os.environ.get("PBEM_ROUND") == "all" else None


@cache
def this_round() -> int:
    """Return a number that differs from commit to commit; ``PBEM_ROUND`` may give it."""
    if (asked := os.environ.get("PBEM_ROUND", "all")) != "all":
        return int(asked)
    found = subprocess.run(
        ("git", "rev-parse", "HEAD"), cwd=HERE, capture_output=True, text=True, check=False
    )
    return int(found.stdout[:8] or "0", 16)


def _marks(place: int, now: int, of: int | None = None) -> list[pytest.MarkDecorator]:
    """Return how long the case at a place is: of those by chance, CI runs a few."""
    if place < now:
        return []
    if of is None or place < max(of // SMALL, 1):
        return [pytest.mark.long(1)]
    return [pytest.mark.long(max(2, place // of + 1))]


def sample(values: Iterable[Any], now: int, of: int | None = None) -> list[Any]:
    """Return values for ``parametrize``: the first ``now`` are always run.

    A tuple has a value for each of several names. For values drawn by chance, ``of`` are enough for
    each time that the long ones are asked for.
    """
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)), marks=_marks(place, now, of)
        )
        for place, value in enumerate(values)
    ]


def slow(durations: Path) -> list[str]:
    """Return the tests that took long, as files and functions."""
    took: Counter[str] = Counter()
    for test in ET.parse(durations).getroot().iter("testcase"):  # noqa: S314 - our own file
        file = test.get("classname", "").removeprefix("tests.").replace(".", "/")
        name = test.get("name", "").partition("[")[0]
        took[f"{file}.py::{name}"] += float(test.get("time", 0))
    files = defaultdict(list)
    for name, seconds in took.items():
        files[name.partition("::")[0]].append((seconds, name))
    return sorted(
        name
        for of_file in files.values()
        for place, (seconds, name) in enumerate(sorted(of_file))
        if seconds > (SLOW_FROM if place else QUICKEST_FROM)
        and not any(part in name for part in ALWAYS)
    )


if __name__ == "__main__":
    (HERE / "slow.txt").write_text("".join(f"{name}\n" for name in slow(Path(sys.argv[1]))))
