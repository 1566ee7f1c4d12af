"""Triggers, keepers and streams under every policy (protocol section 6)."""

from __future__ import annotations

import pytest

from pbem.crypto import dice as crypto_dice
from pbem.crypto import vrf
from pbem.table import dicing
from toy.group import ADVANCE, END, PASS, Group, attack, identity, move, read, retreat


@pytest.mark.parametrize(
    ("players", "policy", "umpire", "keepers"),
    [
        (("ann", "bob"), "opponents", None, ["bob"]),
        (("ann", "bob", "wil"), "opponents", None, ["bob"]),
        (("ann", "wil"), "opponents", None, ["wil"]),
        (("ann", "wil", "xan"), "opponents", None, ["wil", "xan"]),
        (("ann", "bob"), "opponents", "uma", ["bob"]),
        (("ann",), "umpire", "uma", ["uma"]),
        (("ann", "bob"), "umpire", "uma", ["uma", "bob"]),
        (("ann", "bob", "wil"), "umpire", "uma", ["uma", "bob"]),
        (("ann", "wil"), "umpire", "uma", ["wil", "uma"]),
        (("ann",), "self", None, ["ann"]),
        (("ann",), "self", "uma", ["ann"]),
    ],
)
def test_keepers_answer_one_after_the_other(tmp_path, players, policy, umpire, keepers):
    """``wil`` and ``xan`` have no seat: witnesses keep for a player alone, and nowhere else."""
    seats = {"red": "ann", "blue": "bob" if "bob" in players else "ann"}
    group = Group.joined(tmp_path, players, seats, umpire=umpire, dice=policy)
    group.orders("ann", attack("blue"))
    if seats["blue"] == "bob":
        # The player who answered last is the author of the trigger, and keeps nothing.
        group.orders("bob", PASS)
        keepers = ["ann" if handle == "bob" else handle for handle in keepers]
    else:
        group.orders("ann", PASS)
    seen = []
    while group.table.dicing:
        active = group.table.active()
        assert active.kinds == ("dice",)
        assert (
            active.why
            == f"Waiting for {active.handle}'s computer to roll (event {group.table.dicing.seq})."
        )
        event = group.play(active.handle, "dice")
        last = active.handle == keepers[-1]
        assert ("rolls" in event.data) == ("then" in event.data) == last
        seen.append(active.handle)
    assert seen == keepers
    group.check_all()


def test_set_up_dice_are_triggered_by_the_last_join(tmp_path):
    group = Group.joined(tmp_path, scenario="weather")
    owed = group.table.dicing
    assert owed.trigger == group.events[-1].id
    assert group.events[-1].kind == "join"
    assert [keeper.handle for keeper in owed.keepers] == ["ann"]
    ((n, got),) = group.roll()
    assert n == 6
    assert group.table.play.position.wind == got + 1
    group.check_all()


def test_the_stream_is_that_of_the_protocol(tmp_path):
    group = Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="trio")
    group.orders("ann", attack("blue"))
    trigger = group.orders("bob", PASS)
    game = group.table.game_id
    alpha = f"pbem/dice/v1\n{game}\n{trigger.id}".encode()
    betas = []
    for handle in ("ann", "cat"):
        proof = bytes.fromhex(group.play(handle, "dice").data["proof"])
        betas.append(vrf.verify(vrf.vrf_public(identity(handle).vrf_secret(game)), alpha, proof))
    stream = crypto_dice.Stream(crypto_dice.seed(alpha, betas))
    expected = [(n, stream.uniform(n)) for n, _ in read(group.events[-1]).rolls]
    assert list(read(group.events[-1]).rolls) == expected


def test_nothing_but_dice_between_the_trigger_and_the_last_dice(tmp_path):
    group = _three(tmp_path)
    for kind, data in (
        ("orders", group.orders_data("red", END)),
        ("offer", {"what": "tie"}),
        ("resign", {}),
    ):
        for by in ("ann", "bob"):
            code = "kind.wrong" if by == "ann" and kind == "orders" else None
            event = group.forge(by, kind, data)
            group.refused(event, code or ("pen.wrong" if by == "bob" else f"{kind}.wrong"))
    group.play("ann", "dice")
    group.refused(group.forge("ann", "offer", {"what": "tie"}), "pen.wrong", blame=["ann"])


def test_only_the_keeper_due_gives_dice(tmp_path):
    group = _three(tmp_path)
    data = group.dice_data()
    for by in ("bob", "cat"):
        found = group.refused(group.forge(by, "dice", data), "dice.keeper", blame=[by])
        assert found.message.endswith(f"these dice are by {by}, but the dice keeper due is ann.")
    group.play("ann", "dice")
    group.refused(group.forge("ann", "dice", group.dice_data()), "dice.keeper", blame=["ann"])


def test_no_dice_where_none_are_due(tmp_path):
    group = Group.joined(tmp_path)
    proof = vrf.prove(bytes(32), b"").hex()
    event = group.forge("bob", "dice", {"proof": proof, "rolls": [], "then": "0" * 64})
    group.refused(event, "dice.keeper", blame=["bob"])


def test_dice_that_only_the_rules_know_not_to_be_due(tmp_path):
    """Below level 3 the first dice say that the event before them was a trigger (section 10)."""
    group = Group.joined(tmp_path)
    group.orders("ann", END)  # rolls nothing
    owed = group.replay(2).may_owe
    (keeper,) = owed.keepers
    assert keeper.handle == "bob"
    own = identity("bob").vrf_secret(group.table.game_id)
    proof = vrf.prove(own, dicing.alpha_of(group.table.game_id, owed, keeper)).hex()
    data = {"proof": proof, "rolls": [], "then": group.table.digest()}
    event = group.forge("bob", "dice", data)
    for level in (1, 2):
        group.replay(level).take(event)
    group.refused(event, "dice.keeper", blame=["bob"])


