"""Protocol section 3: the file, read in a stream, appended to, recovered."""

import io
import os
import pickle
import threading
import tracemalloc

import pytest

from pbem.errors import LogFileError, PbemError
from pbem.log import disk, journal
from pbem.log.disk import locked
from pbem.log.file import (
    append,
    create,
    no_log,
    read_events,
    read_lines,
    read_stretch,
    recover,
    tail,
    to_bytes,
    write_stretch,
)
from pbem.log.practice_mark import is_practice


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.pbem"


def stream(data):
    return io.BytesIO(data)


def drain(iterator):
    return list(iterator)


def test_a_log_is_its_lines_each_ended_by_a_newline(path, make_log):
    events = make_log(3)
    create(path, events)
    assert path.read_bytes() == b"".join(e.line + b"\n" for e in events)
    assert drain(read_events(path)) == events
    assert drain(read_lines(path)) == [(i + 1, e.line) for i, e in enumerate(events)]


def test_reading_leaves_nothing_after(path, make_log):
    path.write_bytes(to_bytes(make_log(2)))
    drain(read_events(path))
    tail(path)
    assert [p.name for p in path.parent.iterdir()] == ["game.pbem"]


def test_faults_of_the_file(make_log, refused):
    events = make_log(3)
    good = to_bytes(events)
    first = len(events[0].line) + 1
    cases = [
        (good[:-1], "file.torn", 3, 2),
        (good[: first + 40], "file.torn", 2, 1),
        (good[:5], "file.torn", 1, 0),
        (b"\n" + good, "file.line", 1, 0),
        (good + b"\n", "file.line", 4, 3),
        (good[:first] + b"\n" + good[first:], "file.line", 2, 1),
        (good.replace(b"\n", b"\r\n"), "file.line", 1, 0),
        (good.replace(b"\n", b"\r"), "file.line", 1, 0),
        (good + b"\r", "file.line", 4, 3),
        (b"\xef\xbb\xbf" + good, "json.form", 1, 0),
        (good.decode().encode("utf-16"), "json.form", 1, 0),
        (good[:first] + b"[]\n", "event.fields", 2, 1),
        (good[:first] + b"x\n", "json.form", 2, 1),
        (good + good, "chain.seq", 4, 3),
        (good[first:], "chain.seq", 1, 0),
        (good[:first] + events[2].line + b"\n", "chain.seq", 2, 1),
        # A line of another version than the log is asked nothing else.
        (good[:first] + b'{"body":{"v":2},"sig":""}\n', "event.version", 2, 1),
    ]
    for data, code, line, count in cases:
        read = []

        def take(data=data, read=read):
            read.extend(event for event in read_events(stream(data)))

        found = refused(code, take)
        assert (found.code, found.line, found.good, found.blame) == (code, line, count, ())
        assert found.head == (events[count - 1].id if count else None)


def test_a_torn_line_that_lacks_only_its_newline_is_reported_from_another(make_log, refused):
    data = to_bytes(make_log(2))
    whole = refused("file.torn", drain, read_lines(stream(data[:-1])))
    part = refused("file.torn", drain, read_lines(stream(data[:-2])))
    assert "only the newline" in whole.message
    assert "in the middle" in part.message


def test_a_line_of_300_mb_is_refused_without_reading_it(path, refused):
    with path.open("wb") as handle:
        handle.truncate(300 * 10**6)  # a hole: zeros that take no place on the disk

    class Counting(io.FileIO):
        taken = 0

        def readinto(self, buffer):
            count = super().readinto(buffer)
            Counting.taken += count
            return count

    tracemalloc.start()
    refused("json.size", drain, read_lines(path))
    refused("json.size", drain, read_events(path))
    with io.BufferedReader(Counting(path)) as counted:
        refused("json.size", drain, read_lines(counted))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 * 10**6
    assert Counting.taken < 10**6
    refused("file.torn", tail, path)


@pytest.mark.parametrize("ending", [b"\n", b""])
def test_the_longest_line_and_one_byte_more(refused, ending):
    line = b"x" * 262_144
    if ending:
        assert drain(read_lines(stream(line + b"\n"))) == [(1, line)]
    else:
        refused("file.torn", drain, read_lines(stream(line)))
    refused("json.size", drain, read_lines(stream(line + b"x" + ending)))


@pytest.mark.long
def test_a_big_log_is_read_in_bounded_memory(path, make_log, after):
    events = make_log(2)
    text = "a" * 10_000
    with path.open("wb") as handle:
        last = None
        for _ in range(2_000):
            last = after(last, data={"x": text})
            handle.write(last.line + b"\n")
    assert path.stat().st_size > 20 * 10**6
    tracemalloc.start()
    count = sum(1 for _ in read_events(path))
    assert tail(path) == last
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 2_000
    assert peak < 10**6
    assert events[0].seq == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="makes a pipe")
