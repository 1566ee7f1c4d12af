"""Files for doors that read none but files: in memory where the system has a place for that."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_MEMORY = Path("/dev/shm")  # noqa: S108 - nothing here is secret, and each folder has its own name


@contextmanager
def folder() -> Iterator[Path]:
    """Give an empty folder, which goes away."""
    with tempfile.TemporaryDirectory(dir=_scratch()) as made:
        yield Path(made)


@contextmanager
def written(data: bytes, name: str) -> Iterator[Path]:
    """Give a file with these bytes, which goes away; a folder for each would take longer."""
    path = _scratch() / f"{os.getpid()}-{name}"
    path.write_bytes(data)
    try:
        yield path
    finally:
        path.unlink()


def _scratch() -> Path:
    return _MEMORY if _MEMORY.is_dir() else Path(tempfile.gettempdir())
