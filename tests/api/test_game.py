"""A game in play without keys holds to docs/api.md."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import pbem


def state(game: pbem.Game) -> tuple[Any, ...]:
    """Return all that can be seen of a game."""
    return (
        game.position(),
        game.facts(),
        game.asked,
        game.due,
        game.result,
        game.describe(),
        game.map(),
        repr(game),
    )


def to_the_end(game: pbem.Game, most: int = 100_000) -> list[pbem.Happening]:
    """Let random players play on for so many steps."""
    reported: list[pbem.Happening] = []
    for _ in range(most):
        if game.result is not None:
            break
        reported += game.roll() if game.due else game.apply(game.random())
    return reported


def to_dice(game: pbem.Game) -> pbem.Game:
    """Let sensible players play on until dice are due."""
    while game.due is None:
        game.apply(game.sensible())
    return game


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("name", "scenario"),
    [(game.name, one) for game in pbem.catalogue().values() for one in game.scenarios],
)
def test_the_same_seed_is_the_same_game(name: str, scenario: str) -> None:
    games = [pbem.new_game(name, scenario=scenario, seed=seed) for seed in (3, 3, 4)]
    first, again, other = (to_the_end(game, 40) for game in games)
    assert first == again
    assert state(games[0]) == state(games[1])
    assert first != other


@pytest.mark.few(2)
@pytest.mark.parametrize("name", sorted(pbem.catalogue()))
def test_sensible_players_end_a_game(name: str) -> None:
    game = pbem.new_game(name, seed=1)
    while game.result is None:
        assert (game.asked is None) != (game.due is None)
        assert game.roll() if game.due else game.apply(game.sensible()) is not None
    assert game.asked is None
    assert game.due is None
    assert game.result.winner in (*game.sides, None, "jp")
    assert game.waiting == "The game is over."


def test_what_is_played_is_reported() -> None:
    about = pbem.catalogue()["saipan"]
    game = pbem.new_game("saipan", scenario="free", options={"us_gsp": 3})
    assert (game.name, game.version, game.scenario) == ("saipan", about.version, "free")
    assert game.options == {name: one.default for name, one in about.options.items()} | {
        "us_gsp": 3
    }
    assert game.sides == ("us", "jp")
    assert pbem.new_game("saipan").scenario == next(iter(about.scenarios))


@pytest.mark.parametrize(
    ("name", "more", "reported"),
    [
        ("saipn", {}, "did you mean saipan"),
        ("saipan", {"scenario": "moon"}, "moon"),
        ("saipan", {"options": {"guns": 3}}, "guns"),
        ("saipan", {"options": {"banzai": "perhaps"}}, "banzai"),
    ],
)
def test_what_does_not_exist_is_said(name: str, more: dict[str, Any], reported: str) -> None:
    with pytest.raises(pbem.FormError, match=reported):
        pbem.new_game(name, **more)


def test_legal_orders_are_written_and_read_back() -> None:
    game = pbem.new_game("saipan")
    for order in islice(game.legal(), 20):
        assert game.read(game.text(order)) == order
    with pytest.raises(pbem.FormError, match="did you mean"):
        game.read("lnad 1/2 1203")


def test_an_order_is_carried_out_however_it_is_given() -> None:
    games = [pbem.new_game("saipan") for _ in range(3)]
    lines = "land 1/2 1203\nland 1/6 1102 # two"
    orders = [games[0].read(line) for line in ("land 1/2 1203", "land 1/6 1102")]
    reported = [games[0].apply(lines), games[1].apply(orders)]
    reported.append(games[2].apply(orders[0]) + games[2].apply(orders[1]))
    assert [one.text for one in reported[0]] == [
        "U.S. 1/2 lands at 1203.",
        "U.S. 1/6 lands at 1102.",
    ]
    assert {(one.paragraph, one.sort) for one in reported[0]} == {("12.31", "outcome")}
    assert reported[0] == reported[1] == reported[2]
    assert state(games[0]) == state(games[1]) == state(games[2])


@pytest.mark.parametrize(
    ("orders", "error"),
    [
        ("land 1/2 1203; land 1/6 1203", pbem.IllegalOrder),
        ("land 1/2 1203; end movement", pbem.IllegalOrder),
        ("land 1/2 1203; lnad", pbem.FormError),
        ("land 1/2 1203; standing nonsense", pbem.FormError),
        ("# nothing", pbem.FormError),
        ([], pbem.FormError),
    ],
)
def test_what_is_refused_changes_nothing(orders: Any, error: type[pbem.PbemError]) -> None:
    game = pbem.new_game("saipan")
    before = state(game)
    with pytest.raises(error) as refused:
        game.apply(orders)
    assert state(game) == before
    if isinstance(refused.value, pbem.IllegalOrder):
        assert refused.value.paragraph
        assert refused.value.why


def test_who_is_not_asked_is_reported_who_is() -> None:
    game = pbem.new_game("saipan")
    with pytest.raises(pbem.NotYourPen, match=r"No dice are due\. Active side: U\.S\."):
        game.roll()
    to_dice(game)
    for ask in (game.random, game.sensible, lambda: game.apply("pass"), lambda: game.read("pass")):
        with pytest.raises(pbem.NotYourPen, match=r"No question is open. Dice are due: "):
            ask()
    with pytest.raises(pbem.NotYourPen):
        game.legal()


def test_dice_fall_as_given_or_change_nothing() -> None:
    game = to_dice(pbem.new_game("saipan"))
    before = state(game)
    for faces in ([], [7] * 40, [0] * 40, [1] * 400):
        with pytest.raises(pbem.ForcedDiceError):
            game.copy().roll(faces)
        with pytest.raises(pbem.ForcedDiceError):
            game.roll(faces)
        assert state(game) == before
    faces = [3]
    while True:
        try:
            reported = game.roll(faces)
            break
        except pbem.ForcedDiceError:
            faces.append(3)
    dice = [one.text for one in reported if one.sort == "die"]
    assert len(dice) >= 1
    assert all(": 3 (1 to 6)" in one or one.endswith("3 3.") for one in dice)


def test_wrong_dice_use_up_no_seed() -> None:
    game, other = (to_dice(pbem.new_game("saipan", seed=5)) for _ in range(2))
    with pytest.raises(pbem.ForcedDiceError):
        game.roll([])
    assert game.roll() == other.roll()


def test_a_copy_is_a_game_of_its_own() -> None:
    game = to_dice(pbem.new_game("saipan", seed=5))
    before = state(game)
    same, unlike = game.copy(), [game.copy(seed) for seed in range(6)]
    reported = same.roll()
    assert len({one.roll() for one in unlike}) > 1
    assert state(game) == before
    assert game.roll() == reported


def test_standing_answers_stand_until_withdrawn() -> None:
    with_answers, without = (pbem.new_game("saipan", seed=2) for _ in range(2))
    with_answers.stand("jp", "standing usual")
    for game in (with_answers, without):
        game.apply(game.sensible())
    assert without.asked is not None
    assert without.asked.name == "fpf"
    assert with_answers.asked is None
    with_answers = pbem.new_game("saipan", seed=2)
    with_answers.stand("jp", "standing usual")
    with_answers.stand("jp", "")
    with_answers.apply(with_answers.sensible())
    assert state(with_answers) == state(without)


@pytest.mark.parametrize(
    ("side", "lines"), [("cn", "standing usual"), ("us", "pass"), ("us", "standing nonsense")]
)
def test_standing_answers_that_are_none(side: str, lines: str) -> None:
    with pytest.raises(pbem.FormError):
        pbem.new_game("saipan").stand(side, lines)


def test_standing_lines_in_a_list_count() -> None:
    game, other = (pbem.new_game("saipan", seed=2) for _ in range(2))
    game.apply("standing usual")
    other.stand("us", "standing usual")
    for one in (game, other):
        one.apply(one.sensible())
        one.apply("pass")
        one.roll()
    assert state(game) == state(other)


def test_what_is_sealed_does_not_show_and_opens_itself() -> None:
    games = [pbem.new_game("saipan", scenario="free", seed=seed) for seed in (1, 2)]
    choices = []
    for game in games:
        assert game.asked is not None
        assert game.asked.secret is not None
        order = game.random()
        choices.append(game.text(order))
        game.apply(order)
    assert choices[0] != choices[1]
    assert state(games[0]) == state(games[1])
    for side in ("us", "jp"):
        assert games[0].position(side) == games[1].position(side)
    for game, choice in zip(games, choices, strict=True):
        while game.asked is not None and game.asked.side == "jp":
            game.apply(game.sensible())
        assert game.asked is not None
        assert not game.asked.opens
        reported = " ".join(game.describe())
        assert all(hex_ in reported for hex_ in choice.split()[1:])


def test_a_secret_choice_is_one_order() -> None:
    game = pbem.new_game("saipan", scenario="free")
    with pytest.raises(pbem.FormError, match="a single order"):
        game.apply([game.random(), game.random()])


def test_facts_are_asked_as_guards_ask_them() -> None:
    game = pbem.new_game("saipan")
    assert game.fact("turn") == 1
    assert game.facts()["turn"] == 1
    assert game.fact("alive", "jp:317") is True
    for wrong in (("trun",), ("turn", "2"), ("alive", "nobody")):
        with pytest.raises(pbem.FormError):
            game.fact(*wrong)


@pytest.mark.parametrize("look", ["describe", "position", "map", "svg"])
def test_a_side_that_is_none_sees_nothing(look: str) -> None:
    with pytest.raises(pbem.FormError, match=r"There is no side 'cn'\. The sides are us, jp"):
        getattr(pbem.new_game("saipan"), look)("cn")


@pytest.mark.long
def test_looking_changes_nothing() -> None:
    game = pbem.new_game("tokyo", seed=1)
    before = state(game)
    game.position().clear()
    game.facts().clear()
    list(islice(game.legal(), 5))
    game.svg()
    assert state(game) == before


@pytest.mark.long
def test_the_picture_is_the_same_as_text_and_as_file(tmp_path: Path) -> None:
    game = pbem.new_game("manila")
    game.draw(tmp_path / "map.svg")
    game.draw(str(tmp_path / "again.svg"))
    assert game.svg() == (tmp_path / "map.svg").read_text()
    assert game.svg() == (tmp_path / "again.svg").read_text()
    with pytest.raises(pbem.FormError, match=r"a file that ends with \.svg"):
        game.draw(tmp_path / "map.gif")


LANDING = (
    "land 1/2 1203; land 2/2 1102; land 1/6 1002; land 1/8 0801; land 2/6 0902; "
    "land 2/8 0802 from 0703; end movement"
)


def test_the_odds_of_an_order_are_those_of_the_dice():
    """317 alone against 1/2 and 1/6 that land beside it: what the table says by the die."""
    game = pbem.new_game("saipan")
    game.apply(LANDING)
    [passing, *_] = game.odds("attack 317 with 1/2 2/2 1/6")
    assert {case.result: case.chance for case in passing.cases} == {
        "De": Fraction(1, 2), "Dr": Fraction(1, 2),
    }  # fmt: skip
    assert passing.losses["317"] == 1
    with pytest.raises(pbem.IllegalOrder):
        game.odds("attack 317 with 1/8")


def test_the_courses_of_a_list_change_nothing():
    game = pbem.new_game("saipan")
    before = game.position()
    lines = f"{LANDING}; attack 317 with 1/2 2/2 1/6"
    found = game.courses(f"{lines}; attack 317 with 1/2")
    assert [fate.done for fate in found.fates] == [1, 1, 1, 1, 1, 1, 1, 1, 0]
    assert found.fates[7].results == {"De": Fraction(1, 2), "Dr": Fraction(1, 2)}
    assert found.lost["317"] == 1
    assert game.courses(lines, runs=20).runs == 20
    assert game.position() == before
