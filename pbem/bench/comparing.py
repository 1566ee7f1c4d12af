"""Speeds of one release in a file, and another release held against it as ratios.

A machine is another one next year, and busier today than yesterday. So each run measures a
*yardstick* too, work of Python's own library that no release of ours can change, and times and
rates are compared in it. Nothing fails by a ratio: who releases reads them.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from pbem import __version__
from pbem.bench.measure import Row, interleaved
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.files import read_plain
from pbem.identity.files import write_atomically
from pbem.log.disk import explaining

FORM: Literal["speeds/v1"] = "speeds/v1"
BYTES_MOST = 1 << 20
NOTABLE = 1.25
"""From here on a ratio is named: less is noise on most machines."""

TIMES = ("s", "ms", "us")
COSTS = (*TIMES, "times", "MiB", "bytes")
RATE = "/s"
"""How units end of which more is better."""


class Speed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row that was measured, and the seconds of the yardstick in its run."""

    name: str
    value: float
    unit: str
    goal: str
    yard: Annotated[float, Meta(gt=0)]


class Speeds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"form": "pbem"}):
    """A file of speeds: what was measured, of which release, and on what."""

    form: Literal["speeds/v1"]
    release: str
    python: str
    system: str
    cores: int
    speeds: tuple[Speed, ...]


FORMER = {
    "taking in": "importing",
    "mask taken off one card": "decryption of one card",
    "hidden stock": "hidden supply",
}
"""Words in the names of rows of former releases -> what this release writes."""


class Against(msgspec.Struct, frozen=True):
    """A row beside the same row of a file.

    - ``was`` and ``now``: As measured, in ``unit``.
    - ``ratio``: Now by then, times and rates in yardsticks.
    - ``dearer``: The same as a cost, above 1 if it costs more now; null if neither more nor less is
      better.
    """

    name: str
    was: float
    now: float
    unit: str
    ratio: float
    dearer: float | None


def yardstick(rounds: int = 9) -> float:
    """Return how many seconds this machine takes now for work that no release of ours changes."""
    plain = {f"field {number}": [number, str(number), {"of": number}] for number in range(400)}

    def work() -> None:
        for _ in range(20):
            hashlib.sha256(json.dumps(json.loads(json.dumps(plain))).encode()).digest()

    return interleaved({"yardstick": work}, rounds)["yardstick"]


def read(path: Path) -> Speeds:
    """Return a file of speeds.

    Raises:
        FormError: It is no file of speeds.
        LogFileError: It cannot be read.
    """
    with explaining(path, "Reading"):
        data = read_plain(path, BYTES_MOST)
    try:
        found = msgspec.json.decode(data, type=Speeds)
        named = tuple(replace(speed, name=_name_now(speed.name)) for speed in found.speeds)
        return replace(found, speeds=named)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormError(
            f"{path} is not a file of measurements ({escape(str(error))}). To write one, type "
            "'pbem bench --keep FILE' with another name."
        ) from None


def _name_now(name: str) -> str:
    """Return the name of a row as this release writes it."""
    for former, now in FORMER.items():
        name = name.replace(former, now)
    return name


def check_kept(path: Path) -> Speeds | None:
    """Return what is in a file into which speeds of this release may be written; None: no file.

    Raises:
        FormError: It is no file of speeds, or of another release, or there is no folder for it.
        LogFileError: It cannot be read.
    """
    if not path.parent.is_dir():
        raise FormError(f"There is no folder {escape(str(path.parent))}. Create it first.")
    if not path.exists():
        return None
    there = read(path)
    if there.release != __version__:
        raise FormError(
            f"{path} has measurements of release {escape(there.release)}, but this is release "
            f"{__version__}. Use another file for --keep, and compare with '--compare {path}'."
        )
    return there


def keep(path: Path, rows: Sequence[Row], yard: float) -> Speeds:
    """Write ``rows`` into a file of speeds, and return everything in it.

    ``yard``: the seconds of `yardstick` now. Other measurements of this release in the file stay.

    Raises:
        FormError: It is no file of speeds, or of another release. Then nothing is written.
        LogFileError: It cannot be read or written.
    """
    new = {row.name: Speed(row.name, row.value, row.unit, row.goal, yard) for row in rows}
    old: tuple[Speed, ...] = ()
    if (there := check_kept(path)) is not None:
        old = tuple(speed for speed in there.speeds if speed.name not in new)
    made = Speeds(
        form=FORM,
        release=__version__,
        python=platform.python_version(),
        system=f"{platform.system()} {platform.machine()}",
        cores=os.cpu_count() or 1,
        speeds=(*old, *new.values()),
    )
    data = msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n"
    with explaining(path, "Writing"):
        write_atomically(path, data, overwrite=True)
    return made


def compared(old: Speeds, rows: Sequence[Row], yard: float) -> list[Against]:
    """Return each row that a file has too, beside it; ``yard``: as for `keep`."""
    then = {speed.name: speed for speed in old.speeds}
    return [_against(then[row.name], row, yard) for row in rows if row.name in then]


def _against(was: Speed, now: Row, yard: float) -> Against:
    ratio = now.value / was.value if was.value else float(now.value == was.value)
    machine = yard / was.yard
    if now.unit in TIMES:
        ratio /= machine
    elif now.unit.endswith(RATE):
        ratio *= machine
    dearer: float | None = None
    if now.unit.endswith(RATE) or now.goal.startswith(">="):
        dearer = 1 / ratio if ratio else None
    elif now.unit in COSTS:
        dearer = ratio
    return Against(now.name, was.value, now.value, now.unit, ratio, dearer)


def lines(old: Speeds, rows: Sequence[Row], yard: float) -> Iterator[str]:
    """Describe how a run stands against a file, row by row, and what of either the other lacks.

    ``yard``: as for `keep`.
    """
    found = compared(old, rows, yard)
    names, there = {row.name for row in rows}, {speed.name for speed in old.speeds}
    yield (
        f"Against release {escape(old.release)} (Python {escape(old.python)}, "
        f"{escape(old.system)}, {old.cores} cores). Times and rates are in yardsticks:"
    )
    width = max((len(one.name) for one in found), default=0)
    for one in found:
        mark = ""
        if one.dearer is not None and one.dearer >= NOTABLE:
            mark = f"  dearer, {one.dearer:.2f} times"
        elif one.dearer is not None and one.dearer <= 1 / NOTABLE:
            mark = f"  cheaper, {1 / one.dearer:.2f} times"
        yield (
            f"{one.name:{width}} {one.was:12,.2f} -> {one.now:12,.2f} {one.unit:11} "
            f"{one.ratio:6.2f}{mark}"
        ).rstrip()
    for name in sorted(names - there):
        yield f"Only in this run: {name}"
    if missing := len(there - names):
        yield f"Rows only in the file: {missing}."
