"""A killed append leaves the old log or the new one; two writers never mix (decision 0006)."""

import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from long import PATIENCE
from pbem.errors import LogFileError
from pbem.log import disk, journal
from pbem.log.file import append, create, read_events, recover, tail, to_bytes
from pbem.log.journal import Journal, journal_of, read_journal, write_journal


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.pbem"


@pytest.fixture
def states(make_log):
    """Old events, new events, and the journal that leads from one to the other."""
    events = make_log(4)
    old, new = events[:2], events
    return old, new, Journal(len(to_bytes(old)), old[-1].id, to_bytes(new[2:]))


def require(path, events):
    """Readers see these events, before anything is repaired and after."""
    assert list(read_events(path)) == events
    assert tail(path) == events[-1]
    assert recover(path) is None
    assert path.read_bytes() == to_bytes(events)
    assert not journal_of(path).exists()


def test_the_bytes_of_a_journal(path, states):
    """Another release may find it after a crash; one of a form that it does not know is left."""
    old, new, change = states
    header = (
        f'{{"base":{change.base},"crc32":{zlib.crc32(change.lines)},"head":"{old[-1].id}",'
        f'"pbem":"journal/v1","size":{len(change.lines)}}}\n'
    )
    path.write_bytes(to_bytes(old))
    write_journal(path, change)
    assert journal_of(path).read_bytes() == header.encode() + change.lines
    require(path, new)
    path.write_bytes(to_bytes(old))
    journal_of(path).write_bytes(header.replace("/v1", "/v2").encode() + change.lines)
    assert list(read_events(path)) == old


@pytest.mark.long
def test_killed_at_every_byte_of_the_journal(path, states):
    old, new, change = states
    path.write_bytes(to_bytes(old))
    write_journal(path, change)
    whole = journal_of(path).read_bytes()
    for cut in range(len(whole) + 1):
        path.write_bytes(to_bytes(old))
        journal_of(path).write_bytes(whole[:cut])
        require(path, new if cut == len(whole) else old)


@pytest.mark.long
def test_killed_at_every_byte_of_the_append(path, states):
    old, new, change = states
    for cut in range(len(change.lines) + 1):
        path.write_bytes(to_bytes(old) + change.lines[:cut])
        write_journal(path, change)
        require(path, new)


def test_a_write_of_which_only_the_length_is_on_the_disk(path, states):
    """A file system may have made the log longer, and lose power before the bytes are written."""
    old, new, change = states
    for written in (0, 7, len(change.lines) - 1):
        path.write_bytes(to_bytes(old))
        write_journal(path, change)
        zeros = bytes(len(change.lines) - written)
        path.write_bytes(to_bytes(old) + change.lines[:written] + zeros)
        require(path, new)


def test_a_journal_of_zeros_counts_for_nothing(path, states):
    """After a loss of power a file may have its length and not its bytes."""
    old, _, change = states
    path.write_bytes(to_bytes(old))
    write_journal(path, change)
    whole = journal_of(path).read_bytes()
    header = whole.index(b"\n") + 1
    for start in (0, header, header + 10, len(whole) - 5):
        journal_of(path).write_bytes(whole[:start] + bytes(len(whole) - start))
        assert read_journal(path) is None
        assert list(read_events(path)) == old


def test_the_next_writer_finishes_what_was_begun(path, states, after):
    old, new, change = states
    path.write_bytes(to_bytes(old) + change.lines[:30])
    write_journal(path, change)
    append(path, [after(new[-1])])
    assert list(read_events(path))[:-1] == new


def test_a_journal_that_came_back_changes_nothing(path, states, after):
    """Its removal may not have reached the disk, and the log may have gone on."""
    _, new, change = states
    path.write_bytes(to_bytes(new))
    append(path, [after(new[-1])])
    was = path.read_bytes()
    write_journal(path, change)
    assert to_bytes(read_events(path)) == was
    recover(path)
    assert path.read_bytes() == was
    assert not journal_of(path).exists()


def test_a_journal_of_another_state_is_never_dropped(path, states, make_log, refused):
    old, new, change = states
    other = make_log(4)
    for events in (other, new[:1], other[:1]):
        path.write_bytes(to_bytes(events))
        write_journal(path, change)
        for call in (lambda: list(read_events(path)), lambda: tail(path),
                     lambda: recover(path), lambda: append(path, new[2:])):  # fmt: skip
            found = refused("file.journal", call)
            assert "game.pbem.journal" in found.message
        assert path.read_bytes() == to_bytes(events)
        assert read_journal(path) == change
    path.unlink()
    with pytest.raises(LogFileError, match="journal"):
        create(path, old)


def test_a_disk_that_fails_between_leaves_the_new_log(path, states, monkeypatch):
    old, new, _ = states
    create(path, old)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pbem.log.file.write_at", full)
    with pytest.raises(LogFileError, match="No space left"):
        append(path, new[2:])
    assert list(read_events(path)) == new
    monkeypatch.undo()
    require(path, new)


