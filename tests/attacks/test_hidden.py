"""Attacks on what is hidden: face-down counters, sealed plans (P6, P7)."""

from __future__ import annotations

import hashlib
import json
import random
from itertools import combinations

import pytest

from hostile.base import go_on, saipan_group
from long import times
from pbem.crypto import canonical, commitment
from pbem.errors import FormError
from pbem.kit.dice import SeededDice
from pbem.play.outcomes import Rolled
from pbem.table.practice import lay, lying
from toy.cheat import CHI_6_FACES, attack, by_chance, chi_square
from toy.group import END, Group, plan

DRAW, UP = {"do": "draw"}, {"do": "turn-up"}
LANDINGS = 38_760
"""Six of twenty beach hexes."""


# --- P6 --------------------------------------------------------------------------------------


@attack("P6", "decide which unit lies face down before it is turned up", "nothing is decided")
def test_nothing_lies_there_before_it_is_turned_up(tmp_path):
    """From one log with a counter face down, different turns of play turn up different ones."""
    group = Group.joined(tmp_path)
    group.orders("ann", DRAW)
    seen = set()
    for number in range(40):
        branch = Group.__new__(Group)
        branch.folder, branch.library, branch.opening = group.folder, group.library, group.opening
        branch.events, branch.table = list(group.events), group.table.copy()
        data = branch.orders_data("red", UP)
        branch.take(branch.forge("ann", "orders", data, salt=number.to_bytes(16, "big")))
        branch.take(branch.forge("bob", "dice", branch.dice_data()))
        seen.add(branch.table.play.cups.members["bag"][-1])
    assert seen == {"a1", "b2", "c3"}


