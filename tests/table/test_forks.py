"""Rulings on forks: what they show, and how often a reader goes back (protocol section 8)."""

from __future__ import annotations

import pytest

from pbem.crypto import canonical
from pbem.log.finding import BadLog
from pbem.table.handlers import forks
from toy.group import END, Group, move, opening, signer

SIDES = {"ann": "red", "bob": "blue", "cat": "green"}


def on_fork(event, then):
    """A ruling that shows another event than the log has on a predecessor."""
    return {"fork": [canonical.decode(event.line)], "then": then}


def forked(group, by):
    """Let a player end a turn; return the other event that the player has signed there."""
    other = group.forge(by, "orders", group.orders_data(SIDES[by], move(1)))
    group.take(group.forge(by, "orders", group.orders_data(SIDES[by], END)))
    return other


def test_no_ruling_sends_a_reader_back_twice(tmp_path, monkeypatch):
    """The log before a fork has rulings on forks too: read again, they are not judged again."""
    group = Group.joined(tmp_path, tuple(SIDES), scenario="trio", umpire="uma")
    turns = [*SIDES, *SIDES][:4]
    for number, by in enumerate(turns):
        other = forked(group, by)
        then = "branch" if number < len(SIDES) else "forfeit"
        group.take(group.forge("uma", "ruling", on_fork(other, then)))
    assert group.table.roster.find("ann").out == "forfeit"
    judged, passed = [], []
    proven = forks.proven

    def counting(table, event, data, at):
        (passed if at is None else judged).append(event.id)
        return proven(table, event, data, at)

    monkeypatch.setattr(forks, "proven", counting)
    for level in (1, 2, 3):
        judged.clear()
        passed.clear()
        group.replay(level)
        rulings = [event.id for event in group.events if event.kind == "ruling"]
        assert judged == rulings
        assert len(passed) == sum(range(len(turns)))


# --- what is no fork -------------------------------------------------------------------------


@pytest.fixture
def trio(tmp_path):
    """Ann is active, then bob, then cat; uma is the umpire."""
    return Group.joined(tmp_path, tuple(SIDES), scenario="trio", umpire="uma")


def signed(group, by, *orders, salt=0):
    """Orders of a player on the end of the log, which nobody imports."""
    data = group.orders_data(SIDES[by], *(orders or (END,)))
    return group.forge(by, "orders", data, salt=salt.to_bytes(16, "big"))


def shown(then, *events):
    return {"fork": [canonical.decode(one.line) for one in events], "then": then}


def rules(group, data):
    return group.take(group.forge("uma", "ruling", data))


def wrong(group, data):
    for level in (1, 2, 3):
        with pytest.raises(BadLog) as caught:
            group.replay(level).take(group.forge("uma", "ruling", data))
        found = caught.value.finding
        assert (found.code, found.blame) == ("ruling.wrong", ("uma",)), found


def two(group, by="ann"):
    """Two events of a player on the end of the log, the one with the lower id first."""
    return sorted((signed(group, by), signed(group, by, salt=1)), key=lambda one: one.id)


def test_of_two_events_the_one_with_the_lower_id_stands_first(trio):
    low, high = two(trio)
    wrong(trio, shown("forfeit", high, low))
    wrong(trio, shown("forfeit", low, low))
    rules(trio, shown("forfeit", low, high))
    assert trio.table.roster.find("ann").out == "forfeit"


def test_the_two_have_one_author_and_one_predecessor(trio):
    data = trio.orders_data("red", END)
    others = [trio.forge(by, "orders", data) for by in ("ann", "bob")]
    wrong(trio, shown("forfeit", *sorted(others, key=lambda one: one.id)))
    here = signed(trio, "ann", salt=2)
    trio.take(signed(trio, "ann"))
    later = [here, signed(trio, "bob")]
    wrong(trio, shown("forfeit", *sorted(later, key=lambda one: one.id)))


def test_an_umpire_forks_nothing_by_this(trio):
    data = {"back": "0" * 64}
    two_rulings = [trio.forge("uma", "ruling", data, salt=bytes([n]) * 16) for n in (1, 2)]
    wrong(trio, shown("branch", *sorted(two_rulings, key=lambda one: one.id)))


def test_the_predecessor_stands_in_the_log_before(trio):
    later = [trio.forge("ann", "resign", {}, seq=9, prev="ab" * 32, salt=bytes(16))]
    wrong(trio, shown("forfeit", *later))
    at_home = trio.forge("ann", "resign", {}, seq=3, prev=trio.events[3].id)
    wrong(trio, shown("forfeit", at_home))
    opening = trio.forge("ann", "open", trio.events[0].data, seq=0, prev="0" * 64, game="")
    wrong(trio, shown("forfeit", opening))


