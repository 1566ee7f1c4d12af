"""The files that the checks of a year read count as the program counts them."""

from __future__ import annotations

from pathlib import Path

from pbem.table.own.record import Record
from simulation.looked_at import entries_of
from toy.group import Group, move


def test_an_entry_of_a_record_that_lacks_its_line_feed_is_none(tmp_path: Path) -> None:
    """It was cut off: nothing of it was sent, and the next writer drops it."""
    group = Group.joined(tmp_path)
    event = group.writer("ann").orders([move(1)])
    path = tmp_path / "ann" / "record"
    assert entries_of(path)[-1] == event
    path.write_bytes(path.read_bytes()[:-1])
    entered = [entry.id for entry in Record(path).entries]
    assert [one.id for one in entries_of(path)] == entered
    assert event.id not in entered
