"""The second verifier and the program say the same of fuzzed logs and of mutants of all logs.

Some thousand verdicts in a test run; as many as one likes by ``python -m second.beside`` and
``python -m second.both``.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from fuzz.world import remembered
from long import times
from second import beside, both

FUZZED = {"toy": 5, "saipan": 1}
MUTANTS = times(8, of=25)


@pytest.mark.parametrize("name", FUZZED)
def test_both_say_the_same_of_every_event_that_is_tried(name: str) -> None:
    compared = sum(beside.run(number, name).compared for number in range(FUZZED[name]))
    assert compared > 60 * FUZZED[name]


def test_both_say_the_same_of_mutants(tmp_path: Path) -> None:
    tally: Counter[str] = Counter()
    with remembered():
        found = [one for n in range(MUTANTS) for one in both.differences(n, tmp_path, tally)]
    assert found == []
    assert tally["valid"] > MUTANTS // 4
    assert len(tally) > min(MUTANTS // 4, 10)


def test_one_number_is_one_mutant() -> None:
    assert both.made(7) == both.made(7)
    assert both.made(7) != both.made(8)
