"""Attacks by those for whose word the others wait: which side has all gone on with?

Nobody waits for players who were removed, and nobody is removed to undo what they built:
docs/protocol.md, section 9.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from hostile.base import fixed_chance
from pbem.log.event import compose
from pbem.table.counts import BranchPoint, Counted, which_counts
from pbem.table.events import kinds
from pbem.table.own import proving
from toy.branches import HARMLESS, on_fork, orders, out, side
from toy.cheat import attack
from toy.depot_group import ROLL
from toy.depot_group import started as depots
from toy.fates import started as fates
from toy.group import END, PASS, TIME, Group, identity, signer
from toy.growth import TIMES, calls_of

THREE = ("ann", "bob", "cat")
ANOTHER = b"another salt ..."


@pytest.fixture(autouse=True)
def _the_same_in_every_run():
    with fixed_chance("waited for"):
        yield


@pytest.fixture
def trio(tmp_path):
    """Ann is active; bob and cat play too, uma is the umpire."""
    return Group.joined(tmp_path, THREE, scenario="trio", umpire="uma")


@pytest.fixture
def duel(tmp_path):
    return Group.joined(tmp_path, ("ann", "bob"), umpire="uma")


def judge(*groups: Group) -> Counted:
    """Return what counts, which is the same in whatever order the logs come, and at every level."""
    found = [
        which_counts(groups[0].library, [one.events for one in some], level)
        for some in permutations(groups)
        for level in (1, 2, 3)
    ]
    assert all(one == found[0] for one in found)
    return found[0]


def counts(group: Group, *groups: Group) -> BranchPoint:
    """The one branch point at which this log counts against others."""
    found = judge(group, *groups)
    [branch_point] = found.branch_points
    assert [one.id for one in found.events] == [one.id for one in group.events]
    return branch_point


def instead(who: str, new: str):
    change = {"out": who, "as": "replace", "late": None, "handle": new}
    return ("uma", "ruling", {**change, "sign": signer(new).sign})


def joined(group: Group, who: str) -> Group:
    group.play(who, "join", None)
    return group


def renewed(group: Group, by: str, new: str, *others: str) -> Group:
    """Somebody's keys are changed by agreement, and they go on with the new ones."""
    offer = kinds.write_data(group.new_keys(by, new))
    group = side(group, (by, "offer", offer), *((one, "answer", {"yes": True}) for one in others))
    data = group.orders_data(group.table.play.asked.side, END)
    group._take(group.forge(by, "orders", data, seed=identity(new).sign_seed))
    return group


def again(group: Group, by: str) -> Group:
    """Another event of somebody who had written here, with the key they had then."""
    data = group.orders_data(group.table.play.asked.side, END)
    other = side(group)
    other._take(other.forge(by, "orders", data, salt=ANOTHER))
    return other


def opens(group: Group, by: str) -> Group:
    """A log with what the active player opens there, without a look at a record."""
    writer = group.writer(by)
    data = kinds.write_data(proving.lay_open(writer._dealer, writer._stocks))
    return side(group, (by, "lay-open", data))


# --- nobody waits for a player who was removed ----------------------------------------------------


@attack(
    "P11",
    "fork at an event after which a silent player was removed, so that nothing ever decides",
    "all others have gone on: nobody waits for the word of a player who is removed",
)
def test_a_fork_where_somebody_was_silent(trio):
    on = side(trio, orders("ann"), orders("bob"), out("cat"), orders("ann", PASS))
    on = side(on, orders("ann"))
    late = again(trio, "ann")
    assert counts(on, late).ways == ("all",)
    # If they have written on the other side, their word is missing on this one.
    assert counts(on, side(late, orders("bob"))).both == ("ann", "bob")
    silent = side(trio, orders("ann"), out("bob"), orders("ann", PASS))
    assert judge(side(silent, orders("cat")), side(late, orders("bob"))).open is not None


@attack(
    "P11",
    "thief of a key that was changed: sign an old event again, after which only a player who "
    "was replaced has to write",
    "the side of those who go on counts: a successor has written there",
)
def test_a_thief_of_an_old_key_where_somebody_was_replaced(duel):
    on = joined(side(duel, orders("ann"), instead("bob", "dan")), "dan")
    on = renewed(side(on, orders("dan")), "ann", "ann2", "dan")
    late = again(duel, "ann")
    assert counts(on, late).ways == ("all",)


