"""Groups of several players at decks (docs/protocol-cards.md, 6): bob and cec share a hand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hostile.base import fixed_chance
from pbem.audit.trust import needs
from pbem.audit.verdict import Need
from pbem.errors import FormError, NotYourPen
from pbem.games import registry
from pbem.kit.hidden import cards_of, groups_of
from pbem.kit.stocks import stocks_of
from pbem.log.event import Event
from pbem.log.finding import BadLog
from pbem.selfplay.unsigned import bind
from pbem.table.events import kinds
from pbem.table.handlers.groups import answering
from toy.dealers import chance
from toy.fates import GIVE, KEEP, TAKE, TURN_UP, FateGroup, play, started
from toy.group import END, PASS, identity, opening, read, signer


@pytest.fixture(autouse=True)
def _the_same_cards_in_every_run():
    with fixed_chance("groups"):
        yield


def trio(folder: Any, **changes: Any) -> FateGroup:
    return started(folder, trio=True, **changes)


def shuffled(folder: Any, by: str = "bob", **changes: Any) -> FateGroup:
    """A game in which ``by`` has just put on the mask of bob's group."""
    party = FateGroup(folder, trio=True, **changes)
    party.join_all()
    party.play("ann", "shuffle")
    party.play(by, "shuffle")
    return party


def false_box(party: FateGroup, by: str, to: str) -> Event:
    """A good shuffle whose box holds something else."""
    good = party.dealer(by).shuffle()
    wrong = party.dealer(by)._boxes(chance("no scalar of this mask"))
    return party.forge(by, "shuffle", msgspec.structs.replace(good, boxes={to: wrong[to]}))


def refused(party: FateGroup, event: Event, code: str) -> None:
    """Refused by every level, with one code."""
    for level in (1, 2, 3):
        with pytest.raises(BadLog) as caught:
            party.replay(level).take(event)
        assert (level, caught.value.finding.code) == (level, code)
        assert caught.value.finding.blame == (event.by,)


def test_each_group_masks_once_and_the_others_say_that_the_box_opens(tmp_path):
    party = trio(tmp_path)
    done = [(event.by, event.kind) for event in party.events[4:]]
    assert done[:3] == [("ann", "shuffle"), ("bob", "shuffle"), ("cec", "answer")]
    # Bob takes the mask of both off for ann; ann's mask comes off for bob, then for cec.
    assert done[3:] == [("bob", "unmask"), ("ann", "unmask"), ("ann", "unmask")]
    assert read(party.events[5]).boxes.keys() == {"cec"}
    assert read(party.events[4]).boxes is msgspec.UNSET
    party.check_all()


def test_a_group_sees_its_hands_and_nobody_elses(tmp_path):
    party = trio(tmp_path)
    seen = {who: party.dealer(who).hand() for who in ("ann", "bob", "cec")}
    assert seen["bob"] == seen["cec"]
    assert [card.place for card in seen["bob"]] == [2, 3, 4, 5]
    assert [card.place for card in seen["ann"]] == [0, 1]
    assert [card.place for card in party.hand("cec")] == [4, 5]


def test_a_card_drawn_for_both_is_given_to_the_other_who_plays_it(tmp_path):
    party = trio(tmp_path)
    party.orders("ann", END)
    party.orders("bob", TAKE)
    party.deal()
    (drawn,) = [card for card in party.dealer("cec").hand() if card.place == 6]
    party.orders("bob", GIVE, END)
    assert party.hand("cec")[-1] == drawn
    party.orders("cec", play(drawn))
    party.deal()
    party.finish()
    party.check_all()


def test_a_second_player_puts_nothing_on_the_table_that_the_first_holds(tmp_path):
    """Everybody sees who of a group holds a card: the proof is good, the order is not legal."""
    party = trio(tmp_path)
    party.orders("ann", END)
    party.orders("bob", END)
    theirs = party.hand("bob")[0]
    data = party.orders_data("green", play(theirs))
    data["proofs"] = msgspec.to_builtins(party.dealer("cec").proofs([play(theirs)]))
    event = party.forge("cec", "orders", data)
    for level in (1, 2):
        party.replay(level).take(event)
    with pytest.raises(BadLog) as caught:
        party.replay(3).take(event)
    assert caught.value.finding.code == "orders.illegal"