def test_a_pipe_is_reported_and_not_waited_for(path):
    """Nobody may ever write into it; and a file without a size is no empty log."""
    os.mkfifo(path)
    for call in (lambda: drain(read_events(path)), lambda: tail(path), lambda: append(path, [1])):
        with pytest.raises(LogFileError, match="it is a pipe, not a plain file"):
            call()


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_end_is_found_in_blocks_of_any_size(path, make_log, monkeypatch, count):
    """Also where a block begins with the end of the line before, and the line is the longest."""
    events = make_log(count)
    create(path, events)
    size = len(events[-1].line)
    monkeypatch.setattr(journal, "LINE_BYTES_MAX", size)
    for block in (1, 2, 7, size - 1, size, size + 1, size + 2, size + 3, 10 * size):
        monkeypatch.setattr(journal, "_TAIL_BYTES", block)
        assert tail(path) == events[-1]


def test_a_lock_that_cannot_be_made_says_so(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(LogFileError, match=r"^Locking "), locked(tmp_path / "file" / "x.pbem"):
        pass


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"", None),
        (b"\n", None),
        (b'{"body":{}}', None),
        (b'\xef\xbb\xbf \r\n{"body":{}}', None),
        (b"PK\x03\x04rest", "is a zip archive"),
        (b"Hello Bob", "(it begins with 'Hello Bob')"),
        (b"  From: \xff\xfe\x1b[2J", "(it begins with 'From: \ufffd\ufffd\\x1b[2J')"),
    ],
)
def test_what_a_file_is_that_is_no_log(line, said):
    reported = no_log(line)
    assert reported is None if said is None else said in reported


def test_the_beginning_of_a_file_tells_a_practice(path):
    """However long it is: no more than the beginning is read."""
    for begins in (b'{"practice":1', b'\xef\xbb\xbf\r\n {\n "practice" : 1'):
        path.write_bytes(begins)
        assert is_practice(path)
        os.truncate(path, 64 << 20)
        tracemalloc.start()
        assert is_practice(path)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
        tracemalloc.stop()
    for other in (b"", b'{"body":{}}', b'[{"practice":1}]'):
        path.write_bytes(other)
        assert not is_practice(path)
    assert not is_practice(path.parent)
    assert not is_practice(path / "none")


def test_a_file_that_cannot_be_read_says_what_was_being_done(path):
    path.mkdir()
    for call in (lambda: drain(read_events(path)), lambda: tail(path)):
        with pytest.raises(LogFileError, match=r"^Reading "):
            call()


def test_a_file_that_cannot_be_made_says_so_too(tmp_path, make_log):
    (tmp_path / "file").touch()
    with pytest.raises(LogFileError, match=r"^Writing .* failed: "):
        create(tmp_path / "file" / "x.pbem", make_log(1))


def test_a_directory_is_no_log(path):
    path.mkdir()
    for call in (lambda: drain(read_events(path)), lambda: tail(path), lambda: append(path, [1])):
        with pytest.raises(LogFileError, match="irectory"):
            call()


def test_findings_and_events_go_to_other_processes(make_log, refused):
    """An audit of many logs runs in several processes."""
    event = make_log(1)[0]
    assert pickle.loads(pickle.dumps(event)) == event  # noqa: S301 - our own
    found = refused("json.form", drain, read_events(stream(b"x\n")))
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 - our own


def test_an_empty_file_is_a_log_without_events(path, make_log):
    path.touch()
    assert drain(read_events(path)) == []
    assert tail(path) is None
    assert recover(path) is None
    events = make_log(2)
    append(path, events)
    assert drain(read_events(path)) == events


