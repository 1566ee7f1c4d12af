"""Joining: order, proof, keys (protocol section 4)."""

from __future__ import annotations

import pytest

from pbem.crypto import vrf
from pbem.log.finding import BadLog
from pbem.table.events.kinds import PutOut
from pbem.table.handlers import entering
from toy.group import Group, identity, opening

WITH_WITNESS = {"red": "ann", "blue": "bob"}
SMALL_ORDER = "01" + "00" * 31


def join_data(group, handle, secret=None, **changes):
    secret = secret or identity(handle).vrf_secret(group.table.game_id)
    proof = vrf.prove(secret, entering.join_alpha(group.table.game_id, handle))
    data = {"vrf": vrf.vrf_public(secret).hex(), "proof": proof.hex(), "box": None}
    return {**data, **changes}


def test_the_umpire_joins_first_then_every_player_the_opener_too(tmp_path):
    group = Group(tmp_path, opening(umpire="uma"))
    seen = []
    while group.table.roster.joining():
        seen.append(group.table.active().handle)
        kinds = ("join",) if seen[-1] == "uma" else ("join", "resign")
        assert group.table.active().kinds == kinds
        group.play(seen[-1], "join")
    assert seen == ["uma", "ann", "bob"]
    assert group.table.active().handle == "ann"
    group.check_all()


def test_a_join_out_of_turn_is_refused(tmp_path):
    group = Group(tmp_path)
    group.refused(group.forge("bob", "join", join_data(group, "bob")), "join.order", blame=["bob"])
    group.join_all()
    group.refused(group.forge("bob", "join", join_data(group, "bob")), "join.order", blame=["bob"])


@pytest.mark.parametrize(
    ("by", "kind", "data"),
    [
        ("bob", "resign", {}),
        ("ann", "offer", {"what": "tie"}),
        ("ann", "answer", {"yes": True}),
        ("ann", "orders", {"side": "red", "orders": [{"do": "end"}], "state": "0" * 64}),
        ("ann", "seal", {"label": "plan", "commit": "0" * 64}),
        ("bob", "reveal", {"of": "0" * 64, "salt": "0" * 64, "value": {"do": "end"}}),
    ],
)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_nothing_but_joins_of_who_is_due_before_the_start(tmp_path, by, kind, data, level):
    group = Group(tmp_path)
    with pytest.raises(BadLog) as refused:
        group.replay(level).take(group.forge(by, kind, data))
    assert refused.value.finding.code == "join.order"


def test_who_has_to_join_can_resign(tmp_path):
    group = Group(tmp_path)
    group.play("ann", "resign")
    assert (group.table.result.winner, group.table.result.why) == ("blue", "resigned")
    group.check_all()


def test_a_resignation_after_which_nobody_has_to_join_starts_the_game(tmp_path):
    group = Group(tmp_path, opening(("ann", "bob", "wil"), WITH_WITNESS, scenario="weather"))
    group.play("ann", "join")
    group.play("bob", "join")
    event = group.play("wil", "resign")
    assert group.table.dicing.trigger == event.id
    assert [keeper.handle for keeper in group.table.dicing.keepers] == ["ann", "bob"]
    group.roll()
    group.check_all()


def test_where_a_ruling_leaves_nobody_to_join_the_first_with_a_seat_starts_the_game(tmp_path):
    group = Group(
        tmp_path, opening(("wil", "ann", "bob"), WITH_WITNESS, scenario="weather", umpire="uma")
    )
    for handle in ("uma", "wil", "ann"):
        group.play(handle, "join")
    group.play("uma", "ruling", PutOut(out="bob", as_="forfeit", late=None))
    assert group.table.result.winner == "red"
    three = Group(tmp_path / "3", opening(("ann", "bob", "wil"), WITH_WITNESS, umpire="uma"))
    for handle in ("uma", "ann", "bob"):
        three.play(handle, "join")
    three.play("uma", "ruling", PutOut(out="wil", as_="forfeit", late=None))
    assert three.table.play is None
    assert (three.table.active().handle, three.table.active().kinds) == (
        "ann",
        ("answer", "resign"),
    )
    three.refused(three.forge("ann", "answer", {"yes": False}), "answer.wrong", blame=["ann"])
    three.refused(three.forge("bob", "answer", {"yes": True}), "join.order", blame=["bob"])
    three.play("ann", "answer", True)
    assert three.table.active().why == "Waiting for ann (red): What do you do next?"
    three.check_all()


