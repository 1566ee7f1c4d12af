"""Faults put into the program on purpose: a simulation that finds none of them means nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pbem.files import changing, make_folder
from pbem.log.event import Event
from pbem.log.file import append
from pbem.table.record import Record
from simulation.world import Plan


def _record_not_synced(patch: pytest.MonkeyPatch) -> None:
    """What was signed is entered, and not put on the disk before it leaves."""

    def append_lines(path: Path, lines: Iterable[bytes]) -> None:
        make_folder(path.parent)
        with changing(path, make=True) as file:
            whole = file.read()
            file.truncate(whole.rfind(b"\n") + 1)
            file.seek(0, os.SEEK_END)
            file.write(b"".join(line + b"\n" for line in lines))

    patch.setattr("pbem.table.record.append_lines", append_lines)


def _signed_anew(patch: pytest.MonkeyPatch) -> None:
    """Who was killed behind the record signs something else instead of what stands there."""
    patch.setattr("pbem.table.record.Record.signed_on", lambda *_: None)


def _no_journal(patch: pytest.MonkeyPatch) -> None:
    """Events are written to the end of a log as they come, without a journal."""

    def append(path: Path, events: Sequence[Event]) -> None:
        with changing(path) as handle:
            handle.seek(0, os.SEEK_END)
            for event in events:
                handle.write(event.line[:60])
                handle.write(event.line[60:] + b"\n")
            handle.flush()
            os.fsync(handle.fileno())

    patch.setattr("pbem.desk.seat.sitting.append", append)


def _tournament_not_synced(patch: pytest.MonkeyPatch) -> None:
    """What a director signs is written to the log of the tournament, and not put on the disk."""

    def append(path: Path, events: Sequence[Event]) -> None:
        with changing(path) as handle:
            handle.seek(0, os.SEEK_END)
            handle.write(b"".join(event.line + b"\n" for event in events))

    patch.setattr("pbem.director.office.append", append)


def _new_names_not_synced(patch: pytest.MonkeyPatch) -> None:
    """What is in a new file is put on the disk, and its name in the folder is not."""
    for room in ("files", "log.disk", "log.journal", "table.private"):
        patch.setattr(f"pbem.{room}.sync_directory", lambda _: None)


def _record_after_the_log(patch: pytest.MonkeyPatch) -> None:
    """What was signed is entered when it stands in the log, from where it may have left already."""
    add, waiting = Record.add, list[Callable[[], None]]()

    def later(record: Record, event: Event, *args: Any) -> None:
        while waiting:
            waiting.pop()()
        waiting.append(partial(add, record, event, *args))
        if event.seq == 0:
            waiting.pop()()

    def put(path: Path, events: Sequence[Event]) -> None:
        append(path, events)
        while waiting:
            waiting.pop()()

    patch.setattr("pbem.table.record.Record.add", later)
    patch.setattr("pbem.desk.seat.sitting.append", put)


HARSH = Plan(games=3, faults=0.7)
BEGINNINGS = Plan(games=6, days=40, every=1, faults=0.95)
"""Many games that are opened and joined: logs, records and folders are new most of the time."""
DIRECTED = Plan(games=0, cup=True, faults=0.95)
WITHIN = 6
"""So many years, at most, hide a fault that was put in."""


class Fault(NamedTuple):
    """How it is put in, and the years that have to find it."""

    plant: Callable[[pytest.MonkeyPatch], None]
    plan: Plan


FAULTS = {
    "record-not-synced": Fault(_record_not_synced, HARSH),
    "signed-anew": Fault(_signed_anew, HARSH),
    "no-journal": Fault(_no_journal, HARSH),
    "tournament-not-synced": Fault(_tournament_not_synced, DIRECTED),
    "new-names-not-synced": Fault(_new_names_not_synced, BEGINNINGS),
    "record-after-the-log": Fault(_record_after_the_log, HARSH),
}


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Put a fault into the program."""
    with pytest.MonkeyPatch.context() as patch:
        FAULTS[name].plant(patch)
        yield
