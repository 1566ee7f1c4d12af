"""Sides of a game on one client: going over to the one that counts, and what stops everybody."""

from __future__ import annotations

import os
import shutil
from datetime import date
from pathlib import Path

import pytest

from pbem.client.play import acting
from pbem.client.session.day_record import Timekeeping
from pbem.client.storage.sides import BARE_MOST, check_decided, counted, sides
from pbem.client.umpire.lateness import late
from pbem.client.views import looking
from pbem.errors import FormError, KeyFileError, NotYourPen, SecondTrigger
from pbem.log.file import read_events, to_bytes
from pbem.log.finding import BadLog
from pbem.table.events.kinds import Clock
from toy.branches import HARMLESS, PASSED, SIDES, on_fork, orders, out, side
from toy.group import END, Group, move
from toy.people import Person


def written(path, group):
    path.write_bytes(to_bytes(group.events))
    return path


def log_of(person):
    return [event.id for event in read_events(person.log)]


def everything(person) -> set[str]:
    """The ids of all events that are anywhere at a client."""
    found = {entry.id for entry in record_of(person).entries}
    for path in person.client.games.iterdir():
        if path.suffix not in (".lock", ".turn", ".days"):
            try:
                found |= {event.id for event in read_events(path)}
            except (BadLog, UnicodeDecodeError):
                continue
    return found


def record_of(person):
    [game] = {path.stem for path in (person.folder / "record" / person.handle).glob("*.jsonl")}
    return person.client.record(person.handle, game)


@pytest.fixture
def trio(tmp_path):
    return Group.joined(tmp_path / "table", tuple(SIDES), scenario="trio", umpire="uma")


@pytest.fixture
def crossed(ann, bob, person, tmp_path):
    """Bob built on an event of ann's while the umpire put ann out: (bob, the umpire's log)."""
    cat, uma = person("cat"), person("uma")
    ann.meets(bob, cat, uma)
    ann.opens(scenario="trio", seats={who: one for one, who in SIDES.items()}, umpire="uma")
    last = ann
    for one in (uma, ann, bob, cat):
        if last is not one:
            one.takes(last.sends())
        one.does(acting.join)
        last = one
    for one in (ann, bob, uma):
        one.takes(cat.sends())
    ann.orders("end")
    bob.takes(ann.sends())
    bob.orders("end")
    uma.does(acting.rule_out, "ann")
    return bob, shutil.copy(uma.sends(), tmp_path / "ruling.pbem")


class Killed(BaseException):
    """The power is gone: nothing is written any more."""


class Disk:
    """Counts what is done to files from ``begin`` on, and from the n-th on everything fails."""

    CALLS = ("fsync", "rename", "replace", "link", "unlink", "truncate")

    def __init__(self, monkeypatch, n: int) -> None:
        self.left: int | None = None
        self._n = n
        for name in self.CALLS:
            monkeypatch.setattr(os, name, self._counting(getattr(os, name)))

    def begin(self) -> None:
        self.left = self._n

    def _counting(self, call):
        def counted(*args, **kwargs):
            if self.left is not None:
                if self.left == 0:
                    raise Killed
                self.left -= 1
            return call(*args, **kwargs)

        return counted


@pytest.mark.long
def test_killed_at_any_step_on_the_way_to_another_side(crossed, monkeypatch, tmp_path):
    """Nothing is lost, and the same file once more brings bob there."""
    from pbem.client.storage import sides as room

    bob, ruling = crossed
    bob.client.close()
    shutil.copytree(bob.folder, tmp_path / "before")
    before = everything(bob)
    expected = [event.id for event in read_events(ruling)]
    switch_to, steps, killed = room.switch_to, 0, True
    while killed:
        shutil.rmtree(bob.folder)
        shutil.copytree(tmp_path / "before", bob.folder)
        one = Person("bob", tmp_path)
        killed = False
        with monkeypatch.context() as patched:
            disk = Disk(patched, steps)

            def go(*args, disk=disk):
                disk.begin()
                return switch_to(*args)

            patched.setattr(room, "switch_to", go)
            try:
                one.takes(ruling)
            except Killed:
                killed = True
            one.client.close()
        one = Person("bob", tmp_path)
        assert everything(one) >= before, steps
        if killed and log_of(one) != expected:
            # Nothing is signed on the side that does not count, and what to do is said.
            with pytest.raises(KeyFileError, match=r"'pbem take .*branch-5'"):
                check_decided(one.sits())
        one.takes(ruling)
        assert log_of(one) == expected, steps
        assert everything(one) >= before, steps
        assert not list(one.client.games.glob("*.replaced*"))
        one.orders("pass")
        one.client.close()
        steps += 1
    assert steps > 10  # each of them was a way to die


