"""Mail servers that really run, one host for each process of the tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest

from servers.mailhost import INSTALL, PLACES, MailHost, missing

PROGRAMS = [*PLACES, "/usr/bin/mh", "/usr/lib/mh"]
"""The folders of programs that are not in everybody's PATH."""


def need_servers() -> None:
    """Skip without the servers; fail where it was promised that they are there."""
    if needed := missing():
        lacks(f"needs {', '.join(needed)} ({INSTALL})")


def need(program: str, package: str) -> str:
    """Return where a program is; without it, skip or fail as without servers."""
    found = shutil.which(program, path=os.pathsep.join([os.environ.get("PATH", ""), *PROGRAMS]))
    if found is None:
        lacks(f"needs {program} (apt-get install {package})")
    return str(found)


def lacks(said: str) -> None:
    if os.environ.get("PBEM_REQUIRE_SERVERS") == "1":
        pytest.fail(said)
    pytest.skip(said)


@pytest.fixture(scope="session")
def mailhost() -> Iterator[MailHost]:
    """A host that all tests of a process share: each test has accounts of its own there."""
    need_servers()
    with MailHost() as host:
        yield host
