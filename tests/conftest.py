"""What holds for every test: what takes long and changes nothing is done once, or not at all."""

from __future__ import annotations

import os
import shutil
from functools import cache
from pathlib import Path

import pytest
import typer.testing
from hypothesis import settings

import long
from pbem.commands.shell import Shell
from pbem.identity import keyfile

# A slow machine is no fault: what a test bounds, it counts.
settings.register_profile("by no clock", deadline=None)
settings.load_profile("by no clock")

MEMORY = "/dev/shm"  # noqa: S108 - pytest makes a folder of its own in it, for its owner alone
LEAST_FREE = 4 << 30

# Thousands of tests write databases that are forced to the disk at every step. In memory, where a
# system has enough of it as a folder, that costs nothing.
if Path(MEMORY).is_dir() and shutil.disk_usage(MEMORY).free > LEAST_FREE:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)

# A passphrase is stretched for a tenth of a second each time a key file is opened; of one file and
# one passphrase the same comes out.
keyfile._stretch = cache(keyfile._stretch)

# Commands are built as they are when somebody types one, and once.
vars(typer.testing)["_get_command"] = cache(Shell.built)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes long, and is run where PBEM_LONG is set")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not long.ASKED:
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason=long.REASON))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    left = sum(long.REASON in str(report.longrepr) for report in skipped)
    if left:
        terminalreporter.write_line(f"{left} long tests were left out: PBEM_LONG=1 runs them too.")
