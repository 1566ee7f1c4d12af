"""Nobody signs twice on one predecessor, whatever crashes (protocol sections 3 and 6)."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.errors import KeyFileError, NotYourPen
from pbem.log.event import read_event
from pbem.log.finding import BadLog
from pbem.table.own.record import Record
from toy.group import END, PASS, STOP, Group, attack, move, opening


def test_who_is_asked_again_sends_the_stored_bytes_again(tmp_path):
    group = Group.joined(tmp_path)
    first = group.writer("ann").orders([move(1)])
    again = group.writer("ann").orders([move(2)])
    assert again.line == first.line
    group.take(again)
    assert group.orders("ann", END).seq == first.seq + 1


def test_another_kind_on_the_same_position_is_refused(tmp_path):
    group = Group.joined(tmp_path)
    group.writer("ann").orders([move(1)])
    with pytest.raises(KeyFileError, match="second one would forfeit"):
        group.writer("ann").resign()


def test_the_record_itself_refuses_a_second_event_on_one_predecessor(tmp_path):
    """Two programs of one player that rehearsed at the same time: the file decides."""
    group = Group.joined(tmp_path)
    one, two = (group.forge("ann", "orders", group.orders_data("red", move(n))) for n in (1, 2))
    Record(tmp_path / "ann" / "record").add(one)
    stale = Record(tmp_path / "ann" / "record")
    stale.add(one)
    with pytest.raises(KeyFileError, match="already signed"):
        stale.add(two)


def test_a_refused_order_leaves_no_trace(tmp_path):
    group = Group.joined(tmp_path)
    before = (tmp_path / "ann" / "record").read_bytes()
    with pytest.raises(BadLog, match="not possible"):
        group.orders("ann", move(3))
    with pytest.raises(NotYourPen):
        group.orders("bob", move(1))
    assert (tmp_path / "ann" / "record").read_bytes() == before


def test_a_keeper_answers_one_trigger_on_one_predecessor_ever(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", attack("blue"))
    one = group.forge("bob", "orders", group.orders_data("blue", PASS))
    two = group.forge("bob", "orders", group.orders_data("blue", {"do": "fire"}))
    base = list(group.events)
    group.take(one)
    group.play("ann", "dice")
    # Bob shows another trigger on the same predecessor, and even a log without the dice.
    _go_back(group, base)
    group.take(two)
    with pytest.raises(KeyFileError, match="never gets any"):
        group.play("ann", "dice")


def test_a_keeper_sends_the_same_dice_again(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", attack("blue"))
    group.orders("bob", PASS)
    assert group.writer("ann").dice().line == group.writer("ann").dice().line


def test_a_missing_record_asks_the_others_for_their_log_first(tmp_path):
    group = Group.joined(tmp_path)
    (tmp_path / "ann" / "record").unlink()
    with pytest.raises(KeyFileError, match="missing"):
        group.orders("ann", END)
    group.writer("ann").record.adopt(len(group.events) - 1, group.events[-1].id)
    group.orders("ann", END)


def test_on_a_restored_backup_of_the_log_the_stored_events_come_again(tmp_path):
    group = Group.joined(tmp_path)
    old = list(group.events)
    sent = [group.orders("ann", move(1)), group.orders("ann", move(1))]
    _go_back(group, old)
    assert [group.orders("ann", END), group.orders("ann", END)] == sent


def test_a_backup_that_lacks_what_came_between_is_noticed(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", attack("blue"), END)
    old = list(group.events)
    group.rig_orders("bob", PASS, dice=(1,))
    _go_back(group, old)
    group.take(group.forge("bob", "orders", group.orders_data("blue", {"do": "fire"})))
    with pytest.raises(KeyFileError, match="never gets any"):
        group.play("ann", "dice")
    _go_back(group, old)
    group.take(group.forge("bob", "resign", {}))
    with pytest.raises(NotYourPen):
        group.orders("ann", END)


def test_another_branch_is_noticed(tmp_path):
    group = Group.joined(tmp_path)
    base = list(group.events)
    group.orders("ann", move(1))
    _go_back(group, base)
    group.take(group.forge("ann", "orders", group.orders_data("red", move(2))))
    with pytest.raises(KeyFileError, match="older copy or another branch"):
        group.orders("ann", END)


def test_a_record_cut_off_in_the_middle_of_a_line_is_mended_by_the_next_writer(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", move(1))
    path = tmp_path / "ann" / "record"
    whole = path.read_bytes()
    for cut in (1, 50):
        path.write_bytes(whole + whole[:cut])
        assert len(Record(path).entries) == whole.count(b"\n")
        assert path.read_bytes() == whole + whole[:cut]  # a reader does not touch it
    group.orders("ann", END)
    assert path.read_bytes().startswith(whole)
    assert all(read_event(entry.line.encode()) for entry in Record(path).entries)


def test_a_damaged_record_is_named(tmp_path):
    group = Group.joined(tmp_path)
    path = tmp_path / "ann" / "record"
    path.write_bytes(b"{nonsense}\n" + path.read_bytes())
    with pytest.raises(KeyFileError, match="damaged"):
        group.orders("ann", END)


def test_an_opening_needs_no_record_but_a_join_does(tmp_path):
    group = Group(tmp_path, opening())
    assert Record(tmp_path / "ann" / "record").missing
    group.play("ann", "join")
    assert not Record(tmp_path / "ann" / "record").missing


CRASH = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from toy.group import END, Group, clock
from pbem.table.own.record import Record
kept = Record.add
def add(self, *args, **kwargs):
    kept(self, *args, **kwargs)
    if self.path.parent.name == "ann" and len(self.entries) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
Record.add = add
folder = Path(sys.argv[1])
group = Group(folder)
group.join_all()
(folder / "log").write_bytes(b"".join(e.line + b"\\n" for e in group.events))
group.orders("ann", END)
"""


def test_kill_9_between_record_and_log_leaves_the_event_to_be_sent(tmp_path):
    tests = Path(__file__).parent.parent
    command = [sys.executable, "-c", CRASH, str(tmp_path), str(tests)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    group = Group.read(tmp_path, tmp_path / "log")
    unfinished = group.writer("ann").unfinished()
    assert unfinished is not None
    assert unfinished.seq == len(group.events)
    # Whatever is ordered now, the stored event is the one that is sent.
    assert group.orders("ann", move(1), STOP, move(1)).line == unfinished.line
    assert group.table.active().handle == "bob"


def _go_back(group, events):
    group.events = list(events)
    group.table = group.replay()


@pytest.mark.parametrize("rulings", [0, 1, 2, 60, 240])
def test_dice_after_many_rulings_do_not_read_the_log_for_each(tmp_path, rulings):
    """Each look into a log reads it from its beginning: one for each ruling made work quadratic."""
    group = Group.joined(tmp_path, umpire="uma")
    group.orders("ann", attack("blue"))
    written = group.events[-1]
    for number in range(rulings):
        group.take(group.forge("uma", "ruling", {"back": f"{number:064x}"}))
    group.orders("bob", PASS)
    looks = []
    writer = group.writer("ann")

    def since(seq):
        looks.append(seq)
        return iter(group.events[seq:])

    writer._since = since
    dice = group._take(writer.dice())
    assert len(looks) <= 10 + 2 * rulings.bit_length()
    assert f'"{written.id}"' in group.writer("ann").record.path.read_text()
    assert dice.kind == "dice"