class TestTail:
    @pytest.mark.parametrize("size", [1, 4_000, 8_000, 9_000, 70_000, 119_000])
    def test_finds_the_last_line_of_any_length(self, path, after, size):
        first = after(None)
        data = {"x": ["a" * 10_000] * (size // 10_000) + ["a" * (size % 10_000)]}
        events = [first, after(first, data=data)]
        create(path, events)
        assert tail(path) == events[1]
        append(path, [after(events[1])])
        assert tail(path).prev == events[1].id

    def test_of_one_event(self, path, make_log):
        events = make_log(1)
        create(path, events)
        assert tail(path) == events[0]

    def test_faults(self, path, make_log, refused):
        data = to_bytes(make_log(2))
        for content, code in [
            (data[:-1], "file.torn"),
            (data + b"x\n", "json.form"),
            (data + b"x" * 262_145 + b"\n", "json.size"),
            (b"x" * 262_145 + b"\n", "json.size"),
        ]:
            path.write_bytes(content)
            refused(code, tail, path)


class TestCreate:
    def test_never_overwrites(self, path, make_log):
        events = make_log(2)
        create(path, events)
        with pytest.raises(LogFileError, match="already exists"):
            create(path, make_log(1))
        assert drain(read_events(path)) == events
        assert [p.name for p in path.parent.iterdir()] == ["game.pbem"]

    def test_never_overwrites_where_files_have_one_name_only(self, path, make_log, monkeypatch):
        def no_links(*_):
            raise OSError(1, "Operation not permitted")

        monkeypatch.setattr("pathlib.Path.hardlink_to", no_links)
        events = make_log(2)
        create(path, events)
        with pytest.raises(LogFileError, match="already exists"):
            create(path, make_log(1))
        assert drain(read_events(path)) == events

    def test_refuses_what_is_no_chain_from_the_first_event(self, path, make_log, refused):
        refused("chain.seq", create, path, make_log(3)[1:])
        with pytest.raises(LogFileError):
            create(path, [])
        assert not path.exists()

    def test_a_disk_that_refuses_leaves_nothing(self, path, make_log, monkeypatch):
        def full(_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(LogFileError, match="No space left"):
            create(path, make_log(1))
        assert list(path.parent.iterdir()) == []


class TestAppend:
    def test_follows_the_last_event(self, path, make_log):
        events = make_log(7)
        create(path, events[:1])
        append(path, events[1:3])
        append(path, [])
        append(path, events[3:])
        assert path.read_bytes() == to_bytes(events)
        assert sorted(p.name for p in path.parent.iterdir()) == ["game.pbem", "game.pbem.lock"]

    def test_refuses_what_does_not_follow(self, path, make_log, after, refused):
        events = make_log(4)
        create(path, events[:2])
        was = path.read_bytes()
        refused("chain.seq", append, path, events[3:])
        refused("chain.seq", append, path, events[1:])
        refused("chain.prev", append, path, [after(after(events[0], by="bob"))])
        refused("chain.seq", append, path, [events[2], events[2]])
        refused("chain.game", append, path, make_log(3)[2:])
        assert path.read_bytes() == was

    def test_needs_a_log(self, path, make_log):
        with pytest.raises(LogFileError, match="No such file"):
            append(path, make_log(1))
        with pytest.raises(LogFileError, match="No such file"):
            drain(read_events(path))
        with pytest.raises(LogFileError, match="No such file"):
            tail(path)

    def test_never_follows_a_torn_line(self, path, make_log, refused):
        events = make_log(3)
        path.write_bytes(to_bytes(events[:2])[:-3])
        refused("file.torn", append, path, events[2:])

    def test_waits_for_another_writer_only_so_long(self, path, make_log):
        events = make_log(2)
        create(path, events[:1])
        # flock excludes two descriptors also within one process
        import fcntl

        with disk.beside(path, ".lock").open("w") as holder:
            fcntl.flock(holder, fcntl.LOCK_EX)
            with pytest.raises(LogFileError, match="Another program"):
                append(path, events[1:], timeout_s=0.05)
        append(path, events[1:], timeout_s=0.05)
        assert tail(path) == events[1]


class TestThreads:
    def test_exclude_each_other(self, path, make_log, after):
        create(path, make_log(1))
        failed = []

        def write(by):
            done = 0
            while done < 10:
                try:
                    append(path, [after(tail(path), by=by)])
                except PbemError as error:
                    if "chain." not in getattr(error, "finding", error).code:
                        failed.append(error)
                        return
                else:
                    done += 1

        threads = [threading.Thread(target=write, args=(by,)) for by in ("bob", "cat")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failed == []
        assert len(drain(read_events(path))) == 21


class TestStretch:
    def test_goes_and_comes(self, tmp_path, make_log):
        events = make_log(5)
        for start in range(5):
            path = tmp_path / f"{start}.pbem"
            write_stretch(path, events[start:])
            assert drain(read_stretch(path)) == events[start:]
            assert drain(read_stretch(stream(to_bytes(events[start:])))) == events[start:]

    def test_is_chained(self, path, make_log, refused):
        events = make_log(5)
        refused("chain.seq", write_stretch, path, [events[2], events[4]])
        with pytest.raises(LogFileError):
            write_stretch(path, [])
        data = to_bytes([events[2], events[4]])
        found = refused("chain.seq", drain, read_stretch(stream(data)))
        assert (found.line, found.good, found.head) == (2, 3, events[2].id)

    def test_faults_before_the_first_event(self, refused):
        found = refused("json.form", drain, read_stretch(stream(b"x\n")))
        assert (found.line, found.good, found.head) == (1, None, None)

    def test_never_overwrites(self, path, make_log):
        events = make_log(2)
        write_stretch(path, events[1:])
        with pytest.raises(LogFileError, match="already exists"):
            write_stretch(path, events)
