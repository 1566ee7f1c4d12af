"""Attacks where bob and cec share a hand: on each other, and of both, with all their keys, on ann.

docs/protocol-cards.md, section 6. The attacks in `test_hands` fail for them too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hostile.base import fixed_chance
from pbem.crypto import box, canonical, group
from pbem.crypto.cards import deck as masked
from pbem.errors import FormError
from pbem.kit.cups import Cups
from pbem.log.finding import BadLog
from pbem.play.dealer import Dealer
from pbem.play.play import Play
from pbem.selfplay.unsigned import bind, rules_of
from pbem.table.events import kinds
from pbem.table.handlers import decks
from toy.cheat import attack
from toy.dealers import chance, number
from toy.fates import GIVE, KEEP, TAKE, TURN_UP, FateGroup, play, started
from toy.group import END, PASS, identity, read, signer


@pytest.fixture(autouse=True)
def _the_same_cards_in_every_run():
    with fixed_chance("shared hands"):
        yield


def trio(folder: Path, **changes: Any) -> FateGroup:
    return started(folder, trio=True, **changes)


def pass_for_bob(party: FateGroup) -> None:
    """The player who is left passes in the place of the other."""
    while party.table.play.asked.side == "blue":
        party.orders(str(party.table.active().handle), PASS)


def masked_by_ann(folder: Path, **changes: Any) -> FateGroup:
    """A game in which bob's group is to put its mask on."""
    party = FateGroup(folder, trio=True, **changes)
    party.join_all()
    party.play("ann", "shuffle")
    return party


def refused(party: FateGroup, by: str, kind: str, data: Any, level: int = 3) -> str:
    """Return the code with which an event that somebody signs is refused."""
    with pytest.raises(BadLog) as caught:
        party.replay(level).take(party.forge(by, kind, data))
    assert caught.value.finding.blame == (by,)
    return caught.value.finding.code


@attack(
    "P8",
    "*Singapore*: have an ally, who is not asked, keep an Event, so that the ally loses at the end",
    "the card counts as kept by the player who answered",
)
def test_an_event_in_an_allys_hand():
    rules: Any = bind(rules_of("singapore"), "corps", {})
    given = {
        "scenario": "corps", "clear": True, "turn": "br", "cards": {"next": ["E2", "D1"]},
        "units": {"ji1": "Axis-A", "ai1": "Tanglin", "bi1": "Bedok"},
    }  # fmt: skip
    game = Play(rules, {side: side for side in rules.sides})
    game.position, game.dealer = rules.arrange(given, Cups()), Dealer()
    game.dealer.lay(rules.laid(given))
    game.start()
    game.order("br", [{"do": "end", "phase": "movement"}])
    game.order("br", [{"do": "keep", "armies": ["au"]}])
    assert game.broken_duties() == ["br"]


@attack(
    "P8",
    "send an ally a false box, to have the hand alone",
    "the ally refuses, and encrypts the deck too",
)
def test_a_false_box_for_an_ally(tmp_path):
    party = masked_by_ann(tmp_path)
    good = party.dealer("bob").shuffle()
    false = party.dealer("bob")._boxes(chance("another scalar"))
    party.take(party.forge("bob", "shuffle", msgspec.structs.replace(good, boxes=false)))
    assert refused(party, "bob", "answer", {"yes": True}) == "pen.wrong"
    assert read(party.play("cec", "open_box")).yes is False
    again = msgspec.structs.replace(party.dealer("bob").shuffle())
    assert refused(party, "bob", "shuffle", again) == "pen.wrong"
    assert refused(party, "bob", "shuffle", again, level=1) == "deck.turn"
    party.play("cec", "shuffle")
    party.deal()
    assert party.dealer("cec").hand() == party.dealer("bob").hand()


@attack(
    "P8",
    "refuse good boxes again and again",
    "the group that cannot agree forfeits",
)
def test_saying_no_again_and_again(tmp_path):
    party = masked_by_ann(tmp_path)
    for by, other in (("bob", "cec"), ("cec", "bob")):
        party.play(by, "shuffle")
        party.take(party.forge(other, "answer", {"yes": False}))
    assert party.table.result == kinds.GameResult("red", "forfeit")
    for level in (1, 2):
        assert party.replay(level).result == kinds.GameResult("red", "forfeit")


@attack(
    "P8",
    "refuse a good box, so that the deck is shuffled until you like the order",
    "nobody sees a card before the last answer",
)
def test_choosing_among_shuffles(tmp_path):
    party = masked_by_ann(tmp_path)
    party.play("bob", "shuffle")
    # The knowledge of both together: their card key; and that of ann is still on every card.
    mask = party.writer("bob").private.masks.masks()[-1]
    state = party.table.decks[0]
    points = map(bytes.fromhex, state.offered.points)
    scalar = group.scalar_inverse(bytes.fromhex(mask.scalar))
    bare = {group.times(scalar, point) for point in points}
    assert bare == set(map(bytes.fromhex, state.points))
    plain = {masked.card_point(party.table.game_id, "fate#1", card) for card in range(8)}
    assert not bare & plain
    draws = [[0, state.points[0], "00" * 64]]
    for by in ("ann", "bob", "cec"):
        assert refused(party, by, "unmask", {"deck": "fate#1", "draws": draws}, 1) in (
            "pen.wrong", "kind.wrong"
        )  # fmt: skip
    party.take(party.forge("cec", "answer", {"yes": False}))
    assert refused(party, "ann", "unmask", {"deck": "fate#1", "draws": draws}, 1) == "deck.turn"


