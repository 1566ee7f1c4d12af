"""How much of a log each author may write (protocol section 2)."""

from __future__ import annotations

import pytest

from pbem.log.event import EVENT_BYTES_MAX
from pbem.log.finding import BadLog
from pbem.table.events.kinds import PutOut
from pbem.table.handlers import shares
from toy.group import END, PASS, Group, attack, move, opening, signer

MIB = 1024 * 1024


def large(group, by, size):
    """An orders event of just so many bytes with its newline; what it orders only rules judge."""
    order = {"do": "end", "note": "n" * 180}
    one = len(str(order).replace(" ", "")) + 1
    data = {"side": "red", "orders": [order] * ((size - 1_500) // one), "state": "0" * 64}
    short = size - len(group.forge(by, "orders", data).line) - 1
    return group.forge(by, "orders", {**data, "note": "n" * (short - len(',"note":""'))})


def fill(group, table, by, upto):
    """Let ``by`` write large events, just ``upto`` bytes of them."""
    table = table.copy()
    while (left := upto - table.written[by]) > 0:
        size = min(left, EVENT_BYTES_MAX + 1)
        if 0 < left - size < 10_000:
            size -= 10_000
        event = large(group, by, size)
        table.take(event)
        group.events.append(event)
    return table


def refused(table, event):
    with pytest.raises(BadLog) as caught:
        table.copy().take(event)
    return caught.value.finding


def test_a_player_writes_4_mib_and_then_what_he_owes(tmp_path):
    """At level 1, where nobody asks whether a list does anything: so large no game can become."""
    group = Group.joined(tmp_path, umpire="uma")
    table = fill(group, group.replay(1), "ann", 4 * MIB)
    assert table.written["ann"] == 4 * MIB
    for kind, data in (
        ("orders", {"side": "red", "orders": [END], "state": "0" * 64}),
        ("offer", {"what": "tie"}),
        ("seal", {"label": "plan", "commit": "0" * 64}),
    ):
        found = refused(table, group.forge("ann", kind, data))
        assert (found.code, found.blame) == ("size.share", ("ann",))
    resigned = table.copy()
    resigned.take(group.forge("ann", "resign", {}))
    assert resigned.result.winner == "blue"


def test_nobody_else_is_kept_from_writing_by_who_has_filled_his_share(tmp_path):
    group = Group.joined(tmp_path, umpire="uma")
    table = fill(group, group.replay(1), "ann", 4 * MIB)
    table.take(group.forge("uma", "ruling", {"out": "ann", "as": "forfeit", "late": None}))
    assert table.result.winner == "blue"


@pytest.fixture
def small(monkeypatch):
    """Shares of a hundredth: the rules are asked, and a toy game is long enough."""
    for name in ("PLAYER", "REPLACEMENT", "OWED", "RULINGS"):
        monkeypatch.setattr(shares, name, getattr(shares, name) // 1000)


def test_the_numbers_are_those_of_the_page():
    numbers = (shares.PLAYER, shares.REPLACEMENT, shares.OWED, shares.RULINGS)
    assert numbers == (4 * MIB, MIB, MIB, 4 * MIB)
    assert shares.DUTIES == (
        "dice",
        "reveal",
        "answer",
        "resign",
        "shuffle",
        "unmask",
        "lay-open",
    )


def test_a_keeper_who_has_used_up_his_share_still_gives_dice(tmp_path, small):
    group = Group.joined(tmp_path)
    for last in (False, True):
        group.orders("ann", move(1), END)
        room = shares.PLAYER - group.table.written["bob"]
        empty = group.forge("bob", "orders", {**group.orders_data("blue", END), "note": ""})
        note = "n" * (room - len(empty.line) - 1 if last else 1_500)
        group.orders("bob", END, note=note)
    assert group.table.written["bob"] == shares.PLAYER
    group.orders("ann", attack("blue"))
    found = refused(group.table, group.forge("bob", "orders", group.orders_data("blue", PASS)))
    assert found.code == "size.share"
    group.play("bob", "resign")


def test_a_replacement_writes_1_mib(tmp_path, small):
    group = Group.joined(tmp_path, umpire="uma")
    sign = signer("dan").sign
    put = PutOut(out="ann", as_="replace", late=None, handle="dan", sign=sign)
    group.play("uma", "ruling", put)
    group.play("dan", "join")
    note = "n" * (shares.REPLACEMENT - group.table.written["dan"])
    data = {**group.orders_data("red", END), "note": note}
    assert refused(group.table, group.forge("dan", "orders", data)).code == "size.share"
    group.play("dan", "resign")


def test_the_umpire_has_4_mib_more_for_rulings(tmp_path, small):
    group = Group(tmp_path, opening(umpire="uma"))
    group.play("uma", "join")
    back = {"back": "0" * 64, "note": "n" * 1_900}
    while group.table.written["uma"] + 2_600 < shares.PLAYER + shares.RULINGS:
        group.take(group.forge("uma", "ruling", back, salt=len(group.events).to_bytes(16, "big")))
    assert group.table.written["uma"] > shares.PLAYER
    assert refused(group.table, group.forge("uma", "ruling", back)).code == "size.share"
    group.play("ann", "join")


def test_what_the_umpire_has_besides_is_for_rulings_alone(tmp_path):
    table = Group.joined(tmp_path, umpire="uma", dice="umpire").table
    assert [shares.most(table, "uma", kind) for kind in ("join", "dice")] == [4 * MIB] * 2
    assert shares.most(table, "uma", "ruling") == 8 * MIB
