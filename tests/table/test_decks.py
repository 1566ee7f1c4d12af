"""Masked decks at the table (docs/protocol-cards.md, 6): whole games, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hostile.base import fixed_chance
from pbem.audit.trust import needs, needs_words
from pbem.audit.verdict import Need
from pbem.crypto import group
from pbem.crypto.cards import deck
from pbem.errors import IllegalOrder, SecondTrigger
from pbem.log.finding import BadLog
from pbem.table.events import kinds
from pbem.table.own.dealing import HeldCard
from toy.dealers import number
from toy.fates import AGAIN, KEEP, ROLL, TAKE, TURN_UP, FateGroup, play, started
from toy.group import END, read, signer


@pytest.fixture(autouse=True)
def _the_same_cards_in_every_run():
    with fixed_chance("decks"):
        yield


def test_the_decks_are_made_and_dealt_before_anybody_is_asked(tmp_path):
    party = started(tmp_path)
    kinds_ = [event.kind for event in party.events]
    assert kinds_ == ["open", "join", "join", "shuffle", "shuffle", "unmask", "unmask"]
    assert [event.by for event in party.events[3:]] == ["ann", "bob", "bob", "ann"]
    hands = {who: party.hand(who) for who in ("ann", "bob")}
    assert [[card.place for card in hand] for hand in hands.values()] == [[0, 1], [2, 3]]
    seen = [card.card for hand in hands.values() for card in hand]
    assert len(set(seen)) == 4
    assert set(seen) <= set(range(8))
    party.check_all()


def test_who_has_drawn_is_asked_and_nobody_else_knows_the_card(tmp_path):
    party = started(tmp_path)
    party.orders("ann", TAKE)
    assert party.table.active().kinds == ("unmask",)
    assert party.table.active().handle == "bob"
    party.play("bob", "unmask")
    assert party.table.play.asked.name == "drawn"
    assert party.table.active().handle == "ann"
    assert [card.place for card in party.hand("ann")] == [0, 1, 4]
    assert [card.place for card in party.hand("bob")] == [2, 3]
    party.orders("ann", KEEP)
    party.check_all()


def test_a_list_goes_on_after_a_draw_only_when_its_author_was_asked(tmp_path):
    party = started(tmp_path)
    party.orders("ann", TAKE, KEEP, END)
    party.play("bob", "unmask")
    assert party.table.play.asked.name == "drawn"
    party.check_all()


def test_a_card_is_shown_with_its_proof(tmp_path):
    party = started(tmp_path)
    held = party.hand("ann")[0]
    event = party.orders("ann", play(held))
    (proof,) = read(event).proofs
    assert (proof.show.deck, proof.show.place, proof.show.card) == held
    assert party.table.play.position.points["red"] == held.card
    party.check_all()


def test_a_proof_of_a_card_costs_the_point_of_that_card_alone(tmp_path, monkeypatch):
    """A line may show hundreds of cards of many decks: not each may cost all points of its deck."""
    party = started(tmp_path)
    held = party.hand("ann")[0]
    event = party.orders("ann", play(held))
    made, to_group = [], deck.to_group
    monkeypatch.setattr(deck, "to_group", lambda *of: (made.append(of), to_group(*of))[1])
    read_again = party.at(party.events[:-1])
    made.clear()
    read_again.table.take(event)
    assert made == [("card", f"{party.table.game_id}\nfate\n{held.card}")]


def test_a_card_that_is_not_held_cannot_be_shown(tmp_path):
    party = started(tmp_path)
    held = party.hand("ann")[0]
    for wrong in (
        held._replace(card=(held.card + 1) % 8), held._replace(place=2), held._replace(place=7)
    ):  # fmt: skip
        with pytest.raises(IllegalOrder):
            party.orders("ann", play(wrong))


def test_a_card_is_turned_up_for_everybody_the_drawer_last(tmp_path):
    party = started(tmp_path)
    party.orders("ann", TURN_UP)
    assert party.table.active().handle == "bob"
    party.play("bob", "unmask")
    assert (party.table.active().handle, party.table.active().kinds) == ("ann", ("unmask",))
    party.play("ann", "unmask")
    assert len(party.table.play.position.seen) == 1
    assert party.table.active().kinds[0] == "orders"
    # A hidden draw after it takes the next place.
    party.orders("ann", TAKE)
    party.play("bob", "unmask")
    assert party.hand("ann")[-1].place == 5
    party.check_all()


def test_dice_come_after_orders_and_never_after_a_deck(tmp_path):
    party = started(tmp_path)
    party.orders("ann", ROLL)
    assert party.table.active().kinds == ("dice",)
    party.roll()
    party.orders("ann", TAKE)
    party.play("bob", "unmask")
    data = kinds.DiceData(proof="00" * 80, rolls=(), then="00" * 32)
    for level in (1, 2, 3):
        with pytest.raises(BadLog) as caught:
            party.replay(level).take(party.forge("bob", "dice", kinds.write_data(data)))
        assert caught.value.finding.code == "dice.keeper"


def test_a_deck_made_again_has_the_cards_that_all_have_seen_and_hands_stay(tmp_path):
    party = started(tmp_path)
    first, other = party.hand("ann")
    party.orders("ann", play(first))
    party.roll()
    party.orders("ann", AGAIN)
    assert party.table.active().kinds == ("shuffle", "resign")
    party.play("ann", "shuffle")
    party.play("bob", "shuffle")
    party.orders("ann", TAKE)
    party.play("bob", "unmask")
    assert party.hand("ann") == [other, HeldCard("fate#2", 0, first.card)]
    party.orders("ann", play(party.hand("ann")[-1]))
    party.roll()
    party.finish()
    party.check_all()


def test_everything_is_opened_at_the_end(tmp_path):
    party = started(tmp_path)
    for who in ("ann", "bob") * 3:
        party.orders(who, END)
    assert party.table.result is not None
    assert (party.table.active().handle, party.table.active().kinds) == ("ann", ("lay-open",))
    result = party.table.result
    assert needs(party.table) == (Need("masks", "ann"), Need("masks", "bob"))
    party.play("ann", "lay_open")
    waits = needs_words(needs(party.table))
    assert waits == "all keys of the decks are revealed (by bob)"
    party.play("bob", "lay_open")
    assert party.table.active().handle is None
    assert party.table.result == result
    assert needs(party.table) == ()
    party.check_all()


def who_drew(folder: Path, wanted: range) -> FateGroup:
    """A game in which ann has just drawn one of some cards."""
    for count in range(50):
        party = started(folder / str(count))
        party.orders("ann", TAKE)
        party.play("bob", "unmask")
        if party.hand("ann")[-1].card in wanted:
            return party
    raise AssertionError("none of fifty decks has such a card there")


@pytest.mark.parametrize("at_least", [6, 0])
def test_a_fate_that_was_kept_loses_the_game_and_another_card_does_not(tmp_path, at_least):
    party = who_drew(tmp_path, range(6, 8) if at_least else range(6))
    party.orders("ann", KEEP)
    party.orders("ann", END)
    party.finish()
    ann = party.table.roster.find("ann")
    assert ann.out == ("forfeit" if at_least else None)
    if at_least:
        assert party.table.result == kinds.GameResult("blue", "forfeit")
    party.check_all()


def test_who_resigns_opens_too_and_last(tmp_path):
    party = started(tmp_path)
    party.play("ann", "resign")
    assert party.table.result.winner == "blue"
    assert party.table.active().handle == "bob"
    party.play("bob", "lay_open")
    party.play("ann", "lay_open")
    assert party.table.active().handle is None
    party.check_all()


def test_who_resigns_before_he_shuffles_has_nothing_to_open(tmp_path):
    party = FateGroup(tmp_path)
    party.join_all()
    party.play("ann", "shuffle")
    party.play("bob", "resign")
    assert (party.table.active().handle, party.table.active().kinds) == ("ann", ("lay-open",))
    party.play("ann", "lay_open")
    party.check_all()


def test_nothing_is_taken_back_over_a_draw_or_a_card_shown(tmp_path):
    party = started(tmp_path)
    shown = party.orders("ann", play(party.hand("ann")[0]))
    party.roll()
    assert not party.table.snapshots
    with pytest.raises(BadLog):
        party.play("ann", "offer", kinds.OfferUndo(to=shown.id))


def test_a_place_is_unmasked_for_one_player_ever(tmp_path):
    """Not for another draw, on whatever branch: who was first has seen it."""
    party = started(tmp_path)
    party.orders("ann", TAKE)
    party.play("bob", "unmask")
    # Bob has given place 4 to ann; where it would be turned up for all bob gives nothing.
    again = party.branch(7)
    again.take(again.forge("ann", "orders", again.orders_data("red", TURN_UP)))
    with pytest.raises(SecondTrigger, match="place 4"):
        again.dealer("bob").unmask()


# --- what is refused ---------------------------------------------------------------------------


def forged(party: Any, by: str, kind: str, data: Any) -> Any:
    return party.forge(by, kind, kinds.write_data(data))


def refused(party: Any, event: Any, code: str, *, level: int = 2, by_rules: str = "") -> None:
    """Refused by every level from ``level`` on; the levels below accept it.

    ``by_rules``: the code of level 3, where it knows more of the turn.
    """
    for now in (1, 2, 3):
        table = party.replay(now)
        if now < level:
            table.take(event)
            continue
        with pytest.raises(BadLog) as caught:
            table.take(event)
        expected = by_rules if now == 3 and by_rules else code
        assert (now, caught.value.finding.code) == (now, expected), caught.value
        assert caught.value.finding.blame == (event.by,)


def altered(digits: str) -> str:
    return digits[:-1] + ("0" if digits[-1] != "0" else "1")


def test_a_shuffle_of_another_deck(tmp_path):
    party = FateGroup(tmp_path)
    party.join_all()
    good = party.dealer("ann").shuffle()
    cards = list(good.cards)
    cards[0] = group.times_base(group.scalar(number("another"))).hex()
    for wrong in (
        msgspec.structs.replace(good, cards=tuple(cards)),
        msgspec.structs.replace(good, ref=cards[1]),
        msgspec.structs.replace(good, proof=(altered(good.proof[0]), *good.proof[1:])),
        msgspec.structs.replace(good, proof=(*good.proof[:-1], altered(good.proof[-1]))),
    ):
        refused(party, forged(party, "ann", "shuffle", wrong), "deck.shuffle")
    for wrong in (
        msgspec.structs.replace(good, proof=good.proof[:-1]),
        msgspec.structs.replace(good, cards=good.cards[:-1]),
        msgspec.structs.replace(good, proof=(good.proof[1], good.proof[0], *good.proof[2:])),
    ):
        refused(party, forged(party, "ann", "shuffle", wrong), "deck.shuffle", level=1)
    second = msgspec.structs.replace(good, deck="fate#2")
    refused(party, forged(party, "ann", "shuffle", second), "deck.turn", level=1)
    for name in ("fate#01", "Fate#1", "fate", "fate#1000000"):
        named = msgspec.structs.replace(good, deck=name)
        with pytest.raises(BadLog) as caught:
            party.replay(1).take(forged(party, "ann", "shuffle", named))
        assert caught.value.finding.code == "event.kind"


def test_a_shuffle_by_another_or_once_more(tmp_path):
    party = FateGroup(tmp_path)
    party.join_all()
    good = party.dealer("ann").shuffle()
    party.play("ann", "shuffle")
    event = forged(party, "ann", "shuffle", good)
    refused(party, event, "deck.turn", level=1, by_rules="pen.wrong")


def test_a_deck_that_is_not_to_be_made(tmp_path):
    party = started(tmp_path)
    good = read(party.events[3])
    event = forged(party, "ann", "shuffle", msgspec.structs.replace(good, deck="fate#2"))
    with pytest.raises(BadLog) as caught:
        party.replay(3).take(event)
    assert caught.value.finding.code == "kind.wrong"


def test_a_mask_taken_off_wrongly(tmp_path):
    party = started(tmp_path)
    party.orders("ann", TAKE)
    good = party.dealer("bob").unmask()
    ((place, point, proof),) = good.draws
    other = group.times_base(group.scalar(number("other"))).hex()
    for draw in ((place, other, proof), (place, point, altered(proof)), (place, "00" * 32, proof)):
        wrong = msgspec.structs.replace(good, draws=(draw,))
        refused(party, forged(party, "bob", "unmask", wrong), "deck.unmask")
    for draws in (((5, point, proof),), ((0, point, proof),), ((place, point, proof),) * 2):
        wrong = msgspec.structs.replace(good, draws=draws)
        refused(party, forged(party, "bob", "unmask", wrong), "deck.turn", level=1)
    refused(
        party,
        forged(party, "bob", "unmask", msgspec.structs.replace(good, deck="fate#2")),
        "deck.turn",
        level=1,
    )


def test_a_mask_taken_off_early(tmp_path):
    party = started(tmp_path)
    early = read(party.events[-2])
    party.orders("ann", END)
    event = forged(party, "bob", "unmask", early)
    refused(party, event, "deck.turn", level=1, by_rules="kind.wrong")


def test_a_card_shown_with_a_false_proof_or_none(tmp_path):
    party = started(tmp_path)
    held, mine = party.hand("ann")
    theirs = party.hand("bob")[0]
    (good,) = party.dealer("ann").proofs([play(held)])
    show = good.show

    def orders(order: dict[str, Any], *proofs: kinds.CardShown) -> Any:
        data = party.orders_data("red", order)
        if proofs:
            data = {**data, "proofs": [{"show": msgspec.to_builtins(one)} for one in proofs]}
        return party.forge("ann", "orders", data)

    change = msgspec.structs.replace
    for wrong in (
        change(show, proof=altered(show.proof)),
        change(show, card=theirs.card),
        change(show, place=mine.place),
    ):
        order = play(HeldCard(wrong.deck, wrong.place, wrong.card))
        refused(party, orders(order, wrong), "deck.show")
    for wrong in (change(show, place=2), change(show, place=7), change(show, deck="fate#2")):
        order = play(HeldCard(wrong.deck, wrong.place, wrong.card))
        refused(party, orders(order, wrong), "deck.show", level=1)
    refused(party, orders(play(held)), "deck.show", level=3)
    refused(party, orders(END, show), "deck.show", level=3)
    refused(party, orders(play(held), show, show), "deck.show", level=3)


def test_a_proof_of_another_event_or_author(tmp_path):
    party = started(tmp_path)
    held = party.hand("ann")[0]
    (old,) = party.dealer("ann").proofs([play(held)])
    party.orders("ann", ROLL)
    party.roll()
    data = {
        **party.orders_data("red", play(held)),
        "proofs": [msgspec.to_builtins(old)],
    }
    refused(party, party.forge("ann", "orders", data), "deck.show")


def test_another_mask_opened_at_the_end(tmp_path):
    party = started(tmp_path)
    party.play("ann", "resign")
    good = party.dealer("bob").lay_open()
    wrong = kinds.LayOpen(masks=(kinds.Mask("fate#1", group.scalar(number("x")).hex()),))
    refused(party, forged(party, "bob", "lay-open", wrong), "deck.open")
    twice = kinds.LayOpen(masks=good.masks * 2)
    refused(party, forged(party, "bob", "lay-open", twice), "deck.open", level=1)
    other = kinds.LayOpen(masks=(kinds.Mask("fate#2", good.masks[0].scalar),))
    refused(party, forged(party, "bob", "lay-open", other), "deck.open", level=1)


def test_nobody_opens_while_the_game_goes_on(tmp_path):
    party = started(tmp_path)
    event = forged(party, "ann", "lay-open", party.dealer("ann").lay_open())
    with pytest.raises(BadLog) as caught:
        party.replay(3).take(event)
    assert caught.value.finding.code == "kind.wrong"
    blind = party.replay(2)
    blind.take(event)  # only the rules know that the game goes on
    late = party.forge(
        "ann", "orders", party.orders_data("red", END), prev=event.id, seq=event.seq + 1
    )
    with pytest.raises(BadLog) as caught:
        blind.take(late)
    assert caught.value.finding.code == "pen.wrong"


def test_a_hand_needs_two_players(tmp_path):
    with pytest.raises(BadLog) as caught:
        FateGroup(tmp_path, seats={"red": "ann", "blue": "ann"})
    assert caught.value.finding.code == "open.bad"


def test_who_has_a_mask_is_not_replaced(tmp_path):
    party = started(tmp_path, umpire="uma")
    party.orders("ann", TAKE)
    late = kinds.PutOut(out="bob", as_="replace", handle="bea", sign=signer("bea").sign, late=None)
    with pytest.raises(BadLog) as caught:
        party.play("uma", "ruling", late)
    assert caught.value.finding.code == "ruling.wrong"
    party.play("uma", "ruling", kinds.PutOut(out="bob", as_="forfeit", late=None))
    assert party.table.result.winner == "red"
    party.play("ann", "lay_open")
    party.check_all()
