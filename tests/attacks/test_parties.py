"""Attacks by umpires, witnesses and friends on who may write, and on rolls that were seen."""

from __future__ import annotations

import pytest

from pbem.crypto import signing
from pbem.log.finding import BadLog
from pbem.table.events.kinds import PutOut, read_data
from pbem.table.handlers import shares
from pbem.table.table import Table
from toy.cheat import attack
from toy.group import (
    END,
    FIRE,
    PASS,
    Group,
    identity,
    move,
    opening,
    plan,
    signer,
    toy_library,
    when,
)
from toy.group import attack as attack_order

BOTH = {"red": "ann", "blue": "bob"}
NEVER = when(END, "round", op=">", value=9)


def rule(group, **data):
    return group.play("uma", "ruling", read_data("ruling", data))


def put_out(group, who, **more):
    return rule(group, out=who, **{"as": "forfeit", "late": None, **more})


def replacement(out, new, **more):
    data = {"out": out, "as": "replace", "late": None, "handle": new, "sign": signer(new).sign}
    return {**data, **more}


def on_fork(*events, then="forfeit"):
    lines = [{"body": _body(event), "sig": event.sig} for event in events]
    return {"fork": lines, "then": then}


def _body(event):
    names = ("v", "game", "seq", "prev", "by", "at", "kind", "salt", "data")
    return {name: getattr(event, name) for name in names}


def wrong(group, data, code="ruling.wrong"):
    group.refused(group.forge("uma", "ruling", data), code, blame=["uma"])


def trio(tmp_path, **kwargs):
    return Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="trio", umpire="uma", **kwargs)


def bob_owes(tmp_path, **kwargs):
    """Ann attacked green, cat answered: ann and bob keep, and ann has given."""
    group = trio(tmp_path, **kwargs)
    group.orders("ann", attack_order("green"), END)
    group.orders("cat", PASS)
    group.play("ann", "dice")
    return group


# --- before the start -------------------------------------------------------------------------


@attack(
    "P11",
    "umpire: put out the last player who has to join, so that nobody may write, or everybody",
    "the first player with a seat starts the game; everything else is `join.order`",
)
def test_an_umpire_who_puts_out_the_last_who_has_to_join(tmp_path):
    group = Group(tmp_path, opening(("ann", "bob", "wil"), BOTH, umpire="uma"))
    for handle in ("uma", "ann", "bob"):
        group.play(handle, "join")
    put_out(group, "wil")
    orders = {"side": "red", "orders": [END], "state": "0" * 64}
    for level in (1, 2, 3):
        table = group.replay(level)
        assert table.active().handle == "ann"
        for by, kind, data in (
            ("ann", "orders", orders),
            ("bob", "orders", {**orders, "side": "blue"}),
            ("ann", "offer", {"what": "tie"}),
            ("bob", "answer", {"yes": True}),
            ("bob", "resign", {}),
            ("wil", "resign", {}),
        ):
            with pytest.raises(BadLog) as refused:
                table.copy().take(group.forge(by, kind, data))
            assert refused.value.finding.code == "join.order"
    group.play("ann", "answer", True)
    group.orders("ann", END)


@attack(
    "P3",
    "play before all have joined, against a reader without rules",
    "`join.order` at every level",
)
def test_playing_before_the_start(tmp_path):
    group = Group(tmp_path)
    group.play("ann", "join")
    orders = {"side": "red", "orders": [END], "state": "0" * 64}
    for level in (1, 2, 3):
        for by in ("ann", "bob"):
            with pytest.raises(BadLog) as refused:
                group.replay(level).take(group.forge(by, "orders", orders))
            assert refused.value.finding.code == "join.order"


# --- rolls that were seen ---------------------------------------------------------------------


@attack(
    "P5",
    "a witness without a seat rolls last for a friend, sees the roll, and is ruled out for it",
    "between players with seats a witness keeps no dice",
)
def test_a_witness_who_falls_silent_for_a_friend(tmp_path):
    group = Group.joined(tmp_path, ("ann", "bob", "wil"), BOTH, umpire="uma")
    group.orders("ann", attack_order("blue"), END)
    group.orders("bob", PASS)
    assert [keeper.handle for keeper in group.table.dicing.keepers] == ["ann"]
    proof = group.dice_data()
    group.refused(group.forge("wil", "dice", proof), "dice.keeper", blame=["wil"])


