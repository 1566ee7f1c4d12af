"""Figures of what was tried at each door, a line of JSON for each run, so that nights add up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Night(NamedTuple):
    """One run at one door: inputs, seconds of one processor that they took, finds, slow inputs."""

    door: str
    inputs: int
    seconds: float
    finds: int
    slow: int


def add(path: Path, night: Night) -> None:
    """Add a run to a file, behind what an earlier one may have cut off."""
    told = path.read_text() if path.exists() else ""
    path.write_text(told[: told.rfind("\n") + 1] + json.dumps(night._asdict()) + "\n")


def table(path: Path) -> Iterator[str]:
    """Yield a row in Markdown for each door, the slowest first, and one of all."""
    whole = path.read_text().rpartition("\n")[0] if path.exists() else ""
    nights = [Night(**json.loads(line)) for line in whole.splitlines()]
    doors = {name: [one for one in nights if one.door == name] for name in {n.door for n in nights}}
    rows = sorted((_sum(name, some) for name, some in doors.items()), key=_speed)
    yield "| door | inputs | inputs a second | finds | slow |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for row in (*rows, *([_sum("all", nights)] if nights else [])):
        yield f"| {row.door} | {row.inputs} | {_speed(row):.0f} | {row.finds} | {row.slow} |"


def _sum(name: str, nights: list[Night]) -> Night:
    columns = list(zip(*nights, strict=True))[1:]
    return Night(name, *(sum(column) for column in columns))


def _speed(row: Night) -> float:
    return row.inputs / max(row.seconds, 1e-9)