def test_a_card_is_turned_up_by_the_drawers_group_last(tmp_path):
    party = trio(tmp_path)
    party.orders("ann", END)
    party.orders("bob", END)
    party.orders("cec", TURN_UP)
    assert party.table.active().handle == "ann"
    party.play("ann", "unmask")
    # The first of cec's group takes their mask off.
    assert party.table.active().handle == "bob"
    party.play("bob", "unmask")
    assert len(party.table.play.position.seen) == 1
    party.check_all()


def test_nothing_else_is_written_before_the_box_is_answered(tmp_path):
    party = shuffled(tmp_path)
    assert (party.table.active().handle, party.table.active().kinds) == (
        "cec",
        ("answer", "resign"),
    )
    refused(party, party.forge("bob", "answer", {"yes": True}), "pen.wrong")
    refused(party, party.forge("cec", "offer", {"what": "tie"}), "offer.wrong")
    refused(party, party.forge("ann", "resign", {}), "pen.wrong")
    with pytest.raises(NotYourPen):
        party.play("cec", "answer", True)
    party.play("cec", "open_box")
    party.check_all()


def test_a_false_box_is_refused_and_the_other_shuffles(tmp_path):
    party = FateGroup(tmp_path, trio=True)
    party.join_all()
    party.play("ann", "shuffle")
    party.take(false_box(party, "bob", "cec"))
    assert read(party.play("cec", "open_box")).yes is False
    assert (party.table.active().handle, party.table.active().kinds) == (
        "cec",
        ("shuffle", "resign"),
    )
    party.play("cec", "shuffle")
    assert read(party.play("bob", "open_box")).yes is True
    party.deal()
    assert party.dealer("bob").hand() == party.dealer("cec").hand()
    party.finish()
    party.check_all()


def test_a_box_for_another_key_does_not_open(tmp_path):
    party = FateGroup(tmp_path, trio=True)
    party.join_all()
    party.play("ann", "shuffle")
    good = party.dealer("bob").shuffle()
    spoilt = {"cec": good.boxes["cec"][:-2] + ("01" if good.boxes["cec"].endswith("00") else "00")}
    party.take(party.forge("bob", "shuffle", msgspec.structs.replace(good, boxes=spoilt)))
    assert read(party.play("cec", "open_box")).yes is False


def test_a_group_that_cannot_agree_on_a_mask_forfeits(tmp_path):
    """Nobody can say who lied: so they do not hold the game up by it."""
    party = shuffled(tmp_path)
    party.take(party.forge("cec", "answer", {"yes": False}))
    party.play("cec", "shuffle")
    party.take(party.forge("bob", "answer", {"yes": False}))
    assert party.table.result == kinds.GameResult("red", "forfeit")
    assert [party.table.roster.find(who).out for who in ("bob", "cec")] == ["forfeit"] * 2
    party.play("ann", "lay_open")
    assert party.table.active().handle is None
    party.check_all()


def test_who_is_to_say_may_resign_and_the_other_goes_on(tmp_path):
    party = shuffled(tmp_path)
    party.play("cec", "resign")
    assert party.table.result is None
    party.deal()
    assert party.table.active().handle == "ann"
    party.check_all()


def test_who_was_refused_shuffles_again_where_he_is_left_alone(tmp_path):
    party = shuffled(tmp_path)
    party.take(party.forge("cec", "answer", {"yes": False}))
    party.play("cec", "resign")
    assert (party.table.active().handle, party.table.active().kinds) == (
        "bob",
        ("shuffle", "resign"),
    )
    party.deal()
    party.orders("ann", END)
    party.check_all()


def test_one_of_a_group_resigns_and_the_other_has_the_mask(tmp_path):
    party = trio(tmp_path)
    party.orders("ann", END)
    party.play("bob", "resign")
    # Green goes on; for blue is passed, and what is drawn is unmasked by cec.
    while party.table.play.asked.side != "red":
        handle = str(party.table.active().handle)
        party.orders(handle, PASS if party.table.play.asked.side == "blue" else END)
    party.orders("ann", TAKE)
    assert party.table.active().handle == "cec"
    party.deal()
    party.orders("ann", KEEP)
    party.finish()
    openings = [event.by for event in party.events if event.kind == "lay-open"]
    assert openings == ["ann", "cec"]
    party.check_all()


