"""Which errors are this computer's, and which are a verdict on bytes (pbem/log/disk.py)."""

from __future__ import annotations

import bz2
import errno
import gzip

import pytest

from pbem.errors import LogFileError
from pbem.log.disk import append_lines, explaining, locked, of_the_machine, of_the_system

ROOM = ["ENOSPC", "EDQUOT", "EROFS", "ENOMEM", "EMFILE", "ENFILE", "EAGAIN"]
FAILED = [*ROOM, "EIO", "EACCES", "EPERM", "ETIME", "EBUSY", "ESTALE", "ENOENT"]
OF_BYTES = [
    OSError("Invalid data stream"),
    OSError(errno.EINVAL, "Invalid argument"),
    OSError(errno.EFBIG, "it has more than 1 MiB"),
    OSError(errno.EISDIR, "a directory"),
    OSError(errno.ENAMETOOLONG, "File name too long"),
    OSError(errno.EILSEQ, "Invalid or incomplete multibyte or wide character"),
    gzip.BadGzipFile("Not a gzipped file"),
]


def explained(error: OSError, path) -> LogFileError:
    with pytest.raises(LogFileError) as raised, explaining(path, "Reading"):
        raise error
    return raised.value


@pytest.mark.parametrize("name", FAILED)
def test_a_full_or_failed_computer_is_no_verdict(tmp_path, name):
    error = explained(OSError(getattr(errno, name), "so"), tmp_path)
    assert of_the_machine(error)
    assert of_the_system(error) == (name in ROOM)


@pytest.mark.parametrize("error", OF_BYTES, ids=str)
def test_what_a_parser_raises_at_bytes_is_one(tmp_path, error):
    assert not of_the_machine(explained(error, tmp_path))
    assert not of_the_system(explained(error, tmp_path))


def test_so_is_what_a_library_raises_itself(tmp_path):
    with pytest.raises(LogFileError) as raised, explaining(tmp_path, "Reading"):
        bz2.decompress(b"BZh9" + bytes(100))
    assert not of_the_machine(raised.value)


def test_a_lock_that_another_program_holds_is_none(tmp_path):
    path = tmp_path / "a.pbem"
    held, second = locked(path), locked(path, timeout_s=0)
    with held, pytest.raises(LogFileError, match="Another program") as raised, second:
        pass
    assert of_the_machine(raised.value)


def test_lines_go_to_the_end_of_a_file_that_is_made(tmp_path):
    path = tmp_path / "new" / "record"
    append_lines(path, [b"one"])
    append_lines(path, [b"two", b"three"])
    assert path.read_bytes() == b"one\ntwo\nthree\n"


def test_what_a_write_that_was_cut_off_left_is_dropped(tmp_path):
    path = tmp_path / "record"
    path.write_bytes(b"one\ntw")
    append_lines(path, [b"three"])
    assert path.read_bytes() == b"one\nthree\n"
