"""Attacks on the dice: predicting, re-rolling, biasing (P4, P5)."""

from __future__ import annotations

import hashlib
from itertools import pairwise

import pytest

from long import times
from pbem.crypto import dice as crypto_dice
from pbem.crypto import vrf
from pbem.errors import KeyFileError
from pbem.log.finding import BadLog
from pbem.table.handlers import entering
from pbem.table.own import writer
from toy.cheat import CHI_6_FACES, attack, by_chance, chi_square
from toy.group import (
    ADVANCE,
    END,
    FIRE,
    PASS,
    Group,
    identity,
    move,
    opening,
    retreat,
    skipped,
    toy_library,
)
from toy.group import attack as attack_order

TRIES = times(120, of=500)
GAME = hashlib.sha256(b"game").hexdigest()


def die(secret: bytes, trigger: str, game: str = GAME) -> int:
    """The first die with six faces that a keeper alone gives for a trigger."""
    alpha = crypto_dice.alpha(game, trigger)
    return _first(alpha, [vrf.output(vrf.prove(secret, alpha))])


def _first(alpha, betas):
    return crypto_dice.Stream(crypto_dice.seed(alpha, betas)).uniform(6) + 1


def triggers(what: str, count: int = TRIES):
    return (hashlib.sha256(f"{what} {n}".encode()).hexdigest() for n in range(count))


def owing(tmp_path, players=("ann", "bob"), **kwargs):
    """Bob's event triggers dice."""
    seats = {"red": "ann", "blue": "bob"}
    group = Group.joined(tmp_path, players, seats, **kwargs)
    group.orders("ann", attack_order("blue"), END)
    group.orders("bob", PASS)
    return group


# --- P4 --------------------------------------------------------------------------------------


@attack("P4", "compute the dice with your own key before you sign", "1 of 6 guesses is right")
def test_looking_ahead():
    author, keeper = b"a" * 32, b"k" * 32
    hits = sum(die(author, t) == die(keeper, t) for t in triggers("look"))
    assert by_chance(hits, TRIES, 1 / 6)


@attack(
    "P4", "guess the dice from all earlier proofs of the dice keeper", "1 of 6 guesses is right"
)
def test_learning_from_earlier_proofs():
    keeper = b"k" * 32
    rolls = [die(keeper, t) for t in triggers("learn")]
    guesses = sum(earlier == later for earlier, later in pairwise(rolls))
    assert by_chance(guesses, TRIES - 1, 1 / 6)


@attack("P4", "try random bytes of your event until the dice are good", "the mean stays 3.5")
def test_grinding_the_authors_salt():
    """The author could sign eight events, and takes the one that their best guess likes."""
    author, keeper = b"a" * 32, b"k" * 32
    counts = [0] * 6
    for start in range(TRIES):
        candidates = list(triggers(f"grind {start}", 8))
        best = max(candidates, key=lambda trigger: die(author, trigger))
        counts[die(keeper, best) - 1] += 1
    assert chi_square(counts) < CHI_6_FACES


@attack(
    "P4", "join last, with a dice key that fits the other dice keeper's", "1 of 6 guesses is right"
)
def test_choosing_a_key_after_the_others_have_joined():
    keeper = b"k" * 32
    key = max(
        (bytes([n]) * 32 for n in range(32)),
        key=lambda secret: sum(die(secret, t) for t in triggers("key", 10)),
    )
    hits = sum(die(key, t) == die(keeper, t) for t in triggers("after"))
    assert by_chance(hits, TRIES, 1 / 6)


@attack(
    "P4",
    "the author and one of two dice keepers together; the other is honest",
    "1 of 6 guesses is right",
)
def test_a_keeper_in_league_with_the_author():
    known, honest = b"k" * 32, b"h" * 32
    hits, tries = 0, TRIES
    for trigger in triggers("league", tries):
        alpha = crypto_dice.alpha(GAME, trigger)
        ours = vrf.output(vrf.prove(known, alpha))
        theirs = vrf.output(vrf.prove(honest, alpha))
        hits += _first(alpha, [ours]) == _first(alpha, [ours, theirs])
    assert by_chance(hits, tries, 1 / 6)