def test_for_who_is_out_no_card_is_shown(tmp_path):
    """Neither `pass` nor `end` answers the question: the first answer would show a card."""
    party = trio(tmp_path, umpire="uma")
    party.orders("ann", END)
    party.orders("bob", TAKE)
    party.deal()
    party.play("uma", "ruling", kinds.PutOut(out="bob", as_="forfeit", late=None))
    party.orders("ann", PASS)
    settled = [outcome for outcome in party.table.reported() if type(outcome).__name__ == "Settled"]
    assert [outcome.order["do"] for outcome in settled] == ["give", "end"]
    assert party.table.play.asked.side == "green"
    party.check_all()


def test_a_group_leaves_with_its_last_player_and_the_game_is_over(tmp_path):
    party = trio(tmp_path)
    party.play("ann", "resign")
    assert party.table.result == kinds.GameResult("blue", "resigned")
    for level in (1, 2):
        assert party.replay(level).result == kinds.GameResult("blue", "resigned")
    assert set(needs(party.table)) == {Need("masks", "bob"), Need("masks", "ann")}
    party.finish()
    assert [event.by for event in party.events[-2:]] == ["bob", "ann"]
    party.check_all()


def test_one_mask_is_opened_by_one_of_the_group(tmp_path):
    """The first opens it; where they do not, the next who has it."""
    party = trio(tmp_path, umpire="uma")
    party.play("ann", "resign")
    party.play("uma", "ruling", kinds.PutOut(out="bob", as_="forfeit", late=None))
    assert party.table.result == kinds.GameResult("green", "forfeit")
    assert party.table.active().handle == "cec"
    party.play("cec", "lay_open")
    assert party.table.active().handle == "ann"
    party.finish()
    assert party.table.active().handle is None
    party.check_all()


def test_boxes_for_others_than_the_group(tmp_path):
    party = FateGroup(tmp_path, trio=True)
    party.join_all()
    box = party.dealer("bob")._boxes(chance("x"))["cec"]
    good = party.dealer("ann").shuffle()
    wrong = msgspec.structs.replace(good, boxes={"bob": box})
    refused(party, party.forge("ann", "shuffle", wrong), "deck.turn")
    party.play("ann", "shuffle")
    good = party.dealer("bob").shuffle()
    for boxes in (msgspec.UNSET, {"ann": box}, {"ann": box, "cec": box}, {"bob": box, "cec": box}):
        wrong = msgspec.structs.replace(good, boxes=boxes)
        refused(party, party.forge("bob", "shuffle", wrong), "deck.turn")


def test_who_has_to_do_with_a_mask_is_not_replaced(tmp_path):
    sign = signer("bea").sign
    for make in (shuffled, trio):
        party = make(tmp_path / make.__name__, umpire="uma")
        out = str(party.table.active().handle)
        new = kinds.PutOut(out=out, as_="replace", handle="bea", sign=sign, late=None)
        refused(party, party.forge("uma", "ruling", new), "ruling.wrong")
        party.play("uma", "ruling", kinds.PutOut(out=out, as_="forfeit", late=None))
        party.deal()
        party.check_all()


def test_who_is_to_shuffle_is_replaced_and_his_heir_has_his_place(tmp_path):
    party = FateGroup(tmp_path, trio=True, umpire="uma")
    party.join_all()
    party.play("ann", "shuffle")
    new = kinds.PutOut(out="bob", as_="replace", handle="bea", sign=signer("bea").sign, late=None)
    party.play("uma", "ruling", new)
    party.join_all()
    assert party.table.groups == [["ann"], ["bea", "cec"]]
    party.deal()
    assert party.dealer("bea").hand() == party.dealer("cec").hand()
    party.check_all()


WRONG_GROUPS = [
    (("ann",), ("cec", "bob")),
    (("bob", "cec"), ("ann",)),
    (("ann", "bob"), ("bob", "cec")),
    (("ann",), ("bob",)),
    (("ann",), ("bob", "cec", "dan")),
]