def test_the_side_that_is_named_brings_him_there_too(crossed, monkeypatch, tmp_path):
    bob, ruling = crossed
    with monkeypatch.context() as patched:
        patched.setattr(
            "pbem.client.exchange.divergence.sides.switch_to",
            lambda *_: (_ for _ in ()).throw(Killed),
        )
        with pytest.raises(Killed):
            bob.takes(ruling)
    [kept] = sides(bob.log)
    assert bob.takes(kept).status == "longer"
    assert log_of(bob) == [event.id for event in read_events(ruling)]


# --- where nothing decides ---------------------------------------------------------------------


def test_two_rulings_of_an_umpire_are_reported_until_one_is_taken_back(tmp_path, person):
    group = Group.joined(
        tmp_path / "table", tuple(SIDES), scenario="trio", umpire="uma", clock=Clock(7, 10, 2, None)
    )
    one, two = side(group, out("ann")), side(group, ("uma", "ruling", HARMLESS))
    files = [written(tmp_path / f"{n}.pbem", some) for n, some in enumerate((one, two))]
    bob, uma = person("bob"), person("uma")
    for client in (bob, uma):
        client.takes(files[0], recovered=True)
        assert client.takes(files[1]).status == "open"
        [reported] = looking.show(client.sits()).forked
        assert "until the umpire uma takes back all but one of these rulings" in reported
        taken = client.takes(files[0])
        assert sum("takes back all but one of these rulings" in why for why in taken.warnings) == 1
    record = Timekeeping(uma.client, "uma", uma.sits().table.game_id)
    record.reached(read_events(uma.log), date(2026, 1, 1))
    with pytest.raises(
        NotYourPen, match=r"is not settled .* takes back all but one of these rulings"
    ):
        late(uma.sits(), date(2026, 12, 1))
    [reported] = uma.sits().forked()
    named = reported.partition(" --back ")[2][:64]  # what the message says to type does it
    uma.does(acting.rule_back, named)
    assert uma.sits().forked() == []
    assert bob.takes(uma.sends()).status == "longer"
    assert bob.sits().forked() == []
    assert log_of(bob) == log_of(uma)


def test_who_wrote_after_a_ruling_too_has_forked_and_the_umpire_can_rule(trio, tmp_path, person):
    """No file proves that: the two events have two predecessors. The other side shows it."""
    uma, file = person("uma"), tmp_path / "game.pbem"
    uma.takes(written(file, trio), recovered=True)
    uma.does(acting.rule_back, "0" * 64)
    following = side(Group.read(trio.folder, uma.log), orders("ann"))
    uma.takes(written(file, following))
    uma.takes(written(file, side(trio, orders("ann", move(1), END))), instead=True)
    [reported] = uma.sits().forked()
    there = reported.rpartition("'pbem take ")[2].partition(" --instead'")[0]
    uma.takes(Path(there), instead=True)
    assert log_of(uma) == [event.id for event in following.events]
    [reported] = uma.sits().forked()
    proof = reported.partition(" --fork ")[2].partition(" ")[0]
    uma.does(acting.rule_fork, Path(proof), forfeit=True)
    assert uma.sits().forked() == []
    assert uma.sits().table.roster.find("ann").out == "forfeit"


def forks_of_ann(folder, many):
    """Ann forked at so many predecessors, and bob has gone on with one event at each."""
    group = Group.joined(folder, ("ann", "bob"), umpire="uma")
    beside = []
    for _ in range(many):
        data = group.orders_data("red", move(1))
        beside.append(group.forge("ann", "orders", data, salt=b"b" * 16))
        group.take(group.forge("ann", "orders", data, salt=b"a" * 16))
        group.take(group.forge("ann", "offer", {"what": "undo", "to": group.events[-1].id}))
        group.take(group.forge("bob", "answer", {"yes": True}))
    return group, beside


def test_sides_that_decide_nothing_are_kept_up_to_one_limit(tmp_path, person):
    """Each predecessor had room for some: a player filled a disk with forks long decided."""
    group, beside = forks_of_ann(tmp_path / "table", BARE_MOST + 3)
    bob = person("bob")
    bob.takes(written(tmp_path / "game.pbem", group), recovered=True)
    for n, event in enumerate(beside):
        path = tmp_path / f"{n}.pbem"
        path.write_bytes(event.line + b"\n")
        assert bob.takes(path).status == "fork"
    assert len(sides(bob.log)) == BARE_MOST
    proofs = [path for path in bob.log.parent.iterdir() if path.suffix == ".fork"]
    assert len(proofs) == len(beside)
    # The deciding logs are kept all the same: nobody has gone on with either of these two.
    group = Group.read(group.folder, bob.log)
    one, two = (side(group, orders("ann", *data)) for data in ((END,), (move(1), END)))
    bob.takes(written(tmp_path / "one.pbem", one))
    bob.takes(written(tmp_path / "two.pbem", two))
    assert len(sides(bob.log)) == BARE_MOST + 1
    assert counted(bob.sits()).open.both == ("ann",)


