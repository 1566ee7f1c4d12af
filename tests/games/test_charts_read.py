"""Charts as an owner of the printed game reads them, row by row beside the rulebook.

The words of a row are the paragraph's. The source is given for each row by itself, so that nothing
reconstructed looks like the publisher's, nor the publisher's like ours.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pbem.games import registry
from pbem.kit.charts import Chart, Row
from pbem.kit.module import RulesModule

PAGES = Path(__file__).resolve().parents[2] / "docs" / "games"


def charts(name: str, scenario: str = "", **chosen: Any) -> list[Chart]:
    rules = registry.find(name, registry.newest(name) or 0)
    assert isinstance(rules, RulesModule)
    options = {word: option.default for word, option in rules.options.items()} | chosen
    game = rules.game(scenario or next(iter(rules.scenarios)), options, rules.data())
    return list(game.charts())


def chart(name: str, title: str, scenario: str = "", **chosen: Any) -> Chart:
    [found] = [one for one in charts(name, scenario, **chosen) if one.title.startswith(title)]
    return found


def line(of: Chart, first: str) -> Row:
    """The one row that begins with a cell."""
    [found] = [row for row in of.rows if row.cells[0] == first]
    return found


@pytest.mark.parametrize("name", registry.names())
def test_no_two_headings_of_a_page_are_alike(name: str) -> None:
    page = (PAGES / f"{name}-charts.md").read_text()
    headings = Counter(re.findall(r"^### (.*)$", page, re.MULTILINE))
    assert [one for one, times in headings.items() if times > 1] == []


@pytest.mark.parametrize("name", registry.names())
def test_no_sentence_of_a_page_would_be_read_as_an_item_of_a_list(name: str) -> None:
    """A sign at the beginning, as in '+ is to the right', is a bullet in markdown, and is lost."""
    page = (PAGES / f"{name}-charts.md").read_text()
    reported = page.split("\n## ", 1)[1]
    assert re.findall(r"^(?:[-+*]|[0-9]+[.)]) .*$", reported, re.MULTILINE) == []


@pytest.mark.parametrize("name", registry.names())
def test_rulings_stand_in_the_order_of_their_numbers(name: str) -> None:
    rules = registry.find(name, registry.newest(name) or 0)
    assert isinstance(rules, RulesModule)
    order = [(ruling[0], int(ruling[1:])) for ruling in rules.meanings().rulings]
    assert order == sorted(order)


# --- Saipan --------------------------------------------------------------------------------------


def test_saipan_counters_are_the_rulebooks_and_what_their_figures_say_is_not() -> None:
    """14.11 lists 3-4-8; that this is attack, defence and movement stands nowhere in print."""
    found = chart("saipan", "Japanese infantry and armour")
    assert line(found, "1/135").provenance.startswith("rulebook 14.11")
    assert "Which figure of a counter says what: reconstructed." in found.notes


def test_saipan_lands_on_the_hexes_of_the_reading_that_is_played() -> None:
    title = "The landing of Game-Turn 1"
    assert chart("saipan", title).notes == ("Here: H2.",)
    assert chart("saipan", title, landing="H1").notes == ("Here: H1.",)


def test_saipan_reinforcements_name_the_paragraphs_of_sea_hexes_and_markers() -> None:
    found = chart("saipan", "Reinforcements")
    assert {"12.32", "12.34"} <= set(re.findall("[0-9.]+[0-9]", found.rows[0].provenance))


@pytest.mark.parametrize(
    ("name", "paragraphs"),
    [("saipan", {"7.7", "12.32"}), ("tokyo", {"6.23", "6.63"})],
)
def test_who_is_lost_besides_the_results_is_reported_with_them(
    name: str, paragraphs: set[str]
) -> None:
    """Saipan 12.32: who attacks from the sea and fails; Race to Tokyo 6.23, 6.63."""
    notes = " ".join(chart(name, "Results of combat").notes)
    assert paragraphs <= set(re.findall("[0-9]+[.][0-9]+", notes))


# --- Manila --------------------------------------------------------------------------------------


def test_manila_civilians_hinder_mandatory_attacks_alone() -> None:
    """9.5.2F speaks of Mandatory Attacks: who enters a Contested Area (9.2) makes none."""
    assert line(chart("manila", "The Attack Value"), "9.5.2F").cells[2].endswith("Mandatory Attack")


def test_manila_modifiers_come_from_their_own_paragraphs() -> None:
    """11.3 is an optional rule; Air Support is 9.5.3D, of which only the price is not known."""
    assert line(chart("manila", "The Attack Value"), "11.3").provenance == "rulebook 11.3"
    assert line(chart("manila", "The Defense Value"), "9.5.3D").provenance == "rulebook 9.5.3"
    air = line(chart("manila", "Prices in Supply Points"), "air")
    assert air.provenance.startswith("reconstructed")
    assert "takes a die off the Defense Value" in air.cells[2]


def test_manila_strategies_say_of_each_where_it_comes_from() -> None:
    """Ambush 9.5.6, Fanatic 9.5.5, Elite 9.5.1; the others stand on the Player Aid Card."""
    found = chart("manila", "Defense Strategies")
    origins = {row.cells[0]: row.provenance.split()[0].strip(",") for row in found.rows}
    assert origins == {
        "Sniper": "second-hand",
        "Ambush": "rulebook",
        "Barrage": "second-hand",
        "Fanatic": "rulebook",
        "Elite": "rulebook",
    }
    nothing = chart("manila", "Defense Strategies", sniper_alone="nothing")
    assert "without one nothing happens" in line(nothing, "Sniper").cells[1]


def test_manila_asks_for_so_many_areas_or_more() -> None:
    """10.2: 34 or greater."""
    wins = [row.cells[2] for row in chart("manila", "Who wins").rows if row.cells[0] == "10.2"]
    assert wins[0] == "turn 9 ends with 34 Areas or more American, Area 37 among them"


def test_manila_tanks_of_turn_6_have_an_area_each() -> None:
    """6.1.1: on Turn 6 754/A in Area 1, 754/B in Area 2; 6.1.2: Morale for each of the 44th."""
    reported = [row.cells for row in chart("manila", "Later arrivals").rows]
    assert ("6.1.1", "6", "754/A, in 1") in reported
    assert ("6.1.1", "6", "754/B, in 2") in reported
    [gone] = [cells[2] for cells in reported if cells[0] == "6.1.2"]
    assert gone.endswith("1 Morale for each Out of Action")


def test_manila_events_have_the_names_of_the_map_beside_their_own() -> None:
    found = chart("manila", "The Random Event")
    assert line(found, "15").cells == ("15", "iwabuchi breakout", "Iwabuchi Orders Breakout")


# --- Meiktila ------------------------------------------------------------------------------------


def test_meiktila_counts_points_last_of_all() -> None:
    """4.4: the supply level, then markers, finally the victory points."""
    reported = line(chart("meiktila", "A turn"), "end of turn").cells[2]
    assert reported.index("supply level") < reported.index("markers") < reported.index("points")


def test_meiktila_reads_the_supply_table_in_the_spans_of_the_rulebook() -> None:
    """7.1.1: 0 or less, 1 through 3, 4 through 6, 7 or more."""
    assert [row.cells for row in chart("meiktila", "The Supply Table").rows] == [
        ("0 or less", "-1"),
        ("1 to 3", "0"),
        ("4 to 6", "+1"),
        ("7 or more", "+2"),
    ]


def test_meiktila_markers_by_level_in_the_spans_of_the_rulebook() -> None:
    """6.1.1: 0 to 4, 5 or 6, 7 or more; the level never rises above 8 (7.1.1)."""
    assert [row.cells for row in chart("meiktila", "Markers in play").rows][:3] == [
        ("Allied, level 0 to 4", "1"),
        ("Allied, level 5 to 6", "2"),
        ("Allied, level 7 to 8", "3"),
    ]


def test_meiktila_names_the_towns_and_the_city_where_allies_set_up() -> None:
    """10.1; of M7 the example of 6.5.4 says that it is both a town and Seywa Airfield."""
    places = {row.cells[0]: row.cells[2] for row in chart("meiktila", "Places").rows}
    assert places["M7"] == "town, airfield"
    assert places["H11"] == "city"


def test_meiktila_shows_what_is_played_by_option() -> None:
    zones = chart("meiktila", "Zones of control", zoc_step="add")
    assert line(zones, "from zone to zone").cells[1] == "2 more"
    paid = chart("meiktila", "Results of combat", attacker_mode="all")
    assert line(paid, "1, 2").cells[1] == "so many hexes or steps, as the defender"


# --- Race to Tokyo -------------------------------------------------------------------------------


def test_tokyo_headquarters_that_are_attacked_have_no_help() -> None:
    """6.10."""
    [help_] = [row for row in chart("tokyo", "Shifts").rows if row.cells[0] == "6.10"]
    assert help_.cells[2].endswith("not where a headquarters is the defender")


def test_tokyo_does_not_pass_central_tokyo_off_as_a_city_of_the_rulebook() -> None:
    """6.82 shifts attacks on Americans in a City or Tokyo City, and says nothing of 2412."""
    assert any("Central Tokyo" in note for note in chart("tokyo", "Shifts").notes)


def test_tokyo_ends_in_the_game_of_three_when_the_turn_does() -> None:
    """10.0: when Central Tokyo is occupied; 12.5: occupied at the end of the turn."""
    assert "as soon as" in line(chart("tokyo", "A turn"), "end").cells[3]
    assert "(12.5)" in line(chart("tokyo", "A turn", "three"), "end").cells[3]


def test_tokyo_west_rests_on_turn_1_in_the_game_of_three_too() -> None:
    """3.0: Japan West has no phases on turn 1; R43."""
    for phase in ("recon", "movement", "combat"):
        reported = line(chart("tokyo", "A turn", "three"), f"jp {phase}").cells[3]
        assert reported.endswith("on turn 1 only in the east (R43)")


def test_tokyo_volunteers_lose_by_nine_or_more() -> None:
    """13.2."""
    [lost] = [row for row in chart("tokyo", "When a game ends").rows if row.cells[0] == "13.2"]
    assert lost.cells[1].endswith("sum up to 9 or more")


def test_tokyo_beaches_have_their_names() -> None:
    """9.0: Kujukuri Beach, of which 2902 is part, and Sagami Bay, of which 3217 is."""
    found = {row.cells[0]: row.cells[2] for row in chart("tokyo", "Beaches").rows}
    assert "2902" in found["Kujukuri Beach, the beach of 1ag"]
    assert "3217" in found["Sagami Bay, the beach of 8ag"]


# --- Singapore -----------------------------------------------------------------------------------


def test_singapore_says_whom_the_ruling_makes_the_winner() -> None:
    """2.9 names the player with units left, and both may have some: R53 decides."""
    found = chart("singapore", "Victory on a combat board")
    assert line(found, "2.9").provenance.startswith("project ruling R53")
    assert line(found, "1.14").provenance.startswith("rulebook")


def test_singapore_says_for_each_army_what_it_must_have() -> None:
    """4.20: Japan two objectives, the Commonwealth two, the Australians twelve units."""
    found = chart("singapore", "Impregnable Fortress: victory")
    assert [row.cells[:2] for row in found.rows] == [
        ("the Japanese", "2"),
        ("the British", "2"),
        ("the Australians", "12"),
    ]


def test_singapore_draws_by_army_where_there_are_two() -> None:
    """6.9 has the Commonwealth draw together; in Operation Tiderace nobody does (R135)."""
    [both] = [one for one in charts("singapore", "corps") if one.topic == "sequence"]
    assert "Commonwealth" in line(both, "draw").cells[2]
    [alone] = [
        one
        for one in charts("singapore", "tiderace", situation_cards=True)
        if one.topic == "sequence"
    ]
    assert "Commonwealth" not in line(alone, "draw").cells[2]


# --- abbreviations -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "word", "paragraph"),
    [("saipan", "BH", "12.34"), ("tokyo", "HQ", "6.10"), ("tokyo", "TDA", "2.53")],
)
def test_abbreviations_name_the_paragraph_that_speaks_of_them(
    name: str, word: str, paragraph: str
) -> None:
    rules = registry.find(name, registry.newest(name) or 0)
    assert isinstance(rules, RulesModule)
    assert rules.glossary()[word].of == paragraph