# --- P5: the keeper --------------------------------------------------------------------------


@attack("P5", "roll again: restart the dice keeper's program", "it sends the stored bytes again")
def test_rerolling_by_restarting(tmp_path):
    group = owing(tmp_path)
    assert len({group.writer("ann").dice().line for _ in range(20)}) == 1


@attack(
    "P5",
    "roll again: delete the record of what was answered",
    "refused; and the roll would be the same",
)
def test_rerolling_by_deleting_the_record(tmp_path):
    group = owing(tmp_path)
    first = group.writer("ann").dice()
    (tmp_path / "ann" / "record").unlink()
    with pytest.raises(KeyFileError, match="missing"):
        group.writer("ann").dice()
    # Even a program without a record has one roll to give.
    assert group.dice_data()["rolls"] == [list(roll) for roll in first.data["rolls"]]


@attack(
    "P5", "a dice keeper varies the random bytes and the date", "the roll does not depend on them"
)
def test_grinding_the_keepers_salt(tmp_path):
    group = owing(tmp_path)
    data = group.dice_data()
    positions = set()
    for number in range(50):
        table = group.table.copy()
        at = f"2026-11-20T15:04:{number:02d}Z"
        table.take(group.forge("ann", "dice", data, salt=number.to_bytes(16, "big"), at=at))
        positions.add(table.digest())
    assert len(positions) == 1


@attack("P5", "state another roll than the proof gives", "`dice.rolls`")
def test_listing_better_dice(tmp_path):
    group = owing(tmp_path)
    data = group.dice_data()
    good = data["rolls"][0][1]
    for got in range(6):
        if got != good:
            event = group.forge("ann", "dice", {**data, "rolls": [[6, got]]})
            group.refused(event, "dice.rolls", blame=["ann"])


@attack(
    "P5", "a dice keeper looks first, then writes anything but the dice", "refused, whatever it is"
)
def test_a_keeper_who_looks_and_then_reacts(tmp_path):
    group = owing(tmp_path)
    assert group.dice_data()["rolls"]  # ann has seen the roll now
    for kind, data in (
        ("orders", group.orders_data("red", END, standing={"red": {"fire": True}})),
        ("offer", {"what": "tie"}),
        ("offer", {"what": "undo", "to": group.events[-1].id}),
        ("resign", {}),
        ("seal", {"label": "late", "commit": "0" * 64}),
    ):
        group.refused_any(group.forge("ann", kind, data), blame=("ann",))


@attack(
    "P5", "a dice keeper dislikes the roll, and resigns or changes keys", "`*.wrong`: dice first"
)
def test_a_keeper_who_resigns_or_changes_keys(tmp_path):
    group = owing(tmp_path)
    group.refused(group.forge("ann", "resign", {}), "resign.wrong", blame=["ann"])
    keys = group.new_keys("ann", "new")
    group.refused(group.forge("ann", "offer", keys), "offer.wrong", blame=["ann"])


@attack("P5", "roll with another dice key", "`dice.proof`: the join fixed the key")
def test_a_foreign_vrf_key(tmp_path):
    group = owing(tmp_path)
    for number in range(20):
        event = group.forge("ann", "dice", group.dice_data(secret=bytes([number]) * 32))
        group.refused(event, "dice.proof", blame=["ann"])


@attack(
    "P5",
    "join with a copy of the opponent's dice key",
    "`key.same`; without the opponent's proof too",
)
def test_a_copied_vrf_key(tmp_path):
    group = Group(tmp_path)
    group.play("ann", "join")
    copied = {**group.events[1].data, "box": None}
    group.refused(group.forge("bob", "join", copied), "key.same", blame=["bob"])
    fresh = vrf.prove(b"x" * 32, entering.join_alpha(group.table.game_id, "bob")).hex()
    copied["proof"] = fresh
    group.refused(group.forge("bob", "join", copied), "key.same", blame=["bob"])


