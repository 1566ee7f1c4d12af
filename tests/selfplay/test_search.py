"""A player who looks ahead: legal, the same for the same seed, blind to secrets, and better."""

from __future__ import annotations

import random
from typing import Any, cast

import msgspec
import pytest

from pbem.errors import FormError
from pbem.games import registry
from pbem.kit.contract import Game
from pbem.kit.dice import SeededDice
from pbem.kit.hidden import sharers
from pbem.play.play import Play
from pbem.selfplay import simulate
from pbem.selfplay.search import RUNS, TURNS, Search, look_ahead
from pbem.selfplay.simulate import Setup, bind, play_one
from pbem.selfplay.unsigned import Secrets, begin, rules_of

WITH_HANDS = ("singapore", "corps")
SCENARIOS = [(name, scenario) for name in registry.names() for scenario in rules_of(name).scenarios]
LITTLE = 60
ENOUGH = 400
"""Positions for a decision: so few that half of them go for the first two lists, and more."""


class Beside:
    """A game that differs in a method or two."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


def at_decision(
    name: str, scenario: str, number: int, *, phase: bool = True
) -> tuple[Play, Secrets]:
    """A game between sensible players, at its decision of that number, or the next of a phase."""
    rng = random.Random(3)  # noqa: S311 - no secret
    play, secrets, dice = begin(bind(Setup(name, scenario))), Secrets(), SeededDice(rng)
    while True:
        if play.result is not None:  # a single fight is over soon: then the next one
            play, secrets = begin(bind(Setup(name, scenario))), Secrets()
        if play.due is not None:
            play.roll(dice)
            continue
        asked = play.asked
        assert asked is not None
        if number <= 0 and (asked.phase or not phase):
            return play, secrets
        number -= 1
        secrets.answer(play, asked, [] if asked.opens else simulate.answer_sensible(play, rng))


@pytest.mark.few(1, 3)
@pytest.mark.parametrize("number", [2, 7, 13, 21, 34])
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_what_he_orders_is_legal(name: str, scenario: str, number: int) -> None:
    """`Play` refuses a list that is not legal up to its first die."""
    play, secrets = at_decision(name, scenario, number, phase=number % 2 == 0)
    asked = play.asked
    assert asked is not None
    own = secrets.of(asked.side)
    secrets.answer(play, asked, look_ahead(play, own, 1, LITTLE))


def test_with_hands_nobody_writes_ahead() -> None:
    name, scenario = WITH_HANDS
    with pytest.raises(FormError, match="--ahead does not work in a game with hands"):
        list(simulate.simulate(Setup(name, scenario, ahead=True), [1]))


@pytest.mark.long
def test_a_whole_game_of_his() -> None:
    played = play_one(
        bind(Setup("manila", "campaign")), 1, at_random=False, search=["us"], budget=1
    )
    assert played.turn >= 1
    assert played.decisions > 10


@pytest.mark.few(2, 10)
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_same_position_seed_and_budget_give_the_same_orders(name: str, scenario: str) -> None:
    play, secrets = at_decision(name, scenario, 2)
    assert play.asked is not None
    own = secrets.of(play.asked.side)
    before = msgspec.json.encode(play.position), play.cups, list(play.lists)
    orders = look_ahead(play, own, 7, ENOUGH)
    assert look_ahead(play.copy(), own.copy(), 7, ENOUGH) == orders
    assert before == (msgspec.json.encode(play.position), play.cups, list(play.lists))
    play.order(play.seats[play.asked.side], orders)


def test_without_a_budget_he_is_the_sensible_player() -> None:
    play, _ = at_decision("saipan", "historical", 3)
    sensible = [play.game.write_order(one) for one in play.game.sensible(play.position, 5)]
    assert look_ahead(play, Secrets(), 5, 0) == sensible


@pytest.mark.parametrize("number", [4, 6, 10])
def test_what_he_orders_is_never_worse_by_his_own_measure(number: int) -> None:
    """On dice that did not choose it, what it orders came better than the sensible list."""
    play, _ = at_decision("saipan", "historical", number)
    search = Search(play, Secrets(), number, 2500)
    orders = search.choose()
    sensible = search.found[0]
    chosen = next(course for course in search.found if course.orders == orders)
    fresh = len(chosen.worth)
    assert sum(chosen.worth[RUNS:]) > sum(sensible.worth[RUNS:fresh]) or chosen is sensible


@pytest.mark.long
def test_the_budget_is_kept_but_for_the_last_rehearsals() -> None:
    play, _ = at_decision("saipan", "historical", 3)
    counted = Search(play, Secrets(), 5, 1000)
    counted.choose()
    other = Search(play, Secrets(), 5, 4000)
    other.choose()
    assert -3000 < counted.left <= 0
    assert -3000 < other.left <= 0


def test_he_rehearses_so_many_turns_and_no_more() -> None:
    play, _ = at_decision("saipan", "historical", 3)
    watched: list[int] = []

    class Seen(Beside):
        def merit(self, position: Any, side: str) -> int:
            watched.append(position.turn - play.position.turn)
            return int(self.game.merit(position, side))

    play.game = cast(Game[Any, Any], Seen(play.game))
    look_ahead(play, Secrets(), 5, 1500)
    assert watched
    assert set(watched) == {TURNS}


# --- what it cannot know --------------------------------------------------------------------------


def test_sealed_beaches_of_the_enemy_change_nothing() -> None:
    """Two games that differ in what the US has sealed alone: the Japanese deploy alike."""
    chosen = []
    for beaches in (0, 4):
        play = begin(bind(Setup("saipan", "free")))
        secrets = Secrets()
        assert play.asked is not None
        every = sorted(play.game.setting.tables.beaches)  # type: ignore[attr-defined]
        sealed = {"do": "beaches", "hexes": every[beaches : beaches + 6]}
        secrets.answer(play, play.asked, [sealed])
        assert play.asked.side == "jp"
        chosen.append(look_ahead(play, secrets.of("jp"), 2, ENOUGH))
    assert chosen[0] == chosen[1]


def test_a_side_is_reported_its_own_secrets_alone() -> None:
    _, secrets = at_decision("saipan", "free", 1)
    opened = next(iter(secrets.of("us")._sealed))
    assert secrets.of("jp")._sealed == {}
    assert opened in secrets._sealed


class Veiled(Beside):
    """A game of which each side sees less than there is."""

    def view(self, position: Any, side: str | None) -> Any:
        seen = msgspec.convert(msgspec.to_builtins(position), self.game.position_type)
        seen.gsp = {"us": 0, "jp": 0}
        return seen


def test_what_the_game_does_not_show_him_changes_nothing() -> None:
    chosen = []
    for points in (1, 9):
        play, _ = at_decision("saipan", "historical", 4)
        play.game = cast(Game[Any, Any], Veiled(play.game))
        play.position.gsp = {"us": points, "jp": points}
        chosen.append(look_ahead(play, Secrets(), 2, ENOUGH))
    assert chosen[0] == chosen[1]


def test_dice_of_the_game_are_not_his() -> None:
    """Games go on by their own dice; it gets nothing but a position that was reached."""
    game = bind(Setup("tokyo", "two"))
    rng = random.Random(5)  # noqa: S311 - no secret
    play = begin(game)
    answer = simulate.searchers(game, game.sides, LITTLE, Secrets())
    twin = random.Random(5)  # noqa: S311 - no secret
    answer(play, rng)
    twin.randrange(1 << 32)
    assert rng.getstate() == twin.getstate()


def with_cards(number: int) -> tuple[Play, Secrets]:
    """A game with hands at a decision of somebody who holds cards."""
    while True:
        play, secrets = at_decision(*WITH_HANDS, number, phase=False)
        cards: Any = play.game
        assert play.asked is not None
        if cards.held(play.position, play.asked.side):
            return play, secrets
        number += 1


def otherwise(play: Play, seed: int) -> Play:
    """The same game, but for the cards that who is asked has not seen."""
    assert play.dealer is not None
    assert play.asked is not None
    twin = play.copy()
    own = sharers(play.game, play.asked.side)
    twin.dealer = play.dealer.imagined(
        play.game,
        play.position,
        own,
        lambda deck: SeededDice(random.Random(f"{seed} {deck}")),  # noqa: S311 - no secret
    )
    return twin


@pytest.mark.few(2)
@pytest.mark.parametrize("number", [0, 6, 40, 80])
def test_cards_that_he_has_not_seen_change_nothing(number: int) -> None:
    """Worlds that differ in the others' hands and in the order of the deck: it orders alike."""
    play, secrets = with_cards(number)
    assert play.asked is not None
    assert play.dealer is not None
    own = sharers(play.game, play.asked.side)
    chosen, worlds = [], set()
    for seed in range(3):
        twin = otherwise(play, seed) if seed else play
        assert twin.dealer is not None
        assert twin.dealer.hand(*own) == play.dealer.hand(*own)
        worlds.add(tuple(twin.dealer.everything().items()))
        chosen.append(look_ahead(twin, secrets.of(play.asked.side), 2, LITTLE))
    assert len(worlds) == 3
    assert chosen[0] == chosen[1] == chosen[2]


def test_every_rehearsal_lays_what_he_has_not_seen_otherwise() -> None:
    play, _ = with_cards(6)
    assert play.asked is not None
    side = play.asked.side
    seen = set()
    for seed in range(6):
        dealer = otherwise(play, seed).dealer
        assert dealer is not None
        others = [one for one in play.game.sides if one not in sharers(play.game, side)]
        seen.add(tuple(dealer.hand(*others).values()))
    assert len(seen) > 3


# --- the command's set-up --------------------------------------------------------------------


def test_who_looks_ahead_is_a_side_of_the_game_among_sensible_players() -> None:
    with pytest.raises(FormError, match=r"There is no side 'red' here\. The sides are us, jp"):
        list(simulate.simulate(Setup("saipan", "historical", search=("red",)), [1]))
    for other in ({"random": True}, {"ahead": True}):
        with pytest.raises(FormError, match="looks ahead stands among sensible players"):
            list(simulate.simulate(Setup("saipan", "historical", search=("jp",), **other), [1]))
