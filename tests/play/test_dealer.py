"""Decks of games without keys: dealt by dice of their own (docs/protocol-cards.md, 6.2)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from pbem.cases.steps import Playing, Step
from pbem.errors import IllegalOrder
from pbem.kit.contract import Draw, MakeDeck
from pbem.kit.dice import SeededDice
from pbem.kit.hidden import Drawn, Laid
from pbem.play.dealer import Dealer
from pbem.play.lists import read_text
from pbem.play.play import Play
from pbem.selfplay.general import ContractBrokenError, check_game, restored
from pbem.selfplay.simulate import play_one
from pbem.selfplay.unsigned import begin, known, random_order
from toy.cards import FATES, CardToy
from toy.fates import KEEP, TAKE


def play_of(seed: int = 0) -> Play:
    return begin(CardToy(8), seed)


def shows(play: Play) -> set[int]:
    """The cards that the player who is asked could show."""
    legal = [play.game.write_order(order) for order in play.game.legal(known(play))]
    return {raw["card"] for raw in legal if raw["do"] == "play"}


def held(play: Play, side: str) -> dict[tuple[str, int], int]:
    assert play.dealer is not None
    return dict(play.dealer.hand(side))


def played(at: tuple[str, int], card: int) -> dict[str, Any]:
    return {"do": "play", "deck": at[0], "place": at[1], "card": card}


def test_places_fall_as_in_a_log_and_the_position_has_no_card():
    play = play_of()
    assert play.position.hands == {"red": [("fate#1", 0), ("fate#1", 1)],
                                   "blue": [("fate#1", 2), ("fate#1", 3)]}  # fmt: skip
    assert play.position.known == []
    assert play.asked is not None
    assert play.asked.name == "turn"


def test_who_is_asked_knows_his_hand_and_no_other():
    play = play_of()
    mine, theirs = set(held(play, "red").values()), set(held(play, "blue").values())
    assert shows(play) == mine
    assert not mine & theirs
    assert play.position.known == []


def test_a_card_that_is_not_held_is_illegal():
    play = play_of()
    (at, card), _ = held(play, "red").items()
    theirs = next(iter(held(play, "blue").values()))
    before = play.copy()
    with pytest.raises(IllegalOrder):
        play.order("red", [played(at, theirs)])
    before.order("red", [played(at, card)])
    assert before.position.points["red"] == card


def test_who_has_drawn_is_asked_whatever_his_list_says():
    play = play_of()
    play.order("red", [TAKE, KEEP])
    assert play.asked is not None
    assert play.asked.name == "drawn"
    assert len(held(play, "red")) == 3


def test_a_copy_deals_the_same_and_apart():
    play = play_of()
    twin = play.copy()
    twin.order("red", [TAKE])
    assert len(held(play, "red")) == 2
    again = restored(play)
    assert held(again, "red") == held(play, "red")


def test_a_card_is_written_by_its_name():
    play = play_of()
    card = min(shows(play))
    parsed = read_text(play, "red", f"play {card}\ntake")
    assert parsed.orders[0]["card"] == card
    assert held(play, "red")[(parsed.orders[0]["deck"], parsed.orders[0]["place"])] == card


def test_decks_are_shuffled_evenly():
    """Each card lies at each place in one of eight games; 6 standard deviations are allowed."""
    counted: Counter[tuple[int, int]] = Counter()
    games = 1600
    dealer = Dealer(lambda deck: SeededDice(random.Random(deck)))  # noqa: S311
    for number in range(games):
        dealer.deal(MakeDeck(f"fate#{number}", tuple(range(8)), "1.1"))
    for cards in dealer.everything().values():
        counted.update(enumerate(cards))
    assert len(counted) == 64
    assert all(abs(count - games / 8) < 6 * (games * 7 / 64) ** 0.5 for count in counted.values())


def test_an_open_draw_is_seen_and_held_by_nobody():
    dealer = Dealer()
    dealer.deal(MakeDeck("fate#1", (0, 3, 5), "1.1"))
    assert dealer.deal(Draw("fate#1", "red", 2, "2", open=True)) == Drawn((0, 1), (0, 3))
    assert dealer.deal(Draw("fate#1", "red", 1, "2")) == Drawn((2,))
    assert dealer.hand("red") == {("fate#1", 2): 5}


def test_a_deck_is_laid_out():
    dealer = Dealer()
    dealer.lay({"fate#1": Laid([7, 2, 4], 1, {"blue": [0]})})
    assert dealer.hand("blue") == {("fate#1", 0): 7}
    assert dealer.deal(Draw("fate#1", "red", 2, "2")) == Drawn((1, 2))
    assert dealer.hand("red") == {("fate#1", 1): 2, ("fate#1", 2): 4}


def test_a_numbered_case_gives_a_hand_and_what_is_drawn_next():
    case = Playing(CardToy(8), {"hand": [3, 5], "next": [7, 1]}, written=True)
    case.step(Step("red", "play 5"))
    assert case.play.position.points["red"] == 5
    case.step(Step("red", "take"))
    case.step(Step("red", "play 7"))
    assert case.play.position.points["red"] == 12
    case.step(Step("dice", [4]))
    case.step(Step("red", "play 1", ("not read",)))


def test_who_kept_what_he_had_to_play_has_broken_a_duty():
    case = Playing(CardToy(8), {"hand": [3], "next": [7, 1]}, written=True)
    case.step(Step("red", "take"))
    assert case.play.broken_duties() == []
    case.step(Step("red", "keep"))
    assert case.play.broken_duties() == ["red"]


def test_the_general_tests_hold_for_a_game_with_a_deck():
    for seed in range(3):
        assert check_game(CardToy(8), seed).decisions > 5


class Peeks(CardToy):
    """Draws nothing for the holder of a fate: a leak, were a hand ever in a position."""

    def adjudicate(self, position: Any, order: Any, cups: Any) -> Any:
        for outcome in super().adjudicate(position, order, cups):
            held_fate = any(card >= 6 for _, _, card in position.known)
            yield msgspec.structs.replace(outcome, n=100) if held_fate else outcome


def test_the_general_tests_find_an_order_that_depends_on_a_hand():
    with pytest.raises(ContractBrokenError, match="if the hand is known"):
        check_game(Peeks(8), 0)


@pytest.mark.parametrize("at_random", [True, False])
def test_whole_games_are_played_and_the_same_again(at_random):
    games = [play_one(CardToy(8), seed, at_random=at_random, standing=False) for seed in range(4)]
    again = [play_one(CardToy(8), seed, at_random=at_random, standing=False) for seed in range(4)]
    assert [game.decisions for game in games] == [game.decisions for game in again]
    assert [game.winner for game in games] == [game.winner for game in again]
    assert len({game.decisions for game in games}) > 1


def test_who_shares_a_hand_plays_what_the_other_has_drawn():
    """Blue draws for both and gives green the card; red sees none of it."""
    play = begin(CardToy(12, "trio"))
    play.order("red", [{"do": "end"}])
    play.order("blue", [{"do": "take"}])
    play.order("blue", [{"do": "give"}, {"do": "end"}])
    deck, place = play.position.hands["green"][-1]
    card = play.dealer.hand("blue")[deck, place]
    assert (deck, place, card) in play.seen_by("green").known
    assert (deck, place, card) not in play.seen_by("red").known
    show = {"do": "play", "deck": deck, "place": place}
    with pytest.raises(IllegalOrder):
        play.copy().order("green", [{**show, "card": (card + 1) % 12}])
    play.order("green", [{**show, "card": card}])
    assert play.position.points["green"] == card


# --- what somebody may imagine ---------------------------------------------------------------


def imagined(play: Play, side: str, seed: int) -> Dealer:
    assert play.dealer is not None
    return play.dealer.imagined(
        play.game,
        play.position,
        [side],
        lambda deck: SeededDice(random.Random(f"{seed} {deck}")),  # noqa: S311 - no secret
    )


def test_one_imagines_ones_own_hand_as_it_is_and_all_else_by_chance():
    play = play_of()
    lies: list[Counter[int]] = [Counter() for _ in range(8)]
    for seed in range(1200):
        dealer = imagined(play, "red", seed)
        assert dealer.hand("red") == held(play, "red")
        cards = dealer.everything()["fate#1"]
        assert sorted(cards) == list(range(8))
        for place, card in enumerate(cards):
            lies[place][card] += 1
    rest = set(range(8)) - set(held(play, "red").values())
    for place in range(2, 8):
        assert set(lies[place]) == rest
        assert all(140 < often < 260 for often in lies[place].values()), "six cards, 200 times each"
    assert play.dealer is not None
    assert held(play, "red") == dict(play.dealer.hand("red"))


def test_what_one_imagines_does_not_depend_on_what_one_has_not_seen():
    play, twin = play_of(), play_of()
    assert twin.dealer is not None
    cards = twin.dealer.everything()["fate#1"]
    twin.dealer._cards["fate#1"] = (*cards[:2], *cards[:1:-1])
    for seed in range(20):
        assert imagined(play, "red", seed).everything() == imagined(twin, "red", seed).everything()


def test_nobody_is_imagined_to_have_kept_what_must_be_played():
    """If somebody did keep one, any cards may be theirs."""
    for seed in range(30):
        play = play_of(seed)
        play.order("red", [TAKE])
        play.order("red", [KEEP])
        drawn = play.position.hands["red"][-1]
        for other in range(20):
            assert imagined(play, "blue", other).hand("red")[drawn] < FATES


def test_cards_that_everybody_has_seen_are_imagined_nowhere_else():
    """Through whole games, decks made again included, with players who give any legal order."""
    made = 0
    for seed in range(6):
        play, rng = play_of(seed), random.Random(seed)  # noqa: S311 - no secret
        while play.result is None:
            if play.due is not None:
                play.roll(SeededDice(rng))
                continue
            play.order(play.seats[side_of(play)], [play.game.write_order(random_order(play, rng))])
            if play.result is None and play.asked is not None:
                assert play.dealer is not None
                dealer = imagined(play, side_of(play), seed)
                assert dealer.hand(side_of(play)) == play.dealer.hand(side_of(play))
                for deck, cards in dealer.everything().items():
                    assert sorted(cards) == sorted(play.dealer.everything()[deck])
                made = max(made, len(dealer.everything()))
    assert made > 1


def side_of(play: Play) -> str:
    assert play.asked is not None
    return play.asked.side