@attack("P5", "offer a new dice key in the middle of the game", "no offer has that field")
def test_changing_the_vrf_key(tmp_path):
    group = Group.joined(tmp_path)
    data = {"what": "keys", "vrf": vrf.vrf_public(b"x" * 32).hex()}
    group.refused(group.forge("ann", "offer", data), "event.kind")


@attack("P5", "use a die of another game", "`dice.proof`")
def test_a_die_of_another_game(tmp_path):
    group = owing(tmp_path)
    secret = identity("ann").vrf_secret(group.table.game_id)
    alpha = crypto_dice.alpha(GAME, group.events[-1].id)
    event = group.forge("ann", "dice", group.dice_data(proof=vrf.prove(secret, alpha).hex()))
    group.refused(event, "dice.proof", blame=["ann"])


@attack("P5", "send dice for another trigger that rolled better", "`dice.proof`")
def test_dice_for_the_wrong_trigger(tmp_path):
    group = owing(tmp_path)
    secret = identity("ann").vrf_secret(group.table.game_id)
    for event in group.events[:-1]:
        alpha = crypto_dice.alpha(group.table.game_id, event.id)
        dice = group.dice_data(proof=vrf.prove(secret, alpha).hex())
        group.refused(group.forge("ann", "dice", dice), "dice.proof", blame=["ann"])


@attack("P5", "roll in another dice keeper's place, or twice", "`dice.keeper`")
def test_keeping_for_somebody_else(tmp_path):
    group = Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="trio")
    group.orders("ann", attack_order("blue"), END)
    group.orders("bob", PASS)
    group.refused(group.forge("bob", "dice", group.dice_data()), "dice.keeper", blame=["bob"])
    group.play("ann", "dice")
    group.refused(group.forge("ann", "dice", group.dice_data()), "dice.keeper", blame=["ann"])


