"""Files for doors that read none but files: in memory where the system has a place for that."""

from __future__ import annotations

import atexit
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import rmtree

_MEMORY = Path("/dev/shm")  # noqa: S108 - nothing here is secret, and each folder has its own name


@contextmanager
def folder() -> Iterator[Path]:
    """Give an empty folder, which goes away."""
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as made:
        yield Path(made)


@contextmanager
def written(data: bytes, name: str) -> Iterator[Path]:
    """Give a file with these bytes, readable for its owner alone, which goes away.

    It lies in a folder of this process: to make one for each file would take longer.
    """
    path = _own() / name
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
    try:
        yield path
    finally:
        path.unlink()


@cache
def _own() -> Path:
    made = Path(tempfile.mkdtemp(dir=_MEMORY if _MEMORY.is_dir() else None))
    atexit.register(rmtree, made, ignore_errors=True)
    return made