@attack(
    "P5",
    "the last dice keeper sees the roll, and takes the seat again under a second "
    "identity, for another one",
    "`ruling.wrong` without the consent of all others with a seat",
)
def test_a_keeper_who_has_himself_replaced(tmp_path):
    group = bob_owes(tmp_path)
    wrong(group, replacement("bob", "eve"))
    wrong(group, replacement("bob", "eve", consent=[]))
    wrong(group, replacement("bob", "eve", consent=group.consent("bob", "eve", "cat")))
    wrong(group, replacement("bob", "eve", consent=group.consent("bob", "eve", "cat", "ann")))
    wrong(group, replacement("bob", "eve", consent=group.consent("bob", "dan")))
    forged = group.consent("bob", "eve")
    forged[1]["sig"] = forged[0]["sig"]
    wrong(group, replacement("bob", "eve", consent=forged))
    put_out(group, "bob")  # which costs a seat
    assert group.table.roster.find("bob").out == "forfeit"


@attack(
    "P5",
    "save the consent to a replacement for a later roll",
    "it names the event before the ruling: `ruling.wrong`",
)
def test_a_consent_that_was_kept(tmp_path):
    group = bob_owes(tmp_path)
    kept = group.consent("bob", "eve")
    rule(group, back="0" * 64)
    wrong(group, replacement("bob", "eve", consent=kept))
    rule(group, **replacement("bob", "eve", consent=group.consent("bob", "eve")))
    group.roll()


@attack(
    "P5",
    "alone: ask to be replaced when a witness owes a roll",
    "nobody could agree: `ruling.wrong`",
)
def test_a_player_alone_who_has_himself_replaced(tmp_path):
    data = opening(("ann", "wil"), BOTH | {"blue": "ann"}, scenario="weather", umpire="uma")
    group = Group(tmp_path, data)
    group.join_all()  # the witness joined last: that join is the trigger, and ann keeps
    assert group.table.active().handle == "ann"
    wrong(group, replacement("ann", "eve"))
    wrong(group, replacement("ann", "eve", consent=[]))


@attack(
    "P11",
    "a witness leaves, to save the lost game of a player alone",
    "the game ends, and nobody has won it",
)
def test_a_witness_who_leaves_a_lost_game(tmp_path):
    group = Group.joined(tmp_path, ("ann", "wil"), {"red": "ann"}, scenario="alone", umpire="uma")
    group.orders("ann", END)
    put_out(group, "wil")
    assert (group.table.result.winner, group.table.result.why) == (None, "forfeit")


# --- standing still ---------------------------------------------------------------------------


@attack(
    "P11",
    "stay the active player by events that do nothing, to fill the log or stop the clock",
    "`orders.nothing`",
)
def test_events_that_do_nothing(tmp_path):
    group = Group.joined(tmp_path)
    for changes in ({}, {"standing": {}}, {"standing": {"red": {"advance": True}}}, {"note": "x"}):
        data = group.orders_data("red", *[NEVER] * 3, **changes)
        group.refused(group.forge("ann", "orders", data), "orders.nothing", blame=["ann"])


