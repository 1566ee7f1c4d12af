"""The test games stand every test that games of the registry stand, as far as it fits them."""

from __future__ import annotations

import pytest

from games import (
    test_arrows,
    test_charts,
    test_facts,
    test_news,
    test_odds,
    test_prompts,
    test_slips,
    test_trays,
    test_usual_answers,
)
from hexgame.games import FILES
from pbem.games import registry
from pbem.selfplay.simulate import Setup

GAMES = sorted((*FILES, "camp"))
WAITING = {
    "camp": {"Red, not here yet": "R4", "Blue, not here yet": "B3"},
    "mill": {"Red, not here yet": "R4", "Blue, not here yet": "B3"},
    "salt": {"The raiders, not here yet": "K5", "The guards, not here yet": "C2"},
}
"""Title of a tray -> a unit that is in it at the beginning."""


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in GAMES:
        monkeypatch.setitem(registry.RULES, (name, 1), ("hexgame.games", name))
        for module in (test_arrows, test_odds):
            monkeypatch.setitem(module.GAMES, name, Setup(name, name))
        monkeypatch.setitem(test_trays.BEGINNINGS, name, (name, WAITING[name]))
        monkeypatch.setitem(test_facts.SCENARIO, name, name)
        monkeypatch.setitem(test_facts.TRACKS, name, ("lead",))


@pytest.mark.parametrize("name", GAMES)
def test_charts_and_steps(name: str) -> None:
    test_charts.test_every_topic_has_charts_and_every_chart_a_topic(name, 1)
    test_charts.test_charts_are_whole(name, 1)
    test_charts.test_every_row_says_where_it_comes_from_in_a_known_word(name, 1)
    test_charts.test_text_is_safe_for_a_terminal(name, 1)
    test_charts.test_no_line_is_wider_than_a_terminal(name, 1)
    test_charts.test_where_a_game_stands_is_a_step_of_its_sequence_and_the_next_one_follows(
        name, 1, 0
    )


@pytest.mark.parametrize("name", GAMES)
def test_who_is_off_the_map(name: str) -> None:
    test_trays.test_nobody_is_on_the_map_and_off_it(name)
    test_trays.test_who_is_off_the_map_is_drawn_as_a_counter(name)


@pytest.mark.parametrize("name", GAMES)
def test_words(name: str) -> None:
    test_facts.test_tracks_are_numbers_that_ask_for_nothing(name, 1)
    test_prompts.test_what_is_asked_is_a_short_sentence_in_words(name, name)
    test_slips.test_no_list_that_a_player_writes_is_endless(name)


def test_a_game_with_enough_moves_and_losses() -> None:
    """The Mill is too small for what these tests want to see."""
    test_arrows.test_an_order_leads_where_its_arrow_ends("salt")
    test_news.test_what_matters_is_reported_in_few_words("salt", "salt")
    test_slips.test_a_slip_is_refused_by_a_paragraph("salt", "salt")


@pytest.mark.parametrize("name", GAMES)
def test_chances(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    test_odds.test_chances_are_whole_and_nothing_is_touched(name)
    test_odds.test_results_alone_have_the_same_chances(name)
    test_odds.test_dice_fall_as_is_reported(name)
    test_usual_answers.test_no_player_changes_a_usual_answer(name, monkeypatch)
