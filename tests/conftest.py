"""What holds for every test: what takes long and changes nothing is done once, or not at all."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import pytest
import typer.testing
from hypothesis import settings
from sqlalchemy import URL, Engine

import long
import memory
from pbem.commands.shell import Shell
from pbem.identity import keyfile
from pbem.store import address

# A slow machine is no fault: what a test bounds, it counts.
settings.register_profile("by no clock", deadline=None, max_examples=long.times(25, of=100))
settings.load_profile("by no clock")

if (in_memory := memory.folder()) is not None:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", in_memory)

# A passphrase is stretched for a tenth of a second each time a key file is opened; of one file and
# one passphrase the same comes out.
keyfile._stretch = cache(keyfile._stretch)

# Hundreds of processes are started here: without byte code each would compile what it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Commands are built as they are when somebody types one, and once.
vars(typer.testing)["_get_command"] = cache(Shell.built)

# SQLAlchemy keeps the text of each statement with the engine that ran it, and every test has
# databases of its own: here the text is kept for them all.
_create_engine = address.create_engine


@cache
def _first() -> Engine:
    engine = _create_engine("sqlite://")
    engine.connect().close()  # what the driver can do is asked by the first connection
    return engine


def create_engine(url: URL, **options: Any) -> Engine:
    engine = _create_engine(url, **options)
    if url.get_backend_name() == "sqlite":
        engine.dialect, engine._compiled_cache = _first().dialect, _first()._compiled_cache
    return engine


vars(address)["create_engine"] = create_engine


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes long, and is run where PBEM_LONG is set")
    config.addinivalue_line("markers", "few(number): so many of its cases are not long")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    long.put_off(items)
    if not long.ASKED:
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason=long.REASON))
    # What takes long is begun first, or one process would be at it when the other has nothing left.
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    left = sum(long.REASON in str(report.longrepr) for report in skipped)
    if left:
        terminalreporter.write_line(f"{left} long tests were left out: PBEM_LONG=1 runs them too.")
