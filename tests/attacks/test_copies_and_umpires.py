"""Attacks on the agreement of copies, and with or against an umpire (P10, P11)."""

from __future__ import annotations

import msgspec
import pytest

from long import times
from pbem.crypto import dice as crypto_dice
from pbem.crypto import digest, vrf
from pbem.errors import NotYourPen
from pbem.log.finding import BadLog
from pbem.table.events import kinds
from pbem.table.library import Library, data_digest
from pbem.table.table import Table
from toy.cheat import CHI_6_FACES, attack, chi_square
from toy.group import END, PASS, RULES, Group, identity, move, opening, signer
from toy.group import attack as attack_order
from toy.rules import ToyRules

OUT_ANN = {"out": "ann", "as": "forfeit", "late": None}


def owing(tmp_path, **kwargs):
    group = Group.joined(tmp_path, umpire="uma", **kwargs)
    group.orders("ann", attack_order("blue"), END)
    group.orders("bob", PASS)
    return group


# --- P10 -------------------------------------------------------------------------------------


def doctored_pack() -> bytes:
    pack = msgspec.json.decode(ToyRules().export())
    return msgspec.json.encode({**pack, "strength": 9})


@attack("P10", "play with a changed data pack", "it has another digest: `rules.unknown`")
def test_a_doctored_data_pack_under_its_own_digest(tmp_path):
    data = ToyRules().data(doctored_pack())
    rules = kinds.RulesId("toy", 1, data_digest(data))
    with pytest.raises(BadLog) as caught:
        Group(tmp_path, opening(rules=rules))
    assert caught.value.finding.code == "rules.unknown"
    assert "data pack" in caught.value.finding.message


@attack(
    "P10", "put a changed data pack in the place of the agreed one", "pbem says that it was altered"
)
@pytest.mark.parametrize("pack", [doctored_pack(), b"{", b""])
def test_a_doctored_data_pack_under_the_agreed_digest(pack):
    agreed = ToyRules().data(doctored_pack().replace(b"9", b"7"))
    library = Library(lambda name, version: RULES.get((name, version)), lambda _digest: pack)
    rules = kinds.RulesId("toy", 1, data_digest(agreed))
    with pytest.raises(BadLog) as caught:
        Table(library).take(_opened(rules))
    assert caught.value.finding.code == "rules.unknown"
    changed = f"the stored data pack {data_digest(agreed)[:16]}... was changed"
    assert changed in caught.value.finding.message


def _opened(rules):
    from pbem.log.event import NO_EVENT, compose

    return compose(
        game="", seq=0, prev=NO_EVENT, by="ann", at="2026-11-20T15:04:05Z", kind="open",
        data=kinds.write_data(opening(rules=rules)), seed=identity("ann").sign_seed,
    )  # fmt: skip


@attack("P10", "play by changed rules, and state the position that they give", "`state.digest`")
def test_orders_written_on_another_position(tmp_path):
    group = Group.joined(tmp_path)
    altered = group.table.copy()
    altered.play.position.strength["red"] += 1
    altered.position_changed()
    data = group.orders_data("red", END, state=altered.digest())
    group.refused(group.forge("ann", "orders", data), "state.digest", blame=[])


@attack("P10", "give dice by changed rules", "`then.digest` or `dice.rolls`")
def test_dice_kept_by_altered_rules(tmp_path):
    group = owing(tmp_path)
    group.table.play.position.shots["blue"] = 9
    wrong = group.dice_data()
    group.table = group.replay()
    group.refused(group.forge("ann", "dice", wrong), "then.digest", blame=[])


@attack("P10", "hide a second spelling of an order in an event", "`orders.form`")
def test_two_spellings_of_one_order(tmp_path):
    group = Group.joined(tmp_path)
    data = group.orders_data("red", {"do": "end", "n": 0})
    group.refused(group.forge("ann", "orders", data), "orders.form", blame=["ann"])


# --- P11: a player who stops -----------------------------------------------------------------


@attack("P11", "stop answering when you are losing", "the umpire's ruling ends the game")
def test_a_player_who_stops_answering(tmp_path):
    group = Group.joined(tmp_path, umpire="uma")
    group.take(group.forge("uma", "ruling", OUT_ANN))
    assert (group.table.result.winner, group.table.result.why) == ("blue", "forfeit")


@attack("P11", "stop answering without an umpire", "the log proves who owes what")
def test_a_player_who_stops_without_an_umpire(tmp_path):
    group = Group.joined(tmp_path)
    assert group.replay().active().why == "Waiting for ann (red): What do you do next?"
    group.orders("ann", attack_order("blue"))
    group.orders("bob", PASS)
    assert group.replay().active().why == "Waiting for ann's computer to roll (event 4)."


@attack(
    "P11",
    "a dice keeper sees a bad roll and does not send it",
    "the dice keeper forfeits; the game is lost",
)
def test_a_keeper_who_does_not_send_a_bad_roll(tmp_path):
    group = owing(tmp_path)
    assert group.dice_data()["rolls"]
    group.take(group.forge("uma", "ruling", OUT_ANN))
    assert group.table.result.winner == "blue"


