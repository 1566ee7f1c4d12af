"""The first turn of a game where the operating system answers as another one would.

Windows, macOS and disks that know one name a file cannot be tried here; what they answer can.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from commands.conftest import Home
from pbem import system
from pbem.errors import KeyFileError, LogFileError
from pbem.identity.files import write_atomically
from pbem.log.disk import write_new
from pbem.pool import pool

ORDERS = ("land 1/2 1203", "land 1/6 1102", "stop")


def play_a_turn(folder: Path) -> tuple[Home, Home]:
    """Two make identities, meet, open, join and order, by commands; the log is good to the last."""
    ann, bob = (Home(folder / one) for one in ("ann", "bob"))
    for one, name in ((ann, "ann"), (bob, "bob")):
        one("identity", "new", name)
        one("card", "export", "--to", str(one.outbox))
    ann("card", "import", str(bob.outbox / "bob.card"))
    bob("card", "import", str(ann.outbox / "ann.card"))
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob")
    bob("take", ann.sends())
    bob("join")
    ann("take", bob.sends())
    ann("order", *(word for line in ORDERS for word in ("-m", line)))
    bob("take", ann.sends())
    assert "land 1/2 1203" in bob("log")
    assert bob("verify")
    return ann, bob


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders cannot be opened, nobody has a number, modes say nothing."""
    really = os.open

    def opened(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        made = really(path, flags, 0o666, **more)
        os.fchmod(made, 0o666)
        return made

    monkeypatch.setattr(system, "HERE", system.WINDOWS)
    monkeypatch.setattr(os, "open", opened)
    monkeypatch.delattr(os, "geteuid")
    monkeypatch.setattr(shutil, "_use_fd_functions", False)  # how it empties folders there


def test_where_modes_say_nothing(windows: None, tmp_path: Path) -> None:
    ann, _ = play_a_turn(tmp_path)
    assert (ann.folder / "identities" / "ann.key").stat().st_mode & 0o077  # or it shows nothing


def one_name(path: Path, _: Path) -> None:
    raise OSError(errno.EPERM, os.strerror(errno.EPERM), str(path))


def test_where_a_file_has_one_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "hardlink_to", one_name)
    ann, _ = play_a_turn(tmp_path)
    key = (ann.folder / "identities" / "ann.key").read_bytes()
    assert "ann" in ann.fails("identity", "new", "ann")
    assert (ann.folder / "identities" / "ann.key").read_bytes() == key
    with pytest.raises(LogFileError, match="already exists"):
        write_new(ann.outbox / "ann.card", b"another")
    with pytest.raises(KeyFileError, match="already exists"):
        write_atomically(ann.outbox / "ann.card", b"another")
    assert b"another" not in (ann.outbox / "ann.card").read_bytes()
    assert not list(tmp_path.rglob("*.new")) + list(tmp_path.rglob("*.tmp"))


def test_where_a_drive_keeps_back_what_is_synced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On macOS: whatever else is synced, it is synced fully."""
    fully = list[int]()

    def fcntl(descriptor: int, what: int) -> None:
        assert what == 51
        os.fstat(descriptor)  # it is open
        fully.append(descriptor)

    monkeypatch.setattr(system, "HERE", system.MACOS)
    monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(F_FULLFSYNC=51, fcntl=fcntl))
    monkeypatch.setattr(os, "fsync", lambda _: pytest.fail("the drive may still forget it"))
    with (tmp_path / "file").open("wb") as file:
        system.sync(file)
    system.sync_directory(tmp_path)
    assert len(fully) == 2


def test_where_a_share_knows_no_full_sync(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fcntl(descriptor: int, what: int) -> None:
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))

    synced = list[int]()
    monkeypatch.setattr(system, "HERE", system.MACOS)
    monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(F_FULLFSYNC=51, fcntl=fcntl))
    monkeypatch.setattr(os, "fsync", synced.append)
    with (tmp_path / "file").open("wb") as file:
        system.sync(file)
    assert len(synced) == 1


@pytest.mark.parametrize("here", [system.MACOS, system.WINDOWS])
def test_where_no_process_is_copied(monkeypatch: pytest.MonkeyPatch, here: system.System) -> None:
    monkeypatch.setattr(system, "HERE", here)
    with pool(1) as workers:
        assert list(workers.map(abs, [-1, 2])) == [1, 2]
        [process] = workers._processes.values()
        assert type(process).__name__ == "SpawnProcess"
