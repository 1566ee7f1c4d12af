"""The register of faults: each is a function that puts one into a good log.

Its name is the name of the file, its docstring says what was done.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from hostile.base import (
    dice_due,
    fixed_chance,
    go_on,
    saipan_group,
    saipan_opening,
    to_bytes,
)
from pbem.games import registry
from pbem.table.library import Library
from toy.group import Group


class Fault(NamedTuple):
    """``stage`` makes the good log, ``spoil`` returns the bytes of the file from it.

    ``seq`` is the number of the event at fault (None where its bytes are none), ``blame`` the
    handles to blame, ``good`` how many events before it are good.
    """

    file: str
    reported: str
    stage: Callable[[Path], Group]
    spoil: Callable[[Group], bytes]
    code: str
    seq: int | None
    blame: tuple[str, ...]
    good: int | None

    def build(self, folder: Path) -> bytes:
        with fixed_chance(self.file):
            return self.spoil(self.stage(folder))


FAULTS: list[Fault] = []


def fault(
    file: str,
    stage: Callable[[Path], Group],
    *,
    good: int | None,
    seq: int | None = -1,
    blame: str = "",
) -> Callable[[Callable[[Group], bytes]], Callable[[Group], bytes]]:
    """Enter a fault; ``seq`` is ``good`` where nothing else is said."""

    def enter(spoil: Callable[[Group], bytes]) -> Callable[[Group], bytes]:
        assert spoil.__doc__ is not None
        code = file.split("-", maxsplit=1)[0]
        number = good if seq == -1 else seq
        reported = " ".join(spoil.__doc__.split())
        name = file if "." in file.removeprefix(code) else f"{file}.pbem"
        FAULTS.append(Fault(name, reported, stage, spoil, code, number, tuple(blame.split()), good))
        return spoil

    return enter


# --- stages ----------------------------------------------------------------------------------


def opened(folder: Path) -> Group:
    """Event 0: nobody has joined yet."""
    return Group(folder, saipan_opening(), Library(registry.find))


def joined(folder: Path) -> Group:
    """Events 0 to 3: ann is active."""
    return saipan_group(folder, "joined")


def owing(folder: Path) -> Group:
    """Events 0 to 5: bob's event 5 is a trigger, ann owes the dice."""
    return go_on(joined(folder), dice_due)


def rolled(folder: Path) -> Group:
    """Events 0 to 6: ann has given the dice, and somebody is active."""
    group = owing(folder)
    group.roll()
    return group


def further(folder: Path) -> Group:
    """Events 0 to 7: somebody has gone on after the dice."""
    group = rolled(folder)
    return go_on(group, lambda now: len(now.events) == 8)


def sealed(folder: Path) -> Group:
    """Free deployment, events 0 to 3: ann has to seal beaches."""
    return saipan_group(folder, "free", scenario="free")


def opening_due(folder: Path) -> Group:
    """Free deployment, events 0 to 5: ann has to open the beaches."""
    return go_on(sealed(folder), lambda now: now.table.active().kinds[0] == "reveal")


def ended(folder: Path) -> Group:
    """Events 0 to 4: ann has resigned."""
    group = joined(folder)
    group.play("ann", "resign")
    return group


# --- what spoils a log -----------------------------------------------------------------------


def lines_of(group: Group) -> list[bytes]:
    return [event.line for event in group.events]


def joined_lines(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def with_last(group: Group, line: bytes) -> bytes:
    """The good log with one more line."""
    return to_bytes(group.events) + line + b"\n"


def forged(group: Group, by: str, kind: str, data: object, **changes: object) -> bytes:
    """The good log with one more event that is signed by its author."""
    return with_last(group, group.forge(by, kind, data, **changes).line)