def test_the_vrf_key_must_be_proven(tmp_path):
    group = Group(tmp_path)
    data = join_data(group, "ann")
    flipped = f"{int(data['proof'][-1], 16) ^ 1:x}"
    event = group.forge("ann", "join", {**data, "proof": data["proof"][:-1] + flipped})
    group.refused(event, "join.proof", blame=["ann"])


def test_the_proof_is_for_this_game_and_this_player(tmp_path):
    group = Group(tmp_path / "one")
    group.play("ann", "join")
    copied = join_data(group, "ann")
    group.refused(group.forge("bob", "join", copied), "key.same", blame=["bob"])
    # Another secret, proven for ann instead of bob.
    secret = bytes(32)
    proof = vrf.prove(secret, entering.join_alpha(group.table.game_id, "ann")).hex()
    event = group.forge("bob", "join", join_data(group, "bob", secret, proof=proof))
    group.refused(event, "join.proof", blame=["bob"])


def test_every_dice_key_is_new(tmp_path):
    group = Group(tmp_path)
    own_sign = identity("ann").sign_public.hex()
    event = group.forge("ann", "join", join_data(group, "ann", vrf=own_sign))
    assert group.refused(event, "key.same", blame=["ann"]).promise == "P2"


def test_a_box_key_need_not_be_unlike_another(tmp_path):
    """Else the first to name somebody's published key keeps its owner from ever joining."""
    group = Group(tmp_path)
    box = identity("bob").box_public.hex()
    group.take(group.forge("ann", "join", join_data(group, "ann", box=box)))
    group.play("bob", "join")
    group.check_all()


@pytest.mark.parametrize(
    ("field", "key"),
    [("vrf", SMALL_ORDER), ("vrf", "00" * 32), ("box", "00" * 32), ("box", SMALL_ORDER)],
)
def test_a_key_that_is_not_admitted(tmp_path, field, key):
    group = Group(tmp_path)
    event = group.forge("ann", "join", join_data(group, "ann", **{field: key}))
    group.refused(event, "key.bad", blame=["ann"])


def test_a_box_key_may_be_absent_but_not_left_out(tmp_path):
    group = Group(tmp_path)
    data = join_data(group, "ann")
    event = group.forge("ann", "join", data)
    left_out = {name: value for name, value in data.items() if name != "box"}
    group.refused(group.forge("ann", "join", left_out), "event.kind")
    group.take(event)
    assert group.table.roster.players[0].box is None


def test_the_vrf_key_is_made_for_this_game_alone(tmp_path):
    keys = []
    for name in ("one", "two"):
        group = Group(tmp_path / name, opening())
        group.join_all()
        keys.append(group.table.roster.players[0].vrf)
        if name == "one":
            other = opening(("bob", "ann"))
            group = Group(tmp_path / "three", other)
            group.join_all()
            keys.append(group.table.roster.players[1].vrf)
    assert len(set(keys)) == 3


def test_standing_answers_in_a_join_are_read_when_the_game_starts(tmp_path):
    group = Group(tmp_path)
    group.join_all({"bob": {"blue": {"fire": False}}})
    assert group.table.play.standing == {"bob": {"blue": {"fire": False}}}
    group.check_all()


@pytest.mark.parametrize("standing", [{"red": {"fire": 7}}, {"blue": {"fire": True}}])
def test_bad_standing_answers_are_refused_in_the_join_that_gives_them(tmp_path, standing):
    group = Group(tmp_path)
    event = group.forge("ann", "join", join_data(group, "ann", standing=standing))
    group.refused(event, "standing.form", blame=["ann"])
