"""A screen's requests to a game: names of units, phases, a short score, drawers, card texts."""

from __future__ import annotations

from typing import Any

import pytest

import pbem
from pbem.games import registry
from pbem.kit.hidden import cards_of
from pbem.kit.screen import MOST_PARTS, CardText, Phase

TEST_GAMES = {"ford": ("example_game.module", "ExampleRules"),
              "raids": ("data_game.module", "RaidsRules")}  # fmt: skip
EVERY = [*registry.names(), *TEST_GAMES]
LABEL_MOST = 24
"""Letters of the label of a part of the score."""


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, place in TEST_GAMES.items():
        monkeypatch.setitem(registry.RULES, (name, 1), place)


def table(name: str, scenario: str | None = None) -> Any:
    return pbem.new_game(name, scenario=scenario)._play


@pytest.mark.parametrize("name", EVERY)
def test_every_scenario_says_what_a_screen_asks(name: str) -> None:
    rules = registry.find(name, 1)
    assert rules is not None
    for scenario in rules.scenarios:
        play = table(name, scenario)
        game, position = play.game, play.position
        names = [phase.name for phase in game.phases(position)]
        assert game.stage(position) in names
        assert len(set(names)) == len(names)
        assert all(
            phase.title[0].isupper() or phase.title[0].isdigit() for phase in game.phases(position)
        )
        score = game.score(position)
        assert 1 <= len(score) <= MOST_PARTS
        assert all(part.label and len(part.label) <= LABEL_MOST and part.value for part in score)
        for drawer in game.drawers(position):
            assert drawer.title
            assert all(game.unit_name(drawer.side, one.label) for one in drawer.holds)


@pytest.mark.parametrize(
    ("name", "side", "unit", "words"),
    [
        ("saipan", "us", "1/2", "1st Battalion, 2nd Marines"),
        ("saipan", "jp", "318", "318th Independent Infantry Battalion"),
        ("saipan", "jp", "3/10", "3rd Battalion, 10th"),
        ("meiktila", "al", "WY1", "1 W Yorks"),
        ("tokyo", "1ag", "27", "27th Infantry Division"),
        ("ford", "red", "1/7", "1st Battalion, 7th Infantry"),
        ("raids", "hill", "nobody", "nobody"),
        ("saipan", "us", "nobody", "nobody"),
        ("meiktila", "jp", "nobody", "nobody"),
    ],
)
def test_a_unit_has_a_name_in_words(name: str, side: str, unit: str, words: str) -> None:
    assert table(name).game.unit_name(side, unit).startswith(words)


def test_units_of_two_sides_that_orders_call_alike_are_told_apart() -> None:
    game = table("saipan").game
    both = set(game.setting.tables.units["us"]) & set(game.setting.tables.units["jp"])
    assert both
    assert all(game.unit_name("us", unit) != game.unit_name("jp", unit) for unit in both)


def test_phases_are_those_of_the_part_of_the_game_that_goes_on() -> None:
    play = table("saipan", "free")
    assert play.game.phases(play.position)[0] == Phase("us beaches", "U.S. beaches")
    play = table("raids")
    assert play.game.phases(play.position) == (Phase("turn", "Turn"),)


def test_the_score_is_the_tracks_else_the_turn() -> None:
    for name, parts in (("meiktila", 3), ("manila", 2), ("tokyo", 1)):
        play = table(name)
        assert len(play.game.score(play.position)) == parts
    play = table("manila")
    assert [one.label for one in play.game.score(play.position)] == ["American Morale", "Control"]
    play = table("raids")
    [turn] = play.game.score(play.position)
    assert (turn.label, turn.value) == ("Turn", "1")


def test_each_card_has_its_kind_and_a_text_of_ours() -> None:
    game = table("singapore", "corps").game
    cards = cards_of(game)
    assert cards is not None
    [deck] = cards.decks
    for number in range(cards.decks[deck]):
        card = game.card_text(cards.card(f"{deck}#1", number))
        assert card.title
        assert card.kind
        assert card.text
    assert table("raids").game.card_text("Guns of August") == CardText("Guns of August")