@attack(
    "P11",
    "thief of a key that was changed, with a player who was removed and builds on it",
    "the side with the new keys counts: nobody else can decide there",
)
def test_a_thief_of_an_old_key_and_a_player_who_was_removed(trio):
    trio = side(trio, orders("ann"))
    on = side(trio, orders("bob"), out("cat"), orders("ann", PASS), orders("ann"))
    late = side(again(trio, "bob"), orders("cat"))
    assert judge(on, late).open is not None
    assert counts(renewed(on, "bob", "bob2", "ann"), late).ways == ("keys",)


@attack(
    "P11",
    "loser of a game that was closed: fork at an old event, with a player who was replaced",
    "nobody can rule any more: the side that the umpire closed counts",
)
def test_a_fork_in_a_game_that_was_closed(trio):
    trio = side(trio, orders("ann"))
    on = side(trio, orders("bob"), out("cat"), orders("ann", PASS), orders("ann"))
    on = side(on, ("bob", "resign", {}))
    result = on.table.result
    late = side(again(trio, "bob"), orders("cat"))
    assert judge(on, late).open is not None
    closing = {"result": {"winner": result.winner, "why": result.why}}
    on = side(on, ("uma", "ruling", closing))
    assert counts(on, late).ways == ("closed",)


@attack(
    "P11",
    "umpire and player: undo, by a `back` on a late event, what others built after a replacement",
    "all have gone on after the ruling, so it counts",
)
def test_a_ruling_after_which_somebody_was_replaced(trio):
    ruled = side(trio, out("ann"), instead("bob", "dan"))
    ruled = side(joined(ruled, "dan"), orders("dan", PASS), orders("dan"), orders("cat"))
    back = {"back": ruled.events[len(trio.events)].id}
    late = side(trio, orders("ann"), ("uma", "ruling", back))
    assert counts(ruled, late).rules == (2,)


# --- nobody is removed to undo what they built ---------------------------------------------------


@attack(
    "P11",
    "umpire and player: fork at an event on which others have built, and remove them there",
    "they have written on the other side, so they are waited for",
)
def test_a_fork_after_which_everybody_else_is_removed(trio):
    on = side(trio, orders("ann"), orders("bob"))
    late = side(again(trio, "ann"), out("bob"))
    late = side(late, orders("ann", PASS), orders("cat"))
    assert judge(on, late).open is not None
    assert counts(side(on, orders("cat")), late).ways == ("all",)


@attack(
    "P11",
    "umpire and player: fork at an event on which a replacement has built, and replace their "
    "predecessor there by a friend",
    "their successor has written on the other side, so they are waited for",
)
def test_a_fork_after_which_somebody_else_is_the_replacement(duel):
    on = side(joined(side(duel, orders("ann"), instead("bob", "dan")), "dan"), orders("dan"))
    late = side(again(duel, "ann"), instead("bob", "eve"))
    late = side(joined(late, "eve"), orders("eve"))
    assert judge(on, late).open is not None
    assert not judge(on, late).branch_points[0].ways


@attack(
    "P11",
    "umpire and player: close a game, and undo that by a late event after which the winner, who "
    "had nothing to write, is replaced by a friend",
    "the closed game counts: nobody is removed elsewhere to undo it",
)
def test_a_closed_game_whose_winner_is_replaced_elsewhere(duel):
    closing = {"result": {"winner": "blue", "why": "forfeit"}}
    closed = side(duel, out("ann"), ("uma", "ruling", closing))
    late = joined(side(duel, orders("ann"), instead("bob", "eve")), "eve")
    assert counts(closed, late).rules == (2,)


# --- openings ------------------------------------------------------------------------------------


