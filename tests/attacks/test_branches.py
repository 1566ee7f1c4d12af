"""Attacks on which of two logs counts: late events, rulings on old ones, proofs kept back."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from long import times
from pbem.audit import judging
from pbem.client.play import acting
from pbem.client.storage.sides import counted, sides
from pbem.errors import FormError, KeyFileError, SecondTrigger
from pbem.games import registry
from pbem.log.file import read_events, to_bytes
from pbem.log.finding import BadLog
from pbem.table.counts import which_counts
from toy.branches import HARMLESS, PASSED, SIDES, on_fork, orders, out, side
from toy.cheat import attack
from toy.group import END, PASS, Group, move, toy_library
from toy.group import attack as attack_order
from toy.people import Person


@pytest.fixture(autouse=True)
def _toy(monkeypatch):
    monkeypatch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))


@pytest.fixture
def trio(tmp_path):
    """Ann is active; bob and cat play too, uma is the umpire."""
    return Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="trio", umpire="uma")


def judge(*groups):
    """Return what counts, which is the same in whatever order the logs come."""
    found = [
        which_counts(toy_library(), [one.events for one in some]) for some in permutations(groups)
    ]
    assert all(one == found[0] for one in found)
    return found[0]


def counts(group, *groups):
    """Whether a log counts against others, and by which rule."""
    found = judge(group, *groups)
    [branch_point] = found.branch_points
    assert [one.id for one in found.events] == [one.id for one in group.events]
    return branch_point.rules


@attack(
    "P11",
    "be ruled out, and have one friend build on your late event",
    "the ruling stands, until everybody has gone on with the event and not with the ruling",
)
def test_a_late_event_that_one_friend_builds_on(trio):
    ruling = side(trio, out("ann"))
    late = side(trio, orders("ann"), orders("bob"))
    assert counts(ruling, late) == (2,)
    assert counts(side(trio, orders("ann"), orders("bob"), orders("cat")), ruling) == (2,)


@attack(
    "P11",
    "with all others as friends: reveal an old event that everybody went on without",
    "the ruling stands: they have gone on with it",
)
def test_an_old_event_that_all_went_on_without(trio):
    on = side(trio, out("ann"), PASSED, orders("bob"), orders("cat"))
    late = side(trio, orders("ann"), orders("bob"), orders("cat"))
    assert counts(on, late) == (2,)
    assert judge(on, late).branch_points[0].both == ("bob", "cat")


@attack(
    "P11",
    "alone, ruled out as your last dice keeper: go on after your own late event",
    "the ruling stands: everybody else who would keep your dice must have gone on",
)
def test_a_player_alone_who_builds_on_a_late_event_of_his_own(tmp_path):
    seats = dict.fromkeys(("red", "blue"), "ann")
    group = Group.joined(
        tmp_path, ("ann", "bob", "cat"), scenario="weather", umpire="uma", seats=seats
    )
    base = side(group, ("bob", "dice", None))
    ruling = side(base, out("ann"))
    late = side(base, ("ann", "dice", None), orders("ann"))
    assert judge(ruling, late).branch_points[0].everybody == ("bob", "cat")
    assert counts(ruling, late) == (2,)


@attack(
    "P5",
    "umpire: let a harmless ruling cross a trigger, after which the same player orders again",
    "the event counts; a dice keeper answers only one of the two, ever",
)
def test_a_harmless_ruling_that_crosses_a_trigger(tmp_path):
    group = Group.joined(tmp_path, umpire="uma")
    group.orders("ann", attack_order("blue"))
    base = list(group.events)
    early = side(group, orders("bob", PASS))
    assert counts(early, side(group, ("uma", "ruling", HARMLESS))) == (3,)
    group.take(group.forge("uma", "ruling", HARMLESS))
    group.take(group.forge("bob", "orders", group.orders_data("blue", PASS)))
    again = side(group)
    group.play("ann", "dice")
    answered = side(group)
    group.events = base
    group.table = group.replay()
    group.take(early.events[-1])
    with pytest.raises((SecondTrigger, KeyFileError), match="never gets any"):
        group.play("ann", "dice")
    assert judge(early, again).open is not None  # the author has forked
    assert counts(answered, early) == (4,)


@attack(
    "P5",
    "keep the proof of a fork, to cancel dice later",
    "everybody chose by playing on: a ruling on the other side does not count",
)
def test_a_proof_that_was_kept_in_a_drawer(trio):
    one = side(trio, orders("ann"))
    two = side(trio, orders("ann", move(1)))
    assert judge(one, two).open is not None
    ruled = side(two, on_fork(one.events[-1]))
    assert counts(ruled, side(one, orders("bob"))) == (1,)
    on = side(one, orders("bob"), orders("cat"))
    assert counts(on, ruled) == (1,)
    # On the side that counts the proof costs its author the game, and takes nothing back.
    late = side(on, on_fork(two.events[-1]))
    assert counts(late, ruled) == (4,)
    assert late.table.roster.find("ann").out == "forfeit"


@attack(
    "P11",
    "lose an event by a ruling, because the umpire did not get it in time",
    "the umpire can revoke the ruling on the other log, unless everybody went on with it "
    "or it is closed",
)
def test_an_umpire_who_lacked_a_mail(trio):
    ruling = side(trio, out("ann"))
    event = side(trio, orders("ann"), orders("bob"))
    back = side(event, ("uma", "ruling", {"back": ruling.events[-1].id}))
    assert counts(back, ruling) == (2,)
    assert counts(back, side(ruling, PASSED)) == (2,)
    assert counts(side(ruling, PASSED, orders("bob"), orders("cat")), back) == (2,)


@attack(
    "P11",
    "umpire: write two rulings after one event, and show each to other players",
    "no log goes on after them; the umpire is named first, and revokes one",
)
def test_two_rulings_of_an_umpire(trio):
    one = side(trio, out("ann"))
    two = side(trio, ("uma", "ruling", HARMLESS))
    found = judge(one, two)
    assert (found.umpire, found.open.counts) == ("uma", None)
    assert len(found.events) == len(trio.events)
    back = side(two, ("uma", "ruling", {"back": one.events[-1].id}))
    assert counts(back, one) == (4,)
    assert judge(back, one).umpire == "uma"
    both = side(one, ("uma", "ruling", {"back": two.events[-1].id}))
    assert judge(back, both).open is not None


@attack(
    "P3",
    "umpire: rule for one branch of a fork here and for the other there",
    "the verdict names the umpire first",
)
def test_an_umpire_who_rules_for_two_branches(trio):
    one, two = side(trio, orders("ann")), side(trio, orders("ann", move(1)))
    here = side(one, on_fork(two.events[-1], "branch"))
    there = side(two, on_fork(one.events[-1], "branch"))
    assert judge(here, two).umpire is None
    assert judge(here, there).umpire == "uma"
    assert judge(here, there).open is not None


@attack(
    "P3",
    "cross an umpire's ruling for a branch, so that a second ruling looks like cheating",
    "both rulings choose the same branch: nobody is named",
)
def test_an_umpire_who_rules_for_one_branch_again(trio):
    one, two = side(trio, orders("ann")), side(trio, orders("ann", move(1)))
    here = side(two, on_fork(one.events[-1], "branch"))
    again = side(two, orders("ann"), on_fork(one.events[-1], "branch"))
    assert counts(again, here) == (3,)
    assert judge(here, again, one).umpire is None


@attack(
    "P5",
    "author, umpire and last dice keeper together: roll again by a ruling `branch` on a "
    "fork before the trigger",
    "one other roll, and no third; a verdict says that the log rests on the umpire's word",
)
def test_another_roll_by_a_ruling_for_a_branch(trio):
    """Bob is honest and gives before cat, who sees the roll and keeps it back."""
    fork, given = len(trio.events), ("bob", "dice", None)
    rolled = orders("ann", {"do": "draw"}, {"do": "turn-up"})
    disliked = side(trio, orders("ann", move(1)), rolled, given)
    branch = on_fork(disliked.events[fork], "branch")
    ruled = side(trio, orders("ann", move(2)), branch, rolled, given)
    # The earlier keeper has their dice for both triggers, and the ruling shows the fork.
    assert ruled.table.dicing.trigger != disliked.table.dicing.trigger
    assert [group.table.active().handle for group in (disliked, ruled)] == ["cat", "cat"]
    ruled = side(ruled, ("cat", "dice", None))
    assert counts(ruled, side(disliked, ("cat", "dice", None))) == (1,)
    # A second fork of ann's brings no third roll.
    second = side(ruled, orders("ann", {"do": "draw"})).events[-1]
    with pytest.raises(BadLog) as caught:
        side(ruled, orders("ann"), on_fork(second, "branch"))
    assert caught.value.finding.code == "ruling.wrong"
    reported = verdict_on(ruled)
    assert f"From event {fork + 1} on, the log rests on the word of the umpire uma." in reported
    assert (
        f"in which ann signed two different events {fork}: the log up to here counts." in reported
    )
    assert "rests on the word" not in verdict_on(disliked)


def verdict_on(group):
    path = group.folder / "game.pbem"
    path.write_bytes(to_bytes(group.events))
    found = judging.judge([path], toy_library, judging.JudgeOptions(processes=1))
    return "\n".join(judging.lines(found))


# --- in whatever order -------------------------------------------------------------------------


def grown(group, chance):
    """Logs of one game as its players and umpire may write them with every key."""
    logs = [side(group)]
    for _ in range(9):
        at = chance.choice(logs)
        start = chance.randrange(len(group.events), len(at.events) + 1)
        one = side(at, upto=start)
        now = one.table.active()
        moves = [out(now.handle), ("uma", "ruling", HARMLESS)]
        if now.kinds[0] == "orders":
            moves += [orders(now.handle), orders(now.handle, attack_order("green")), orders(
                now.handle, PASS), orders(now.handle, move(1))]  # fmt: skip
        elif now.kinds == ("dice",):
            moves.append((now.handle, "dice", None))
        for by, kind, data in chance.sample(moves, len(moves)):
            try:
                logs.append(side(one, (by, kind, data)))
            except BadLog:
                continue
            break
    return logs


@pytest.mark.long
@attack(
    "P10",
    "give two readers the same events in another order, so that they choose differently",
    "the same log counts",
)
def test_the_same_events_in_any_order(trio):
    branch_points, tries = 0, times(4, of=12)
    for number in range(tries):
        chance = random.Random(number)  # noqa: S311 - no secret
        logs = [one.events for one in grown(trio, chance)]
        found = which_counts(toy_library(), logs)
        branch_points += len(found.branch_points)
        for _ in range(4):
            mixed = [log[: chance.randrange(1, len(log) + 1)] for log in logs] + logs
            chance.shuffle(mixed)
            assert which_counts(toy_library(), mixed) == found
        # One's own log, and one after the other: what was decided before makes no difference.
        so_far = []
        for log in chance.sample(logs, len(logs)):
            so_far.append(log)
            mine = which_counts(toy_library(), so_far).events
            so_far.append(list(mine))
        assert which_counts(toy_library(), so_far) == found
    assert branch_points > tries


def log_of(person):
    return [event.id for event in read_events(person.log)]


@attack(
    "P10",
    "mail the logs of a game that forked to each player in another order",
    "all clients go on with the same log, and keep the others beside it",
)
@pytest.mark.long
def test_logs_in_any_order_at_every_client(trio, tmp_path):
    late = side(trio, orders("ann"), orders("bob"))
    files = {
        "ruling": side(trio, out("ann")),
        "late": late,
        "later": side(late, orders("cat")),
        "on": side(trio, out("ann"), PASSED),
    }
    paths = []
    for name, group in files.items():
        paths.append(tmp_path / f"{name}.pbem")
        paths[-1].write_bytes(to_bytes(group.events))
    expected = [event.id for event in judge(*files.values()).events]
    assert expected == [event.id for event in files["later"].events]
    orders_of_arrival = list(permutations(paths))[::6]
    for number, some in enumerate(orders_of_arrival):
        person = Person(("ann", "bob", "cat", "uma")[number], tmp_path / f"desk-{number}")
        for path in some:
            taken = person.takes(path)
            assert taken.status in ("new", "longer", "older", "same", "aside"), taken
            assert not any("--instead" in reported for reported in taken.warnings)
        assert log_of(person) == expected
        assert {e.id for path in sides(person.log) for e in read_events(path)} >= {
            event.id for event in files["on"].events
        }
        person.client.close()


@attack(
    "own",
    "have a ruling displace an event for which an honest dice keeper rolled, so that "
    "they can never sign again",
    "the record goes on from the log that counts, and answers one trigger after one event",
)
def test_a_keeper_whose_event_was_displaced(tmp_path):
    ann, bob, cat, uma = (Person(one, tmp_path) for one in ("ann", "bob", "cat", "uma"))
    everybody = (ann, bob, cat, uma)
    ann.meets(bob, cat, uma)
    ann.opens(scenario="trio", seats=dict(zip(SIDES.values(), SIDES, strict=True)), umpire="uma")
    last = ann
    for one in (uma, ann, bob, cat):
        if one is not ann or last is not ann:
            one.takes(last.sends())
        one.does(acting.join)
        last = one
    for one in everybody:
        one.takes(cat.sends())
    # The umpire puts ann out; ann's orders, and bob's after them, cross the ruling in the mail.
    ann.orders("end")
    bob.takes(ann.sends())
    bob.orders("end")
    lost = bob.sends()
    [ruling] = uma.does(acting.rule_out, "ann").events
    taken = bob.takes(uma.sends())
    assert taken.status == "longer"
    assert any(
        "it puts out the author of the other event" in reported for reported in taken.warnings
    )
    bob.orders("pass")  # after the ruling; bob has written on both sides, and nobody is stuck
    # Bob's mail comes late to the umpire: the umpire takes the ruling back where the event stands.
    assert uma.takes(lost).status == "aside"
    with pytest.raises(FormError, match="by its id"):
        uma.does(acting.rule_back, "12")
    uma.does(acting.rule_back, ruling.id)
    assert counted(uma.sits()).branch_points[0].rules == (2,)
    assert cat.takes(uma.sends()).good
    assert bob.takes(uma.sends()).status == "longer"
    assert log_of(bob) == log_of(uma) == log_of(cat)
    cat.orders("end")
    for one in everybody:
        one.client.close()


@attack(
    "P3",
    "go on with one of a player's two events before all have agreed which one counts",
    "only a player who typed `take --instead` signs anything",
)
def test_nothing_is_signed_where_nothing_decides(trio, tmp_path):
    one, two = side(trio, orders("ann")), side(trio, orders("ann", move(1), END))
    first, second = tmp_path / "first.pbem", tmp_path / "second.pbem"
    first.write_bytes(to_bytes(one.events))
    second.write_bytes(to_bytes(two.events))
    bob = Person("bob", tmp_path / "desk")
    bob.takes(first)
    bob.takes(first, recovered=True)
    assert bob.takes(second).status == "fork"
    assert log_of(bob) == [event.id for event in one.events]
    with pytest.raises(KeyFileError, match="--instead"):
        bob.orders("end")
    assert bob.takes(second, instead=True).status == "longer"
    assert log_of(bob) == [event.id for event in two.events]
    bob.orders("end")
    assert [path.name for path in bob.log.parent.glob("*.fork")] == [f"{bob.log.stem}-5.fork"]
    bob.client.close()


@attack(
    "P3",
    "sign so many versions of an event that no client has room for the ruling on that fork",
    "pbem keeps each author's first two events at each branch point, so the ruling "
    "decides there too",
)
def test_a_ruling_after_a_hundred_variants(trio, tmp_path):
    path = tmp_path / "game.pbem"
    data = side(trio, orders("ann")).events[-1].data
    variants = [trio.forge("ann", "orders", data, salt=bytes([n] * 16)) for n in range(12)]
    bob = Person("bob", tmp_path / "desk")
    for one in variants:
        path.write_bytes(to_bytes([*trio.events, one]))
        bob.takes(path)
    assert counted(bob.sits()).open is not None
    assert 2 < len(sides(bob.log)) < len(variants) - 1
    both = sorted(variants[:2], key=lambda event: event.id)
    shown = [on_fork(event)[2]["fork"][0] for event in both]
    ruled = side(trio, ("uma", "ruling", {"fork": shown, "then": "forfeit"}))
    path.write_bytes(to_bytes(ruled.events))
    assert bob.takes(path).status == "longer"
    assert log_of(bob) == [event.id for event in ruled.events]
    bob.client.close()


@attack(
    "P3",
    "have somebody choose a side that lost at an earlier fork",
    "refused: pbem asks for such a choice only where nothing else decides",
)
def test_a_word_for_a_side_that_does_not_count(trio, tmp_path):
    base = side(trio, orders("ann", move(1)), orders("ann"), orders("bob"), orders("cat"))
    lost = side(trio, orders("ann"), orders("bob"))
    one, two = side(base, orders("ann")), side(base, orders("ann", move(1)))
    found = judge(one, two, lost)
    assert [branch_point.counts is None for branch_point in found.branch_points] == [False, True]
    path = tmp_path / "game.pbem"
    bob = Person("bob", tmp_path / "desk")
    for some in (one, two, lost):
        path.write_bytes(to_bytes(some.events))
        bob.takes(path, recovered=some is one)
    path.write_bytes(to_bytes(lost.events))
    bob.takes(path, instead=True)
    assert log_of(bob)[: len(base.events)] == [event.id for event in base.events]
    with pytest.raises(KeyFileError, match="nothing decides"):
        bob.orders("end")
    bob.client.close()


@attack(
    "P3",
    "fork again before the fork for which you were ruled out, to stop the game for good",
    "the side with the ruling counts, and the others play on",
)
def test_a_fork_before_the_fork_that_put_one_out(trio, tmp_path):
    one, two = side(trio, orders("ann", move(1))), side(trio, orders("ann", move(2)))
    late = side(one, orders("ann"))
    ruled = side(one, orders("ann", move(1)), on_fork(late.events[-1]))
    path = tmp_path / "game.pbem"
    for handle in ("bob", "uma"):
        somebody = Person(handle, tmp_path / "desk")
        for some in (ruled, two):
            path.write_bytes(to_bytes(some.events))
            somebody.takes(path, recovered=True)
        assert log_of(somebody) == [event.id for event in ruled.events]
        assert somebody.sits().forked() == []
        somebody.client.close()


@attack(
    "own",
    "lose your log before anybody got your newest event, while the umpire rules",
    "the record has its bytes: pbem puts it back as a side, and section 9 decides",
)
def test_a_log_lost_with_an_event_that_nobody_else_has(trio, tmp_path):
    path = tmp_path / "game.pbem"
    path.write_bytes(to_bytes(trio.events))
    ann = Person("ann", tmp_path / "desk")
    ann.takes(path, recovered=True)
    ann.orders("end")
    mine = log_of(ann)
    ann.client.close()
    ann.log.unlink()
    (ann.folder / "pbem.sqlite").unlink()
    path.write_bytes(to_bytes(side(trio, ("uma", "ruling", HARMLESS)).events))
    ann = Person("ann", tmp_path / "desk")
    assert any("Your record has event" in reported for reported in ann.takes(path).warnings)
    assert log_of(ann) == mine  # no ruling that puts nobody out takes it back
    ann.client.close()
