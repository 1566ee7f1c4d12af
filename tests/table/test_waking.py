"""The first author after a ruling, before the next dice (protocol section 5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.log.finding import BadLog
from pbem.table.table import Table
from pbem.table.words.deeds import did, fold
from second.reader import read as second
from toy.depot_group import LEVY, ROLL, DepotGroup, started
from toy.group import PASS, Group, read


def out(party: Group, handle: str) -> None:
    party.take(party.forge("uli", "ruling", {"out": handle, "as": "forfeit", "late": None}))


def levied(folder: Path, *orders: dict[str, Any], **changes: Any) -> DepotGroup:
    """Ann's list waits for bob, who is asked; what ann's group's enemy is asked follows dice."""
    party = started(folder, trio=True, umpire="uli", **changes)
    party.orders("ann", *orders)
    party.roll()
    assert party.asked() == ("blue", "levy")
    return party


def both(party: Group) -> None:
    """Every level and both verifiers accept the log."""
    party.check_all()
    for level in (1, 2):
        reader, found = second(b"".join(one.line + b"\n" for one in party.events), level)
        assert found is None, (level, found.code, found.seq)
        assert len(reader.ids) == len(party.events)


@pytest.mark.few(1, 8)
@pytest.mark.parametrize("policy", ["opponents", "umpire"])
@pytest.mark.parametrize("orders", [(ROLL, LEVY, ROLL), (LEVY, ROLL)])
def test_who_stays_says_yes_before_the_next_dice(tmp_path, orders, policy):
    """Whether the trigger of before was rolled or not: nobody rolls for it now."""
    party = levied(tmp_path, *orders, dice=policy)
    trigger = party.events[-1] if orders[0] is LEVY else party.events[8]
    out(party, "bob")
    party.play("cec", "lay_open")
    now = party.table.active()
    assert (now.handle, now.kinds, party.table.dicing) == ("cec", ("answer", "resign"), None)
    yes = party.play("cec", "answer", True)
    owed = party.table.dicing
    assert owed is not None
    assert owed.trigger == yes.id != trigger.id
    assert [one.handle for one in owed.keepers] == ["uli"] * (policy == "umpire") + ["ann"]
    assert party.roll()
    both(party)
    party.finish()
    both(party)


def test_what_is_reported_of_it_is_no_agreement(tmp_path):
    party = levied(tmp_path, LEVY, ROLL)
    out(party, "bob")
    party.play("cec", "lay_open")
    party.play("cec", "answer", True)
    table = Table(party.library)
    *_, last = fold(party.events, table)
    assert did(table, read(last.event), last) == "lets the game continue."


def test_who_stays_can_resign_instead(tmp_path):
    party = levied(tmp_path, ROLL, LEVY, ROLL)
    out(party, "bob")
    party.play("cec", "lay_open")
    party.play("cec", "resign")
    assert party.table.result is not None
    both(party)


def test_dice_that_are_owed_stay_owed(tmp_path):
    """Else a last keeper who dislikes the roll would fall silent, and get another."""
    party = started(tmp_path, trio=True, umpire="uli")
    party.orders("ann", ROLL, LEVY)
    party.play("bob", "dice")
    owed = party.table.dicing
    assert owed is not None
    out(party, "cec")
    party.play("bob", "lay_open")
    assert party.table.dicing is not None
    assert party.table.dicing.trigger == owed.trigger
    assert party.table.active().handle == "uli"
    party.play("uli", "dice")
    both(party)


def test_a_resignation_is_a_trigger_as_it_was(tmp_path):
    """Nobody chose anything after it; its keepers are those at the trigger."""
    party = levied(tmp_path, LEVY, ROLL)
    left = party.play("bob", "resign")
    party.play("cec", "lay_open")
    owed = party.table.dicing
    assert owed is not None
    assert (owed.trigger, [one.handle for one in owed.keepers]) == (left.id, ["ann", "cec"])
    party.roll()
    both(party)


def test_yes_is_all_that_can_be_said(tmp_path):
    party = levied(tmp_path, ROLL, LEVY, ROLL)
    out(party, "bob")
    party.play("cec", "lay_open")
    for by, data, code in (
        ("cec", {"yes": False}, "answer.wrong"),
        ("ann", {"yes": True}, "answer.wrong"),
        ("uli", {"yes": True}, "answer.wrong"),
        ("bob", {"yes": True}, "answer.wrong"),
    ):
        event = party.forge(by, "answer", data)
        log = b"".join(one.line + b"\n" for one in [*party.events, event])
        for level in (1, 2, 3):
            with pytest.raises(BadLog) as caught:
                party.replay(level).take(event)
            assert caught.value.finding.code == code, (by, level)
        assert [second(log, level)[1].code for level in (1, 2)] == [code] * 2


def test_an_answer_after_a_resignation_is_to_no_offer(tmp_path):
    party = levied(tmp_path, LEVY, ROLL)
    party.play("bob", "resign")
    party.play("cec", "lay_open")
    event = party.forge("cec", "answer", {"yes": True})
    for level in (1, 2, 3):
        with pytest.raises(BadLog) as caught:
            party.replay(level).take(event)
        assert caught.value.finding.code == "answer.wrong", level
    _, found = second(b"".join(one.line + b"\n" for one in [*party.events, event]), 2)
    assert found.code == "answer.wrong"


def test_where_who_opened_is_put_out_too_the_group_has_lost(tmp_path):
    party = levied(tmp_path, ROLL, LEVY, ROLL)
    out(party, "bob")
    party.play("cec", "lay_open")
    out(party, "cec")
    assert party.table.result is not None
    assert party.table.result.winner == "red"
    both(party)


def test_no_trigger_is_rolled_twice_whatever_the_table_is_reported(tmp_path):
    """The last line of defence: dice for a trigger that was rolled are owed by nobody."""
    party = levied(tmp_path, ROLL, LEVY, ROLL)
    rolled = party.table.last_trigger
    assert rolled is not None
    assert rolled.rolled
    assert not rolled.ruled
    party.table.owe()
    assert party.table.dicing is None
    out(party, "bob")
    assert party.table.last_trigger.ruled
    party.table.owe()
    assert party.table.dicing is None


def test_a_pass_for_who_is_out_is_a_trigger_of_its_own(tmp_path):
    """Case 6: the player who passes has written, so no older event is rolled."""
    party = Group.joined(tmp_path, ("ann", "bob", "cec"), scenario="trio", umpire="uli")
    assert party.table.active().handle == "ann"
    out(party, "ann")
    now = party.table.active()
    assert (now.handle, now.kinds) == ("bob", ("orders", "offer", "resign"))
    passed = party.orders("bob", PASS)
    assert party.table.last_trigger is not None
    assert party.table.last_trigger.id == passed.id
    party.check_all()