def test_what_is_shown_does_not_stand_in_the_log(trio):
    low, high = two(trio)
    trio.take(low)
    wrong(trio, shown("forfeit", low))
    wrong(trio, shown("forfeit", low, high))
    rules(trio, shown("forfeit", high))


def test_where_one_is_shown_the_log_has_the_other(trio):
    one, _ = two(trio)
    wrong(trio, shown("forfeit", one))
    rules(trio, {"back": "0" * 64})
    wrong(trio, shown("forfeit", one))
    trio.take(signed(trio, "ann"))  # after the ruling: another predecessor, the same place
    rules(trio, shown("branch", one))


def test_where_another_wrote_next_both_are_shown(trio):
    """Ann is out by a ruling, and bob passes: the log has no event of ann's there."""
    low, high = two(trio)
    rules(trio, {"out": "ann", "as": "forfeit", "late": None})
    trio.take(trio.forge("bob", "orders", trio.orders_data("red", {"do": "pass"})))
    wrong(trio, shown("branch", low))
    rules(trio, shown("branch", low, high))


def test_each_event_is_valid_where_it_stands(trio):
    data = trio.orders_data("red", END)
    bad = trio.forge("ann", "orders", data, seed=bytes(32))
    good = signed(trio, "ann", salt=1)
    wrong(trio, shown("forfeit", *sorted((bad, good), key=lambda one: one.id)))
    out_of_turn = [trio.forge("bob", "answer", {"yes": True}, salt=bytes([n]) * 16) for n in (1, 2)]
    wrong(trio, shown("forfeit", *sorted(out_of_turn, key=lambda one: one.id)))
    trio.take(signed(trio, "ann"))
    wrong(trio, shown("forfeit", bad))


def test_a_fork_is_ruled_once(trio):
    fork = forked(trio, "ann")
    rules(trio, shown("branch", fork))
    wrong(trio, shown("branch", fork))
    wrong(trio, shown("forfeit", fork))


def test_of_a_player_there_is_one_branch_and_one_forfeit(trio):
    first = forked(trio, "ann")
    forked(trio, "bob")
    forked(trio, "cat")
    second = forked(trio, "ann")
    bob = forked(trio, "bob")
    rules(trio, shown("branch", first))
    wrong(trio, shown("branch", second))
    rules(trio, shown("branch", bob))  # of another player
    rules(trio, shown("forfeit", second))
    wrong(trio, shown("forfeit", signed_again(trio, 2, "ann")))


def signed_again(group, seq, by):
    """Another event than the log has at a number."""
    one = group.events[seq]
    assert one.by == by
    return group.forge(by, one.kind, one.data, seq=seq, prev=one.prev, salt=b"\x01" * 16)


def test_who_was_replaced_forked_and_who_is_in_his_place_is_put_out(trio):
    fork = forked(trio, "ann")
    forked(trio, "bob")
    forked(trio, "cat")
    new = signer("dan")
    gone = {"out": "ann", "as": "replace", "handle": "dan", "sign": new.sign, "late": None}
    rules(trio, gone)
    trio.play("dan", "join", None)
    rules(trio, shown("forfeit", fork))
    assert trio.table.roster.find("dan").out == "forfeit"
    assert trio.table.roster.find("ann").out == "replaced"


def test_who_is_out_already_is_not_put_out_once_more(trio):
    fork = forked(trio, "ann")
    forked(trio, "bob")
    forked(trio, "cat")
    trio.take(trio.forge("ann", "resign", {}))
    rules(trio, shown("forfeit", fork))
    assert trio.table.roster.find("ann").out == "resigned"


def test_new_keys_settle_what_the_old_one_signed_before(trio):
    """A change of keys that all agreed to: what was signed on events before it is no fork."""
    before = forked(trio, "ann")
    offered = trio.read_offer({"what": "keys", **keys_of(trio, "bob", "new-bob")})
    before_offer = signed(trio, "bob", salt=1)
    trio.take(trio.forge("bob", "offer", offered))
    for by in ("ann", "cat"):
        trio.take(trio.forge(by, "answer", {"yes": True}))
    wrong(trio, shown("forfeit", before_offer))
    rules(trio, shown("branch", before))  # ann's keys are what they were


@pytest.mark.parametrize("then", ["forfeit", "branch"])
def test_new_keys_that_count_at_once_settle_nothing(tmp_path, then):
    """Nobody else agreed: else a player who is alone forks, and changes keys."""
    group = Group.joined(
        tmp_path, ("ann", "bob"), scenario="alone", umpire="uma", seats={"red": "ann"}
    )
    beside = signed(group, "ann")
    offered = group.read_offer({"what": "keys", **keys_of(group, "ann", "new-ann")})
    group.take(group.forge("ann", "offer", offered))
    rules(group, shown(then, beside))


