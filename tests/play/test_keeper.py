"""Hidden stocks of games without keys: one keeper knows all (docs/protocol-cards.md, 6.6)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from pbem.errors import IllegalOrder, RulesFault
from pbem.kit.contract import Roll, Settle
from pbem.kit.dice import SeededDice
from pbem.play.outcomes import Lapsed
from pbem.play.play import Play
from pbem.selfplay.general import check_game
from pbem.selfplay.unsigned import begin, known
from toy.depots import CAP, LEVY, TOTAL, DepotToy, Position

FOUND = 6
NOTHING = 1


class Die:
    """A die that shows what it is to show."""

    def __init__(self, face: int) -> None:
        self.face = face

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        return self.face - 1


def split(n: int) -> dict[str, Any]:
    return {"do": "split", "n": n}


def spend(n: int, stock: str = "red.a") -> dict[str, Any]:
    return {"do": "spend", "stock": stock, "n": n}


def give(n: int, stock: str = "red.a") -> dict[str, Any]:
    return {"do": "give", "stock": stock, "n": n}


def guarded(turns: int, order: dict[str, Any]) -> dict[str, Any]:
    when = {"fact": "gone", "args": [], "op": "=", "value": turns}
    return {"do": "if", "when": when, "then": order}


def play_of(red: int = 5, blue: int = 8, scenario: str = "duel") -> Play:
    """A game in which red's first depot has so much of the twelve, and blue's."""
    play = begin(DepotToy(scenario))
    play.order("red", [split(red)])
    play.order("blue", [split(blue)])
    return play


def amounts(play: Play, *sides: str) -> dict[str, int]:
    assert play.keeper is not None
    return play.keeper.amounts(play.position, sides)


def asked(play: Play) -> tuple[str, str]:
    assert play.asked is not None
    return play.asked.side, play.asked.name


def refused(play: Play, *orders: dict[str, Any]) -> str:
    with pytest.raises(IllegalOrder) as error:
        play.copy().order(play.asked.side if play.asked else "", list(orders))
    return error.value.why


def test_a_split_shares_a_public_total_and_the_position_has_neither_half():
    for halves in ((5, 8), (0, 12), (12, 0)):
        play = play_of(*halves)
        assert amounts(play, "red") == {"red.a": halves[0], "red.b": TOTAL - halves[0]}
        assert amounts(play, "blue") == {"blue.a": halves[1], "blue.b": TOTAL - halves[1]}
        assert msgspec.json.encode(play.position) == msgspec.json.encode(play_of().position)
        assert asked(play) == ("red", "turn")
    assert asked(begin(DepotToy())) == ("red", "split")


def test_who_is_asked_knows_his_stocks_and_no_other():
    play = play_of(5, 8)
    assert known(play).known == {"looked at": 0, "red.a": 5, "red.b": 7}
    assert play.position.known == {}
    lines = {play.game.text(order) for order in play.game.legal(known(play))}
    assert {"spend red.a 5", "spend red.b 7", "give red.a 3", "give red.a 0"} <= lines
    assert not {"spend red.a 6", "spend red.b 8", "give red.a 4", "give red.a"} & lines
    allied = play_of(5, 8, "trio")
    for side in ("blue", "green"):
        assert amounts(allied, side) == {"blue.a": 8, "blue.b": 4}
        assert allied.seen_by(side).known == {"looked at": 0, "blue.a": 8, "blue.b": 4}


def test_what_is_spent_is_gone_and_no_more_than_there_is_can_be():
    play = play_of(5, 8)
    play.order("red", [spend(2), spend(3)])
    assert amounts(play, "red") == {"red.a": 0, "red.b": 7}
    assert play.position.points["red"] == 5
    assert refused(play, spend(1)) == "red.a does not have 1 to spend"
    assert refused(play_of(5, 8), spend(2), spend(4)) == "red.a does not have 4 to spend"
    play.order("red", [{"do": "earn", "stock": "red.a"}, spend(2)])
    assert amounts(play, "red")["red.a"] == 0


def test_a_hand_over_moves_what_it_says_and_reports_nobody():
    reported = []
    for n in range(CAP + 1):
        play = play_of(5, 8)
        play.forget()
        play.order("red", [give(n)])
        assert amounts(play, "red") == {"red.a": 5 - n, "red.b": 7 + n}
        reported.append((msgspec.json.encode(play.position), msgspec.json.encode(play.forget())))
        play.order("red", [give(2, "red.b")])
        assert amounts(play, "red") == {"red.a": 7 - n, "red.b": 5 + n}
    assert len(set(reported)) == 1
    assert refused(play_of(2, 8), give(3)) == "3 is not from 0 to 2: choose another amount"
    assert refused(play_of(5, 8), give(4)) == "4 is not from 0 to 3: choose another amount"
    unsaid = {"do": "give", "stock": "red.a"}
    assert refused(play_of(5, 8), unsaid) == "the order must say how much"


def test_an_order_that_gives_or_splits_is_alone_in_its_list():
    alone = (
        "an order that hands over or splits a hidden supply must be alone in its list, without 'if'"
    )
    play = play_of()
    assert refused(play, give(1), {"do": "end"}) == alone
    assert refused(play, spend(1), give(1)) == alone
    assert refused(begin(DepotToy()), split(3), {"do": "end"}) == alone
    assert refused(play, guarded(0, give(1))) == alone


@pytest.mark.parametrize(("held", "due"), [(0, 0), (1, 0), (2, 1), (5, 2), (6, 3), (12, LEVY)])
def test_a_capped_hand_over_is_the_cap_or_half_and_never_anything_else(held: int, due: int):
    play = play_of(5, held)
    play.order("red", [{"do": "levy"}])
    assert asked(play) == ("blue", "levy")
    for n in set(range(LEVY + 1)) - {due}:
        assert refused(play, {"do": "pay", "n": n})
    play.order("blue", [{"do": "pay", "n": due}])
    assert amounts(play, "blue")["blue.a"] == held - due
    assert asked(play) == ("red", "turn")


def test_who_has_only_one_thing_to_pay_is_asked_all_the_same():
    """An answer that moves a stock is proven, which nobody but its owner can."""
    play = play_of(5, 0)
    play.order("red", [{"do": "levy"}])
    assert [order.n for order in play.game.legal(known(play))] == [0]
    assert asked(play) == ("blue", "levy")


def test_dice_after_a_hand_over_are_a_fault_of_the_rules():
    class Diced(DepotToy):
        def need(self, position: Position) -> Any:
            wanted = super().need(position)
            return Roll("too early", "2.5") if position.points["red"] else wanted

        def settled(self, position: Position, *, done: bool) -> Any:
            yield from super().settled(position, done=done)
            position.points["red"] = 1

    play = begin(Diced())
    with pytest.raises(RulesFault, match="dice are due right after a supply that is handed over"):
        play.order("red", [split(3)])


# --- as in a log, where nobody keeps the amounts ----------------------------------------------


def logged(scenario: str = "duel") -> Play:
    """The same game as a log has it: amounts in boxes, numbers beside the orders."""
    game = DepotToy(scenario)
    play = Play(game, {side: side for side in game.sides})
    play.start()
    for side in ("red", "blue"):
        play.order(side, [{"do": "split"}])
        assert play.settling is not None
        play.settled(done=True)
    return play


def test_a_split_and_a_hand_over_wait_until_they_have_taken_effect():
    play = logged()
    assert asked(play) == ("red", "turn")
    play.order("red", [{"do": "give", "stock": "red.b"}], changed=[0])
    assert (play.asked, play.settling) == (None, Settle(("red.a", "red.b"), "1.1"))
    assert play.copy().settling == play.settling
    play.settled(done=False)
    assert (asked(play), play.settling) == (("red", "turn"), None)
    with pytest.raises(RulesFault):
        play.settled(done=True)


def test_a_split_that_is_not_taken_is_public():
    play = begin(DepotToy())
    play.keeper = None
    play.order("red", [{"do": "split"}])
    play.settled(done=False)
    assert play.position.public == {"red.a": 6, "red.b": 6}


def test_an_order_in_a_log_never_says_what_it_hides():
    play = logged()
    assert refused(play, give(2)) == "an order in a log cannot say how much it hides"


def test_the_number_that_a_proof_names_is_the_one_at_the_orders_turn():
    play = logged()
    play.copy().order("red", [spend(3), spend(2)], changed=[0, -3])
    for numbers in ([0, 0], [0, -2], [-3, 0], [1, -2], [0]):
        with pytest.raises(IllegalOrder, match=r"red\.a has changed by"):
            play.copy().order("red", [spend(3), spend(2)], changed=numbers)


def test_what_changed_after_dice_skips_the_order_and_the_rest_of_its_list():
    orders = [spend(1), {"do": "roll"}, spend(2), {"do": "earn", "stock": "red.b"}]
    for face, points, earned in ((NOTHING, 3, 2), (FOUND, 1, 0)):
        play = logged()
        play.order("red", orders, changed=[0, -1])
        assert [one.changed for one in play.lists] == [[-1]]
        play.forget()
        play.roll(Die(face))
        assert play.position.points["red"] == points
        assert play.position.changed["red.b"] == earned
        skipped = [one.order for one in play.forget() if isinstance(one, Lapsed)]
        assert skipped == ([] if face == NOTHING else orders[2:])
        assert play.lists == []


def test_a_number_goes_with_its_order_when_that_skips():
    """After the die the second spend is of another's depot, and the third counts all the same."""
    play = logged()
    orders = [{"do": "roll"}, spend(2, "blue.a"), spend(3)]
    play.order("red", orders, changed=[0, 0])
    play.roll(Die(NOTHING))
    assert play.position.points["red"] == 3