@attack(
    "P11",
    "have a ruling cross your event, let an ally open after it, and go on after both",
    "the ruling's side counts, as it alone was opened; going on after it changes nothing",
)
def test_an_opening_after_a_ruling_that_the_events_author_goes_on_with(tmp_path):
    group = depots(tmp_path, trio=True, umpire="uma")
    group.orders("ann", END)
    group.orders("bob", END)
    fork = group.forge("cec", "orders", group.written("cec", END), salt=ANOTHER)
    group.orders("cec", END)
    event, ruled = side(group, orders("ann")), side(group, on_fork(fork))
    ruled = opens(ruled, "bob")
    assert counts(ruled, event).rules == (3,)
    ruled = side(ruled, orders("ann", {"do": "end"}))
    assert counts(ruled, event).rules == (3,)
    assert counts(side(ruled, orders("bob")), event).both == ("ann",)


@attack(
    "P11",
    "forker and an ally who was removed: have the ally open on the other event",
    "the side counts on which all the others went on",
)
def test_an_opening_by_somebody_who_was_removed_on_the_other_side(tmp_path):
    group = depots(tmp_path, trio=True, umpire="uma")
    group.orders("ann", END)
    on = side(group, orders("bob", ROLL), ("ann", "dice", None), out("cec"))
    on = opens(on, "bob")
    on = side(on, ("uma", "dice", None), orders("bob"))
    resigned = side(group, ("bob", "resign", {}))
    assert counts(on, resigned).ways == ("all",)
    on = side(on, on_fork(resigned.events[-1]))
    assert counts(on, resigned).rules == (1,)
    resigned = opens(resigned, "cec")
    branch_point = counts(on, resigned)
    assert (branch_point.rules, branch_point.opened) == ((1,), ())


@attack(
    "P5",
    "umpire: write a second ruling today, to take back an old one and all that was played since",
    "all have gone on with the first ruling, so it counts; the umpire is named",
)
def test_a_second_ruling_where_all_went_on_with_the_first(duel):
    first = side(duel, ("uma", "ruling", HARMLESS), orders("ann"))
    second = side(duel, ("uma", "ruling", {"back": first.events[-2].id}))
    assert counts(second, first).ways == ("back",)
    first = side(first, orders("bob"))
    assert counts(first, second).ways == ("all",)
    assert judge(first, second).umpire == "uma"


@attack(
    "P8",
    "make a side seem final on which somebody opens unasked, and write on the other one then",
    "a player with an event on a side that does not count is asked before their program opens",
)
def test_somebody_with_an_event_on_a_side_that_lost_is_asked(tmp_path):
    group = fates(tmp_path, trio=True, umpire="uma")
    for by in ("ann", "bob"):
        group.orders(by, END)
        group.deal()
    first, second = side(group, orders("cec")), again(group, "cec")
    shown = sorted((first.events[-1], second.events[-1]), key=lambda one: one.id)
    both = [on_fork(one)[2]["fork"][0] for one in shown]
    ruled = side(group, ("uma", "ruling", {"fork": both, "then": "forfeit"}))
    ruled = side(ruled, orders("ann", PASS), orders("ann"))
    first = side(first, orders("ann"), ("bob", "resign", {}), ("cec", "resign", {}))
    assert counts(first, ruled).unsure == ("ann", "uma")
    ruled = side(ruled, orders("bob"))
    assert counts(ruled, first).unsure == ("ann", "bob", "cec")


# --- work ----------------------------------------------------------------------------------------


@attack(
    "P3",
    "sign a second event at hundreds of places of a long log",
    "the work grows with their number, not with its square",
)
def test_a_second_event_at_hundreds_of_places(duel):
    def forked(many):
        log, logs = list(duel.events), []
        for number in range(2 * many):
            by = ("ann", "bob")[number % 2]
            data = {"side": "red", "orders": [{"do": "x"}], "state": "0" * 64}
            one, two = (
                compose(
                    game=log[0].id, seq=len(log), prev=log[-1].id, by=by, at=TIME, kind="orders",
                    data=data, seed=identity(by).sign_seed, salt=bytes([salt] * 16),
                )
                for salt in (1, 2)
            )  # fmt: skip
            logs += [[log[0], two]] if by == "ann" else []
            log.append(one)
        return [log, *logs]

    def read(logs):
        assert len(which_counts(duel.library, logs, 1).branch_points) == len(logs) - 1

    few, many = forked(40), forked(40 * TIMES)
    _, little = calls_of(lambda: read(few))
    _, much = calls_of(lambda: read(many))
    assert much < 1.5 * TIMES * little, (little, much)
