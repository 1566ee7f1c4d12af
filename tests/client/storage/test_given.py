"""Modules on their way into a home: two lobbies may take one in at the same time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.client.client import Client
from pbem.client.storage import given


@pytest.fixture
def client(tmp_path: Path) -> Client:
    tmp_path.chmod(0o700)
    return Client(tmp_path, f"sqlite:///{tmp_path / 'pbem.sqlite'}")


def test_two_lobbies_take_in_a_module_at_once(client: Client) -> None:
    with given.arriving(client) as one, given.arriving(client) as other:
        one.add(b"first")
        other.add(b"second")
        files = [one.whole(), other.whole()]
    assert [file.read_bytes() for file in files] == [b"first", b"second"]


def test_what_a_program_left_that_was_ended_goes_after_a_day(client: Client) -> None:
    folder = client.folder / given.FOLDER
    with given.arriving(client):
        pass
    left = folder / f"left{given.UNFINISHED}"
    left.write_bytes(b"half")
    with given.arriving(client):
        assert left.exists()
    long_ago = left.stat().st_mtime - 2 * given.OLD
    os.utime(left, (long_ago, long_ago))
    with given.arriving(client):
        assert not left.exists()
