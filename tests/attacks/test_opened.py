"""Attacks by a ruling that makes honest players open what is hidden, and is then to count no more.

Opened things stay opened: docs/protocol.md, section 9.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from hostile.base import fixed_chance
from pbem.agent.duties import WITH_A_DECK, perform
from pbem.client.play import acting
from pbem.client.storage.sides import counted
from pbem.crypto import canonical, commitment
from pbem.games import registry
from pbem.log.file import read_events
from pbem.table.counts import BranchPoint, which_counts
from pbem.table.events import kinds
from pbem.table.own import proving
from toy.branches import HARMLESS, on_fork, orders, out, side
from toy.cheat import attack
from toy.depot_group import started as depots
from toy.fates import ROLL
from toy.fates import started as fates
from toy.group import END, Group, plan
from toy.people import Person

SALT = "5a" * 32
RESIGNED = ("resign", {})


@pytest.fixture(autouse=True)
def _the_same_cards_in_every_run(monkeypatch):
    monkeypatch.setitem(registry.RULES, ("fate", 1), ("toy.cards", "CardRules"))
    with fixed_chance("opened"):
        yield


def decided(*groups: Group) -> BranchPoint:
    """The one branch point of these logs, which is the same in whatever order they come."""
    found = [
        which_counts(groups[0].library, [one.events for one in some])
        for some in permutations(groups)
    ]
    assert all(one == found[0] for one in found)
    [branch_point] = found[0].branch_points
    return branch_point


def counts(group: Group, *groups: Group) -> tuple[int, ...]:
    """By which rules this log counts against others."""
    branch_point = decided(group, *groups)
    assert branch_point.counts == group.events[branch_point.seq]
    return branch_point.rules


def back(ruled: Group, at: int) -> tuple[str, str, dict[str, str]]:
    return ("uma", "ruling", {"back": ruled.events[at].id})


def opens(group: Group, by: str) -> Group:
    """A log with what the active player opens there, without a look at a record."""
    writer = group.writer(by)
    data = kinds.write_data(proving.lay_open(writer._dealer, writer._stocks))
    return side(group, (by, "lay-open", data))


@pytest.fixture
def allies(tmp_path):
    """Ann plays against bob and cec, who share a hand; ann is active."""
    return fates(tmp_path, trio=True, umpire="uma")


@attack(
    "P8",
    "umpire and player: end the game by a ruling, see a hand that is opened, and go on "
    "without the ruling",
    "an opening cannot be undone: the ruling's side counts",
)
def test_a_hand_that_a_ruling_had_opened(allies):
    at = len(allies.events)
    ruled = side(allies, out("ann"))
    late = side(allies, orders("ann"), back(ruled, at))
    assert counts(late, ruled) == (2,)
    opened = opens(ruled, "bob")
    assert counts(opened, late) == (2,)
    why = "after it bob revealed what was hidden, which nobody can undo"
    assert why in decided(opened, late).why()
    # The same where bob had written after the order before the ruling reached bob.
    both = side(allies, orders("ann"), orders("bob"), back(ruled, at))
    assert counts(both, ruled) == (2,)
    assert counts(opened, both) == (2,)


@attack(
    "P9",
    "umpire: put a player out, see the supplies that an ally opens, and take the ruling back",
    "an opening cannot be undone: the ruling's side counts",
)
def test_stocks_that_a_ruling_had_opened(tmp_path):
    group = depots(tmp_path, trio=True, umpire="uma")
    group.orders("ann", END)
    at = len(group.events)
    ruled = side(group, out("bob"))
    late = side(group, orders("bob"), back(ruled, at))
    assert counts(late, ruled) == (2,)
    assert counts(opens(ruled, "cec"), late) == (2,)


@attack(
    "P8",
    "umpire and player: end the game by a ruling on that player's fork, which crosses an order",
    "the order counts, unless an ally of its author has opened a hand after the ruling",
)
def test_a_ruling_on_an_older_fork_that_crosses_an_order(allies):
    fork = side(allies, orders("ann", ROLL)).events[-1]
    base = side(allies, orders("ann"), orders("bob"))
    order, ruling = side(base, orders("cec")), side(base, on_fork(fork))
    assert counts(order, ruling) == (3,)
    assert counts(opens(ruling, "bob"), order) == (3,)


@attack(
    "P8",
    "fork beside a ruling that ended the game, and have the umpire rule `branch` for the fork",
    "an opening cannot be undone: the side with the opened hand counts",
)
def test_a_branch_beside_a_ruling_after_which_a_hand_was_opened(allies):
    two = side(allies, orders("ann", ROLL)).events[-1]
    branch = side(allies, orders("ann"), on_fork(two, "branch"))
    ruled = side(allies, out("ann"))
    assert counts(branch, ruled) == (1,)
    assert counts(opens(ruled, "bob"), branch) == (1,)


@attack(
    "P8",
    "resign, see the hands that are opened, and have the umpire rule `branch` for another order",
    "the resignation counts; a `forfeit` of the fork can follow it",
)
def test_a_resignation_that_another_order_takes_back(allies):
    resigned, order = side(allies, ("ann", *RESIGNED)), side(allies, orders("ann"))
    branch = side(order, on_fork(resigned.events[-1], "branch"))
    assert counts(branch, resigned) == (1,)
    opened = opens(resigned, "bob")
    assert counts(opened, branch) == (1,)
    assert decided(opened, order).counts is None  # nobody has ruled, and ann has forked
    forfeited = side(opened, on_fork(order.events[-1]))
    assert counts(forfeited, branch) == (1,)


@attack(
    "P8",
    "umpire: write two rulings after one event, and take back the one after which everybody opened",
    "the side with the opened hand counts, and the umpire is named",
)
def test_two_rulings_of_which_one_had_a_hand_opened(allies):
    at = len(allies.events)
    ruled = side(allies, out("ann"))
    other = side(allies, ("uma", "ruling", HARMLESS), back(ruled, at))
    assert counts(other, ruled) == (4,)
    opened = opens(ruled, "bob")
    assert counts(opened, other) == (4,)
    assert which_counts(allies.library, [opened.events, other.events]).umpire == "uma"


def sealed(group: Group, by: str) -> tuple[str, str, dict[str, str]]:
    asked = group.table.play.asked
    commit = commitment.commit(
        game=group.table.game_id,
        handle=by,
        prev=group.table.chain.head,
        label=asked.secret,
        salt=SALT,
        value_jcs=canonical.encode(plan(2)),
    )
    return (by, "seal", {"label": asked.secret, "commit": commit})


def revealed(group: Group, by: str) -> tuple[str, str, dict[str, object]]:
    seal = next(one for one in group.events if one.kind == "seal" and one.by == by)
    return (by, "reveal", {"of": seal.id, "salt": SALT, "value": plan(2)})


@attack(
    "P7",
    "umpire and player: end the game by rulings, see a sealed plan, and take a ruling back",
    "an opening cannot be undone: the ruling's side counts",
)
def test_a_sealed_plan_that_a_ruling_had_opened(tmp_path):
    group = Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="pacts", umpire="uma")
    for by in ("ann", "bob", "cat"):
        group = side(group, sealed(group, by))
    at = len(group.events)
    ruled = side(group, out("ann"), out("bob"))
    late = side(group, orders("ann"), back(ruled, at))
    assert counts(late, ruled) == (2,)
    opened = side(ruled, revealed(ruled, "cat"))
    assert counts(opened, late) == (2,)


# --- the other direction: an opening takes nothing back ------------------------------------------


@attack(
    "P11",
    "umpire and player: undo what all built on, by a ruling on an old event and an opening",
    "a player who has written on both sides opens nothing there: what all built on counts",
)
def test_an_opening_after_a_ruling_on_an_old_event(allies):
    on = side(allies, orders("ann"), orders("bob"), orders("cec"))
    opened = opens(side(allies, out("ann")), "bob")
    assert counts(on, opened) == (2,)
    # A ruling that puts out another than who wrote the event has no better luck.
    fork = side(allies, orders("ann", ROLL)).events[-1]
    base = side(allies, orders("ann"), orders("bob"))
    on = side(base, orders("cec"), orders("ann"), orders("bob"))
    assert counts(on, opens(side(base, on_fork(fork)), "bob")) == (3,)


@attack(
    "P11",
    "save a late event from the ruling, by an ally who opens supplies after it",
    "the ruling counts: no opening saves an event of a player who was ruled out",
)
def test_an_opening_after_a_late_event(tmp_path):
    group = depots(tmp_path, trio=True, umpire="uma")
    group.orders("ann", END)
    late = opens(side(group, ("bob", *RESIGNED)), "cec")
    assert counts(side(group, out("bob")), late) == (2,)


@attack(
    "P8",
    "have somebody write after an order, and then open their hand unasked after a ruling on it",
    "their agent leaves that to its owner, as long as they have an event on a side that lost",
)
def test_an_agent_opens_nothing_that_may_be_for_nothing(tmp_path):
    people = ann, bob, cec, uma = [Person(one, tmp_path) for one in ("ann", "bob", "cec", "uma")]
    for one in people:
        one.meets(*people)
    ann.opens(
        "fate", scenario="trio", umpire="uma", seats={"red": "ann", "blue": "bob", "green": "cec"}
    )
    mail(ann, people)
    for one in (uma, ann, bob, cec):
        one.does(acting.join)
        mail(one, people)
    deal(people)
    ruling = uma.does(acting.rule_out, "ann").events[0]
    ann.orders("end")
    bob.takes(ann.sends())
    bob.orders("end")
    bob.takes(uma.sends())
    assert bob.sits().table.active().kinds == ("lay-open",)
    [duty] = perform(bob.sits(), lambda _: bob.identity, join=True, away=False)
    assert (duty.what, duty.done) == (WITH_A_DECK, None)
    assert "an event on a branch that does not count" in duty.wrong
    assert "cec" in duty.wrong
    # Neither all nor an opening make that side final: the one who opened may yet write on the
    # other.
    assert [one.unsure for one in counted(bob.sits()).branch_points] == [("ann", "bob")]
    # A player with no event on another side opens at once: that side is kept by it.
    cec.takes(uma.sends())
    assert cec.sits().table.active().handle == "bob"
    bob.does(acting.deal)
    assert [e.id for e in read_events(bob.log)][ruling.seq] == ruling.id
    for one in people:
        one.client.close()


def mail(by: Person, people: list[Person]) -> None:
    log = by.sends()
    for other in people:
        if other is not by:
            other.takes(log)


def deal(people: list[Person]) -> None:
    """Let everybody's agent do what needs no choice."""
    while True:
        now = people[0].sits().table.active()
        by = next(one for one in people if one.handle == now.handle)
        done = list(perform(by.sits(), lambda _, by=by: by.identity, join=True, away=False))
        if not done:
            return
        assert [one.wrong for one in done] == [""] * len(done)
        mail(by, people)