@attack(
    "P8", "put a card twice into a deck that is encrypted again after a refusal", "`deck.shuffle`"
)
def test_another_deck_after_a_no(tmp_path):
    party = masked_by_ann(tmp_path)
    party.play("bob", "shuffle")
    party.take(party.forge("cec", "answer", {"yes": False}))
    good = party.dealer("cec").shuffle()
    for at in (0, 7):
        cards = list(good.cards)
        cards[at] = read(party.events[5]).cards[at]  # a place of the mask that was refused
        wrong = msgspec.structs.replace(good, cards=tuple(cards))
        assert refused(party, "cec", "shuffle", wrong, level=2) == "deck.shuffle"
    assert refused(party, "cec", "shuffle", read(party.events[5]), level=1) == "deck.turn"


@attack(
    "P8",
    "decrypt with a secret that the group had refused, or open it",
    "`deck.unmask`, `deck.open`",
)
def test_a_mask_that_was_refused(tmp_path):
    party = masked_by_ann(tmp_path)
    party.play("bob", "shuffle")
    old = party.writer("bob").private.masks.masks()[-1]
    party.take(party.forge("cec", "answer", {"yes": False}))
    party.play("cec", "shuffle")
    party.play("bob", "open_box")
    state = party.table.decks[0]
    deck = decks.deck_of(party.table.game_id, state)
    draws = []
    for place in (0, 1):
        point = bytes.fromhex(state.points[place])
        taken = masked.unmask(
            party.dealer("bob")._where(),
            deck,
            place,
            2,
            scalar=bytes.fromhex(old.scalar),
            point=point,
            entropy=chance("entropy"),
        )
        draws.append((place, taken.point.hex(), taken.proof.hex()))
    wrong = kinds.Unmask(deck="fate#1", draws=tuple(draws))
    assert refused(party, "bob", "unmask", wrong) == "deck.unmask"
    party.deal()
    party.play("ann", "resign")
    opened = kinds.LayOpen(masks=(kinds.Mask("fate#1", old.scalar),))
    assert refused(party, "bob", "lay-open", opened) == "deck.open"


@attack(
    "P8",
    "play an ally's card as yours",
    "`orders.illegal`: everybody sees who holds it",
)
def test_showing_an_allys_card(tmp_path):
    party = trio(tmp_path)
    party.orders("ann", END)
    party.orders("bob", END)
    theirs = party.hand("bob")[0]
    proofs = msgspec.to_builtins(party.dealer("cec").proofs([play(theirs)]))
    data = {**party.orders_data("green", play(theirs)), "proofs": proofs}
    assert refused(party, "cec", "orders", data) == "orders.illegal"


@attack("P8", "show an opponent's card with the secret of two allies", "`deck.show`")
def test_showing_an_opponents_card(tmp_path):
    party = trio(tmp_path)
    party.orders("ann", END)
    anns, mine = party.hand("ann")[0], party.hand("bob")[0]
    (good,) = party.dealer("bob").proofs([play(mine)])
    for place, card, level in ((anns.place, anns.card, 1), (mine.place, anns.card, 2)):
        show = msgspec.structs.replace(good.show, place=place, card=card)
        order = play(anns._replace(place=place))
        data = {**party.orders_data("blue", order), "proofs": [{"show": msgspec.to_builtins(show)}]}
        assert refused(party, "bob", "orders", data, level) == "deck.show"


@attack(
    "P8",
    "second of a group: decrypt in the first one's place, or before a draw",
    "`pen.wrong`",
)
def test_a_second_player_who_unmasks(tmp_path):
    party = trio(tmp_path)
    early = party.branch()
    early.take(early.forge("ann", "orders", early.orders_data("red", TAKE)))
    data = early.dealer("cec").unmask()
    assert refused(party, "cec", "unmask", data) == "pen.wrong"
    party.orders("ann", TAKE)
    assert refused(party, "cec", "unmask", party.dealer("cec").unmask()) == "pen.wrong"


@attack(
    "P8",
    "one of a group: leave, so that nobody can decrypt for it",
    "the other one decrypts, shows and opens",
)
def test_leaving_with_a_mask(tmp_path):
    party = trio(tmp_path, umpire="uma")
    party.orders("ann", TAKE)
    party.play("uma", "ruling", kinds.PutOut(out="bob", as_="forfeit", late=None))
    assert party.table.result is None
    party.play("cec", "unmask")
    party.orders("ann", KEEP, END)
    pass_for_bob(party)
    party.orders("cec", play(party.hand("cec")[0]))
    party.deal()
    party.orders("cec", END)
    party.play("ann", "resign")
    party.play("cec", "lay_open")
    party.play("ann", "lay_open")
    party.check_all()