# --- an offer that is open meanwhile ---------------------------------------------------------


def removes(group, fork, by):
    """Let a ruling on a fork put somebody out; levels 1 to 3 agree on who answers then."""
    rules(group, shown("forfeit", fork))
    assert group.table.roster.find(by).out == "forfeit"
    group.check_all()
    for level in (1, 2):
        assert group.replay(level).offer == group.table.offer


def test_a_ruling_on_a_witness_ends_no_offer(tmp_path):
    group = Group(
        tmp_path, opening(("ann", "bob", "wes"), {"red": "ann", "blue": "bob"}, umpire="uma")
    )
    for handle in ("uma", "ann", "bob"):
        group.play(handle, "join")
    before = group.at(group.events)
    group.play("wes", "join")
    again = before.forge("wes", "join", group.events[-1].data, salt=b"w" * 16)
    group.play(
        "ann", "offer", group.read_offer({"what": "keys", **keys_of(group, "ann", "new-ann")})
    )
    removes(group, again, "wes")
    assert group.table.active().why == "Waiting for bob to answer ann's offer (keys)."
    group.refused(
        group.forge("ann", "orders", group.orders_data("red", END)), "pen.wrong", blame=["ann"]
    )
    group.play("bob", "answer", yes=True)
    assert group.table.roster.find("ann").sign == signer("new-ann").sign


@pytest.fixture
def asked(trio):
    """All have forked once; then ann offers a draw, and bob has to answer."""
    found = {by: forked(trio, by) for by in SIDES}
    trio.play("ann", "offer", trio.read_offer({"what": "tie"}))
    return trio, found


def test_who_answers_later_and_is_out_is_not_waited_for(asked):
    group, fork = asked
    removes(group, fork["cat"], "cat")
    assert group.table.offer.waiting == ["bob"]
    group.play("bob", "answer", yes=True)
    assert group.table.result.why == "tie"


def test_the_next_one_answers_where_who_was_to_is_out(asked):
    group, fork = asked
    removes(group, fork["bob"], "bob")
    assert group.table.active().why == "Waiting for cat to answer ann's offer (tie)."
    removes(group, fork["cat"], "cat")
    assert group.table.offer is None
    assert group.table.result.why == "forfeit"


def test_an_offer_ends_where_who_alone_was_to_answer_is_out(asked):
    group, fork = asked
    group.play("bob", "answer", yes=True)
    removes(group, fork["cat"], "cat")
    assert (group.table.offer, group.table.result) == (None, None)
    assert group.table.active().handle == "ann"


@pytest.mark.parametrize("yes", [True, False])
def test_what_somebody_offered_who_is_out_is_answered_and_has_no_effect(asked, yes):
    group, fork = asked
    removes(group, fork["ann"], "ann")
    assert group.table.active().why == (
        "Waiting for bob to answer ann's offer (tie), which has no effect because ann is out."
    )
    group.play("bob", "answer", yes=yes)
    if yes:
        group.play("cat", "answer", yes=yes)
    assert (group.table.offer, group.table.result) == (None, None)
    assert group.table.active().why == "Waiting for bob to pass for red."
    group.check_all()


def test_keys_of_who_is_out_are_not_changed_by_their_offer(trio):
    fork = {by: forked(trio, by) for by in SIDES}["ann"]
    trio.play("ann", "offer", trio.read_offer({"what": "keys", **keys_of(trio, "ann", "new-ann")}))
    removes(trio, fork, "ann")
    trio.play("bob", "answer", yes=True)
    trio.play("cat", "answer", yes=True)
    assert trio.table.roster.find("ann").sign == signer("ann").sign
    assert trio.table.keys_changed == {}
    trio.check_all()


def test_no_undo_goes_back_over_a_ruling_that_came_while_it_was_offered(trio):
    fork = {by: forked(trio, by) for by in SIDES}["cat"]
    moved = trio.orders("ann", move(1))
    trio.play("ann", "offer", trio.read_offer({"what": "undo", "to": moved.id}))
    removes(trio, fork, "cat")
    before = trio.table.game_bytes()
    trio.play("bob", "answer", yes=True)
    assert trio.table.offer is None
    assert trio.table.game_bytes() == before
    trio.check_all()


def keys_of(group, handle, new):
    made = group.new_keys(handle, new)
    return {"sign": made.sign, "proof": made.proof}