def test_a_proof_must_be_the_keepers_own_for_this_trigger(tmp_path):
    group = _three(tmp_path)
    own = group.dice_data()["proof"]
    flipped = own[:-40] + f"{int(own[-40], 16) ^ 1:x}" + own[-39:]
    for proof in (flipped, "00" * 80, vrf.prove(bytes(32), b"any").hex()):
        group.refused(group.forge("ann", "dice", {"proof": proof}), "dice.proof", blame=["ann"])


def test_rolls_stand_in_the_last_keepers_event_and_nowhere_else(tmp_path):
    group = _three(tmp_path)
    early = {**group.dice_data(), "rolls": [], "then": "0" * 64}
    group.refused(group.forge("ann", "dice", early), "dice.rolls", blame=["ann"])
    group.play("ann", "dice")
    data = group.dice_data()
    for left_out in ("rolls", "then"):
        less = {name: value for name, value in data.items() if name != left_out}
        group.refused(group.forge("cat", "dice", less), "dice.rolls", blame=["cat"])


@pytest.mark.parametrize("level", [2, 3])
def test_rolls_must_be_those_of_the_stream(tmp_path, level):
    group = _three(tmp_path)
    group.play("ann", "dice")
    data = group.dice_data()
    (n, got), *_ = data["rolls"]
    for rolls in ([[n, (got + 1) % n]], [[n, got], [6, 0]], [[1, 0], [n, got]], [[70_000, 0]]):
        event = group.forge("cat", "dice", {**data, "rolls": rolls})
        if rolls == [[n, got], [6, 0]] and level == 2:
            continue  # how many numbers the game takes, only the rules know
        group.table = group.replay(level)
        group.refused(event, "dice.rolls", blame=["cat"])


def test_the_first_roll_that_is_wrong_is_reported(tmp_path):
    group = _three(tmp_path)
    group.play("ann", "dice")
    data = group.dice_data()
    (right,) = data["rolls"]
    other = [6, (right[1] + 1) % 6]
    for rolls, words in (
        ([other], f"roll 1 should be {right}, but it is {other}."),
        ([right, [6, 0]], "roll 2 should be absent, but it is [6, 0]."),
        ([], f"roll 1 should be {right}, but it is missing."),
    ):
        event = group.forge("cat", "dice", {**data, "rolls": rolls})
        found = group.refused(event, "dice.rolls", blame=["cat"])
        assert found.message == f"Event {event.seq}: {words}"


def test_a_wrong_digest_after_the_dice_blames_nobody(tmp_path):
    group = _three(tmp_path)
    group.play("ann", "dice")
    event = group.forge("cat", "dice", group.dice_data(then="0" * 64))
    assert group.refused(event, "then.digest", blame=[]).promise == "P10"


def test_the_adjudication_runs_on_one_stream_up_to_the_next_choice(tmp_path):
    """Defensive fire and attack are one stream; the retreat is a choice and ends it."""
    group = Group.joined(tmp_path)
    group.orders("ann", attack("blue"))
    group.rig_orders("bob", {"do": "fire"}, dice=(6, 4))
    assert [n for n, _ in read(group.events[-1]).rolls] == [6, 6]
    assert group.table.play.position.strength == {"red": 2, "blue": 2}
    assert group.table.play.asked.name == "advance"  # one legal retreat only: it was not asked


def test_the_event_that_makes_the_choice_is_the_next_trigger(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", attack("blue"), attack("blue"))
    first = group.rig_orders("bob", PASS, dice=(4,))
    answer = group.orders("ann", ADVANCE, attack("blue"))
    trigger = group.orders("bob", PASS)
    assert group.table.dicing.trigger == trigger.id
    assert trigger.id not in (first.id, answer.id)
    assert group.table.dicing.on == answer.id


def test_keepers_and_keys_are_those_at_the_trigger(tmp_path):
    """New keys agreed on later change nothing that is owed: they cannot even be offered."""
    group = _three(tmp_path)
    assert [k.key for k in group.table.dicing.keepers] == [
        group.table.roster.find(handle).vrf for handle in ("ann", "cat")
    ]
    group.refused(group.forge("ann", "offer", {"what": "keys", "sign": "0" * 64}), "offer.wrong")


def test_a_game_to_the_end_replays_at_every_level(tmp_path):
    group = Group.joined(tmp_path)
    while group.table.result is None:
        asked = group.table.play.asked
        handle = group.table.seats[asked.side]
        answers = {"fire": PASS, "retreat": retreat(1), "advance": ADVANCE}
        if asked.name == "turn":
            enemy = "blue" if asked.side == "red" else "red"
            first = not group.table.play.position.moved
            group.orders(handle, *([move(1), attack(enemy), END] if first else [END]))
        else:
            group.orders(handle, answers[asked.name])
        group.roll()
    assert group.table.result.why == "victory"
    assert group.table.active().why == "The game is over."
    event = group.forge("ann", "orders", group.orders_data("red", END))
    group.refused(event, "end.over", blame=["ann"])
    group.check_all()


def _three(tmp_path):
    """A trigger by bob; ann and cat keep."""
    group = Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="trio")
    group.orders("ann", attack("blue"))
    group.orders("bob", PASS)
    return group
