"""Protocol section 3: a fork is proven by the log before it and its two events."""

import io
import json

import pytest

from pbem.errors import LogFileError
from pbem.log.file import to_bytes
from pbem.log.finding import BadLog, finding
from pbem.log.fork import check_fork, first_difference, keep_fork, make_fork, read_fork, write_fork


@pytest.fixture
def forked(make_log, after):
    before = make_log(3)
    return before, after(before[2], data={"x": 1}), after(before[2], data={"x": 2})


def fork_file(count, before, *pair):
    header = json.dumps({"events": count, "pbem": "fork/v1"}, separators=(",", ":"))
    pair = sorted(pair, key=lambda event: event.id)
    return header.encode() + b"\n" + to_bytes([*before, *pair])


def test_goes_and_comes(tmp_path, forked):
    before, a, b = forked
    fork = make_fork(before, a, b)
    assert fork == make_fork(before, b, a)
    write_fork(tmp_path / "x.fork", fork)
    assert (tmp_path / "x.fork").read_bytes() == fork_file(3, before, a, b)
    events, low, high = read_fork(tmp_path / "x.fork")
    assert (list(events), {low, high}) == (before, {a, b})
    assert low.id < high.id
    with pytest.raises(LogFileError):
        write_fork(tmp_path / "x.fork", fork)


def test_a_fork_is_kept_once_and_beside_others(tmp_path, forked, after):
    before, a, b = forked
    wanted, third = tmp_path / "x.fork", after(before[2], data={"x": 3})
    forks = [make_fork(before, a, b), make_fork(before, a, third), make_fork(before, b, third)]
    names = ["x.fork", "x-2.fork", "x-3.fork"]
    for _ in range(2):
        assert [keep_fork(wanted, fork).name for fork in forks] == names
    assert [read_fork(tmp_path / name) for name in names] == forks
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    (tmp_path / "x-4.fork").write_bytes(b"no fork\n")
    other = make_fork(before[:1], after(before[0], data={"x": 1}), before[1])
    assert keep_fork(wanted, other).name == "x-5.fork"


def test_not_a_fork(forked, make_log, after, refused):
    before, a, b = forked
    resigned = after(before[2], data=a.data, salt=bytes.fromhex(a.salt), seed=bytes(32))
    assert resigned.id == a.id
    assert resigned != a
    cases = {
        "the same event twice": (before, a, a),
        "one event signed twice": (before, a, resigned),
        "two authors": (before, a, after(before[2], by="bob")),
        "two predecessors": (before, a, after(after(before[1], by="bob"))),
        "one after the other": (before, a, after(a)),
        "two games": ([], after(None), after(None)),
        "not on this log": (make_log(3), a, b),
        "not at the end of this log": (before[:2], a, b),
        "another game": (before, a, after(before[2], game="ab" * 32)),
    }
    for log, one, other in cases.values():
        refused("fork.form", make_fork, log, one, other)
        refused("fork.form", read_fork, io.BytesIO(fork_file(len(log), log, one, other)))
    refused("chain.seq", make_fork, before[1:], a, b)


def test_faults_of_the_file(forked, refused):
    before, a, b = forked
    good = fork_file(3, before, a, b)
    read_fork(io.BytesIO(good))
    header = good.index(b"\n") + 1
    low, high = sorted((a, b), key=lambda event: event.id)
    cases = [
        (b"", "fork.form"),
        (good[header:], "fork.form"),
        (good.replace(b"fork/v1", b"fork/v2"), "fork.form"),
        (good.replace(b'{"events":3,', b'{"events": 3,'), "fork.form"),
        (good.replace(b'{"events":3,', b'{"events":true,'), "fork.form"),
        (good.replace(b'{"events":3,', b'{"events":0,'), "fork.form"),
        (good.replace(b'{"events":3,', b'{"events":160000,'), "fork.form"),
        (good.replace(b'{"events":3,', b'{"events":4,'), "fork.form"),
        (good.replace(b'{"events":3,', b'{"events":2,'), "fork.form"),
        (good.replace(b'{"events":3,', b"{"), "fork.form"),
        (b"[]\n", "fork.form"),
        (good[:header] + to_bytes([*before, high, low]), "fork.form"),
        (good[:header] + to_bytes([*before, low]), "fork.form"),
        (good[:header], "fork.form"),
        (good + to_bytes([a]), "fork.form"),
        (good[:-1], "file.torn"),
        (good[:header] + to_bytes([before[0], before[2], a, b]), "chain.seq"),
        (good[:header] + b"x\n" + good[header:], "json.form"),
    ]
    for data, code in cases:
        refused(code, read_fork, io.BytesIO(data))
    assert refused("json.form", read_fork, io.BytesIO(cases[-1][0])).line == 2


def test_two_valid_branches_convict_their_author(forked):
    before, a, b = forked
    logs = []

    def verify(events):
        logs.append(list(events))

    found = check_fork(make_fork(before, a, b), verify)
    assert (found.code, found.blame, found.promise, found.seq) == ("fork.author", ("ann",), "P3", 3)
    assert (found.good, found.head) == (3, before[2].id)
    assert {log[-1] for log in logs} == {a, b}
    assert all(log[:-1] == before for log in logs)


def test_an_event_with_a_finding_is_no_part_of_a_fork(forked):
    before, a, b = forked
    fork = make_fork(before, a, b)
    for bad in (a, b, before[1]):

        def verify(events, bad=bad):
            if bad in list(events):
                return finding("sig.bad", bad, message="Signed by nobody.")
            return None

        with pytest.raises(BadLog) as caught:
            check_fork(fork, verify)
        assert caught.value.finding.code == "fork.form"
        assert caught.value.finding.blame == ()
        assert "sig.bad" in str(caught.value)


def test_first_difference(forked, after):
    before, a, b = forked
    assert first_difference(before, list(before)) is None
    assert first_difference([], []) is None
    assert first_difference([*before, a, after(a)], [*before, b]) == (3, a, b)
    assert first_difference([*before, a], before) == (3, a, None)
    assert first_difference(iter(before), iter([*before, b])) == (3, None, b)
    assert first_difference([before[2], a], [before[2], b]) == (3, a, b)  # a part of each log
    one, other = after(None, by="bob"), before[0]
    assert first_difference([one], before) == (0, one, other)
    resigned = after(before[2], data=a.data, salt=bytes.fromhex(a.salt), seed=bytes(32))
    assert first_difference([*before, a], [*before, resigned]) is None
