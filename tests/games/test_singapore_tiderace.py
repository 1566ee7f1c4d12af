"""Operation Tiderace: its data, the options that it refuses, its deck, and whole games of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pbem.errors import FormError, PackError
from pbem.games.singapore.rules.ch5_supply import supplies
from pbem.games.singapore.rules.position import open_war
from pbem.games.singapore.rules.theatre import is_ground
from pbem.kit.cups import Cups
from pbem.selfplay.general import check_game
from pbem.selfplay.unsigned import bind, rules_of

RULES: Any = rules_of("singapore")
DATA = RULES.data()
OWN = RULES.export().decode()


def game(**options: Any) -> Any:
    return bind(RULES, "tiderace", options)


def test_two_armies_play_and_share_no_hand() -> None:
    """[R52, R135] The British first; in the historic scenario allies share."""
    one = game(situation_cards=True)
    assert one.sides == ("br", "jp")
    assert one.sharing == ()
    assert one.decks == {"situation": 38}
    assert bind(RULES, "corps", {}).sharing == (("au", "br"),)


def test_its_deck_is_without_what_is_about_land_axes() -> None:
    """[R135] No feint and no causeway: a case cannot give them, and 38 cards are left."""
    labels = Counter(label[:-1] for label in game(situation_cards=True).setting.tables.labels)
    whole = {name: card.copies for name, card in DATA.situation.cards.items()}
    assert labels == Counter({n: c for n, c in whole.items() if n not in {"D3", "E5"}})
    given = {"clear": True, "units": {"bi1": "Axis-G"}, "cards": {"hands": {"jp": ["D3"]}}}
    with pytest.raises(FormError, match="the deck has no D3 left"):
        game(situation_cards=True).arrange(given, Cups())


def test_without_the_option_there_are_no_cards() -> None:
    assert open_war(game().set_up(Cups())).cards is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"deployment": "free"}, "option deployment: leave it out in tiderace"),
        ({"logistics": "public"}, "the Commonwealth is one army"),
        ({"japan_start": 30}, "its Japanese begin with other tokens"),
    ],
)
def test_options_of_the_historic_scenario_are_refused(options: dict[str, Any], said: str) -> None:
    """[R134] The historic scenario knows them."""
    with pytest.raises(FormError, match=said):
        game(**options)


@pytest.mark.parametrize("scenario", ["corps", "division", "kranji"])
def test_cards_by_option_are_for_tiderace_alone(scenario: str) -> None:
    """[R135] The others have cards, or have none."""
    with pytest.raises(FormError, match="situation_cards: it belongs only to tiderace"):
        bind(RULES, scenario, {"situation_cards": True})


def test_forces_are_of_the_pieces_in_the_box() -> None:
    """[4.17] 22 British infantry and 28 Japanese with those that come; every battery Japanese."""
    tables = game().setting.tables
    every = [*tables.deployed, *(unit for coming in tables.arrivals for unit in coming.units)]
    assert len(every) == len(set(every))
    assert set(every) <= set(tables.units)
    assert Counter(unit[:2] for unit in every) == {
        "bi": 22, "bv": 7, "bg": 6, "bf": 2, "bh": 5, "ji": 28, "jv": 4, "jg": 5, "jf": 2,
    }  # fmt: skip
    assert tables.held == {f"bh{number}": "jp" for number in range(1, 6)}
    stack = Counter(at for unit, at in tables.deployed.items() if unit[1] in "ivgh")
    assert all(many <= 6 for at, many in stack.items() if not at.startswith("Axis"))


def test_sixteen_periods_and_everybody_in_supply() -> None:
    """[4.18, R30] The British by their axes, the Japanese from depots that they hold."""
    one = game()
    assert len(one.setting.tables.periods) == 16
    war = open_war(one.set_up(Cups()))
    for unit, place in war.at.items():
        if is_ground(one.setting, unit):
            assert supplies(one.setting, war, war.of(unit), place), unit


def test_every_figure_says_that_it_is_no_publishers() -> None:
    """Only what the pieces are called is of the rulebook; no figure of the set-up is."""
    begin = OWN.index("\ntiderace:\n")
    lines = OWN[begin : OWN.index("\n# Situation cards", begin)].splitlines()
    reported = [line for line in lines if "provenance:" in line and "provenance: rec" not in line]
    assert all('provenance: "rec' in line or 'provenance: "rulebook ' in line for line in reported)
    assert not [line for line in reported if "dice:" in line and "rulebook" in line]


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("armies: [br, jp]", "armies: [br, jp, jp]", "each army must be here once"),
        ("armies: [br, jp]", "armies: [br, au, jp]", "0 numbers for 16 periods"),
        ("armies: [br, jp]", "armies: [br, au]", "jp has no turn here"),
        ("start: {br: 40, jp: 25", "start: {br: 40", "jp begins with nothing"),
        ("Pasir-Laba: {fixed: 1}\n  rein", "Pasir-Laba: {fixed: 2}\n  rein", "6 units of br fixed"),
        ("until: 09N", "until: 13N", "there is no period 13N"),
        ("units: 12\n", "\n", "write under units how many units they need"),
    ],
)
def test_a_contradiction_in_its_set_up_is_reported(was: str, now: str, said: str) -> None:
    assert OWN.count(was) == 1
    with pytest.raises(PackError, match=said):
        RULES.data(OWN.replace(was, now).encode())


def test_a_game_with_cards_holds_to_the_contract() -> None:
    """Those without are in the tests of every scenario."""
    assert check_game(game(situation_cards=True), 6).refused > 40