@attack(
    "P11",
    "fill the log to its limit, so that no ruling or resignation fits",
    "`size.share`: what others owe, and rulings, always fit",
)
def test_filling_the_log(tmp_path, monkeypatch):
    for name in ("PLAYER", "REPLACEMENT", "OWED", "RULINGS"):
        monkeypatch.setattr(shares, name, getattr(shares, name) // 1000)
    group = Group.joined(tmp_path, umpire="uma")
    group.orders("ann", move(1), note="n" * 1_900)
    again = {**group.orders_data("red", move(1)), "note": "n" * 1_900}
    group.refused(group.forge("ann", "orders", again), "size.share", blame=["ann"])
    for event in (
        group.forge("ann", "resign", {}),
        group.forge("uma", "ruling", {"out": "ann", "as": "forfeit", "late": None}),
    ):
        group.table.copy().take(event)


# --- forks ------------------------------------------------------------------------------------


def forked(tmp_path):
    """Ann signed two lists on one predecessor; bob has gone on with one."""
    group = trio(tmp_path)
    base = list(group.events)
    data = group.orders_data("red", END)
    other = group.forge("ann", "orders", {**data, "note": "a second thought"})
    group.orders("ann", END)
    group.orders("bob", END)
    return group, base, other


@attack(
    "P3",
    "fork, and avoid a ruling because somebody else is the active player",
    "a ruling on the fork puts its author out at any time",
)
def test_a_forker_who_has_not_the_active(tmp_path):
    group, _, other = forked(tmp_path)
    assert group.table.active().handle == "cat"
    rule(group, **on_fork(other))
    assert group.table.roster.find("ann").out == "forfeit"
    group.orders("cat", END)
    group.check_all()


@attack(
    "P3",
    "fork, win, and keep the win because the game is over",
    "a ruling on the fork takes it away",
)
def test_a_forker_who_has_won(tmp_path):
    group = Group.joined(tmp_path, umpire="uma")
    other = group.forge("ann", "orders", {**group.orders_data("red", END), "note": "second"})
    group.orders("ann", END)
    group.play("bob", "resign")
    assert group.table.result.winner == "red"
    rule(group, **on_fork(other))
    assert (group.table.result.winner, group.table.result.why) == (None, "forfeit")
    group.check_all()


@attack(
    "P3",
    "umpire: rule on a fork that is none, to put an innocent player out",
    "`ruling.wrong`: both events must be valid there, and one must not be in the log",
)
def test_an_umpire_who_rules_on_no_fork(tmp_path):
    group, _, other = forked(tmp_path)
    own = group.events[other.seq]
    illegal = group.forge(
        "ann", "orders", {**other.data, "orders": [move(9)]}, seq=other.seq, prev=other.prev
    )
    unsigned = group.forge(
        "ann", "orders", other.data, seq=other.seq, prev=other.prev, seed=identity("uma").sign_seed
    )
    of_bob = group.forge("bob", "resign", {}, seq=other.seq, prev=other.prev)
    elsewhere = group.forge("ann", "orders", other.data, seq=other.seq, prev="ab" * 32)
    for shown in ([own], [illegal], [unsigned], [of_bob], [elsewhere]):
        wrong(group, on_fork(*shown))
    both = sorted((own, other), key=lambda event: event.id)
    wrong(group, on_fork(*both))
    wrong(group, on_fork(*reversed(both)))
    rule(group, **on_fork(other, then="branch"))
    wrong(group, on_fork(other))  # once it was ruled on


@attack(
    "P3",
    "steal a key that its owner has changed, and convict the owner with an old event",
    "`ruling.wrong`: the change, to which somebody else agreed, settled it",
)
def test_a_thief_of_a_former_key_convicts_nobody(tmp_path):
    group, _, other = forked(tmp_path)
    group.orders("cat", END)
    group.play("ann", "offer", group.new_keys("ann", "ann2"))
    group.play("bob", "answer", True)
    group.play("cat", "answer", True)
    wrong(group, on_fork(other))


@attack(
    "P11",
    "umpire: send readers back again and again by rulings on old forks",
    "one `branch` and one `forfeit` for each player: `ruling.wrong`",
)
def test_an_umpire_who_rules_on_fork_after_fork(tmp_path):
    group, _, other = forked(tmp_path)
    rule(group, **on_fork(other, then="branch"))
    group.orders("cat", END)
    first = group.forge("ann", "orders", {**group.orders_data("red", END), "note": "2"})
    group.orders("ann", END)
    wrong(group, on_fork(first, then="branch"))
    rule(group, **on_fork(first))
    second = group.forge(
        "ann", "resign", {}, seq=first.seq, prev=first.prev, salt=(5).to_bytes(16, "big")
    )
    wrong(group, on_fork(second))


# --- keys -------------------------------------------------------------------------------------


@attack(
    "P2",
    "offer somebody else's published key as your own, so that its owner can never use it",
    "`key.proof`: a new signing key signs for itself",
)
def test_burning_somebody_elses_key(tmp_path):
    group = Group.joined(tmp_path)
    stolen = {"what": "keys", "sign": signer("eve").sign}
    group.refused(group.forge("ann", "offer", stolen), "offer.wrong", blame=["ann"])
    proof = signing.sign(identity("ann").sign_seed, b"anything").hex()
    event = group.forge("ann", "offer", {**stolen, "proof": proof})
    group.refused(event, "key.proof", blame=["ann"])
    assert signer("eve").sign not in group.table.roster.keys


@attack(
    "P2",
    "join with the opponent's box key from their card, so that they cannot join",
    "they can join: two players may have the same box key",
)
def test_joining_with_somebody_elses_box_key(tmp_path):
    group = Group(tmp_path)
    data = {**_joining(group, "ann"), "box": identity("bob").box_public.hex()}
    group.take(group.forge("ann", "join", data))
    group.play("bob", "join")
    assert group.table.started


def _joining(group, handle):
    return group.writer(handle).join().data


# --- levels -----------------------------------------------------------------------------------


@attack(
    "P10",
    "open an illegal plan after the end, so that a judge without rules blames an honest umpire",
    "below level 3 no result is compared",
)
def test_an_illegal_plan_after_the_end(tmp_path):
    group = Group.joined(tmp_path, umpire="uma", scenario="plans")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(group.table.play.game, "check_secret", lambda *_: None)
        group.play("ann", "seal", plan(9))
    group.play("bob", "seal", plan(1))
    group.orders("ann", END)
    group.play("bob", "resign")
    assert group.table.result.winner == "red"
    group.play("ann", "reveal")
    assert (group.table.result.winner, group.table.result.why) == (None, "forfeit")
    group.play("bob", "reveal")
    rule(group, result={"winner": None, "why": "forfeit"})
    group.check_all()


@attack(
    "P10",
    "open an illegal plan in a game of three, so that a judge without rules blames a dice keeper",
    "from then on levels 1 and 2 accept dice, offers and answers with or without its author",
)
def test_an_illegal_plan_in_the_middle(tmp_path):
    group = trio(tmp_path)
    # The toy game seals plans for two only: what the rules decide is put in their place here.
    table = group.table
    table.put_out("bob", "forfeit")
    group.orders("ann", attack_order("green"), END)
    group.orders("cat", PASS)
    assert [keeper.handle for keeper in table.dicing.keepers] == ["ann"]
    group.roll()
    holder = table.active().handle
    other = {"ann": "cat", "cat": "ann"}[holder]
    group.play(holder, "offer", group.new_keys(holder, "new"))
    group.play(other, "answer", True)
    legal = table.play.game.write_order(next(table.play.game.legal(table.play.position)))
    state = group.orders_data(table.play.asked.side, legal)
    group.take(group.forge(holder, "orders", state, seed=identity("new").sign_seed))
    for level in (1, 2):
        blind = Table(toy_library(), level)
        for event in group.events:
            if event.kind == "orders" and not blind.perhaps_out:
                blind.perhaps_out.add("bob")
            blind.take(event)
            blind = Table.thaw(toy_library(), blind.freeze())


@attack(
    "P10",
    "open an illegal plan, and be ruled out for a fork while an offer is open, so that a "
    "judge without rules blames the player who answers",
    "while that is in doubt, levels 1 and 2 accept the answer, or what comes without it",
)
def test_an_illegal_plan_and_a_fork_after_an_offer(tmp_path):
    group, _, other = forked(tmp_path)
    # As above: the rules put ann out, who opened an illegal plan, and the lower levels doubt it.
    group.table.put_out("ann", "forfeit")
    offered = group.play("cat", "offer", read_data("offer", {"what": "tie"}))
    rule(group, **on_fork(other))
    group.play("bob", "answer", True)
    assert group.table.result.why == "tie"
    rule(group, result={"winner": None, "why": "tie"})
    for level in (1, 2):
        blind = Table(toy_library(), level)
        for event in group.events:
            if event.seq == offered.seq:
                blind.perhaps_out.add("ann")
            blind.take(event)
            blind = Table.thaw(toy_library(), blind.freeze(), blind.past.copy())


@attack(
    "P11",
    "rule where nobody has joined, or close a game that goes on",
    "`ruling.wrong`",
)
def test_rulings_out_of_place(tmp_path):
    group = Group(tmp_path, opening(umpire="uma"))
    early = group.forge("uma", "ruling", {"out": "ann", "as": "forfeit", "late": None})
    for level in (1, 2, 3):
        table = Table(toy_library(), level)
        table.take(group.events[0])
        with pytest.raises(BadLog) as refused:
            table.take(early)
        assert refused.value.finding.code == "ruling.wrong"
    group.join_all()
    wrong(group, {"result": {"winner": "red", "why": "victory"}})
    assert isinstance(read_data("ruling", early.data), PutOut)


@attack(
    "P11",
    "umpire: replace player after player, to make the log too large to read",
    "eight replacements: then `ruling.wrong`",
)
def test_nine_replacements(tmp_path):
    group = trio(tmp_path)
    for number in range(8):
        rule(group, **replacement("ann" if number == 0 else f"a{number - 1}", f"a{number}"))
    wrong(group, replacement("a7", "a8"))
    put_out(group, "a7")
    group.orders("bob", PASS)
    group.orders("bob", FIRE) if "fire" in group.table.active().why else None