TURN_UP = ({"do": "draw"}, {"do": "turn-up"})


def forked(trio, tmp_path, uma, bob, *data):
    """Two events of ann's: bob has the first, the umpire the second and then both."""
    one, two = (side(trio, orders("ann", *data)), side(trio, orders("ann", move(1), *data)))
    for person, logs in ((bob, (one,)), (uma, (two, one))):
        for n, some in enumerate(logs):
            person.takes(written(tmp_path / f"{person.handle}{n}.pbem", some), recovered=True)
    return next(path for path in uma.client.games.iterdir() if path.suffix == ".fork")


def test_an_umpire_does_not_rule_for_two_branches_by_mistake(tmp_path, person):
    """An umpire who did is named before all else (section 9), and meant the same fork only."""
    group = Group.joined(tmp_path / "table", ("ann", "bob"), umpire="uma")
    uma, bob = person("uma"), person("bob")
    proof = forked(group, tmp_path, uma, bob, END)
    uma.does(acting.rule_fork, proof, forfeit=False)
    bob.orders("end")
    uma.takes(bob.sends())
    assert counted(uma.sits()).umpire is None
    before = log_of(uma)
    with pytest.raises(FormError, match=r"You ruled 'branch' on this fork .*\.branch-4"):
        uma.does(acting.rule_fork, proof, forfeit=False)
    assert log_of(uma) == before
    uma.does(acting.rule_fork, proof, forfeit=True)
    assert counted(uma.sits()).umpire is None


def test_an_umpire_rules_for_one_branch_again(trio, tmp_path, person):
    """After an event that crossed the ruling: it is the same branch."""
    uma, bob = person("uma"), person("bob")
    proof = forked(trio, tmp_path, uma, bob, END)
    there = side(Group.read(trio.folder, uma.log), orders("bob"))
    uma.does(acting.rule_fork, proof, forfeit=False)
    uma.takes(written(tmp_path / "crossed.pbem", there))
    assert log_of(uma)[-1] == there.events[-1].id
    uma.does(acting.rule_fork, proof, forfeit=False)
    assert counted(uma.sits()).umpire is None


def test_whose_dice_may_be_lost_by_a_ruling_for_a_branch(trio, tmp_path, person):
    uma, bob = person("uma"), person("bob")
    proof = forked(trio, tmp_path, uma, bob, *TURN_UP)
    assert acting.asked_for_the_other(uma.sits(), proof) == ["bob", "cat"]
    bob.does(acting.dice)
    uma.does(acting.rule_fork, proof, forfeit=False)
    bob.takes(uma.sends())
    with pytest.raises(SecondTrigger) as caught:
        bob.does(acting.dice)
    assert "uma ruled that this one counts, so write to uma" in str(caught.value)
    assert "If all others go on with that event, it counts" in str(caught.value)
    assert "'pbem consent'" in str(caught.value)


def test_no_dice_are_lost_by_a_ruling_where_none_were_due(trio, tmp_path, person):
    uma, bob = person("uma"), person("bob")
    proof = forked(trio, tmp_path, uma, bob, END)
    assert acting.asked_for_the_other(uma.sits(), proof) == []


# --- taking a ruling back ----------------------------------------------------------------------


def test_a_ruling_on_a_fork_is_not_taken_back_in_vain(trio, tmp_path, person):
    """It counts against what stands on its predecessor, whatever other ruling is there (rule 1)."""
    events = [side(trio, orders("ann", *data)).events[5] for data in ((), (move(1), END))]
    both = [on_fork(event)[2]["fork"][0] for event in sorted(events, key=lambda event: event.id)]
    ruled = side(trio, ("uma", "ruling", {"fork": both, "then": "forfeit"}))
    uma = person("uma")
    for n, some in enumerate((ruled, side(trio, orders("ann")))):
        uma.takes(written(tmp_path / f"{n}.pbem", some), recovered=True)
    before = log_of(uma)
    assert before == [event.id for event in ruled.events]
    with pytest.raises(
        FormError, match=r"cannot take back event 5: .* a ruling on the fork decides"
    ):
        uma.does(acting.rule_back, ruled.events[5].id)
    assert log_of(uma) == before


def test_a_ruling_stands_that_would_count_in_spite_of_it(trio, tmp_path, person):
    on = side(trio, out("ann"), PASSED, orders("bob"), orders("cat"))
    late_ = side(trio, orders("ann"))
    uma = person("uma")
    for n, some in enumerate((on, late_)):
        uma.takes(written(tmp_path / f"{n}.pbem", some), recovered=True)
    before = log_of(uma)
    with pytest.raises(FormError, match="cannot take back event 5"):
        uma.does(acting.rule_back, on.events[5].id)
    assert log_of(uma) == before == [event.id for event in on.events]


