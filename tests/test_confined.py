"""Bytes of strangers are read within limits that are set before (pbem/confined.py)."""

from __future__ import annotations

import bz2
import errno
import gc
import gzip
import os
import signal
import sys
import threading
from pathlib import Path

import msgspec
import pytest

from pbem import confined
from pbem.confined import MIB, Limits, UnreadableError, again, copied, here, read

SMALL = Limits(1, 64 * MIB)
BY_PROCESS = [copied, again]


class Found(msgspec.Struct):
    size: int
    data: bytes


def swelled(data: bytes) -> bytes:
    return data * (3 * MIB)


def opened() -> list[str]:
    return sorted(str(one) for one in Path("/proc/self/fd").iterdir())


def found(data: bytes) -> Found:
    return Found(len(data), data)


def spins(data: bytes) -> int:
    while True:
        data = bytes(reversed(data))


def hoards(size: int) -> int:
    kept = []
    while True:
        kept.append(bytearray(size))


def recurses(depth: int) -> int:
    return recurses(depth + 1)


def raises(what: str) -> int:
    raise {"value": ValueError("no such thing"), "runtime": RuntimeError("so"),
           "full": OSError(errno.ENOSPC, "No space left on device"),
           "bz2": OSError("Invalid data stream"), "gzip": gzip.BadGzipFile("Not a gzipped file"),
           "timeout": TimeoutError("said by the bytes"),
           "seek": OSError(errno.EINVAL, "Invalid argument")}[what]  # fmt: skip


def unpacks(data: bytes) -> int:
    """Raise what the library does: OSError without a number."""
    return len(bz2.decompress(data))


def ends(how: int) -> int:
    os.kill(os.getpid(), how)
    return 0


def leaves(code: int) -> int:
    os._exit(code)


@pytest.fixture(params=[copied, again, here], ids=lambda how: how.__name__)
def way(request, monkeypatch):
    # A new Python finds this file as the tests' own folder has it.
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    for one in (found, spins, hoards, recurses, raises, unpacks, ends, leaves, swelled):
        monkeypatch.setattr(one, "__module__", "test_confined")
    with confined.by(request.param):
        yield request.param


def test_what_was_read_comes_back_as_it_is(way):
    data = bytes(range(256)) * 5000  # more than a pipe holds
    assert read(found, (data,), Found, SMALL) == Found(len(data), data)


def test_what_comes_back_is_limited_before(way):
    """Else a small message, unpacked in the child, costs the parent any memory."""
    most = Limits(2, 128 * MIB, 1000)
    with pytest.raises(UnreadableError, match="more than 1,000 bytes"):
        read(swelled, (b"x",), bytes, most)
    assert confined.limits(96 * MIB).reply < 130 * MIB


def test_a_child_that_heeds_no_limit_is_ended(monkeypatch):
    """The parent counts too."""
    monkeypatch.setattr(confined, "_large", str)
    monkeypatch.setattr(confined, "_answered", lambda *_: b"+" + bytes(8 * MIB))
    with confined.by(copied), pytest.raises(UnreadableError):
        read(swelled, (b"x",), bytes, Limits(2, 128 * MIB, 1000))


def test_time_is_limited_before(way):
    if way is here:
        pytest.skip("this system knows no limits")
    with pytest.raises(UnreadableError, match="more than 1 seconds of processor time"):
        read(spins, (b"x" * 1000,), int, SMALL)


def test_memory_is_limited_before(way):
    if way is here:
        pytest.skip("this system knows no limits")
    with pytest.raises(UnreadableError, match="more than 64 MiB of memory"):
        read(hoards, (MIB,), int, SMALL)


@pytest.mark.parametrize("what", ["value", "runtime", "bz2", "gzip", "timeout", "seek"])
def test_an_error_of_the_parser_is_a_verdict(way, what):
    with pytest.raises(UnreadableError, match="cannot be read"):
        read(raises, (what,), int, SMALL)


def test_an_error_of_the_parser_that_looks_like_the_system_s_is_a_verdict(way):
    """Else anyone who sends such bytes has them read again for ever."""
    with pytest.raises(UnreadableError, match="Invalid data stream"):
        read(unpacks, (b"BZh9" + bytes(100),), int, SMALL)


