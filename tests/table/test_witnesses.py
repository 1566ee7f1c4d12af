"""Witnesses who keep all dice, as was agreed at the opening (protocol, sections 4, 6 (f) and 8)."""

from __future__ import annotations

import json
import random

import pytest

from pbem.crypto import dice as crypto_dice
from pbem.crypto import vrf
from pbem.errors import NotYourPen, SecondTrigger
from pbem.log.event import NO_EVENT, read_event
from pbem.log.finding import BadLog
from pbem.table.table import Table
from toy.branches import OUT
from toy.group import PASS, Group, attack, identity, move, opening, read, signer

SEATS = {"red": "ann", "blue": "bob"}
TWO, THREE = ("ann", "bob", "wil"), ("wil", "ann", "bob", "xan")


def begun(folder, players=TWO, seats=None, **more):
    return Group.joined(folder, players, seats or SEATS, dice="witnesses", **more)


def owing(folder, players=TWO, **more):
    """Ann attacks, and bob lets it come: bob's answer is the trigger."""
    group = begun(folder, players, **more)
    group.orders("ann", attack("blue"))
    group.orders("bob", PASS)
    return group


def due(group):
    assert group.table.dicing is not None
    return [keeper.handle for keeper in group.table.dicing.keepers]


# --- who keeps -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "keepers"),
    [(TWO, ["wil", "bob"]), (THREE, ["wil", "xan", "bob"]), (("ann", "wil"), ["wil", "ann"])],
)
@pytest.mark.parametrize("umpire", [None, "uma"])
def test_every_witness_keeps_and_the_author_closes(tmp_path, players, keepers, umpire):
    seats = SEATS if "bob" in players else {"red": "ann", "blue": "ann"}
    group = begun(tmp_path, players, seats, umpire=umpire)
    group.orders("ann", attack("blue"))
    group.orders(keepers[-1], PASS)
    trigger = group.events[-1]
    assert due(group) == keepers
    betas = []
    for keeper in keepers:
        assert group.table.active().handle == keeper
        event = group.play(keeper, "dice")
        assert ("rolls" in event.data) == (keeper == keepers[-1])
        secret = identity(keeper).vrf_secret(group.table.game_id)
        alpha = crypto_dice.alpha(group.table.game_id, trigger.id)
        betas.append(vrf.output(vrf.prove(secret, alpha)))
    stream = crypto_dice.Stream(crypto_dice.seed(alpha, betas))
    rolls = read(event).rolls
    assert list(rolls) == [(n, stream.uniform(n)) for n, _ in rolls]
    group.check_all()


def test_a_witness_whose_join_triggers_the_set_up_does_not_keep_for_themselves(tmp_path):
    group = begun(tmp_path, scenario="weather")
    assert group.events[-1].by == "wil"
    assert due(group) == ["ann", "bob"]
    group.roll()
    group.check_all()


def test_with_two_witnesses_the_other_one_keeps_for_a_join(tmp_path):
    group = begun(tmp_path, ("ann", "bob", "wil", "xan"), scenario="weather")
    assert group.events[-1].by == "xan"
    assert due(group) == ["wil"]
    group.roll()
    group.check_all()


def test_without_a_witness_opponents_keep(tmp_path):
    """Else the author would keep their own dice alone."""
    group = owing(tmp_path, umpire="uma")
    group.take(group.forge("uma", "ruling", {"out": "wil", **OUT}))
    assert due(group) == ["uma", "bob"]
    group.roll()
    plays_on(group, lambda: group.table.dicing is not None)
    assert due(group) == [{"ann": "bob", "bob": "ann"}[group.events[-1].by]]
    group.check_all()


def plays_on(group, until):
    """Let players do whatever is legal."""
    rng = random.Random(3)  # noqa: S311 - whatever is legal
    while not until():
        now, play = group.table.active(), group.table.play
        assert now.handle is not None
        assert play is not None
        if now.kinds == ("dice",):
            group.play(now.handle, "dice")
            continue
        order = rng.choice(list(play.game.legal(play.position)))
        group.orders(now.handle, play.game.write_order(order))


# --- what each cannot do ---------------------------------------------------------------------


def test_the_author_cannot_close_before_the_witness(tmp_path):
    group = owing(tmp_path)
    with pytest.raises(NotYourPen, match="Waiting for wil's computer to roll"):
        group.play("bob", "dice")
    own = identity("bob").vrf_secret(group.table.game_id)
    group.refused(group.forge("bob", "dice", group.dice_data(own)), "dice.keeper", blame=["bob"])


def test_the_opponent_does_not_keep(tmp_path):
    group = owing(tmp_path)
    group.play("wil", "dice")
    group.refused(group.forge("ann", "dice", group.dice_data()), "dice.keeper", blame=["ann"])


def test_the_witness_does_not_close(tmp_path):
    group = owing(tmp_path)
    data = {**group.dice_data(), "rolls": [], "then": "0" * 64}
    group.refused(group.forge("wil", "dice", data), "dice.rolls", blame=["wil"])


def test_the_author_writes_nothing_else_after_the_witness(tmp_path):
    """They know the roll then."""
    group = owing(tmp_path)
    group.play("wil", "dice")
    for kind, data in (("resign", {}), ("offer", {"what": "tie"}), ("answer", {"yes": True})):
        with pytest.raises(BadLog):
            group.table.copy().take(group.forge("bob", kind, data))