def test_with_a_player_alone_the_keepers_are_all(tmp_path, person):
    """Nobody is among those who have gone on with the ruling that puts them out."""
    group = Group.joined(tmp_path / "table", ("ann", "wes"), scenario="alone", umpire="uma")
    ruling, event = side(group, out("ann")), side(group, orders("ann"))
    uma = person("uma")
    for n, some in enumerate((ruling, event)):
        uma.takes(written(tmp_path / f"{n}.pbem", some), recovered=True)
    assert log_of(uma) == [one.id for one in ruling.events]
    uma.does(acting.rule_back, ruling.events[-1].id)
    assert log_of(uma)[: len(event.events)] == [one.id for one in event.events]
    assert counted(uma.sits()).open is None


# --- a log that was lost -----------------------------------------------------------------------


def loses_his_log(person) -> None:
    """And the database; what was signed is still in the record."""
    person.client.close()
    shutil.rmtree(person.client.games)
    for path in person.folder.glob("pbem.sqlite*"):
        path.unlink()


@pytest.fixture
def duel(ann, bob, person):
    """Ann is active by event 3; uma is the umpire."""
    uma = person("uma")
    for one in (ann, bob, uma):
        one.meets(*[other for other in (ann, bob, uma) if other is not one])
    ann.opens(seats={"red": "ann", "blue": "bob"}, umpire="uma")
    for one, other in ((uma, ann), (ann, uma), (bob, ann)):
        one.takes(other.sends())
        one.does(acting.join)
    for one in (ann, uma):
        one.takes(bob.sends())
    return ann, bob, uma


def test_an_own_event_that_nobody_else_has_comes_back_from_the_record(duel):
    ann, _, uma = duel
    ann.orders("move 1")
    mine = log_of(ann)
    uma.does(acting.rule_back, "0" * 64)  # a ruling that takes no event back crosses it
    loses_his_log(ann)
    taken = Person("ann", ann.folder.parent).takes(uma.sends())
    assert any("event 4" in why and "Your record" in why for why in taken.warnings)
    assert log_of(ann) == mine  # ann's event counts, by rule 3, and is there to be sent again
    ann.orders("end")


def test_an_own_event_that_is_not_recorded_comes_back_from_a_file_that_is_not_valid(duel, tmp_path):
    """A backup was put back, and after the ruling ann could sign another one."""
    ann, _, uma = duel
    ann.client.close()
    shutil.copytree(ann.folder, tmp_path / "backup" / "ann")
    ann.orders("move 1")
    mine = log_of(ann)
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(ann.log.read_bytes() + b"{}\n")
    uma.does(acting.rule_back, "0" * 64)  # a ruling that takes no event back crosses it
    back = Person("ann", tmp_path / "backup")
    assert back.takes(uma.sends()).status == "longer"
    taken = back.takes(bad)
    assert log_of(back) == mine  # ann's event counts, by rule 3
    assert any("You signed event 4 yourself" in why for why in taken.warnings)
    with pytest.raises(KeyFileError, match="--recovered"):
        back.orders("end")
    back.takes(uma.sends(), recovered=True)
    back.orders("end")
    back.client.close()


def test_an_own_event_that_a_ruling_displaced_binds_but_does_not_block(crossed):
    """Its predecessor is in no log that bob has: only bob can say what became of it."""
    bob, ruling = crossed
    lost = bob.sends()
    [mine] = [entry for entry in record_of(bob).entries if entry.seq == 6]
    loses_his_log(bob)
    bob = Person("bob", bob.folder.parent)
    assert any("--recovered" in why for why in bob.takes(ruling).warnings)
    with pytest.raises(KeyFileError, match="does not have event 6 that you signed"):
        bob.orders("pass")
    assert any("starts again" in why for why in bob.takes(ruling, recovered=True).warnings)
    bob.orders("pass")
    # The other side comes after all, and changes nothing; on its predecessor bob never signs again.
    assert bob.takes(lost).status == "aside"
    assert record_of(bob).signed_on(mine.prev) == mine
    bob.client.close()


def test_an_older_log_is_no_reason_to_begin_again(duel):
    ann, bob, _ = duel
    old = bob.sends()
    ann.orders("end")
    bob.takes(ann.sends())
    bob.orders("end")
    loses_his_log(bob)
    fresh = Person("bob", bob.folder.parent)
    taken = fresh.takes(old, recovered=True)
    assert not any("starts again" in why for why in taken.warnings)
    fresh.client.close()