@attack("P11", "be ruled out on purpose, to get another roll", "the umpire's die is uniform")
def test_leaving_for_another_roll():
    """The umpire's dice in the place of a keeper do not depend on what the keeper saw."""
    secret, game = b"u" * 32, "ab" * 32
    counts, seen_low = [0] * 6, [0] * 6
    for number in range(times(400, of=800)):
        trigger = digest.sha256_hex(f"left {number}".encode())
        standin = digest.tagged("standin", f"{game}\n{trigger}\nann".encode())
        alpha = crypto_dice.alpha(game, trigger)
        own = _die(alpha, b"a" * 32, alpha)
        got = _die(alpha, secret, standin)
        counts[got - 1] += 1
        if own <= 2:
            seen_low[got - 1] += 1
    assert chi_square(counts) < CHI_6_FACES
    assert chi_square(seen_low) < CHI_6_FACES


def _die(alpha, secret, proven):
    beta = vrf.output(vrf.prove(secret, proven))
    return crypto_dice.Stream(crypto_dice.seed(alpha, [beta])).uniform(6) + 1


@attack(
    "P11", "be replaced, so that the seat's standing orders are asked for again", "they still count"
)
def test_a_replacement_to_reconsider_standing_answers(tmp_path):
    players = ("ann", "bob", "cat")
    group = Group.joined(tmp_path, players, scenario="trio", umpire="uma")
    group.orders("ann", attack_order("blue"), END, standing={"red": {"advance": True}})
    group.rig("bob", "orders", group.orders_data("blue", PASS), 6)
    data = {
        "out": "ann",
        "as": "replace",
        "late": None,
        "handle": "dan",
        "sign": signer("dan").sign,
        "consent": group.consent("ann", "dan"),
    }
    group.take(group.forge("uma", "ruling", data))
    group.table.reported()
    group.roll()
    reported = [o for o in group.table.reported() if type(o).__name__ == "Settled"]
    assert not [o for o in reported if o.how == "out"]


# --- P11: the umpire -------------------------------------------------------------------------


@attack("P11", "umpire: put out a player who owes nothing", "`ruling.wrong`")
def test_an_umpire_who_puts_out_the_innocent(tmp_path):
    group = Group.joined(tmp_path, umpire="uma")
    for data in (
        {"out": "bob", "as": "forfeit", "late": None},
        {"out": "uma", "as": "forfeit", "late": None},
    ):
        group.refused(group.forge("uma", "ruling", data), "ruling.wrong", blame=["uma"])


@attack("P11", "umpire: give dice, orders or answers, or resign, for others", "refused")
def test_an_umpire_who_plays(tmp_path):
    group = owing(tmp_path)
    group.refused(group.forge("uma", "dice", group.dice_data()), "dice.keeper", blame=["uma"])
    group.roll()
    for kind, data in (
        ("orders", group.orders_data("red", END)), ("answer", {"yes": True}), ("resign", {}),
        ("offer", {"what": "tie"}), ("reveal", {"of": "0" * 64, "salt": "0" * 64, "value": {}}),
    ):  # fmt: skip
        group.refused_any(group.forge("uma", kind, data), blame=("uma",))


@attack("P11", "umpire: declare a winner, or reopen a game", "`ruling.wrong`")
def test_an_umpire_who_declares_a_winner(tmp_path):
    group = Group.joined(tmp_path, umpire="uma")
    won = {"result": {"winner": "red", "why": "victory"}}
    group.refused(group.forge("uma", "ruling", won), "ruling.wrong", blame=["uma"])
    group.play("ann", "resign")
    group.refused(group.forge("uma", "ruling", won), "ruling.wrong", blame=["uma"])


@attack(
    "P11",
    "umpire: try versions of the dice that replace a player's",
    "one key, trigger and player give one output",
)
def test_an_umpire_who_grinds_the_stand_in(tmp_path):
    players = ("ann", "bob", "cat")
    group = Group.joined(tmp_path, players, scenario="trio", umpire="uma")
    group.orders("ann", attack_order("blue"), END)
    group.orders("bob", PASS)
    trigger = group.table.dicing.trigger
    group.take(group.forge("uma", "ruling", OUT_ANN))
    betas = set()
    for number in range(20):
        assert group.table.dicing.trigger == trigger
        proof = group.dice_data()["proof"]
        event = group.forge("uma", "dice", {"proof": proof}, salt=bytes([number] * 16))
        table = group.table.copy()
        table.take(event)
        betas.add(tuple(table.dicing.betas))
    assert len(betas) == 1
    foreign = group.dice_data(secret=b"x" * 32)
    group.refused(group.forge("uma", "dice", foreign), "dice.proof", blame=["uma"])


@attack("P11", "a player poses as umpire", "`ruling.wrong`")
def test_a_player_who_rules(tmp_path):
    group = Group.joined(tmp_path)
    group.refused(group.forge("bob", "ruling", OUT_ANN), "ruling.wrong", blame=["bob"])
    with pytest.raises(NotYourPen):
        group.writer("bob").ruling(kinds.PutOut(out="ann", as_="forfeit", late=None))


@attack("P11", "write on after a ruling against you", "`pen.wrong`, `end.over`")
def test_going_on_after_a_ruling(tmp_path):
    group = Group.joined(tmp_path, umpire="uma")
    late = group.forge("ann", "orders", group.orders_data("red", move(1)))
    group.take(group.forge("uma", "ruling", OUT_ANN))
    group.refused(late, "chain.seq")
    again = group.forge("ann", "orders", group.orders_data("red", move(1)))
    group.refused(again, "end.over", blame=["ann"])
