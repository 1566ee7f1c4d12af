"""The record of many nights at the doors: figures, inputs that were tried, those that led on.

It is a folder. ``figures`` has a line of JSON for each run. ``tried/DOOR`` has a bit for each input
that was tried at a door, so that none counts twice, whatever run or restart it came in.
``led/DOOR/`` has the inputs from which the fuzzer goes on, since they took branches that no earlier
one took.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from mmap import mmap
from pathlib import Path
from typing import Literal, NamedTuple

_BITS = 27
"""Binary digits of a digest that are looked at: of a million inputs 0.4 % are taken for others
that came before, and are not counted."""


class Tried:
    """Which inputs were tried; never says of an input that it is new where it is not."""

    def __init__(self, bits: bytearray | mmap) -> None:
        self._bits = bits

    @classmethod
    def in_memory(cls) -> Tried:
        """Return what lasts as long as this process."""
        return cls(bytearray(1 << (_BITS - 3)))

    @classmethod
    @contextmanager
    def kept(cls, path: Path) -> Iterator[Tried]:
        """Give what lasts in a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            file.truncate(1 << (_BITS - 3))
            with mmap(file.fileno(), 0) as bits:
                yield cls(bits)

    def new(self, data: bytes) -> bool:
        """Enter an input; return whether it was not there."""
        number = int.from_bytes(blake2b(data, digest_size=4).digest()) >> (32 - _BITS)
        place, bit = number >> 3, 1 << (number & 7)
        before = self._bits[place]
        self._bits[place] = before | bit
        return not before & bit


class Night(NamedTuple):
    """One run at one door: how its inputs were found, how many were new to the door, how many
    were tried, seconds of one processor that the trying took, finds, slow inputs."""

    door: str
    way: Literal["fuzzer", "chance"]
    inputs: int
    tried: int
    seconds: float
    finds: int
    slow: int


def add(folder: Path, night: Night) -> None:
    """Add a run to the figures, after what an earlier one may have cut off."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "figures"
    reported = path.read_text() if path.exists() else ""
    path.write_text(reported[: reported.rfind("\n") + 1] + json.dumps(night._asdict()) + "\n")


def led(folder: Path, door: str) -> Path:
    """Return the folder of the inputs that led on at a door, which is made."""
    path = folder / "led" / door
    path.mkdir(parents=True, exist_ok=True)
    return path


def table(folder: Path) -> Iterator[str]:
    """Yield a row in Markdown for each door, the slowest first, and one of all."""
    path = folder / "figures"
    whole = path.read_text().rpartition("\n")[0] if path.exists() else ""
    nights = [Night(**json.loads(line)) for line in whole.splitlines()]
    doors = {name: [one for one in nights if one.door == name] for name in {n.door for n in nights}}
    rows = sorted(doors.items(), key=lambda row: _speed(row[1]))
    yield "| door | by the fuzzer | by chance | a second | finds | slow |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for name, some in (*rows, *([("all", nights)] if nights else [])):
        ways = [sum(n.inputs for n in some if n.way == way) for way in ("fuzzer", "chance")]
        found = [sum(n.finds for n in some), sum(n.slow for n in some)]
        cells = [*ways, round(_speed(some)), *found]
        yield f"| {name} | {' | '.join(f'{one:,}' for one in cells)} |"


def _speed(nights: list[Night]) -> float:
    return sum(n.tried for n in nights) / max(sum(n.seconds for n in nights), 1e-9)
