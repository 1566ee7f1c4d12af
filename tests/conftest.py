"""What holds for every test."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from hypothesis import settings

# A slow machine is no fault: what a test bounds, it counts.
settings.register_profile("by no clock", deadline=None)
settings.load_profile("by no clock")

MEMORY = "/dev/shm"  # noqa: S108 - pytest makes a folder of its own in it, for its owner alone
LEAST_FREE = 4 << 30

# Thousands of tests write databases that are forced to the disk at every step. In memory, where a
# system has enough of it as a folder, that costs nothing.
if Path(MEMORY).is_dir() and shutil.disk_usage(MEMORY).free > LEAST_FREE:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)
