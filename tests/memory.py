"""The folder for what tests write: in memory, if a system has enough of it as a folder.

They write thousands of databases, and mail, that are forced to the disk at every step. In memory
that costs nothing.
"""

from __future__ import annotations

import shutil
from pathlib import Path

FOLDER = "/dev/shm"  # noqa: S108 - each user makes a folder of their own in it
LEAST_FREE = 4 << 30


def folder() -> str | None:
    """Return the folder that lies in memory; None where there is none, or not enough of it."""
    there = Path(FOLDER).is_dir() and shutil.disk_usage(FOLDER).free > LEAST_FREE
    return FOLDER if there else None