@attack("P6", "peek: find the face-down unit in log, position or digest", "1 of 4 guesses is right")
def test_peeking_at_a_face_down_counter(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", DRAW)
    position = json.loads(group.table.position())
    assert position["game"]["reserve"]["red"] == ["?1"]
    hits, tries = 0, times(300, of=800)
    for number in range(tries):
        data = group.orders_data("red", UP)
        event = group.forge("ann", "orders", data, salt=number.to_bytes(16, "big"))
        table = group.table.copy()
        table.take(event)
        guess = int(hashlib.sha256(group.table.position()).hexdigest(), 16) % 4
        keeper = Group.__new__(Group)
        keeper.table, keeper.events = table, [*group.events, event]
        hits += keeper.dice_data()["rolls"][0][1] == guess
    assert by_chance(hits, tries, 1 / 4)


@attack("P6", "turn it up in a practice game first", "1 of 4 guesses is right")
def test_turning_it_up_in_a_practice(tmp_path):
    """A practice goes on from the very position, with whatever dice it likes."""
    group = Group.joined(tmp_path)
    group.orders("ann", DRAW)
    hits, tries = 0, times(300, of=800)
    for number in range(tries):
        data = group.orders_data("red", UP)
        event = group.forge("ann", "orders", data, salt=number.to_bytes(16, "big"))
        keeper = Group.__new__(Group)
        keeper.table, keeper.events = group.table.copy(), [*group.events, event]
        keeper.table.take(event)
        tried = lay(group.table.play.game, lying(keeper.table.play))
        tried.roll(SeededDice(random.Random(number)))  # noqa: S311 - nobody has to trust these dice
        guess = next(one.got for one in tried.reported if isinstance(one, Rolled))
        hits += keeper.dice_data()["rolls"][0][1] == guess
    assert by_chance(hits, tries, 1 / 4)


@attack("P6", "draw the best unit by trying versions", "every unit comes equally often")
def test_grinding_a_blind_draw(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", DRAW)
    counts = [0] * 4
    for number in range(times(300, of=800)):
        data = group.orders_data("red", UP)
        event = group.forge("ann", "orders", data, salt=number.to_bytes(16, "little"))
        keeper = Group.__new__(Group)
        keeper.table, keeper.events = group.table.copy(), [*group.events, event]
        keeper.table.take(event)
        counts[keeper.dice_data()["rolls"][0][1]] += 1
    assert chi_square(counts) < CHI_6_FACES


# --- P7 --------------------------------------------------------------------------------------


@attack("P7", "try all beaches against digests and log", "none of 38,760 fits")
def test_brute_force_on_the_sealed_beaches(tmp_path):
    group = saipan_group(tmp_path, "free", scenario="free")
    before = group.table.position()
    go_on(group, lambda now: now.table.active().handle == "bob")
    seal = group.events[-1]
    secret = group.writer("ann").private.secrets()[0]
    assert secret.salt.encode() not in group.table.position() + seal.line
    hexes = sorted(group.table.play.game.setting.tables.beaches)
    tried, hits = 0, 0
    for six in combinations(hexes, 6):
        value = canonical.encode({"do": "beaches", "hexes": list(six)})
        tried += 1
        # The tries of somebody without the salt: the bare value, and the salts that they can see.
        hits += hashlib.sha256(value).hexdigest() == seal.data["commit"]
        hits += hashlib.sha256(b"pbem/commit/v1\n" + value).hexdigest() == seal.data["commit"]
    assert (tried, hits) == (LANDINGS, 0)
    # The same seal, whatever was sealed: the position differs in nothing but the commitment.
    reported = json.loads(group.table.position())
    was = json.loads(before)
    assert reported["table"]["seals"] == [
        {"label": "beaches", "by": "ann", "event": seal.id, "commit": seal.data["commit"],
         "opened": False}
    ]  # fmt: skip
    assert reported["game"].keys() == was["game"].keys()
    assert not any(hex_id in json.dumps(reported["table"]["seals"]) for hex_id in hexes)


@attack(
    "P7",
    "seal a copy of the opponent's commitment, and open it as the opponent does",
    "`commit.open`",
)
def test_a_copied_commitment(tmp_path):
    group = Group.joined(tmp_path, scenario="plans")
    ann = group.play("ann", "seal", plan(3))
    bob = group.forge("bob", "seal", {"label": "plan-blue", "commit": ann.data["commit"]})
    group.take(bob)
    group.orders("ann", END)
    group.orders("bob", END)
    opened = group.play("ann", "reveal")
    copied = {**opened.data, "of": bob.id}
    group.refused(group.forge("bob", "reveal", copied), "commit.open", blame=["bob"])


@attack("P7", "open something better than you sealed", "`commit.open`; no other value fits")
def test_opening_something_else(tmp_path):
    group = Group.joined(tmp_path, scenario="plans")
    group.play("ann", "seal", plan(3))
    group.play("bob", "seal", plan(1))
    group.orders("ann", END)
    group.orders("bob", END)
    secret = group.writer("ann").private.secrets()[0]
    seal = group.table.seals[0]
    for to in (1, 2, 4, 5, 6):
        data = {"of": seal.event, "salt": secret.salt, "value": plan(to)}
        group.refused(group.forge("ann", "reveal", data), "commit.open", blame=["ann"])


@attack("P7", "make a commitment that opens in two ways, by line feeds in its parts", "refused")
def test_a_commitment_that_opens_in_two_ways():
    fields = {"game": "a" * 64, "handle": "ann", "prev": "b" * 64, "salt": "c" * 64}
    made = {
        commitment.commit(**fields, label=label, value_jcs=value)
        for label, value in (("a", b'"b"'), ("a-b", b'""'), ("b", b'"b"'))
    }
    assert len(made) == 3
    with pytest.raises(FormError, match="label"):
        commitment.commit(**fields, label="a\n" + "c" * 64, value_jcs=b"1")


@attack("P7", "never open a plan that went wrong", "nothing else may be written; you forfeit")
def test_a_plan_not_opened(tmp_path):
    group = Group.joined(tmp_path, scenario="plans", umpire="uma")
    group.play("ann", "seal", plan(3))
    group.play("bob", "seal", plan(1))
    group.orders("ann", END)
    group.orders("bob", END)
    event = group.forge("ann", "orders", group.orders_data("red", END))
    group.refused(event, "kind.wrong", blame=["ann"])
    group.take(group.forge("uma", "ruling", {"out": "ann", "as": "forfeit", "late": None}))
    assert (group.table.result.winner, group.table.result.why) == ("blue", "forfeit")


@attack("P7", "seal two plans and choose later", "`commit.label`")
def test_choosing_between_two_sealed_plans(tmp_path):
    group = Group.joined(tmp_path, ("ann", "wil"), {"red": "ann", "blue": "ann"}, scenario="plans")
    group.play("ann", "seal", plan(1))
    group.play("ann", "seal", plan(6))
    group.orders("ann", END, END)
    other = group.table.seals[1]
    secret = group.writer("ann").private.find(other.label, other.commit)
    data = {"of": other.event, "salt": secret.salt, "value": secret.value}
    group.refused(group.forge("ann", "reveal", data), "commit.label", blame=["ann"])


@attack(
    "P7",
    "see the opponent's plan before you seal yours",
    "nothing is opened before everything is sealed",
)
def test_seeing_the_opponents_plan_first(tmp_path):
    group = Group.joined(tmp_path, scenario="plans")
    group.play("ann", "seal", plan(3))
    assert group.table.active().kinds[0] == "seal"
    secret = group.writer("ann").private.secrets()[0]
    data = {"of": group.events[-1].id, "salt": secret.salt, "value": secret.value}
    group.refused(group.forge("ann", "reveal", data), "pen.wrong", blame=["ann"])
