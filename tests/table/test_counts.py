"""The logs that are counted together are of one game (protocol section 9)."""

from __future__ import annotations

import pytest

from pbem.log.file import to_bytes
from pbem.table.counts import BranchPoint, Counted, taken_back, which_counts
from toy.branches import HARMLESS, SIDES, on_fork, orders, out, side
from toy.group import END, Group, move, toy_library


def test_logs_of_two_games_are_not_counted_together(tmp_path):
    one = Group.joined(tmp_path / "one", umpire="uma")
    two = Group.joined(tmp_path / "two", umpire="uma", scenario="plans")
    with pytest.raises(ValueError, match="different games"):
        which_counts(toy_library(), [one.events, two.events])


def test_a_log_that_goes_on_from_another_is_no_branch_point(tmp_path):
    group = Group.joined(tmp_path)
    before = list(group.events)
    group.orders("ann", END)
    for logs in ([before, group.events], [group.events, before], [[], group.events]):
        found = which_counts(toy_library(), logs)
        assert (list(found.events), found.branch_points, found.open) == (group.events, (), None)


UMPIRE = "on its side the umpire ruled on the author's fork"
REST = "all others continued with it, and not all with the ruling on the fork"
OTHER = "all others continued with it, and not all with the other"


@pytest.mark.parametrize(
    ("kind", "ruled", "decided", "reasons"),
    [
        ("orders", True, ((1,), ()), [UMPIRE]),
        ("orders", False, ((1,), ()), [REST]),
        ("ruling", False, ((2,), ()),
         ["it puts out the author of the other event, and too few continued with that event"]),
        ("orders", False, ((2,), ()),
         ["more continued with it than with the ruling that puts its author out"]),
        ("ruling", False, ((3,), ()),
         ["a ruling that does not put its author out cannot undo it"]),
        ("ruling", False, ((4,), ("back",)), ["the umpire withdrew the other ruling"]),
        ("orders", False, ((4,), ("all",)), [OTHER]),
        ("orders", False, ((4,), ("keys",)),
         ["on its side all agreed to new keys of the author, which settles the fork"]),
        ("ruling", False, ((4,), ("closed",)), ["on its side the umpire closed the game"]),
        ("orders", True, ((1, 4), ("all",)), [UMPIRE, OTHER]),
    ],
)  # fmt: skip
def test_what_decided_is_reported_rule_by_rule(tmp_path, kind, ruled, decided, reasons):
    """Each of the four rules of section 9, in words."""
    group = Group.joined(tmp_path, umpire="uma")
    event = group.forge("ann", kind, {})
    rules, ways = decided
    branch_point = BranchPoint(
        seq=event.seq,
        sides=(event,),
        counts=event,
        rules=rules,
        ruled=(event.id,) * ruled,
        opened=(),
        ways=ways,
        both=(),
        unsure=(),
        everybody=(),
    )
    what = f"event {event.seq} by ann ({kind}, {event.id[:16]}...) counts: "
    assert branch_point.why() == what + " and ".join(reasons)
    opened = branch_point._replace(opened=((rules[0], ("bob", "cat")),))
    why = "after it bob and cat revealed what was hidden, which nobody can undo"
    reasons = (why, *reasons[1:])
    assert opened.why() == what + " and ".join(reasons)
    undecided = branch_point._replace(counts=None)
    assert undecided.why() == f"nothing decides yet which of the events {event.seq} counts"
    assert Counted((), (branch_point, undecided), None).open == undecided
    assert Counted((), (undecided, branch_point), None).open is None
    assert Counted((), (), None).open is None


@pytest.fixture
def trio(tmp_path):
    return Group.joined(tmp_path, tuple(SIDES), scenario="trio", umpire="uma")


def test_of_two_rulings_the_one_counts_that_the_other_is_taken_back_for(trio):
    """Rule 4, as far as nobody has signed it yet: where its umpire would have to take it back."""
    one, two = (side(trio, ruling).events for ruling in (out("ann"), ("uma", "ruling", HARMLESS)))
    library, logs = toy_library(), [one, two]
    assert which_counts(library, logs).open is not None
    for log, other in ((one, two), (two, one)):
        assert taken_back(library, logs, log[-1]) == tuple(other)
        assert taken_back(library, [log], log[-1]) is None  # there is no other side


def test_of_the_umpires_word_for_an_event_and_a_closed_game_without_it_the_game_stays_closed(
    tmp_path,
):
    """Rule 2: an umpire who has gone on with an event stands by it, unless they closed the game."""
    group = Group.joined(tmp_path, umpire="uma")
    event = side(group, orders("ann"), ("uma", "ruling", HARMLESS)).events
    ruled = side(group, out("ann"))
    closing = {"result": {"winner": "blue", "why": "forfeit"}}
    closed = side(group, out("ann"), ("uma", "ruling", closing)).events
    for other, counts in ((ruled.events, event), (closed, closed)):
        found = which_counts(toy_library(), [event, other])
        [branch_point] = found.branch_points
        assert branch_point.rules == (2,)
        assert list(found.events) == counts


def test_who_is_out_by_one_fork_does_not_stop_the_game_by_another(trio):
    """Rule 1: of two events of one author the side with the forfeit for another of their forks."""
    first = side(trio, orders("ann", move(1), END)).events[-1]
    trio = side(trio, orders("ann"), orders("bob"), orders("cat"))
    logs = [side(trio, orders("ann", *how)).events for how in ((), (move(1), END))]
    assert which_counts(toy_library(), logs).open is not None
    for then, rule in (("forfeit", 1), ("branch", 4)):
        ruled = [side(Group.read(trio.folder, written(trio, log)), on_fork(first, then)).events
                 for log in logs]  # fmt: skip
        for number in (0, 1):
            both = [ruled[number], logs[1 - number]]
            found = which_counts(toy_library(), both)
            [branch_point] = found.branch_points
            assert branch_point.rules == (rule,)
            assert branch_point.counts == (logs[number][-1] if rule == 1 else None)


def written(group, events):
    path = group.folder / "side.pbem"
    path.write_bytes(to_bytes(events))
    return path
