"""The place of a year: a folder whose path is as long in each process and on each machine.

Databases and letters have paths in them. Their sizes decide what a kill leaves of a page, and where
a message is cut off. In a folder of a longer name the same number would be another year.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import memory

LENGTH = 64
"""So many characters has the path, wherever folders for a while have one of at most 54."""
_DRAWN = 8
"""So many of them does `tempfile` draw."""


@contextmanager
def placed() -> Iterator[Path]:
    """Give an empty folder that goes away."""
    within = memory.folder() or tempfile.gettempdir()
    prefix = "y" * (LENGTH - len(within) - 1 - _DRAWN)
    with tempfile.TemporaryDirectory(dir=within, prefix=prefix) as folder:
        yield Path(folder)
