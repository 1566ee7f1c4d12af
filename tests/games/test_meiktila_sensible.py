"""The sensible player of Meiktila: legal, the same every time, quick, better than chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import pytest

from long import sample
from pbem.games.meiktila.game import MeiktilaGame
from pbem.games.meiktila.player.sensible import sensible
from pbem.games.meiktila.rules.orders import Activate, Attack, Dig, Enter, Move
from pbem.kit.contract import Order
from pbem.kit.cups import Cups
from pbem.kit.dice import SeededDice
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, answer_random, answer_sensible, bind
from pbem.selfplay.unsigned import begin, rules_of
from toy.growth import calls_of

SIDES = ("al", "jp")
OTHER = {"al": "jp", "jp": "al"}


def game_of(**options: Any) -> MeiktilaGame:
    game = bind(Setup("meiktila", "meiktila", options))
    assert isinstance(game, MeiktilaGame)
    return game


def think(phase: str, units: dict[str, str], seed: int = 1, **given: Any) -> list[Order]:
    """Return what is ordered in a position in the words of a numbered case."""
    game, cups = game_of(**given.pop("options", {})), Cups()
    game.set_up(cups)
    words: dict[str, Any] = {"turn": 4, "phase": phase, "units": units, **given}
    return sensible(game.setting, game.arrange(words, cups), seed)


def plays(
    seed: int, at_random: tuple[str, ...] = (), *, standing: bool, **options: Any
) -> Iterator[Play]:
    """Play a game; yield whenever a sensible side is asked, and at the end."""
    game, rng = game_of(**options), random.Random(seed)  # noqa: S311 - no secret
    play, dice = begin(game), SeededDice(rng)
    if standing:
        for side in set(game.sides) - set(at_random):
            play.standing[side] = {side: dict(game.sensible_standing(side))}
    while play.result is None:
        if play.due is not None:
            play.roll(dice)
            continue
        assert play.asked is not None
        if play.asked.side in at_random:
            play.order(play.asked.side, answer_random(play, rng))
        else:
            yield play
            play.order(play.asked.side, answer_sensible(play, rng))
    yield play


def ended(seed: int, *at_random: str, standing: bool = True, **options: Any) -> Play:
    *_, play = plays(seed, at_random, standing=standing, **options)
    return play


@pytest.mark.long
def test_a_game_has_ten_turns_and_costs_so_much() -> None:
    play, calls = calls_of(partial(ended, 3))
    assert play.result is not None
    assert play.position.turn == 10
    assert calls < 12_000_000


OPTIONS: list[dict[str, Any]] = [
    *(
        {name: choice}
        for name, option in rules_of("meiktila").options.items()
        for choice in option.choices[:: max(1, len(option.choices) // 2)]
        if choice != option.default
    ),
    {name: option.choices[-1] for name, option in rules_of("meiktila").options.items()},
]


@pytest.mark.parametrize("options", sample(OPTIONS, 2, of=3), ids=str)
def test_every_option_can_be_played(options: dict[str, Any]) -> None:
    assert ended(5, standing=False, **options).result is not None


@pytest.mark.parametrize("side", sample(list(SIDES), 1))
def test_who_plays_sensibly_beats_who_plays_at_random(side: str) -> None:
    wins = Counter(getattr(ended(seed, OTHER[side]).result, "winner", "") for seed in range(3))
    assert wins[side] == 3


@pytest.mark.parametrize("seed", sample(list(range(6)), 1))
def test_the_first_order_is_legal_wherever_chance_has_led(seed: int) -> None:
    """Positions that it would never bring about; it changes nothing, and decides the same twice."""
    game, rng = game_of(kimura=seed % 2 == 0), random.Random(seed)  # noqa: S311 - no secret
    play, dice = begin(game), SeededDice(rng)
    while play.result is None:
        if play.due is not None:
            play.roll(dice)
            continue
        before = msgspec.json.encode(play.position)
        orders = sensible(game.setting, play.position, seed)
        again = msgspec.json.decode(before, type=game.position_type)
        assert orders == sensible(game.setting, again, seed)
        assert msgspec.json.encode(play.position) == before
        game.check(play.position, orders[0])
        asked = play.asked
        assert asked is not None
        assert len(orders) == 1 or asked.phase
        play.order(asked.side, answer_random(play, rng))


def test_every_interruption_is_answered_sooner_or_later() -> None:
    """Without standing orders each question of the game is put to it, and answered legally."""
    left = {"setup", "activation", "movement", "combat"}
    left |= {"allot", "land", "edges", "opener", "defend", "hold", "losses", "advance"}
    for seed in range(4):
        for play in plays(seed, standing=False):
            if play.asked is not None and play.result is None:
                left.discard(play.asked.name)
        if not left:
            break
    assert left == set()


def test_nothing_asked_nothing_answered() -> None:
    play = ended(1)
    with pytest.raises(ValueError, match="no question is open"):
        sensible(game_of().setting, play.position, 1)


@pytest.mark.parametrize("side", SIDES)
def test_standing_answers_are_standing_answers(side: str) -> None:
    game = game_of()
    standing = game.sensible_standing(side)
    game.check_standing(side, standing)
    lines = game.standing_text(standing)
    assert lines
    for line in lines:
        assert game.parse_standing(game.set_up(Cups()), side, line)


# --- what it does ----------------------------------------------------------------------------


def test_a_weak_enemy_in_reach_is_gone_for_with_what_is_free() -> None:
    """Five battalions two hexes from a lone one: they come beside it, and attack."""
    brigade = {"WY1": "I12", "FFR412": "I12", "GR17": "I12", "BDR9": "H11", "BAL710": "H11"}
    units = {**brigade, "1/106": "J14"}
    orders = think("movement al", units, up=["A-ALL"])
    moved = {order.unit for order in orders if isinstance(order, Move)}
    assert {"WY1", "FFR412", "GR17"} <= moved
    beside = {"WY1": "J13", "FFR412": "J13", "GR17": "J13", "BDR9": "K13", "BAL710": "K13"}
    (attack, *_) = think("combat al", {**beside, "1/106": "J14"}, up=["A-ALL"])
    assert isinstance(attack, Attack)
    assert attack.hex == "J14"
    assert set(attack.with_) == set(beside)


def test_a_bad_attack_is_not_made() -> None:
    orders = think("combat jp", {"1/55": "M8", "GR13": "M7", "PUN615": "M7", "SIKH1": "M7"})
    assert not [order for order in orders if isinstance(order, Attack)]


def test_the_city_is_not_left_to_a_gun() -> None:
    """However good the attack that they could make: who holds Meiktila alone stays."""
    units = {"WY1": "H11", "FFR412": "H11", "FD129": "H11", "1/106": "I13"}
    orders = think("movement al", units)
    assert not [o for o in orders if isinstance(o, Move) and o.unit in {"WY1", "FFR412"}]


def test_nobody_advances_from_an_airfield_into_nothing() -> None:
    units = {"BDR9": "M7", "BAL710": "M7", "GR110": "M7", "2/14": "N7"}
    (attack, *_) = think("combat al", units)
    assert isinstance(attack, Attack)
    assert attack.stay
    assert not attack.advance


def test_an_empty_airfield_is_walked_into() -> None:
    orders = think("movement jp", {"1/55": "M5", "2/55": "M5", "WY1": "H11"})
    ends = [order.path[-1] for order in orders if isinstance(order, Move)]
    assert "M7" in ends


def test_all_reinforcements_are_asked_for_and_all_that_may_come_in() -> None:
    (order,) = think("activation jp", {"1/55": "N1", "WY1": "H11"}, up=["J-ALL"])
    assert isinstance(order, Activate)
    assert {"NFM", "NFL", "AT-1", "AT-2", "1/106", "1/153"} <= set(order.enter)
    orders = think(
        "movement jp", {"1/55": "N1", "WY1": "H11"}, up=["J-ALL"], entering=["1/106", "NFM"]
    )
    assert {order.unit for order in orders if isinstance(order, Enter)} == {"1/106", "NFM"}


def test_a_good_attack_at_hand_is_made_before_moving() -> None:
    units = {"WY1": "J13", "FFR412": "J13", "GR17": "J13", "BDR9": "K13", "BAL710": "K13"}
    (order,) = think("activation al", {**units, "1/106": "J14"}, up=["A-ALL"])
    assert isinstance(order, Activate)
    assert order.mode == "attack-move"


def test_a_gun_does_not_go_out_alone_before_the_enemy() -> None:
    units = {"FD129": "H11", "WY1": "H11", "FFR412": "H11", "GR17": "H11", "1/55": "C6"}
    orders = think("movement al", {**units, "FFH": "D7"}, turn=1)
    grid = game_of().setting.tables
    ends = [o.path[-1] for o in orders if isinstance(o, Move) and o.unit == "FD129"]
    assert all(grid.distance(end, "C6") > 4 for end in ends)


def test_who_guards_an_objective_digs_in_when_the_enemy_comes() -> None:
    orders = think("movement al", {"FFH": "D7", "RAJ67": "D7", "1/55": "B6", "2/55": "B6"})
    assert [order for order in orders if isinstance(order, Dig)]


def test_a_marker_with_a_number_keeps_room_for_the_attack() -> None:
    """Two units may act, and two are wanted for the attack: nobody else uses the number up."""
    units = {"WY1": "I12", "FFR412": "I12", "FFH": "A12", "BDR9": "H11", "BAL710": "H11"}
    orders = think("movement al", {**units, "AT-1": "J14"}, up=["A-DR"], number=2)
    movers = [order.unit for order in orders if isinstance(order, Move)]
    assert len(movers) == 2
    assert set(movers) == {"WY1", "FFR412"}