@pytest.mark.parametrize("groups", WRONG_GROUPS)
def test_an_opening_with_other_groups(tmp_path, groups):
    for level in (1, 2, 3):
        with pytest.raises(BadLog) as caught:
            _opened(tmp_path, level, groups)
        assert caught.value.finding.code == "open.bad"


@pytest.mark.parametrize("groups", [msgspec.UNSET, (("ann", "bob"), ("cec",))])
def test_groups_that_are_not_those_of_the_game(tmp_path, groups):
    """Which these are, only the rules know."""
    _opened(tmp_path, 2, groups)
    with pytest.raises(BadLog) as caught:
        _opened(tmp_path, 3, groups)
    assert caught.value.finding.code == "open.bad"


@pytest.mark.parametrize("groups", [(("ann",), ("bob",), ("cec",)), (("ann", "bob", "cec"),)])
def test_an_opening_with_another_number_of_groups(tmp_path, groups):
    """Two lists are the form of it (decision 38)."""
    for level in (1, 2, 3):
        with pytest.raises(BadLog) as caught:
            _opened(tmp_path, level, groups)
        assert caught.value.finding.code == "event.kind"


HIDDEN = {"situation_cards": True, "logistics": "hidden"}
"""Options that give a game hands or hidden stocks, where it has them."""


def test_every_game_with_something_hidden_is_one_of_two_groups() -> None:
    """So none goes on without a group (decision 38): however many play, each side for itself."""
    found = set()
    for name in registry.names():
        rules = registry.find(name, registry.newest(name))
        for scenario in rules.scenarios:
            for given in ({}, HIDDEN, {"situation_cards": True}, {"logistics": "hidden"}):
                own = {option: one for option, one in given.items() if option in rules.options}
                try:
                    game = bind(rules, scenario, own)
                except FormError:
                    continue
                if cards_of(game) is None and stocks_of(game) is None:
                    continue
                found.add((name, scenario))
                sides = list(game.sides)
                assert len(groups_of(game, dict(zip(sides, sides, strict=True)), sides)) == 2
    assert ("singapore", "corps") in found
    assert ("singapore", "tiderace") in found
    assert ("singapore", "division") in found


def _opened(folder: Any, level: int, groups: Any) -> None:
    party = FateGroup(folder / "good", trio=True)
    changed = msgspec.structs.replace(party.opening, groups=groups)
    data = kinds.write_data(changed)
    party.events.clear()
    event = party.forge("ann", "open", data, game="", prev="0" * 64)
    party.replay(level).take(event)


def test_no_groups_in_a_game_without_decks(tmp_path):
    from toy.group import Group

    with pytest.raises(BadLog, match="groups must be none"):
        Group(tmp_path, opening(
            ("ann", "bob", "cec"), scenario="trio", groups=(("ann",), ("bob", "cec"))
        ))  # fmt: skip


def test_who_shares_a_hand_brings_a_key_for_boxes(tmp_path):
    party = FateGroup(tmp_path, trio=True)
    good = read(party.writer("ann").join())
    party.take(party.forge("ann", "join", msgspec.structs.replace(good, box=None)))
    good = read(party.writer("bob").join())
    refused(party, party.forge("bob", "join", msgspec.structs.replace(good, box=None)), "key.bad")


def test_one_player_with_both_allied_sides_is_a_group_alone(tmp_path):
    party = trio(
        tmp_path,
        players=("ann", "bob"),
        seats={"red": "ann", "blue": "bob", "green": "bob"},
        groups=msgspec.UNSET,
    )
    assert answering(party.table) == []
    assert party.table.groups == [["ann"], ["bob"]]
    party.orders("ann", END)
    party.finish()
    party.check_all()


def test_the_mask_is_on_disk_before_the_answer_leaves(tmp_path):
    party = shuffled(tmp_path)
    answer = party.dealer("cec").open_box(identity("cec").box_secret)
    assert answer.yes
    (mask,) = party.writer("cec").private.masks.masks()
    assert mask.ref == read(party.events[-1]).ref