@attack(
    "P5",
    "have the dice keeper roll for two triggers after the same event",
    "the dice keeper answers one",
)
def test_two_triggers_on_one_predecessor(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", attack_order("blue"), END)
    base = list(group.events)
    group.orders("bob", PASS)
    group.play("ann", "dice")
    group.events = list(base)
    group.table = group.replay()
    group.take(group.forge("bob", "orders", group.orders_data("blue", FIRE)))
    with pytest.raises(KeyFileError, match="never gets any"):
        group.play("ann", "dice")


# --- P5: the author --------------------------------------------------------------------------


@attack("P5", "write a list that is illegal only if the dice are bad", "the order is skipped")
def test_a_list_that_is_illegal_only_when_the_dice_are_bad(tmp_path):
    """After a miss there is nothing to advance into; the list counts all the same."""
    group = Group.joined(tmp_path)
    group.orders("ann", attack_order("blue"), ADVANCE, END)
    group.rig_orders("bob", PASS, dice=(1,))
    assert skipped(group.table) == [ADVANCE]
    assert group.table.play.asked.side == "blue"
    group.check_all()


@attack(
    "P5",
    "read on in the old dice after an answer",
    "a new trigger: 1 of 6 guesses is right",
)
def test_reading_an_old_stream_on_past_an_answer(tmp_path):
    keeper = b"k" * 32
    hits, tries = 0, TRIES
    for number, trigger in enumerate(triggers("old", tries)):
        alpha = crypto_dice.alpha(GAME, trigger)
        stream = crypto_dice.Stream(crypto_dice.seed(alpha, [vrf.output(vrf.prove(keeper, alpha))]))
        stream.uniform(6)
        answer = hashlib.sha256(f"{trigger} answered {number}".encode()).hexdigest()
        hits += stream.uniform(6) + 1 == die(keeper, answer)
    assert by_chance(hits, tries, 1 / 6)
    group = Group.joined(tmp_path)
    group.orders("ann", attack_order("blue"), attack_order("blue"))
    first = group.rig_orders("bob", PASS, dice=(5,))
    group.orders("ann", PASS, attack_order("blue"))
    group.orders("bob", PASS)
    assert group.table.dicing.trigger != first.id


@attack("P5", "change your standing orders after the trigger", "only dice may be written there")
def test_standing_answers_changed_after_the_trigger(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", move(1), END)
    group.orders("bob", move(1), END)
    group.orders("ann", attack_order("blue"), END, standing={"red": {"advance": False}})
    group.rig("bob", "orders", group.orders_data("blue", PASS, retreat(1)), 6)
    late = group.orders_data("red", END, standing={"red": {"advance": True}})
    group.refused(group.forge("ann", "orders", late), "kind.wrong", blame=["ann"])
    group.roll()
    assert group.table.play.position.ground["red"] == 2  # as stood before the trigger


@attack(
    "P5", "a dice keeper writes the event before the trigger so that the dice are good", "uniform"
)
def test_choosing_the_event_before_the_trigger():
    """The keeper tries eight events of their own; the author's salt is drawn after that."""
    keeper, counts = b"k" * 32, [0] * 6
    for number in range(TRIES):
        guessed = {
            before: die(keeper, hashlib.sha256(f"{before} guessed".encode()).hexdigest())
            for before in triggers(f"before {number}", 8)
        }
        best = max(guessed, key=lambda before: guessed[before])
        salt = hashlib.sha256(f"salt {number}".encode()).hexdigest()
        counts[die(keeper, hashlib.sha256(f"{best} {salt}".encode()).hexdigest()) - 1] += 1
    assert chi_square(counts) < CHI_6_FACES


@attack("P5", "take a trigger back by an undo and roll again", "`offer.wrong`")
def test_undoing_a_trigger(tmp_path):
    group = owing(tmp_path)
    trigger = group.events[-1]
    group.roll()
    active = group.table.active().handle
    for event in (trigger, group.events[-1]):
        data = {"what": "undo", "to": event.id}
        group.refused(group.forge(active, "offer", data), "offer.wrong", blame=[active])


# --- P5: who keeps ---------------------------------------------------------------------------


@attack(
    "P5", "open a game with `opponents` and one player, who would keep their own dice", "`open.bad`"
)
def test_opponents_with_one_player():
    data = opening(("ann",), {"red": "ann", "blue": "ann"})
    with pytest.raises(BadLog) as caught:
        writer.open_game(identity("ann"), toy_library(), data)
    assert caught.value.finding.code == "open.bad"


@attack("P5", "keep your own dice in a game of two", "`open.bad`, later `dice.keeper`")
def test_keeping_ones_own_dice(tmp_path):
    with pytest.raises(BadLog):
        writer.open_game(identity("ann"), toy_library(), opening(dice="self"))
    group = owing(tmp_path)
    secret = identity("bob").vrf_secret(group.table.game_id)
    alpha = crypto_dice.alpha(group.table.game_id, group.events[-1].id)
    proof = vrf.prove(secret, alpha).hex()
    event = group.forge("bob", "dice", {**group.dice_data(), "proof": proof})
    group.refused(event, "dice.keeper", blame=["bob"])


@attack(
    "P5",
    "find a die that is not uniform",
    "over thousands of triggers all faces come equally often",
)
def test_the_dice_are_uniform():
    counts = [0] * 6
    for trigger in triggers("uniform", 2_000):
        counts[die(b"k" * 32, trigger) - 1] += 1
    assert chi_square(counts) < CHI_6_FACES


@attack("P5", "spoil an honest dice keeper's dice as the last of two", "still uniform, or refused")
def test_the_last_keeper_can_only_refuse():
    """Whatever key the last keeper took, with one honest keeper the dice are uniform."""
    counts = [0] * 6
    for number, trigger in enumerate(triggers("last", TRIES)):
        alpha = crypto_dice.alpha(GAME, trigger)
        honest = vrf.output(vrf.prove(b"h" * 32, alpha))
        last = vrf.output(vrf.prove(bytes([number % 7]) * 32, alpha))
        counts[_first(alpha, [honest, last]) - 1] += 1
    assert chi_square(counts) < CHI_6_FACES
