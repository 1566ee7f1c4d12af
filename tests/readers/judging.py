"""Six verdicts on one log: three levels of the program, two of the second verifier, the checker."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

from fuzz import openings
from pbem.audit.verify import verify
from pbem.log.event import NO_EVENT, Event
from pbem.log.finding import Finding
from pbem.table.library import Library
from readers.javascript import Node, Reported
from second import form
from second.reader import Reader, read

BLIND = (1, 2)
"""Levels that need no rules."""
SHARED = ("values", "events", "ids")
"""The parts of a reader that only grow: a copy has the same members."""
Verdicts = dict[str, Reported]
"""The words of each: ``program 1`` to ``program 3``, ``second 1``, ``second 2``, ``checker``."""


class Readers:
    """The checker and the second verifier after every event that they took."""

    def __init__(self, node: Node, *, checker: bool = True) -> None:
        """``checker``: whether it reads too; it cannot be given smaller limits."""
        self.node, self.checker = node, checker
        self.kept: dict[tuple[int, str], Reader] = {}
        self.forget()

    def forget(self) -> None:
        """Begin again: before any event."""
        self.node.forget()
        self.kept = {(level, NO_EVENT): Reader(level) for level in BLIND}

    def judge(self, line: bytes, name: str, head: str, levels: tuple[int, ...]) -> Verdicts:
        """Return what both say of a line after an event, at the levels that took that event."""
        reported = {f"second {level}": self._second(level, line, name, head) for level in levels}
        if 2 in levels and self.checker:
            reported["checker"] = self.node.take(None if head == NO_EVENT else head, line, name)
        return reported

    def _second(self, level: int, line: bytes, name: str, head: str) -> Reported:
        before = self.kept[level, head]
        copy = twin(before)
        try:
            copy.event(form.admit(line))
        except form.Finding as found:
            return Reported(found.code, found.seq, len(before.ids))
        except Exception as error:  # noqa: BLE001 - whatever ends a reader is what we look for
            return crashed(error)
        self.kept[level, name] = copy
        return Reported(None, None, len(copy.ids))


def twin(one: Reader) -> Reader:
    """Copy a reader; the events that it has read are the same ones."""
    kept = {name: getattr(one, name) for name in SHARED}
    try:
        for name in SHARED:
            setattr(one, name, None)
        copy: Reader = pickle.loads(pickle.dumps(one, 5))  # noqa: S301 - our own bytes
    finally:
        for name, value in kept.items():
            setattr(one, name, value)
    for name, value in kept.items():
        setattr(copy, name, list(value))
    return copy


def crashed(error: BaseException) -> Reported:
    """Return the verdict of a reader that was ended by an exception."""
    return Reported(f"crash: {type(error).__name__}: {error}"[:300], None, 0)


def of_program(found: Finding | None, good: int) -> Reported:
    """Return a verdict of the program; ``good`` events stood before what it was shown."""
    return (
        Reported(None, None, good + 1) if found is None else Reported(found.code, found.seq, good)
    )


def judge_file(log: bytes, folder: Path, node: Node, *, scratch: bool = False) -> Verdicts:
    """Let every reader read a whole file, from its first byte on."""
    path = folder / "log.pbem"
    path.write_bytes(log)
    reported = {f"program {level}": _program(path, level) for level in (*BLIND, 3)}
    reported |= {f"second {level}": _second_file(log, level) for level in BLIND}
    return reported | {"checker": node.check(log, scratch=scratch)}


def _program(path: Path, level: int) -> Reported:
    try:
        found = verify(path, Library(openings.find_rules), level=level)
    except Exception as error:  # noqa: BLE001 - whatever ends a reader is what we look for
        return crashed(error)
    if found.finding is None:
        return Reported(None, None, found.events)
    return Reported(found.finding.code, found.finding.seq, found.events)


def _second_file(log: bytes, level: int) -> Reported:
    try:
        reader, found = read(log, level)
    except Exception as error:  # noqa: BLE001 - whatever ends a reader is what we look for
        return crashed(error)
    return Reported(found and found.code, found and found.seq, len(reader.ids))


def file_of(events: list[Event], line: bytes) -> bytes:
    """Return the log of some events and one more line."""
    return b"".join(one + b"\n" for one in (*(event.line for event in events), line))


__all__: list[Any] = [
    "BLIND", "Readers", "Verdicts", "crashed", "file_of", "judge_file", "of_program", "twin",
]  # fmt: skip
