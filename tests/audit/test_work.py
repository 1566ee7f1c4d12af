"""The cost of a batch: one log that is judged again and again, many ends of one game."""

from __future__ import annotations

import pytest

from court import making
from hostile.base import to_bytes, workshop
from pbem.audit import judging, verify
from pbem.audit.judging import JudgeOptions, judge, lines
from pbem.games import registry
from pbem.log import fork
from pbem.table.library import Library
from pbem.table.table import Table


def library() -> Library:
    return Library(registry.find)


@pytest.fixture
def ruled(tmp_path):
    """A log in which a ruling on a fork has the log before it read once more."""
    with workshop("the work of a batch") as place:
        group = making.played(place)
        other = making.other_orders(group, note="a second thought")
        making.ruling_on_fork(group, other, "branch")
        path = tmp_path / "ruled.pbem"
        path.write_bytes(to_bytes(group.events))
    return path


@pytest.fixture
def ends(tmp_path):
    """Seven logs of one game, each with another last event by ann."""
    folder = tmp_path / "ends"
    folder.mkdir()
    with workshop("the ends of a game") as place:
        group = making.begun(place)
        for number in range(7):
            event = group.forge("ann", "resign", {"note": str(number)})
            (folder / f"{number}.pbem").write_bytes(to_bytes([*group.events, event]))
    return sorted(folder.iterdir())


def test_a_log_that_costs_too_much_is_named_and_the_next_is_verified(ruled, monkeypatch):
    taken, does = list[int](), Table.take

    def counts(self, event):
        taken.append(len(event.line))
        does(self, event)

    monkeypatch.setattr(Table, "take", counts)
    [whole] = verify.verify_many([ruled], library, processes=1)
    assert whole.ok
    size = ruled.stat().st_size
    assert sum(taken) > size
    taken.clear()
    monkeypatch.setattr(verify, "WORK_MOST", size)
    short = ruled.with_name("short.pbem")
    short.write_bytes(b"".join(ruled.read_bytes().splitlines(keepends=True)[:5]))
    dear, other = verify.verify_many([ruled, short], library, processes=1)
    assert not dear.ok
    assert "it would take more work than pbem does for one log" in dear.unread
    assert sum(taken) <= 2 * size + short.stat().st_size
    assert other.ok
    assert not library().meters


def test_a_log_is_far_from_its_limit(ruled, monkeypatch):
    monkeypatch.setattr(verify, "WORK_MOST", 3 * ruled.stat().st_size)
    assert verify.verify_one(ruled, library()).ok


def test_many_ends_of_one_game_are_not_all_compared(ends, tmp_path, monkeypatch):
    """Each with each would be millions of comparisons and of files for some thousand logs."""
    monkeypatch.chdir(tmp_path)
    whole = judge(ends, library, JudgeOptions(processes=1))
    assert (len(whole.forks), whole.unread) == (21, ())
    monkeypatch.setattr(judging, "PAIRS_MOST", 10)
    some = judge(ends, library, JudgeOptions(processes=1))
    assert len(some.forks) == 10
    assert not some.ok
    [why] = some.unread
    assert "7 logs" in why
    assert "pbem court" in why
    assert any(why in line for line in lines(some))


def test_the_proof_of_a_fork_is_not_read_as_one_to_find_its_place(ends, tmp_path, monkeypatch):
    """Each proof looks at those that are there already, and reads none of their events."""
    monkeypatch.chdir(tmp_path)
    read, does = [], fork.read_event
    judge(ends, library, JudgeOptions(processes=1))
    proofs = {path.name: path.read_bytes() for path in tmp_path.glob("*.fork")}
    assert len(proofs) == 21
    kept = [fork.read_fork(path) for path in sorted(tmp_path.glob("*.fork"))]
    monkeypatch.setattr(fork, "read_event", lambda *given: read.append(given) or does(*given))
    for one in kept:
        fork.keep_fork(tmp_path / min(proofs, key=len), one)
    assert not read
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.fork")} == proofs
