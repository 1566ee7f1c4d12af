"""The sensible player of Race to Tokyo: legal, the same every time, quick, better than chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import pytest

from long import sample
from pbem.games.tokyo.game import TokyoGame
from pbem.games.tokyo.player.attacks import WHOLE, Odds
from pbem.games.tokyo.player.field import Field
from pbem.games.tokyo.player.moves import Marshal
from pbem.games.tokyo.player.sensible import sensible
from pbem.games.tokyo.rules.orders import (
    Attack,
    Call,
    Deploy,
    End,
    Exchange,
    Free,
    Move,
    Place,
    Volunteer,
)
from pbem.kit.contract import Order, Question
from pbem.kit.cups import Cups
from pbem.kit.dice import SeededDice
from pbem.kit.typed.orders import Pass
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, answer_random, answer_sensible, bind
from pbem.selfplay.unsigned import begin, rules_of
from toy.growth import calls_of

SCENARIOS = ("two", "three")


def game_of(scenario: str = "two", **options: Any) -> TokyoGame:
    game = bind(Setup("tokyo", scenario, options))
    assert isinstance(game, TokyoGame)
    return game


def arranged(scenario: str = "two", **given: Any) -> tuple[TokyoGame, Any]:
    """Return a game and a position in the words of a numbered case."""
    game, cups = game_of(scenario, **given.pop("options", {})), Cups()
    game.set_up(cups)
    return game, game.arrange(given, cups)


def think(game: TokyoGame, position: Any, seed: int = 1) -> list[Order]:
    return sensible(game.setting, position, seed)


def plays(
    scenario: str, seed: int, at_random: tuple[str, ...] = (), *, standing: bool, **options: Any
) -> Iterator[Play]:
    """Play a game; yield whenever a sensible side is asked, and at the end."""
    game, rng = game_of(scenario, **options), random.Random(seed)  # noqa: S311 - no secret
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


def ended(scenario: str, seed: int, *at_random: str, standing: bool = True, **options: Any) -> Play:
    *_, play = plays(scenario, seed, at_random, standing=standing, **options)
    return play


@pytest.mark.parametrize(
    ("scenario", "standing", "seed"),
    sample(
        [
            (one, standing, seed)
            for seed in range(2)
            for one, standing in zip(SCENARIOS * 2, (True, False, False, True), strict=True)
        ],
        1,
        of=4,
    ),
)
def test_games_end_in_time_and_ground_is_taken(scenario: str, standing: bool, seed: int) -> None:
    play, calls = calls_of(partial(ended, scenario, seed, standing=standing))
    assert play.result is not None
    assert 1 <= play.position.turn <= 8
    points = [play.game.fact(play.position, "points", (side,)) for side in ("1ag", "8ag")]
    assert sum(int(number) for number in points) >= 10
    assert calls < 12_000_000


OPTIONS: list[dict[str, Any]] = [
    *(
        {name: choice}
        for name, option in rules_of("tokyo").options.items()
        for choice in option.choices[:: max(1, len(option.choices) // 2)]
        if choice != option.default
    ),
    {name: option.choices[-1] for name, option in rules_of("tokyo").options.items()},
]


@pytest.mark.parametrize(
    ("scenario", "options"),
    sample(
        [
            (SCENARIOS[(number + other) % 2], options)
            for other in (0, 1)
            for number, options in enumerate(OPTIONS)
        ],
        2,
        of=len(OPTIONS) // 2,
    ),
    ids=str,
)
def test_every_option_can_be_played(scenario: str, options: dict[str, Any]) -> None:
    assert ended(scenario, 5, standing=False, **options).result is not None


@pytest.mark.parametrize(
    ("side", "others", "games", "won"),
    sample(
        [
            ("1ag", ("8ag",), 4, 3),
            ("8ag", ("1ag", "jp"), 8, 7),
            ("8ag", ("1ag",), 4, 3),
            ("1ag", ("8ag", "jp"), 8, 7),
        ],
        1,
    ),
)
def test_who_plays_sensibly_beats_who_plays_at_random(
    side: str, others: tuple[str, ...], games: int, won: int
) -> None:
    scenario = SCENARIOS[len(others) - 1]
    plays = (ended(scenario, seed, *others) for seed in range(games))
    wins = Counter(getattr(play.result, "winner", "") for play in plays)
    assert wins[side] >= won


@pytest.mark.long
def test_the_japanese_beat_who_plays_at_random() -> None:
    wins = Counter(
        getattr(ended("three", seed, "1ag", "8ag").result, "winner", "") for seed in range(4)
    )
    assert wins["jp"] >= 3


@pytest.mark.parametrize(
    ("scenario", "seed"), sample([(one, seed) for seed in range(5) for one in SCENARIOS], 1, of=2)
)
def test_the_first_order_is_legal_wherever_chance_has_led(scenario: str, seed: int) -> None:
    """Positions that it would never bring about; it changes nothing, and decides the same twice."""
    options = {"volunteers": seed % 2 == 0, "chinese_trigger": seed % 3 == 0}
    game, rng = game_of(scenario, **options), random.Random(seed)  # noqa: S311 - no secret
    play, dice = begin(game), SeededDice(rng)
    while play.result is None:
        if play.due is not None:
            play.roll(dice)
            continue
        before = msgspec.json.encode(play.position)
        orders = think(game, play.position, seed)
        assert orders == think(game, msgspec.json.decode(before, type=game.position_type), seed)
        assert msgspec.json.encode(play.position) == before
        game.check(play.position, orders[0])
        asked = play.asked
        assert asked is not None
        assert len(orders) == 1 or asked.phase
        play.order(asked.side, answer_random(play, rng))


def test_every_interruption_is_answered_sooner_or_later() -> None:
    """Without standing orders each question of the game is put to it, and answered legally."""
    phases = {"setup", "recon", "movement", "combat"}
    left = phases | {"free", "exchange", "retreat", "advance", "volunteer", "ecorps"}
    for seed in range(8):
        for play in plays(SCENARIOS[seed % 2], seed, standing=False, volunteers=True):
            if play.asked is not None and play.result is None:
                left.discard(play.asked.name)
        if not left:
            break
    assert left == set()


@pytest.mark.long
def test_games_do_not_all_end_alike() -> None:
    ends = set()
    for seed in range(12):
        play = ended(SCENARIOS[seed % 2], seed)
        assert play.result is not None
        ends.add((play.result.winner, play.position.turn))
        if len(ends) == 3:
            return
    raise AssertionError(ends)


def test_nothing_asked_nothing_answered() -> None:
    play = ended("two", 1)
    with pytest.raises(ValueError, match="no question is open"):
        think(game_of(), play.position)


@pytest.mark.parametrize(
    ("scenario", "side"), [("two", "1ag"), ("two", "8ag"), ("three", "1ag"), ("three", "jp")]
)
def test_standing_answers_are_standing_answers(scenario: str, side: str) -> None:
    game = game_of(scenario)
    standing = game.sensible_standing(side)
    game.check_standing(side, standing)
    position = game.set_up(Cups())
    lines = game.standing_text(standing)
    assert lines
    for line in lines:
        assert game.parse_standing(position, side, line)


# --- what it does ----------------------------------------------------------------------------


@pytest.mark.parametrize(("group", "first"), [("1ag", {"1M", "4M", "6M"}), ("8ag", {"13A", "20A"})])
def test_six_units_land_the_best_among_them_and_no_headquarters(
    group: str, first: set[str]
) -> None:
    game, position = arranged(phase=f"{group} setup")
    orders = think(game, position)
    landed = [order.unit for order in orders if isinstance(order, Deploy)]
    assert len(landed) == 6
    assert first <= set(landed)
    assert not any(unit.startswith("HQ") for unit in landed)


def test_headquarters_do_not_come_on_beside_an_enemy() -> None:
    beach = {"U1": "2803", "U2": "3003", "U3": "2703", "U4": "3202"}
    game, position = arranged(turn=2, phase="1ag recon", clear=True, units={"7": "2902", **beach})
    placed = [order for order in think(game, position) if isinstance(order, Place)]
    assert not any(order.unit.startswith("HQ") for order in placed)
    inland = {"7": "2902", "27": "2606", "96": "2605", "1M": "2505", "4M": "2506", "6M": "2405"}
    game, position = arranged(turn=2, phase="1ag recon", clear=True, units=inland)
    placed = [order for order in think(game, position) if isinstance(order, Place)]
    assert {"HQ-III", "HQ-XXIV"} <= {order.unit for order in placed}


def palace(turn: int, control: dict[str, str]) -> bool:
    """Whether an American beside an empty Central Tokyo goes in."""
    game, position = arranged(
        turn=turn, phase="8ag movement", clear=True, units={"24": "2413"}, control=control
    )
    moves = [order for order in think(game, position) if isinstance(order, Move)]
    return any(order.path[-1] == "2412" for order in moves)


def test_central_tokyo_is_taken_when_that_wins_and_not_when_it_loses() -> None:
    east = dict.fromkeys(("0901", "2606", "3910", "2312", "2411", "2512", "2408", "2209"), "1ag")
    assert palace(4, {})
    assert not palace(7, east)
    assert palace(7, {**east, "2913": "8ag", "2812": "8ag", "1914": "8ag", "3313": "8ag"})


def test_who_has_strayed_goes_home_by_central_tokyo_where_there_is_no_other_way() -> None:
    """Even where it does not pay to go there: they may end nowhere else (5.42)."""
    game, position = arranged(
        "three",
        turn=8,
        phase="8ag movement",
        clear=True,
        units={"B1": "2512", "6M": "2408", "U1": "2513", "U2": "2413", "U3": "2313"},
        control={"2312": "8ag"},
    )
    [move] = [o for o in think(game, position) if isinstance(o, Move) and o.unit == "B1"]
    game.check(position, move)
    assert move.path[-1] == game.setting.tables.palace


def test_nobody_is_removed_while_somebody_can_walk_out_of_the_hex() -> None:
    """Though they meant to stay, as a unit does that attacks from where it stands (5.3)."""
    game, position = arranged(
        phase="jw movement", turn=8, clear=True, units={"U1": "2413", "U2": "2413"}, still=["U2"]
    )
    marshal = Marshal(Field(game.setting, position, "jw", 1))
    marshal.free.clear()
    move, end = marshal.end()
    assert isinstance(move, Move)
    assert move.unit == "U1"
    assert isinstance(end, End)
    game.check(position, move)


@pytest.mark.parametrize(("turn", "called"), [(6, True), (8, False)])
def test_e_corps_is_called_in_need_and_in_time(turn: int, called: bool) -> None:
    game, position = arranged(
        turn=turn, phase="1ag ecorps", clear=True, units={"7": "2902"}, control={"2913": "8ag"}
    )
    assert think(game, position) == [Call() if called else Pass()]


def test_good_odds_are_taken_with_all_who_help_and_bad_ones_are_not() -> None:
    units = {"7": "2505", "27": "2506", "96": "2605", "U1": "2606"}
    game, position = arranged(
        turn=3, phase="1ag combat", clear=True, units=units, counters={"U1": "66"}, known=["U1"]
    )
    attacks = [order for order in think(game, position) if isinstance(order, Attack)]
    assert [order.hex for order in attacks] == ["2606"]
    assert len(attacks[0].with_) >= 2
    units = {"7": "2606", "U1": "2505"}
    game, position = arranged(
        turn=3, phase="je combat", clear=True, units=units, counters={"U1": "66"}, known=["U1"]
    )
    assert not [order for order in think(game, position) if isinstance(order, Attack)]


def test_a_raid_on_a_beach_with_headquarters_is_made_and_guarded_against() -> None:
    units = {"HQ-X": "3016", "24": "3116", "U1": "3321"}
    game, position = arranged(turn=3, phase="jw movement", clear=True, units=units)
    moves = [order for order in think(game, position) if isinstance(order, Move)]
    assert [order.path[-1] in game.setting.tables.beach["8ag"] for order in moves] == [True]
    game, position = arranged(
        turn=3, phase="8ag movement", clear=True, units={**units, "37": "3219", "6": "2817"}
    )
    moves = [order for order in think(game, position) if isinstance(order, Move)]
    assert any(order.unit == "37" and order.path[-1] == "3220" for order in moves)


def test_japanese_armor_moves_as_far_as_it_goes_and_after_the_others() -> None:
    units = {"2Tk": "2313", "U1": "2413", "24": "3116"}
    game, position = arranged(turn=3, phase="jw movement", clear=True, units=units)
    moves = [order for order in think(game, position) if isinstance(order, Move)]
    assert [order.far for order in moves] == sorted(order.far for order in moves)
    assert any(order.far for order in moves)


# --- odds ------------------------------------------------------------------------------------


def test_the_chances_of_an_attack_are_those_of_the_table() -> None:
    """Three of attack 6 on 2-4-3 in the open: 4:1, of whose faces two are De and two Ex."""
    tables = game_of().setting.tables
    open_ = "2506"
    assert tables.terrain[open_] == "open"
    assert not tables.rivers[open_]
    beside = tables.next_to[open_]
    units = dict(zip(("7", "27", "96"), beside, strict=False)) | {"U1": open_}
    game, position = arranged(
        turn=3, phase="1ag combat", clear=True, units=units, counters={"U1": "140"}, known=["U1"]
    )
    odds = Odds(Field(game.setting, position, "1ag", 1))
    team = {unit: position.at[unit] for unit in ("7", "27", "96")}
    assert odds.chances(open_, team) == {"De": WHOLE // 3, "Ex": WHOLE // 3, "Dr": WHOLE // 3}
    assert odds.defenses("U1") == {(4, False): 1}


def test_what_lies_face_down_counts_as_the_mean_of_its_bag_and_is_not_looked_at() -> None:
    game = game_of()
    position = game.set_up(Cups())
    odds = Odds(Field(game.setting, position, "1ag", 1))
    assert sum(odds.defenses("U1").values()) == 25
    assert sum(odds.defenses("Z1").values()) == 6
    chances = odds.chances("2803", {"1M": "2802"})
    assert 0.9 * WHOLE < sum(chances.values()) <= WHOLE
    assert chances["De"] >= 4 * WHOLE // 25
    seen = game.view(position, "1ag")
    assert think(game, seen) == think(game, position)


def test_every_answer_has_its_form() -> None:
    kinds: dict[str, tuple[type[Order], ...]] = {
        "free": (Free,),
        "exchange": (Exchange,),
        "volunteer": (Volunteer, Pass),
    }
    for play in plays("two", 3, standing=False, volunteers=True):
        asked = play.asked
        if isinstance(asked, Question) and asked.name in kinds and play.result is None:
            (order,) = think(game_of(volunteers=True), play.position)
            assert isinstance(order, kinds[asked.name])