def test_a_disk_that_fails_before_leaves_the_old_log(path, states, monkeypatch):
    old, new, _ = states
    create(path, old)

    def half(journal_path, data):
        journal_path.write_bytes(data[:-1])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(journal, "write_synced", half)
    with pytest.raises(LogFileError, match="No space left"):
        append(path, new[2:])
    require(path, old)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="asks Linux for names")
def test_everything_is_on_the_disk_in_order(path, states, monkeypatch):
    """The journal, its name, then the log: only then is the journal removed."""
    old, new, _ = states
    create(path, old)
    synced = []
    fsync = os.fsync

    def watch(descriptor):
        synced.append(os.path.realpath(f"/proc/self/fd/{descriptor}"))
        assert journal_of(path).exists()
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", watch)
    append(path, new[2:])
    expected = [journal_of(path), path.parent, path]
    assert synced == [os.path.realpath(p) for p in expected]
    assert not journal_of(path).exists()


def test_a_log_that_is_written_all_the_time(path, states, monkeypatch):
    create(path, states[0])
    sizes = iter(range(10**6))
    monkeypatch.setattr(journal, "_size", lambda _: next(sizes))
    with pytest.raises(LogFileError, match="keeps writing"):
        list(read_events(path))


# The scripts run in processes of their own: a test runner has threads, and must not fork or die.
COMMON = """
import os, random, signal, sys, time
from pathlib import Path
from pbem.log.finding import BadLog
from pbem.log.event import NO_EVENT, compose
from pbem.log.file import append, create, read_events, recover, tail

def after(last, by):
    return compose(
        game=last.game_id if last else "", seq=last.seq + 1 if last else 0,
        prev=last.id if last else NO_EVENT, by=by, at="2026-11-20T15:04:05Z",
        kind="orders", data={"orders": [{"do": "pass", "x": "y" * 3000}]}, seed=bytes(32))

path = Path(sys.argv[1])
"""

KILLS = """
BATCH, KILLS = 5, 60

def slow_disk():
    # It takes as long as a disk does, where what is written lies in memory.
    forced = os.fsync
    def fsync(file):
        time.sleep(0.001)
        forced(file)
    os.fsync = fsync

def write_on(acknowledge):
    slow_disk()
    while True:
        batch = [after(tail(path), "ann")]
        while len(batch) < BATCH:
            batch.append(after(batch[-1], "ann"))
        append(path, batch)
        os.write(acknowledge, b".")

create(path, [after(None, "ann")])
random.seed(1)
before, torn = 1, 0
for kill in range(KILLS):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        write_on(writer)
    os.close(writer)
    os.read(reader, 1)  # it is at work
    time.sleep(random.uniform(0, 0.01))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    reported = 1
    while acknowledged := os.read(reader, 65536):
        reported += len(acknowledged)
    os.close(reader)
    torn += Path(f"{path}.journal").exists()
    events = list(read_events(path))
    written = len(events) - before
    assert written % BATCH == 0, "neither the old log nor the new one"
    assert reported <= written // BATCH <= reported + 1, (reported, written)
    assert tail(path) == events[-1]
    if kill % 2:
        assert recover(path) is None
        assert list(read_events(path)) == events
        assert path.stat().st_size == sum(len(e.line) + 1 for e in events)
    before = len(events)
print(KILLS, torn)
"""

WRITER = """
by, count = sys.argv[2], int(sys.argv[3])
while count:
    last = tail(path)
    batch = [after(last, by)]
    batch.append(after(batch[0], by))
    try:
        append(path, batch, timeout_s=60)
    except BadLog as bad:
        assert bad.finding.code in {"chain.seq", "chain.prev"}, bad
    else:
        count -= 1
"""

READER = """
seen = 0
while seen < int(sys.argv[2]):
    count = sum(1 for _ in read_events(path))
    assert count % 2 == 1, "half an append"
    assert count >= seen
    seen = count
"""


def start(script, *args):
    return subprocess.Popen(
        [sys.executable, "-c", COMMON + script, *map(str, args)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finish(process):
    reported, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, reported
    return reported


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills forked children")
@pytest.mark.long
def test_sixty_kills(path):
    kills, torn = map(int, finish(start(KILLS, path)).split())
    assert kills == 60
    assert torn > 0  # otherwise no kill hit an append


def test_two_writers_and_a_reader(path, make_log):
    create(path, make_log(1))
    writers = [start(WRITER, path, by, 25) for by in ("bob", "cat")]
    reader = start(READER, path, 101)
    for process in (*writers, reader):
        finish(process)
    events = list(read_events(path))
    authors = [event.by for event in events[1:]]
    assert authors[::2] == authors[1::2]
    assert sorted(authors) == ["bob"] * 50 + ["cat"] * 50
    assert not journal_of(path).exists()
    assert disk.beside(path, ".lock").stat().st_size == 0