@attack(
    "P8",
    "two allies: both leave while an opponent draws",
    "the game is over; they owe their decryption before the result counts",
)
def test_a_group_that_leaves(tmp_path):
    party = trio(tmp_path, umpire="uma")
    party.orders("ann", TAKE)
    for out in ("bob", "cec"):
        party.play("uma", "ruling", kinds.PutOut(out=out, as_="forfeit", late=None))
    assert party.table.result == kinds.GameResult("red", "forfeit")
    party.play("ann", "lay_open")
    assert (party.table.active().handle, party.table.active().kinds) == ("bob", ("lay-open",))
    wrong = kinds.LayOpen(masks=(kinds.Mask("fate#1", group.scalar(number("x")).hex()),))
    assert refused(party, "bob", "lay-open", wrong) == "deck.open"


@attack(
    "P8",
    "accept a box that does not open, and then owe what needs it",
    "the one who accepted forfeits, the ally goes on",
)
def test_saying_yes_without_the_mask(tmp_path):
    party = masked_by_ann(tmp_path, umpire="uma")
    party.play("bob", "shuffle")
    party.take(party.forge("cec", "answer", {"yes": True}))  # and nothing is on cec's disk
    party.deal()
    party.orders("ann", END)
    party.play("bob", "resign")
    pass_for_bob(party)
    party.orders("cec", END)
    party.orders("ann", TAKE)
    assert party.table.active().handle == "cec"
    party.play("uma", "ruling", kinds.PutOut(out="cec", as_="forfeit", late=None))
    assert party.table.result == kinds.GameResult("red", "forfeit")


@attack("P8", "open a box of two allies with all keys of an opponent", "it does not open")
def test_opening_somebody_elses_box(tmp_path):
    party = masked_by_ann(tmp_path)
    party.play("bob", "shuffle")
    sealed = bytes.fromhex(read(party.events[-1]).boxes["cec"])
    keys = identity("ann")
    for secret in (keys.box_secret, keys.sign_seed, keys.master):
        with pytest.raises(FormError):
            box.unseal(secret, sealed)


@attack(
    "P8",
    "send the group's secret to an opponent in a box, or to nobody",
    "`deck.turn`",
)
def test_a_box_for_an_opponent(tmp_path):
    party = masked_by_ann(tmp_path)
    good = party.dealer("bob").shuffle()
    sealed = good.boxes["cec"]
    for boxes in ({"cec": sealed, "ann": sealed}, {"ann": sealed}, msgspec.UNSET):
        wrong = msgspec.structs.replace(good, boxes=boxes)
        assert refused(party, "bob", "shuffle", wrong, level=1) == "deck.turn"


@attack("P8", "open a game that puts an opponent into your group", "`open.bad`")
def test_an_opening_with_an_opponent_in_the_group(tmp_path):
    party = FateGroup(tmp_path, trio=True)
    for groups in ((("ann", "bob"), ("cec",)), (("ann", "bob", "cec"), ("ann",)), msgspec.UNSET):
        data = kinds.write_data(msgspec.structs.replace(party.opening, groups=groups))
        party.events.clear()
        event = party.forge("ann", "open", data, game="", prev="0" * 64)
        with pytest.raises(BadLog) as caught:
            party.replay(3).take(event)
        assert caught.value.finding.code == "open.bad"


@attack("P8", "put a friend in the place of an ally who can decrypt", "`ruling.wrong`")
def test_replacing_who_has_a_mask(tmp_path):
    party = trio(tmp_path, umpire="uma")
    party.orders("ann", TURN_UP)
    new = kinds.PutOut(out="bob", as_="replace", handle="bea", sign=signer("bea").sign, late=None)
    assert refused(party, "uma", "ruling", new) == "ruling.wrong"


@attack(
    "P8",
    "read a shared hand from positions, questions, legal lists, sizes of events and boxes",
    "identical in worlds that differ only in cards",
)
def test_reading_a_shared_hand_from_what_everybody_gets(tmp_path):
    seen, hands = set(), set()
    for world in range(4):
        with fixed_chance(f"shared world {world}"):
            party = trio(tmp_path / str(world))
            party.orders("ann", END)
            party.orders("bob", TAKE)
            party.deal()
            party.orders("bob", GIVE, END)
        hands.add(tuple(card.card for card in party.dealer("cec").hand()))
        game = party.table.play
        legal = [game.game.write_order(order) for order in game.game.legal(game.position)]
        seen.add(
            (
                canonical.encode(msgspec.to_builtins(game.position)),
                canonical.encode({"legal": legal}),
                tuple((event.kind, event.by, len(event.line)) for event in party.events),
                party.table.active().why,
            )
        )
    assert len(hands) > 2
    assert len(seen) == 1
