"""Attacks by one who plays alone against the rules, on the umpire who keeps the dice (P5)."""

from __future__ import annotations

import pytest

from pbem.audit.copies import compare_copies
from pbem.audit.judging import JudgeOptions, judge
from pbem.audit.verify import verify
from pbem.games import registry
from pbem.log.file import to_bytes
from pbem.table.counts import which_counts
from pbem.table.table import Table
from toy.branches import on_fork, orders, out, side
from toy.cheat import attack
from toy.club import UMPIRE, Competitor, Umpire
from toy.group import END, Group, identity, move, opening, toy_library


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """The registry has the toy game."""
    monkeypatch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))


@pytest.fixture
def umpire(tmp_path):
    made = Umpire(tmp_path / UMPIRE)
    yield made
    made.client.close()


@pytest.fixture
def eve(tmp_path, umpire):
    """Plays alone; the umpire has joined, and eve is active."""
    made = Competitor(tmp_path, "eve")
    [kept] = umpire.keeps(made.mails(tmp_path / "begin"))
    made.takes(kept)
    made.play("eve", "join")
    return made


def mailed(umpire, eve, events, *, apart=False, lost=False):
    """Mail variants, together or one by one; return those that got dice, by their triggers."""
    box = eve.folder / "box"
    paths = [eve.mails(box, f"-{n:02}", [event]) for n, event in enumerate(events)]
    for group in [[path] for path in paths] if apart else [paths]:
        umpire.keeps(*group)
        umpire.restarts()
        if lost:
            umpire.loses_logs()
    return {event.prev for event in umpire.mailed.values()}


@attack("P5", "alone: mail twenty versions of a turn together", "one gets dice; a fork convicts")
def test_variants_mailed_together(umpire, eve):
    tried = eve.variants(20)
    assert mailed(umpire, eve, tried) == {tried[0].id}
    assert umpire.proofs()


@attack(
    "P5",
    "alone: mail other versions of a turn after the answer",
    "the first one has the dice; a fork",
)
def test_variants_after_the_answer(umpire, eve):
    tried = eve.variants(10)
    assert mailed(umpire, eve, tried, apart=True) == {tried[0].id}
    assert umpire.proofs()


@attack(
    "P5",
    "alone: mail versions of a turn to an umpire who lost the logs",
    "the umpire's record refuses them, and convicts even without the log",
)
def test_variants_to_an_umpire_who_lost_his_logs(umpire, eve):
    tried = eve.variants(5)
    assert mailed(umpire, eve, tried, apart=True, lost=True) == {tried[0].id}
    assert umpire.proofs()


@attack("P5", "alone: sign the event before the trigger again too", "refused: dice are missing")
def test_variants_of_the_event_before_the_trigger(umpire, eve):
    data = eve.orders_data("red", move(1))
    before = [eve.forge("eve", "orders", data, salt=bytes([n]) * 16) for n in range(5)]
    base, table, paths = list(eve.events), eve.table, []
    for number, first in enumerate(before):
        eve.events, eve.table = list(base), table.copy()
        eve._take(first)
        paths.append(eve.mails(eve.folder / "box", f"-{number}", eve.variants(1)))
    for path in paths:
        umpire.keeps(path)
        umpire.loses_logs()
    assert len({event.prev for event in umpire.mailed.values()}) == 1


@attack(
    "P5", "alone: take a trigger back by an undo, to which nobody has to agree", "`offer.wrong`"
)
def test_undoing_a_trigger_alone(umpire, eve):
    eve.orders("eve", END)
    [kept] = umpire.keeps(eve.mails(eve.folder / "box"))
    trigger = eve.events[-1]
    eve.takes(kept)
    data = {"what": "undo", "to": trigger.id}
    eve.refused(eve.forge("eve", "offer", data), "offer.wrong", blame=["eve"])


@attack(
    "P3",
    "alone: sign versions of a turn, then offer new keys, which nobody has to answer",
    "the change settles nothing: the umpire rules on the fork, and each verdict names the change",
)
def test_new_keys_to_which_nobody_agreed_settle_no_fork(umpire, eve):
    tried = eve.variants(2)
    mailed(umpire, eve, tried)
    eve._take(tried[0])
    for dice in umpire.mailed.values():
        eve._take(dice)
    eve._take(eve.forge("eve", "offer", eve.new_keys("eve", "eve2")))
    assert eve.table.roster.find("eve").sign == identity("eve2").sign_public.hex()
    changed = eve.events[-1].seq
    game, other = eve.mails(eve.folder / "out"), eve.mails(eve.folder / "out", "-other")
    other.write_bytes(to_bytes([*eve.events[: tried[1].seq], tried[1]]))
    reported = judge([game, other], toy_library, JudgeOptions(processes=1))
    assert [(one.proven, one.author, one.renewed) for one in reported.forks] == [
        (True, "eve", None)
    ]
    former = f"signed with a former key of eve, who changed it in event {changed}"
    assert former in reported.forks[0].message
    [tree] = compare_copies([game, other], toy_library()).found.games
    assert tree.branch_points[0].proven == ("eve",)
    assert any(former in one for one in tree.branch_points[0].says)
    # The umpire, who has both, rules on it after the change.
    eve._take(eve.forge(*on_fork(tried[1])))
    assert eve.table.roster.find("eve").out == "forfeit"
    ruled = verify(eve.mails(eve.folder / "out", "-ruled"), toy_library())
    assert ruled.finding is None
    assert former in ruled.rulings[0].said
    thawed = Table.thaw(toy_library(), eve.table.freeze())
    assert (thawed.keys_changed, thawed.keys_alone) == ({}, {"eve": changed})


@attack("P5", "alone: keep your own dice although an umpire was named", "`dice.keeper`")
def test_keeping_ones_own_dice_beside_an_umpire(umpire, eve):
    eve.orders("eve", END)
    secret = identity("eve").vrf_secret(eve.table.game_id)
    event = eve.forge("eve", "dice", eve.dice_data(secret=secret))
    eve.refused(event, "dice.keeper", blame=["eve"])


@attack(
    "P11",
    "alone, with your own dice: go on with an event that came after the ruling that put you out",
    "the ruling stands: you cannot agree with yourself",
)
def test_who_keeps_their_own_dice_is_none_of_all_others(tmp_path):
    data = opening(("eve",), {"red": "eve"}, scenario="alone", umpire="uma", dice="self")
    eve = Group(tmp_path, data)
    eve.join_all()
    late, ruled = side(eve, orders("eve")), side(eve, out("eve"))
    found = which_counts(toy_library(), [late.events, ruled.events])
    [branch_point] = found.branch_points
    assert (branch_point.everybody, branch_point.rules) == ((), (2,))
    assert found.events[-1].id == ruled.events[-1].id
