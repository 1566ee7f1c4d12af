"""Secret choices: sealed by all before one is opened (protocol section 7.2)."""

from __future__ import annotations

import hashlib

import pytest

from pbem.crypto import commitment
from pbem.errors import IllegalOrder, KeyFileError, NotYourPen
from toy.group import END, Group, identity, plan


def sealed(tmp_path, ann=3, bob=5, **kwargs):
    """A game in which both have sealed a plan."""
    group = Group.joined(tmp_path, scenario="plans", **kwargs)
    group.play("ann", "seal", plan(ann))
    group.play("bob", "seal", plan(bob))
    return group


def to_opening(group):
    group.orders("ann", END)
    group.orders("bob", END)
    return group


def reveal_data(group, handle, label=None):
    seal = next(s for s in group.table.seals if s.by == handle and label in (None, s.label))
    secret = group.writer(handle).private.find(seal.label, seal.commit)
    return {"of": seal.event, "salt": secret.salt, "value": secret.value}


def test_every_seal_is_in_before_a_reveal_is_asked_and_reveals_come_in_order(tmp_path):
    group = Group.joined(tmp_path, scenario="plans")
    active = []
    for _ in range(2):
        active.append(group.table.active().why)
        group.play(group.table.active().handle, "seal", plan(1))
    to_opening(group)
    for _ in range(2):
        active.append(group.table.active().why)
        group.play(group.table.active().handle, "reveal")
    assert active == [
        "Waiting for ann (red) to seal a choice: Plan.",
        "Waiting for bob (blue) to seal a choice: Plan.",
        "Waiting for ann (red) to reveal the sealed plan-red.",
        "Waiting for bob (blue) to reveal the sealed plan-blue.",
    ]
    assert group.table.play.position.strength == {"red": 4, "blue": 4}
    group.check_all()


def test_nothing_else_is_written_where_a_secret_choice_is_asked(tmp_path):
    group = Group.joined(tmp_path, scenario="plans")
    event = group.forge("ann", "orders", group.orders_data("red", plan(1)))
    group.refused(event, "kind.wrong", blame=["ann"])
    data = {"label": "plan-blue", "commit": "0" * 64}
    group.refused(group.forge("bob", "seal", data), "pen.wrong", blame=["bob"])


def test_a_reveal_before_its_time_is_refused(tmp_path):
    group = sealed(tmp_path)
    group.refused(group.forge("ann", "reveal", reveal_data(group, "ann")), "kind.wrong")


@pytest.mark.parametrize("label", ["plan-blue", "other"])
def test_the_label_is_that_of_the_question(tmp_path, label):
    group = Group.joined(tmp_path, scenario="plans")
    event = group.forge("ann", "seal", {"label": label, "commit": "0" * 64})
    group.refused(event, "commit.label", blame=["ann"])


def test_a_label_is_used_once_in_a_game(tmp_path):
    group = Group.joined(tmp_path, scenario="plans")
    group.play("ann", "seal", plan(1))
    for level in (1, 2, 3):
        group.table = group.replay(level)
        event = group.forge("bob", "seal", {"label": "plan-red", "commit": "0" * 64})
        group.refused(event, "commit.label", blame=["bob"])


def test_the_commitment_is_that_of_the_protocol(tmp_path):
    group = sealed(tmp_path)
    seal = group.events[-1]
    secret = group.writer("bob").private.find("plan-blue", seal.data["commit"])
    lines = [
        group.table.game_id,
        "bob",
        seal.prev,
        "plan-blue",
        secret.salt,
        '{"do":"plan","to":5}',
    ]
    text = "pbem/commit/v1\n" + "\n".join(lines)
    assert hashlib.sha256(text.encode()).hexdigest() == seal.data["commit"]


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize("change", ["value", "salt"])
def test_opened_to_something_else_than_was_sealed(tmp_path, level, change):
    group = to_opening(sealed(tmp_path))
    data = reveal_data(group, "ann")
    data |= {"value": plan(4)} if change == "value" else {"salt": "0" * 64}
    event = group.forge("ann", "reveal", data)
    group.table = group.replay(level)
    assert group.refused(event, "commit.open", blame=["ann"]).promise == "P7"


def test_only_ones_own_seal_is_opened_and_once(tmp_path):
    group = to_opening(sealed(tmp_path))
    group.refused(group.forge("ann", "reveal", reveal_data(group, "bob")), "commit.open")
    of_nothing = reveal_data(group, "ann") | {"of": "0" * 64}
    group.refused(group.forge("ann", "reveal", of_nothing), "commit.open", blame=["ann"])


def test_who_has_sealed_two_plans_opens_the_one_that_is_asked(tmp_path):
    """One player for both sides: to open the other plan would be to choose between the two."""
    group = Group.joined(tmp_path, ("ann", "wil"), {"red": "ann", "blue": "ann"}, scenario="plans")
    group.play("ann", "seal", plan(1))
    group.play("ann", "seal", plan(6))
    group.orders("ann", END, END)
    assert group.table.play.asked.secret == "plan-red"  # noqa: S105 - a label
    event = group.forge("ann", "reveal", reveal_data(group, "ann", "plan-blue"))
    group.refused(event, "commit.label", blame=["ann"])
    group.play("ann", "reveal")
    group.play("ann", "reveal")
    assert group.table.play.position.strength == {"red": 4, "blue": 9}


