"""Logs on which both verifiers once differed, found by chance (`tests/readers`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from second.both import by_program, by_second

LOGS = {
    "an-answer-after-the-end": "answer.wrong",  # the end has dropped the box (10, out of turn)
    "an-answer-out-of-turn": "pen.wrong",  # an offer waits, though an ally opens supplies first
    "an-opening-between-dice": "end.over",  # which says that the game is over (10, D5)
    "an-opening-by-the-next-keeper": "kind.wrong",  # the same: who opens next is active
    "a-removed-keeper": "dice.rolls",  # a ruling shows that the next keeper kept too (10, D1)
}
"""Log -> the code of its last event."""


@pytest.mark.parametrize("name", LOGS)
def test_both_say_the_same(name: str) -> None:
    path = Path(__file__).parent / "logs" / f"{name}.pbem"
    data = path.read_bytes()
    last = data.count(b"\n") - 1
    for said in (by_program(path, 1), by_second(data, 1)):
        assert (said.code, said.seq) == (LOGS[name], last)
