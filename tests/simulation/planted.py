"""Faults put into the program on purpose: a simulation that finds none of them means nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.files import changing, make_folder
from pbem.log.event import Event


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


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "record-not-synced": _record_not_synced,
    "signed-anew": _signed_anew,
    "no-journal": _no_journal,
}


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Put a fault into the program."""
    with pytest.MonkeyPatch.context() as patch:
        FAULTS[name](patch)
        yield