def test_an_illegal_plan_forfeits_when_it_is_opened(tmp_path):
    group = Group.joined(tmp_path, scenario="plans")
    salt, value = "ab" * 32, plan(99)
    commit = commitment.commit(
        game=group.table.game_id,
        handle="ann",
        prev=group.events[-1].id,
        label="plan-red",
        salt=salt,
        value_jcs=b'{"do":"plan","to":99}',
    )
    seal = group.take(group.forge("ann", "seal", {"label": "plan-red", "commit": commit}))
    group.play("bob", "seal", plan(5))
    to_opening(group)
    group.take(group.forge("ann", "reveal", {"of": seal.id, "salt": salt, "value": value}))
    assert (group.table.result.winner, group.table.result.why) == ("blue", "forfeit")
    # The plan that bob sealed is still opened by the end.
    assert group.table.active().handle == "bob"
    assert group.table.active().kinds == ("reveal",)
    group.play("bob", "reveal")
    group.check_all()


def test_every_seal_is_opened_by_the_end_of_the_game(tmp_path):
    group = sealed(tmp_path)
    group.play("ann", "resign")
    assert group.table.result.winner == "blue"
    # A player still in the game does not wait for one who has left.
    assert group.table.active().why == (
        "The game is over. Waiting for bob to reveal the sealed plan-blue."
    )
    group.play("bob", "reveal")
    assert group.table.active().handle == "ann"
    group.play("ann", "reveal")
    assert group.table.active().handle is None
    group.check_all()


def test_an_illegal_plan_opened_after_the_end_still_costs_the_game(tmp_path):
    group = Group.joined(tmp_path, scenario="plans")
    group.play("ann", "seal", plan(2))
    salt = "ab" * 32
    commit = commitment.commit(
        game=group.table.game_id, handle="bob", prev=group.events[-1].id, label="plan-blue",
        salt=salt, value_jcs=b'{"do":"plan","to":99}',
    )  # fmt: skip
    seal = group.take(group.forge("bob", "seal", {"label": "plan-blue", "commit": commit}))
    group.play("ann", "offer", group.read_offer({"what": "tie"}))
    group.play("bob", "answer", True)
    group.play("ann", "reveal")
    data = {"of": seal.id, "salt": salt, "value": plan(99)}
    group.take(group.forge("bob", "reveal", data))
    assert (group.table.result.winner, group.table.result.why) == ("red", "forfeit")
    group.check_all()


def test_no_player_s_software_seals_an_illegal_plan(tmp_path):
    group = Group.joined(tmp_path, scenario="plans")
    with pytest.raises(IllegalOrder):
        group.play("ann", "seal", plan(7))
    with pytest.raises(NotYourPen):
        group.play("bob", "seal", plan(1))
    assert not group.writer("ann").private.secrets()


def test_a_seal_may_be_taken_back_by_agreement_and_sealed_again(tmp_path):
    group = Group.joined(tmp_path, scenario="plans")
    first = group.play("ann", "seal", plan(1))
    group.play("bob", "offer", group.read_offer({"what": "undo", "to": first.id}))
    group.play("ann", "answer", True)
    assert list(group.table.seals) == []
    group.play("ann", "seal", plan(2))
    group.play("bob", "seal", plan(3))
    to_opening(group)
    group.play("ann", "reveal")
    assert group.table.play.position.strength["red"] == 5
    group.check_all()


def test_a_secret_is_found_by_its_commitment(tmp_path):
    """Asked again after a crash, the stored seal is sent again, whatever is sealed this time."""
    group = Group.joined(tmp_path, scenario="plans")
    first = group.writer("ann").seal(plan(1))
    assert group.play("ann", "seal", plan(2)).line == first.line
    group.play("bob", "seal", plan(3))
    to_opening(group)
    group.play("ann", "reveal")
    assert group.table.play.position.strength["red"] == 4


def test_a_lost_private_file_is_named(tmp_path):
    group = to_opening(sealed(tmp_path))
    (tmp_path / "ann" / "private").unlink()
    with pytest.raises(KeyFileError, match="plan-red"):
        group.play("ann", "reveal")


def test_secrets_leave_no_trace_in_the_log_or_the_digest(tmp_path):
    """Whatever is sealed, every byte that others see but the commitment is the same."""
    positions = set()
    for to in range(1, 7):
        group = sealed(tmp_path / str(to), ann=to)
        for seal in group.table.seals:
            seal.commit = seal.event = ""
        players = group.table.roster.players
        assert len(players) == 2
        group.table.position_changed()
        text = group.table.position()
        for player in players:  # the VRF key is made for each game
            text = text.replace(player.vrf.encode(), b"")
        positions.add(text)
        secret = group.writer("ann").private.secrets()[0]
        log = b"".join(event.line for event in group.events)
        assert secret.salt.encode() not in log
        assert b'"plan","to"' not in log
    assert len(positions) == 1


def test_identities_of_a_group_are_the_same_in_every_run():
    assert identity("ann").sign_public == identity("ann").sign_public
