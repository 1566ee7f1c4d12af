"""Former files beside the present one."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from pbem.errors import KeyFileError
from pbem.identity.files import formers, keep_former, write_atomically
from pbem.identity.identity import create, renew
from pbem.log.disk import of_the_machine


def kept(path: Path, *versions: bytes) -> None:
    for data in versions:
        path.write_bytes(data)
        keep_former(path)


def test_every_version_is_kept_once_the_newest_first(tmp_path):
    path = tmp_path / "ann.key"
    versions = [str(number).encode() for number in range(12)]
    kept(path, *versions, versions[-1])
    assert [former.read_bytes() for former in formers(path)] == versions[::-1]
    assert {former.stat().st_mode & 0o777 for former in formers(path)} == {0o600}


def test_a_number_that_is_free_again_is_not_used_again(tmp_path):
    path = tmp_path / "ann.key"
    kept(path, b"a", b"b")
    (tmp_path / "ann.key.1").unlink()
    kept(path, b"c")
    assert [former.name for former in formers(path)] == ["ann.key.3", "ann.key.2"]


def test_files_of_other_handles_are_none_of_them(tmp_path):
    for name in ("ann.key", "ann.1.key", "ann.key.key", "ann.key.key.1", "ann.key.x", "bob.key.1"):
        (tmp_path / name).touch()
    assert formers(tmp_path / "ann.key") == []
    assert [former.name for former in formers(tmp_path / "ann.key.key")] == ["ann.key.key.1"]


def test_nothing_to_keep(tmp_path):
    with pytest.raises(KeyFileError, match="cannot be read"):
        keep_former(tmp_path / "ann.key")


def test_renewed_keys_and_the_same_master():
    former = create("ann")
    renewed = renew(former)
    assert (renewed.handle, renewed.master) == (former.handle, former.master)
    assert renewed.sign_public != former.sign_public
    assert renewed.box_public != former.box_public
    assert renewed.vrf_secret("0" * 64) == former.vrf_secret("0" * 64)


@pytest.mark.parametrize("door", ["read_plain", "_write_new"])
def test_of_a_disk_that_takes_nothing_it_is_known_whose_fault_that_is(tmp_path, monkeypatch, door):
    """So that mail which could not be imported for it waits, and is not refused for good."""

    def full(*_args, **_more):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(f"pbem.identity.files.{door}", full)
    path = tmp_path / "ann.key"
    path.write_bytes(b"a")
    with pytest.raises(KeyFileError, match="No space left") as found:
        keep_former(path) if door == "read_plain" else write_atomically(path, b"b", overwrite=True)
    assert of_the_machine(found.value)
    assert path.read_bytes() == b"a"
