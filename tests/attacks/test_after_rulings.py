"""Attacks that begin when a player falls silent and the umpire puts them out (P4, P5, P11)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.crypto import canonical
from pbem.errors import SecondTrigger
from pbem.log.finding import BadLog
from pbem.table.counts import which_counts
from pbem.table.events import kinds
from second.reader import read as second
from toy.cheat import attack
from toy.depot_group import LEVY, ROLL, DepotGroup, started
from toy.group import END, PASS, Group, move, opening, read


def out(party: DepotGroup, handle: str) -> None:
    party.take(party.forge("uli", "ruling", {"out": handle, "as": "forfeit", "late": None}))


@attack(
    "P5",
    "fall silent when you are asked after the dice, so that an ally's opening makes the "
    "same dice due again, which everybody knows",
    "`dice.keeper` at every level: the ally agrees first, and that event is the trigger",
)
@pytest.mark.parametrize("policy", ["opponents", "umpire"])
def test_no_stream_is_rolled_from_twice(tmp_path: Path, policy: str):
    party = started(tmp_path, trio=True, umpire="uli", dice=policy)
    party.orders("ann", ROLL, LEVY, ROLL)
    trigger = party.events[-1]
    party.roll()
    last = party.events[-1]
    out(party, "bob")
    party.play("cec", "lay_open")
    # The first number of that stream was public before: now the second would be.
    data = {"proof": last.data["proof"], "rolls": read(last).rolls, "then": party.table.digest()}
    again = party.forge("cec", "dice", {**data, "rolls": [list(one) for one in data["rolls"]]})
    log = b"".join(one.line + b"\n" for one in [*party.events, again])
    for level in (1, 2, 3):
        with pytest.raises(BadLog) as caught:
            party.replay(level).take(again)
        assert caught.value.finding.code == "dice.keeper"
    assert [second(log, level)[1].code for level in (1, 2)] == ["dice.keeper"] * 2
    yes = party.play("cec", "answer", True)
    assert party.table.dicing is not None
    assert party.table.dicing.trigger == yes.id != trigger.id


@attack(
    "P5",
    "be ruled out as last dice keeper after you saw the roll, so that a friend's opening "
    "gets another",
    "the dice stay owed: the umpire rolls instead, and a yes is `answer.wrong`",
)
def test_silence_of_the_last_keeper_gets_no_other_trigger(tmp_path: Path):
    party = started(tmp_path, trio=True, umpire="uli")
    trigger = party.orders("ann", ROLL)
    party.play("bob", "dice")
    out(party, "cec")
    party.play("bob", "lay_open")
    party.refused(party.forge("bob", "answer", {"yes": True}), "answer.wrong", blame=["bob"])
    dice = party.play("uli", "dice")
    assert read(dice).rolls
    assert party.events[-1].prev != trigger.id
    party.check_all()


@attack(
    "P11",
    "have an honest dice keeper blamed at levels 1 and 2 for dice that level 3 asked for",
    "every level asks the players who are in the game at the trigger",
)
def test_levels_name_the_same_keepers_after_a_ruling(tmp_path: Path):
    party = started(tmp_path, trio=True, umpire="uli")
    party.orders("ann", LEVY, ROLL)
    out(party, "bob")
    party.play("cec", "lay_open")
    party.play("cec", "answer", True)
    assert [one.handle for one in party.table.dicing.keepers] == ["ann"]
    party.roll()
    party.check_all()
    log = b"".join(one.line + b"\n" for one in party.events)
    assert [second(log, level)[1] for level in (1, 2)] == [None, None]


@attack(
    "P4",
    "sign two answers that let the game go on, and keep the one with the better roll",
    "a dice keeper answers only one, ever; the two convict their author",
)
def test_who_lets_the_game_go_on_answers_once(tmp_path: Path):
    party = started(tmp_path, trio=True, umpire="uli")
    party.orders("ann", LEVY, ROLL)
    out(party, "bob")
    party.play("cec", "lay_open")
    other = party.forge("cec", "answer", {"yes": True}, salt=bytes(15) + b"1")
    kept = party.table.copy()
    party.play("cec", "answer", True)
    party.roll()
    kept.take(other)
    party.table, party.events = kept, [*party.events[:-2], other]
    with pytest.raises(SecondTrigger):
        party.play("ann", "dice")


@attack(
    "P5",
    "keep back your signed answer to an offer; a witness who joined twice is ruled out, which ends "
    "the offer; see the roll that the offerer causes, and mail the answer after all",
    "`pen.wrong`: no ruling on somebody else ends an offer, so nobody rolls before your answer",
)
@pytest.mark.parametrize("removed", ["witness", "offerer"])
def test_no_answer_is_kept_back_until_a_roll_is_seen(tmp_path: Path, removed: str):
    seats = {"red": "bob", "blue": "ann", "green": "cat"}
    group = Group(
        tmp_path, opening(("bob", "ann", "cat", "wes"), seats, umpire="uma", scenario="trio")
    )
    for handle in ("uma", "bob", "ann", "cat"):
        group.play(handle, "join")
    before = group.at(group.events)
    group.play("wes", "join")
    twin = before.forge("wes", "join", group.events[-1].data, salt=b"w" * 16)
    beside = group.forge("bob", "orders", group.orders_data("red", move(1), END), salt=b"b" * 16)
    for handle in ("bob", "ann", "cat"):
        group.orders(handle, END)
    group.play("bob", "offer", kinds.OfferTie())
    kept = group.at(group.events)
    kept.take(kept.forge("ann", "answer", {"yes": False}))  # a friend's program signs anything
    fork = twin if removed == "witness" else beside
    shown = {"fork": [canonical.decode(fork.line)], "then": "forfeit"}
    group.take(group.forge("uma", "ruling", shown))
    side = {"witness": ("bob", "red", END), "offerer": ("cat", "red", PASS)}[removed]
    rolls = group.forge(side[0], "orders", group.orders_data(*side[1:]))
    group.refused(rolls, "pen.wrong", blame=[side[0]])
    # Ann writes first, and with the answer that was kept back ann would have signed two events.
    assert group.table.active().handle == "ann"
    group.take(group.forge("ann", "answer", {"yes": True}))
    found = which_counts(group.library, [group.events, kept.events])
    assert found.branch_points[0].both == ("ann",)
