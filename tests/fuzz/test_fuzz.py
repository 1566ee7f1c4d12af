"""Some thousands of random events of the fuzz; ``python -m fuzz`` tries as many as one likes."""

from __future__ import annotations

import pytest

from fuzz.run import Tally, run
from long import times
from pbem.log.codes import CODES
from pbem.table.kinds import KINDS

LOGS = {
    "toy": times(25, of=40), "fate": times(12, of=20), "depots": times(4, of=20),
    "saipan": times(3, of=5), "tokyo": times(2, of=4),
    "manila": times(3, of=5), "meiktila": times(3, of=5), "singapore": times(8, of=10),
}  # fmt: skip


@pytest.mark.parametrize("name", LOGS)
def test_whatever_anybody_writes_the_table_keeps_its_promises(name: str) -> None:
    tally = Tally()
    for number in range(LOGS[name]):
        run(number, tally, name)
    assert tally.tried > 30 * LOGS[name]
    assert sum(tally.accepted.values()) > 10 * LOGS[name]
    assert set(tally.refused) <= set(CODES)


@pytest.mark.long
def test_the_fuzz_reaches_every_kind_of_event_and_of_ruling() -> None:
    tally = Tally()
    for number in range(1000, 1040):
        run(number, tally, "toy")
    for number in range(4):
        run(number, tally, "fate")
    told = set(tally.accepted)
    assert {form.split()[0] for form in told} == set(KINDS)
    assert {"ruling out forfeit", "ruling result", "ruling back"} <= told
    assert any(form.startswith("ruling fork") for form in told)
    assert len(tally.refused) > 15


def test_one_number_is_one_log() -> None:
    first, second = (run(3, Tally(), "toy") for _ in range(2))
    assert [event.line for event in first.events] == [event.line for event in second.events]
