"""Attacks on dice that witnesses keep and the author closes (decision 67)."""

from __future__ import annotations

import hashlib

import pytest

from long import times
from pbem.audit.verify import verify
from pbem.crypto import dice as crypto_dice
from pbem.crypto import vrf
from pbem.errors import SecondTrigger
from pbem.log.file import to_bytes
from pbem.log.finding import BadLog
from pbem.table.table import Table
from toy.branches import OUT
from toy.cheat import attack, by_chance
from toy.group import PASS, Group, identity, signer, toy_library
from toy.group import attack as attack_order

SEATS = {"red": "ann", "blue": "bob"}
TRIES = times(120, of=500)
GAME = hashlib.sha256(b"game").hexdigest()


@pytest.fixture
def owing(tmp_path):
    """Bob's answer is the trigger; wil keeps, and bob closes the roll."""
    group = Group.joined(tmp_path, ("ann", "bob", "wil"), SEATS, umpire="uma", dice="witnesses")
    group.orders("ann", attack_order("blue"))
    group.orders("bob", PASS)
    return group


def die(trigger, *handles):
    """The first die that these keepers give together."""
    alpha = crypto_dice.alpha(GAME, trigger)
    secrets = [identity(handle).vrf_secret(GAME) for handle in handles]
    betas = [vrf.output(vrf.prove(secret, alpha)) for secret in secrets]
    return crypto_dice.Stream(crypto_dice.seed(alpha, betas)).uniform(6) + 1


@attack(
    "P5",
    "a witness, the opponent and the umpire together: know a roll before the witness gives dice, "
    "to fall silent if it is bad",
    "1 of 6 guesses is right: the author's key closes the roll",
)
def test_a_witness_does_not_know_the_roll():
    triggers = (hashlib.sha256(f"trigger {n}".encode()).hexdigest() for n in range(TRIES))
    right = sum(die(one, "wil", "ann", "uma") == die(one, "wil", "bob") for one in triggers)
    assert by_chance(right, TRIES, 1 / 6)


@attack(
    "P5",
    "umpire: put the author's friend in the place of a witness, to choose all later rolls together",
    "`ruling.wrong`: a witness who keeps the dice is not replaced",
)
def test_a_friend_in_the_place_of_a_witness(owing):
    new = {"out": "wil", "as": "replace", "handle": "yan", "sign": signer("yan").sign, "late": None}
    owing.refused(owing.forge("uma", "ruling", new), "ruling.wrong", blame=["uma"])
    agreed = {**new, "consent": owing.consent("wil", "yan")}
    owing.refused(owing.forge("uma", "ruling", agreed), "ruling.wrong", blame=["uma"])


@attack(
    "P5",
    "author: have the only witness put out, and keep your own dice alone",
    "opponents keep the dice then",
)
def test_nobody_is_left_but_the_author(owing):
    owing.take(owing.forge("uma", "ruling", {"out": "wil", **OUT}))
    owing.roll()
    owing.orders(owing.table.active().handle, attack_order("blue"))
    now = owing.table.active()
    if "dice" not in now.kinds:
        owing.orders(now.handle, PASS)
    author = owing.events[-1].by
    assert owing.table.dicing is not None
    assert author not in [keeper.handle for keeper in owing.table.dicing.keepers]


@attack(
    "P5",
    "author and the last of two witnesses: know the roll before its dice are out, and fall silent "
    "if it is bad, with an honest umpire",
    "works once for each witness's place: the umpire's key gives another roll, and the verdict's "
    "first line says so",
)
def test_the_last_of_two_witnesses_falls_silent_for_the_author(tmp_path):
    players = ("ann", "bob", "wil", "xan")
    group = Group.joined(tmp_path, players, SEATS, umpire="uma", dice="witnesses")
    group.orders("ann", attack_order("blue"))
    group.orders("bob", PASS)
    group.play("wil", "dice")
    heard = group.at(group.events)
    heard._take(heard.forge("xan", "dice", heard.dice_data()))
    bad = [tuple(one) for one in heard.dice_data()["rolls"]]
    group.take(group.forge("uma", "ruling", {"out": "xan", **OUT}))
    assert group.roll() != bad
    path = tmp_path / "log.pbem"
    path.write_bytes(to_bytes(group.events))
    assert "xan and the author" in verify(path, toy_library()).dice
    assert "xan" not in [one.handle for one in group.table.roster.playing()]


@attack(
    "P5",
    "author: see the roll after the witness's dice, and resign, offer or order instead",
    "`*.wrong`: dice first",
)
def test_the_author_looks_and_then_does_something_else(owing):
    owing.play("wil", "dice")
    for kind, data in (
        ("resign", {}),
        ("offer", {"what": "tie"}),
        ("orders", owing.orders_data("blue", PASS)),
        ("answer", {"yes": True}),
    ):
        owing.refused_any(owing.forge("bob", kind, data), blame=["bob"])


@attack(
    "P5",
    "author: send a witness another order on the same event, after a bad roll",
    "the witness's record answers one, and the two convict",
)
def test_two_orders_for_one_witness(owing):
    before = owing.at(owing.events[:-1])
    owing.play("wil", "dice")
    data = before.orders_data("blue", PASS)
    before.take(before.forge("bob", "orders", data, salt=bytes(15) + b"x"))
    with pytest.raises(SecondTrigger) as caught:
        before.play("wil", "dice")
    assert owing.events[-2].line.decode() == caught.value.first


@attack(
    "P5",
    "open a game of witnesses in version 1, so that older programs read other dice keepers",
    "`event.kind`: such a game has version 2, which older programs refuse",
)
def test_witnesses_in_version_1(owing):
    first = owing.events[0]
    data = {"game": "", "seq": 0, "prev": first.prev, "version": 1}
    with pytest.raises(BadLog) as caught:
        Table(owing.library).take(owing.forge("ann", "open", dict(first.data), **data))
    assert caught.value.finding.code == "event.kind"
