"""Decks at the client: what is owed is done without a choice, a hand is one's own."""

from __future__ import annotations

import msgspec
import pytest

from pbem.agent.duties import WITH_A_DECK, perform
from pbem.client.play import acting
from pbem.client.session.next_step import hint
from pbem.client.views.hand import hand, hand_lines, opened_hands
from pbem.client.views.legal import legal
from pbem.errors import FormError, NotYourPen, PbemError
from pbem.games import registry
from pbem.view.history import history


@pytest.fixture
def fates(monkeypatch, person):
    """Ann and Bob, whose game has begun: Bob has dealt what could be dealt."""
    monkeypatch.setitem(registry.RULES, ("fate", 1), ("toy.cards", "CardRules"))
    ann, bob = person("ann"), person("bob")
    ann.meets(bob)
    bob.meets(ann)
    ann.opens("fate", seats={"red": "ann", "blue": "bob"})
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())
    ann.does(acting.deal)
    bob.takes(ann.sends())
    bob.does(acting.deal)
    bob.does(acting.deal)
    ann.takes(bob.sends())
    ann.does(acting.deal)
    bob.takes(ann.sends())
    return ann, bob


def dids(person):
    """Return the report on each event."""
    return [one.did for one in history(person.sits().path, person.client.library).entries]


def cards(person):
    return [one.card for one in hand(person.sits())]


def test_a_hand_is_seen_by_its_owner(fates):
    ann, bob = fates
    assert len(cards(ann)) == len(cards(bob)) == 2
    assert not set(cards(ann)) & set(cards(bob))
    first, _ = hand_lines(hand(ann.sits()))
    assert first == f"red: {cards(ann)[0]} (place 0 of fate#1)"


def test_a_card_is_played_by_its_name_and_no_other_can_be(fates):
    ann, bob = fates
    mine, theirs = (cards(one)[0].removeprefix("number ") for one in fates)
    with pytest.raises(PbemError, match="do not hold"):
        ann.orders(f"play {theirs}")
    ann.orders(f"play {mine}", "take")
    bob.takes(ann.sends())
    assert len(cards(ann)) == 1


def plays(found):
    return {line for line in found.lines if line.startswith("play ")}


def test_what_is_legal_is_what_is_held(fates):
    ann, _ = fates
    held = {f"play {card.removeprefix('number ')}" for card in cards(ann)}
    assert plays(legal(ann.sits())) == held


def test_what_is_legal_for_the_other_is_whatever_he_may_hold(fates):
    ann, bob = fates
    theirs = plays(legal(bob.sits(), theirs=True))
    assert theirs > plays(legal(ann.sits()))
    assert not {f"play {card.removeprefix('number ')}" for card in cards(bob)} - theirs


def test_looking_at_what_is_legal_keeps_the_hand_out_of_the_position(fates):
    ann, _ = fates
    session = ann.sits()
    before = msgspec.json.encode(session.table.play.position)
    legal(session)
    assert msgspec.json.encode(session.table.play.position) == before


def test_who_owes_nothing_deals_nothing(fates):
    with pytest.raises(NotYourPen, match="You have no card work to do"):
        fates[1].does(acting.deal)


def test_the_agent_deals_by_itself(fates):
    ann, bob = fates
    ann.orders("take")
    bob.takes(ann.sends())
    done = list(perform(bob.sits(), lambda _: bob.identity, join=False, away=False))
    assert [(one.what, one.wrong) for one in done] == [(WITH_A_DECK, "")]
    ann.takes(bob.sends())
    assert len(cards(ann)) == 3


def test_every_hand_is_seen_when_all_is_opened(fates):
    ann, bob = fates
    held = [*cards(ann), *cards(bob)]
    ann.does(acting.resign)
    bob.takes(ann.sends())
    assert bob.sits().table.active().why == (
        "The game is over. Waiting for bob to reveal their keys of the decks."
    )
    bob.does(acting.deal)
    ann.takes(bob.sends())
    assert opened_hands(bob.sits()) == []  # ann's mask is on still
    ann.does(acting.deal)
    bob.takes(ann.sends())
    for one in fates:
        assert [each.card for each in opened_hands(one.sits())] == held


def test_a_game_without_cards_has_no_hand(playing):
    with pytest.raises(FormError, match="has no hands of cards"):
        hand(playing[0].sits())


def test_masks_that_are_elsewhere_are_reported(fates):
    ann, _ = fates
    for path in (ann.folder / "private").rglob("*.masks"):
        path.unlink()
    with pytest.raises(FormError, match="another computer"):
        hand(ann.sits())


@pytest.fixture
def allies(monkeypatch, person):
    """Bob and Cec, who share a hand, and Ann: the deck has the masks of both groups."""
    monkeypatch.setitem(registry.RULES, ("fate", 1), ("toy.cards", "CardRules"))
    ann, bob, cec = people = [person(handle) for handle in ("ann", "bob", "cec")]
    for one in people:
        for other in people:
            if one is not other:
                one.meets(other)
    ann.opens("fate", scenario="trio", seats={"red": "ann", "blue": "bob", "green": "cec"})
    for one, before in ((bob, ann), (cec, bob), (ann, cec), (bob, ann)):
        one.takes(before.sends())
        one.does(acting.join if one.sits().table.roster.joining() else acting.deal)
    cec.takes(bob.sends())
    return ann, bob, cec


def test_a_box_is_answered_by_what_is_typed_for_decks(allies):
    _, _, cec = allies
    now = cec.sits().table.active()
    assert now.kinds == ("answer", "resign")
    assert now.why.startswith("Waiting for cec to say whether the box from bob opens.")
    assert now.why.endswith(" It holds a key of fate#1.")
    assert now.box
    assert hint(now) == "say whether the box opens with 'pbem deal'"
    with pytest.raises(NotYourPen, match="pbem deal"):
        cec.does(acting.answer, yes=True)
    done = list(perform(cec.sits(), lambda _: cec.identity, join=False, away=False))
    assert [(one.what, one.wrong) for one in done] == [(WITH_A_DECK, "")]
    assert dids(cec)[-1] == "says that the box with the key opens."


def test_allies_see_both_hands(allies):
    ann, bob, cec = allies
    cec.does(acting.deal)
    bob.takes(cec.sends())
    bob.does(acting.deal)
    ann.takes(bob.sends())
    ann.does(acting.deal)
    ann.does(acting.deal)
    for one in (bob, cec):
        one.takes(ann.sends())
    assert hand_lines(hand(bob.sits())) == hand_lines(hand(cec.sits()))
    assert [one.side for one in hand(cec.sits())] == ["blue", "blue", "green", "green"]
    assert [one.side for one in hand(ann.sits())] == ["red", "red"]


def test_a_log_of_decks_is_reported(fates):
    ann, _ = fates
    assert dids(ann)[3:] == [
        "encrypts and shuffles fate#1.",
        "encrypts and shuffles fate#1.",
        "decrypts what is drawn from fate#1: 2 cards.",
        "decrypts what is drawn from fate#1: 2 cards.",
    ]
