"""Logs that were changed at random: the checker says of each what verifying it at level 2 says.

By hand, in a browser: ``PYTHONPATH=tests python -m replays.mutants SEED COUNT``.
"""

from __future__ import annotations

from pathlib import Path

from long import times
from replays.conftest import Checker
from replays.mutants import compare

MUTANTS = times(30, of=300)


def test_mutants(in_browser: Checker, tmp_path: Path):
    reported = compare(in_browser, 8_000_000, MUTANTS, tmp_path)
    assert reported.differ == []
    assert reported.good > MUTANTS // 10
    assert len(reported.codes) > 8