def test_too_deep_is_a_verdict(way):
    with pytest.raises(UnreadableError, match="RecursionError"):
        read(recurses, (0,), int, SMALL)


def test_an_error_of_the_system_is_none(way):
    with pytest.raises(OSError, match="No space left") as wrong:
        read(raises, ("full",), int, SMALL)
    assert wrong.value.errno == errno.ENOSPC


def test_a_crash_is_a_verdict(way):
    if way is here:
        pytest.skip("it would end this process")
    with pytest.raises(UnreadableError, match="SIGSEGV"):
        read(ends, (int(signal.SIGSEGV),), int, SMALL)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_who_is_ended_by_others_says_nothing_of_the_bytes(way, how):
    if way is here:
        pytest.skip("it would end this process")
    with pytest.raises(OSError, match=how.name):
        read(ends, (int(how),), int, SMALL)


def test_a_child_that_leaves_without_a_word_says_nothing_of_the_bytes(way):
    if way is here:
        pytest.skip("it would end this process")
    with pytest.raises(OSError, match="exit code 3"):
        read(leaves, (3,), int, SMALL)


def test_a_reply_of_another_form_is_a_verdict(way):
    with pytest.raises(UnreadableError, match="form"):
        read(found, (b"x",), int, SMALL)


def children() -> list[str]:
    """Return the processes that this one started, those of tests before included."""
    tasks = Path("/proc/self/task").glob("*/children")
    return sorted(one for task in tasks for one in task.read_text().split())


def test_nothing_is_left_open_and_no_child_after(way):
    gc.collect()
    before, had = opened(), children()
    for _ in range(3):
        read(found, (b"x",), Found, SMALL)
        with pytest.raises(UnreadableError):
            read(raises, ("value",), int, SMALL)
    assert opened() == before
    assert set(children()) <= set(had)


@pytest.fixture
def _no_ends_are_reported():
    """A process ignores SIGCHLD, or its starter did: no end of a child is reported."""
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGCHLD, before)


@pytest.mark.usefixtures("_no_ends_are_reported")
def test_it_reads_where_no_end_of_a_child_is_reported(way):
    assert read(found, (b"x",), Found, SMALL).size == 1
    with pytest.raises(UnreadableError, match="no such thing"):
        read(raises, ("value",), int, SMALL)


@pytest.mark.usefixtures("_no_ends_are_reported")
def test_where_no_end_is_reported_a_child_that_did_not_answer_is_no_verdict(way):
    if way is here:
        pytest.skip("there is no child")
    with pytest.raises(OSError, match="ended"):
        read(ends, (signal.SIGKILL,), int, SMALL)


def test_it_reads_beside_a_thread(way):
    waiting = threading.Event()
    thread = threading.Thread(target=waiting.wait)
    thread.start()
    try:
        assert read(found, (b"x",), Found, SMALL).size == 1
    finally:
        waiting.set()
        thread.join()


def test_a_limit_of_this_computer_is_no_verdict(way, monkeypatch):
    if way is not copied:
        pytest.skip("the limits are set in one place")
    import resource

    monkeypatch.setattr(resource, "getrlimit", lambda _: (resource.RLIM_INFINITY, 1))
    with pytest.raises(OSError, match="ulimit"):
        read(found, (b"x",), Found, SMALL)


def test_no_process_is_no_verdict(way, monkeypatch):
    if way is not copied:
        pytest.skip("the other way has it from the library")

    def no_fork():
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    before = opened()
    monkeypatch.setattr(os, "fork", no_fork)
    with pytest.raises(OSError, match="temporarily"):
        read(found, (b"x",), Found, SMALL)
    assert opened() == before


def test_the_usual_way_of_each_system(monkeypatch):
    from pbem import system

    for one, how in ((system.LINUX, copied), (system.MACOS, again), (system.WINDOWS, here)):
        monkeypatch.setattr(system, "HERE", one)
        assert confined._usual() is how
    monkeypatch.setattr(system, "HERE", system.MACOS)
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert confined._usual() is here
