"""Reading again what was verified: it is the same bytes, or that is said."""

from __future__ import annotations

import pytest

from pbem.errors import LogFileError
from pbem.log import again
from pbem.log.again import Brief, briefs, ends_with, read_again, settled
from pbem.log.chain import Chain
from pbem.log.file import create, to_bytes
from pbem.log.finding import BadLog
from pbem.log.journal import journal_of


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.pbem"


@pytest.fixture
def log(path, make_log):
    """A log that was verified up to its sixth event, and has two more."""
    events = make_log(8)
    create(path, events)
    return events


def verified(events):
    chain = Chain()
    for event in events:
        chain.feed(event)
    return chain


@pytest.mark.parametrize("block", [1, 7, 1 << 16])
def test_from_any_number_up_to_what_was_verified(path, log, monkeypatch, block):
    monkeypatch.setattr(again, "_BLOCK_BYTES", block)
    for count in (1, 6, 8):
        for first in range(count):
            assert list(read_again(path, verified(log[:count]), first)) == log[first:count]
        assert list(read_again(path, verified(log[:count]), count)) == []


def test_nothing_before_the_first_is_read(path, log):
    """Its cost does not depend on how long the log is."""
    data = bytearray(path.read_bytes())
    data[: len(log[0].line) // 2] = b"x" * (len(log[0].line) // 2)
    path.write_bytes(data)
    assert list(read_again(path, verified(log), 1)) == log[1:]


def test_a_damaged_line_is_named_by_its_number(path, log, refused):
    path.write_bytes(path.read_bytes().replace(log[4].line, log[4].line[:-1] + b"\r"))
    assert refused("file.line", list, read_again(path, verified(log), 2)).line == 5


def test_events_in_short(path, log):
    expected = [Brief(event.id, event.kind, event.by, event.at) for event in log]
    for count in (1, 6, 8):
        assert briefs(path, verified(log[:count])) == expected[:count]


def others(log, make_log, after):
    """Return what may stand in the file instead, and from which event on it is another log."""
    other = after(log[4], data={"x": 1})
    later = [*log[:5], other, *make_log(8)[6:]]
    forked = [*log[:5], other, after(other), after(after(other))]
    ended = [*log[:5]]
    return {"one event": (later, 5), "all from one on": (forked, 5), "too short": (ended, 5)}


@pytest.mark.parametrize("which", ["one event", "all from one on", "too short"])
def test_another_log_is_not_believed(path, log, make_log, after, which):
    events, seq = others(log, make_log, after)[which]
    path.write_bytes(to_bytes(events))
    chain = verified(log[:6])
    for call in (lambda: list(read_again(path, chain, 3)), lambda: briefs(path, chain)):
        with pytest.raises(BadLog) as caught:
            call()
        found = caught.value.finding
        assert found.seq is None or found.seq <= seq
        assert found.code in ("chain.prev", "chain.seq", "json.form", "event.fields")


def test_the_last_event_must_be_the_one_that_was_verified(path, log, after):
    """An event in its place that is chained as well is another log all the same."""
    path.write_bytes(to_bytes([*log[:5], after(log[4], data={"x": 1})]))
    for call in (
        lambda: list(read_again(path, verified(log[:6]), 5)),
        lambda: briefs(path, verified(log[:6])),
    ):
        with pytest.raises(BadLog, match="From event 5 on, this log is not as it was verified"):
            call()


def test_the_first_event_must_have_its_number_and_its_game(path, log, make_log, after):
    chain = verified(log[:6])
    short = [after(None, by="bob"), *log[1:6]]
    path.write_bytes(to_bytes([log[0], *log[2:6], after(log[5])]))
    with pytest.raises(BadLog, match="From event 3 on") as caught:
        list(read_again(path, chain, 3))
    assert caught.value.finding.seq == 3
    path.write_bytes(to_bytes(short))
    with pytest.raises(BadLog, match="on, this log is not as it was verified"):
        briefs(path, chain)


def test_what_a_log_ends_with(path, log):
    size = len(to_bytes(log))
    assert ends_with(path, 7, log[7].id, size)
    shorter = len(to_bytes(log[:6]))
    assert ends_with(path, 5, log[5].id, shorter)
    for seq, head, length in (
        (6, log[7].id, size), (7, log[6].id, size), (7, log[7].id, size - 1),
        (7, log[7].id, size + 1), (7, log[7].id, 0), (7, log[7].id, -1), (5, log[5].id, size),
        (7, log[7].id, shorter),
    ):  # fmt: skip
        assert not ends_with(path, seq, head, length)


def test_a_log_that_is_not_there(path, make_log):
    for call in (lambda: ends_with(path, 0, "", 1), lambda: briefs(path, verified(make_log(1)))):
        with pytest.raises(LogFileError, match=r"^Reading .* failed"):
            call()
    settled(path)  # nothing to finish


def test_a_full_disk_under_an_append_that_was_cut_off_is_reported_with_its_file(
    path, log, monkeypatch
):
    journal_of(path).write_bytes(b"cut off")

    def full(*_args, **_more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.unlink", full)
    reported = (
        r"^Completing an unfinished write to .*x\.pbem failed: No space left on device\. Correct"
    )
    with pytest.raises(LogFileError, match=reported):
        settled(path)
    with pytest.raises(LogFileError, match=reported):
        list(read_again(path, verified(log), 0))
