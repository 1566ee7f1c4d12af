"""Programs that are watched: what they do to files and to the network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def variables(reported: Path) -> dict[str, str]:
    """Return what to put into the environment of a program, so that it writes down what it does."""
    return {"PYTHONPATH": str(FOLDER), "WATCHED": str(reported)}


def did(reported: Path) -> Iterator[tuple[str, str]]:
    """Yield what was done: ``reads``, ``writes``, ``sends``, ``starts``, and to what."""
    for line in reported.read_text().splitlines():
        word, _, what = line.partition(" ")
        yield word, what
