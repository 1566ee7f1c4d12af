"""The rules for every test: long work that changes nothing is done once, or not at all."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Generator, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import pytest
import typer.testing
from hypothesis import settings
from sqlalchemy import URL, Engine

import browsers
import long
import memory
import postgres
from pbem.commands.shell import Shell
from pbem.crypto import group, signing, vrf
from pbem.identity import keyfile
from pbem.store import address

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

# A slow machine is no fault: what a test bounds, it counts.
settings.register_profile("by no clock", deadline=None, max_examples=long.times(15, of=20))
settings.load_profile("by no clock")

# Days are printed with the hour of this machine beside them, where it is another than that of UTC.
os.environ["TZ"] = "UTC"
time.tzset()

if (in_memory := memory.folder()) is not None:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", in_memory)

# A passphrase is stretched for half a second where a key file is written or read, and for an eighth
# in files as release 1.0.0 wrote them, which are written here. The same comes out of one salt and
# one passphrase, and all files that a process writes have one salt.
keyfile.WRITTEN = "1"
keyfile._stretch = cache(keyfile._stretch)
vars(keyfile)["token_bytes"] = cache(keyfile.token_bytes)

# Whether a proof or a signature holds follows from bytes alone: who verifies it again, at their own
# client, gets what was found the first time. So it is with multiplications of points, of which the
# proofs of cards and stocks consist. In tests/crypto all of this is done each time.
for room, name in ((vrf, "verify"), (signing, "verify"), (group, "times")):
    vars(room)[name] = lru_cache(4096)(vars(room)[name])

# With -n 3 there are gw0, gw1 and gw2.
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))

LEFT_OUT = pytest.StashKey[int]()
"""The number of tests that were not asked for."""

LONGEST = frozenset(("simulation", "test_tidy.py", "test_wheel.py"))
"""Folders and files of which single tests take ten seconds and more; few others do."""

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


@pytest.fixture(scope="session")
def postgresql() -> Iterator[postgres.Server]:
    """A server that all tests of a process share: each asks it for databases of its own."""
    if needed := postgres.missing():
        said = f"needs {', '.join(needed)} ({postgres.INSTALL})"
        if os.environ.get("PBEM_REQUIRE_SERVERS") == "1":
            pytest.fail(said)
        pytest.skip(said)
    with postgres.Server() as server:
        yield server


driver, chromium = browsers.fixtures("module")


@pytest.fixture(scope="module")
def whole_chromium(driver: Playwright) -> Iterator[Browser]:
    """The browser that people have, for what may depend on more than its pages."""
    with browsers.chromium_of(driver, whole=True) as browser:
        yield browser


def pytest_configure(config: pytest.Config) -> None:
    about = "takes long, and is run where PBEM_LONG is set (to the number or more)"
    config.addinivalue_line("markers", f"long(number=1): {about}")
    about = "so many of its cases are not long, and all but so many are longer still"
    config.addinivalue_line("markers", f"few(number, of=all): {about}")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    # The code that pytest makes of each file's assertions is kept in a file. If processes begin at
    # either end and in the middle, each makes a part of it and finds the others' made.
    report = yield
    if isinstance(collector, pytest.Directory):
        if WORKER % 3 == 1:
            report.result.reverse()
        elif WORKER % 3 == 2:
            middle = len(report.result) // 2
            report.result[:] = report.result[middle:] + report.result[:middle]
    return report


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left = long.leave_out(items)
    config.stash[LEFT_OUT] = len(left)
    config.hook.pytest_deselected(items=left)
    # A long test is begun first, or one process would be at it when others have nothing left.
    items.sort(key=lambda item: (not long.is_long(item), not _among_longest(item), str(item.path)))


def _among_longest(item: pytest.Item) -> bool:
    return not LONGEST.isdisjoint(item.path.parts[-2:])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    # Collected tests are kept: it costs each process seconds to look through them again and again
    # for what nobody holds.
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["left_out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    # With -n each process leaves out the same tests, and says at its end how many.
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if left := terminalreporter.config.stash.get(LEFT_OUT, 0):
        more = {0: 1, 1: 2}.get(long.ASKED, 10 * long.ASKED)
        terminalreporter.write_line(f"{left} tests were left out: PBEM_LONG={more} runs more.")
