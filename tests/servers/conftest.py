"""Mail servers that really run, one host for each process of the tests."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from servers.mailhost import INSTALL, MailHost, missing


def need_servers() -> None:
    """Skip without the servers; fail where it was promised that they are there."""
    if needed := missing():
        said = f"needs {', '.join(needed)} ({INSTALL})"
        if os.environ.get("PBEM_REQUIRE_SERVERS") == "1":
            pytest.fail(said)
        pytest.skip(said)


@pytest.fixture(scope="session")
def mailhost() -> Iterator[MailHost]:
    """A host that all tests of a process share: each test has accounts of its own there."""
    need_servers()
    with MailHost() as host:
        yield host