def test_a_number_goes_with_its_order_when_its_guard_does_not_hold():
    for turns, points in ((0, 5), (1, 3)):
        play = logged()
        orders = [
            {"do": "earn", "stock": "red.b"},
            guarded(turns, spend(2, "red.a")),
            spend(3, "red.b"),
        ]
        play.order("red", orders, changed=[0, 2])
        assert play.position.points["red"] == points


def test_a_pair_that_is_opened_needs_no_proof_any_more():
    play = logged()
    play.order("red", [{"do": "roll"}, spend(3), spend(1, "red.b")], changed=[0, 0])
    play.opened({"red.a": 4, "red.b": 8})
    assert play.due is not None
    assert [one.changed for one in play.lists] == [[]]
    play.roll(Die(NOTHING))
    assert play.position.public == {"red.a": 1, "red.b": 7}


def test_the_answer_for_who_is_out_moves_no_stock():
    play = begin(DepotToy("trio"))
    assert [play.game.text(one) for one in play.game.legal(play.position)] == ["split", "share"]
    play.leave("red")
    play.go_on()
    assert asked(play) == ("blue", "split")
    assert play.position.public == {"red.a": 6, "red.b": 6}


# --- whole games -----------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_the_contract_holds(scenario: str):
    for seed in range(2):
        check_game(DepotToy(scenario), seed)


def test_who_looks_ahead_does_not_see_what_others_hold():
    """All amounts come that are possible to others, and one's own as they are."""
    found = set()
    for seed in range(200):
        play = play_of(5, 8)
        assert play.keeper is not None
        dice = SeededDice(random.Random(seed))  # noqa: S311
        twin = play.keeper.imagined(play.position, ["red"], dice)
        assert twin.amounts(play.position, ["red"]) == amounts(play, "red")
        found.add(twin.amounts(play.position, ["blue"])["blue.a"])
    assert found == set(range(TOTAL + 1))
