"""A door: bytes come in, and nothing but an error of pbem may come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LOGS = ROOT / "logs"
FOUND = Path(__file__).parent / "found"
"""Inputs that were finds once, a folder for each door."""


class Door(NamedTuple):
    """``enter`` takes bytes and swallows the errors that the door's page names, no others.

    ``seeds`` makes inputs that come in, or nearly; ``most``: bytes of an input that is tried.
    """

    enter: Callable[[bytes], object]
    seeds: Callable[[], Iterable[bytes]]
    most: int = 8192


def corpus(name: str, door: Door) -> list[bytes]:
    """Return the seeds of a door and what was found there, each once and none too long."""
    folder = FOUND / name
    found = [path.read_bytes() for path in sorted(folder.iterdir())] if folder.is_dir() else []
    return [one for one in dict.fromkeys([*door.seeds(), *found]) if len(one) <= door.most]


def some(pattern: str, most: int, count: int = 8) -> list[bytes]:
    """Return files of ``logs/`` that are not too long, spread over all of that kind."""
    files = [path for path in sorted(LOGS.glob(pattern)) if path.stat().st_size <= most]
    return [path.read_bytes() for path in files[:: max(1, len(files) // count)]]