def test_a_witness_answers_one_trigger_for_a_predecessor(tmp_path):
    group = owing(tmp_path)
    at = group.at(group.events[:-1])
    group.play("wil", "dice")
    at.take(at.forge("bob", "orders", at.orders_data("blue", PASS), salt=b"another one here"))
    with pytest.raises(SecondTrigger):
        at.play("wil", "dice")


# --- who leaves ------------------------------------------------------------------------------


def test_a_witness_is_not_replaced(tmp_path):
    group = owing(tmp_path, umpire="uma")
    new = {"out": "wil", "as": "replace", "handle": "yan", "sign": signer("yan").sign, "late": None}
    found = group.refused(group.forge("uma", "ruling", new), "ruling.wrong", blame=["uma"])
    assert "all agreed on wil as a dice keeper" in found.message
    for level in (1, 2):
        table = group.replay(level)
        with pytest.raises(BadLog, match="all agreed on wil"):
            table.take(group.forge("uma", "ruling", new))


def test_the_stand_in_of_a_witness_knows_no_roll_either(tmp_path):
    """The umpire's dice come before the author's, as the witness's would have."""
    group = owing(tmp_path, umpire="uma")
    group.take(group.forge("uma", "ruling", {"out": "wil", **OUT}))
    event = group.play("uma", "dice")
    assert "rolls" not in event.data
    assert "rolls" in group.play("bob", "dice").data
    group.check_all()


def test_an_author_who_does_not_close_forfeits(tmp_path):
    group = owing(tmp_path, umpire="uma")
    group.play("wil", "dice")
    group.take(group.forge("uma", "ruling", {"out": "bob", **OUT}))
    assert group.table.result is not None
    assert (group.table.result.winner, group.table.result.why) == ("red", "forfeit")
    group.check_all()


def test_the_others_agree_before_an_author_who_owes_dice_is_replaced(tmp_path):
    group = owing(tmp_path, umpire="uma")
    group.play("wil", "dice")
    new = {"out": "bob", "as": "replace", "handle": "yan", "sign": signer("yan").sign, "late": None}
    group.refused(group.forge("uma", "ruling", new), "ruling.wrong")
    agreed = {**new, "consent": group.consent("bob", "yan")}
    group.take(group.forge("uma", "ruling", agreed))
    assert due(group) == ["uma"]
    group.roll()
    group.check_all()


def test_a_player_alone_whose_last_witness_leaves_has_nobody_to_keep(tmp_path):
    group = begun(tmp_path, ("ann", "wil"), {"red": "ann", "blue": "ann"}, umpire="uma")
    group.orders("ann", attack("blue"))
    group.orders("ann", PASS)
    group.take(group.forge("uma", "ruling", {"out": "wil", **OUT}))
    assert group.table.result is not None
    assert (group.table.result.winner, group.table.result.why) == (None, "forfeit")
    group.check_all()


# --- its own version -------------------------------------------------------------------------


def test_all_events_of_such_a_game_have_version_2(tmp_path):
    group = owing(tmp_path)
    group.roll()
    assert {event.v for event in group.events} == {2}


@pytest.mark.parametrize(("dice", "version"), [("witnesses", 1), ("opponents", 2)])
def test_no_other_game_has_that_version(tmp_path, dice, version):
    group = Group(tmp_path, opening(TWO, SEATS))
    first = {"game": "", "seq": 0, "prev": NO_EVENT, "version": version}
    event = group.forge("ann", "open", opening(TWO, SEATS, dice=dice), **first)
    with pytest.raises(BadLog) as caught:
        Table(group.library).take(event)
    assert caught.value.finding.code == "event.kind"


def test_the_version_does_not_change_in_a_game(tmp_path):
    group = begun(tmp_path)
    data = group.orders_data("red", move(1))
    group.refused(group.forge("ann", "orders", data, version=1), "event.version", blame=[])
    line = group.forge("ann", "orders", data, version=1).line
    with pytest.raises(BadLog) as caught:
        read_event(line, version=2)
    assert caught.value.finding.code == "event.version"
    wrong = json.loads(line)
    wrong["body"]["more"] = 1
    text = json.dumps(wrong, sort_keys=True, separators=(",", ":")).encode()
    for version, code in ((1, "event.fields"), (2, "event.version")):
        with pytest.raises(BadLog) as caught:
            read_event(text, version=version)
        assert caught.value.finding.code == code


def test_an_opening_needs_a_witness(tmp_path):
    with pytest.raises(BadLog, match="every player has a seat") as caught:
        Group(tmp_path, opening(("ann", "bob"), SEATS, dice="witnesses"))
    assert caught.value.finding.code == "open.bad"


def test_a_whole_game(tmp_path):
    """Every roll by the same three steps, to the end."""
    group = begun(tmp_path)
    plays_on(group, lambda: group.table.result is not None)
    given = [event.by for event in group.events if event.kind == "dice"]
    assert given[::2] == ["wil"] * (len(given) // 2)
    assert "wil" not in given[1::2]
    assert len(given) > 4
    group.check_all()
