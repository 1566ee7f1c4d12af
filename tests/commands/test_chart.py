"""`pbem chart`: the tables of a game, where each value comes from, and where a game stands."""

from __future__ import annotations

import re

import pytest

from pbem.games import registry


@pytest.fixture
def alone(home):
    """Somebody who has no game."""
    return home("ann")


def test_a_table_is_shown_with_where_it_comes_from(alone):
    said = alone("chart", "tokyo", "combat").splitlines()
    title = said.index("Combat results: the ratio of attack to defense, and the die [6.1]")
    columns, first = (line.split() for line in said[title + 1 : title + 3])
    assert columns == ["die", "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"]
    # The rulebook's example: a 1 at 2:1 is an exchange.
    assert dict(zip(columns, first, strict=True))["2:1"] == "Ex"
    assert any("From: reconstructed, but for rulebook 6.1: a 1 at 2:1 is Ex" in one for one in said)


def test_topics_stand_in_a_line_each(alone):
    for name in registry.names():
        said = alone("chart", name)
        for topic in ("combat", "terrain", "sequence", "units", "victory", "options", "rulings"):
            assert sum(line.startswith(f"  {topic} ") for line in said.splitlines()) == 1


def test_rows_that_come_from_several_places_have_numbers(alone):
    said = alone("chart", "saipan", "combat")
    assert "(1)  =" in said
    assert "(1) second-hand: from the publisher's errata and reports of play" in said


def marked(said):
    """The steps that are marked as where the game stands."""
    return re.findall(r"^> \([0-9]\)  (\w+ \w+)  ", said, re.MULTILINE)


def test_a_game_here_says_where_it_stands(game):
    ann, _ = game
    said = ann("chart", "sequence")
    assert said.startswith("saipan-ann-bob: Saipan")
    assert marked(said) == ["us movement"]
    assert "Now: turn 1, us movement. Waiting for ann (U.S.)" in said


def test_the_step_that_is_now_follows_the_game(game):
    ann, bob = game
    landing = ["1/2 1203", "2/2 1102", "1/6 1002", "2/6 0902", "1/8 0801", "2/8 0802 from 0703"]
    ann("order", stdin="".join(f"land {one}\n" for one in landing) + "end movement\n")
    said = ann("chart", "saipan-ann-bob", "sequence")
    assert "Now: turn 1, us combat." in said
    assert said.splitlines()[-1] == "Next: jp movement."
    bob("take", ann.sends())
    assert marked(bob("chart", "sequence")) == ["us combat"]


def test_a_module_stands_nowhere(game):
    ann, _ = game
    said = ann("chart", "saipan", "sequence")
    assert "as this release has it" in said
    assert "Now:" not in said
    assert marked(said) == []


def test_a_pack_of_printed_values_changes_what_is_said(both, tmp_path):
    ann, _ = both
    pack = tmp_path / "saipan.yaml"
    ann("pack", "export", "saipan", "--to", str(pack))
    text = pack.read_text()
    before, after = text.split("\ncombat:\n", 1)
    after = after.replace("provenance: reconstructed", "provenance: printed in 1975", 1)
    after = after.replace("[=, Dr,", "[Dr, Dr,", 1)
    pack.write_text(f"{before}\ncombat:\n{after}")
    ann("pack", "check", str(pack))
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob", "--pack", str(pack))
    said = ann("chart", "combat")
    assert "Played with an owner's data pack" in said
    assert "From: printed in 1975" in said
    first = next(line for line in said.splitlines() if line.startswith("  1  "))
    assert first.split()[1] == "Dr"
    own = ann("chart", "saipan", "combat")
    assert "printed in 1975" not in own


def test_options_say_what_they_are_in_a_game(both):
    ann, _ = both
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob", "--option", "us_gsp=7")
    rows = {row["cells"][0]: row["cells"] for row in options(ann, "options")}
    assert rows["us_gsp"][2] == "7"
    assert rows["us_gsp"][3] == "0 to 30"
    assert "7 points in each combat phase" in ann("chart", "combat")
    rows = {row["cells"][0]: row["cells"] for row in options(ann, "saipan", "options")}
    assert rows["us_gsp"][2] == "10"


def options(who, *words):
    [chart] = who.run("chart", *words, "--json").json["charts"]
    return chart["rows"]


def test_rulings_are_a_topic(alone):
    said = alone("chart", "tokyo", "rulings", "--width", "160")
    assert re.search(
        "^  R2 +6.1 +An attack without any strength is resolved at 1:4", said, re.MULTILINE
    )
    assert "From: project: decided where the rulebook is not clear" in said


def test_before_a_game_begins_its_charts_are_there(both):
    ann, _ = both
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob")
    said = ann("chart", "sequence")
    assert marked(said) == []
    assert said.splitlines()[-1].startswith("Now: Waiting for bob ")


def test_charts_for_a_program(alone):
    found = alone.run("chart", "manila", "units", "--json").json
    assert found["game"] is None
    assert found["rules"] == "manila"
    rows = {row["cells"][0]: row for chart in found["charts"] for row in chart["rows"]}
    assert rows["44/D"]["cells"][:3] == ["44/D", "5", "7"]
    assert rows["44/D"]["provenance"] == "published counters"


def test_a_topic_that_is_not_there(alone):
    said = alone.fails("chart", "tokyo", "combta")
    assert "'combta'" in said
    assert "did you mean combat?" in said
    assert "sequence" in alone.fails("chart", "tokyo", "x")


def test_a_game_that_nobody_knows(alone):
    assert "did you mean tokyo?" in alone.fails("chart", "tokio", "combat")
    assert "manila, meiktila, saipan, singapore, table, tokyo" in alone.fails("chart")
    assert "Write the game first: 'tokyo combat'" in alone.fails("chart", "combat", "tokyo")


def test_lines_are_folded_to_the_width(alone):
    said = alone("chart", "tokyo", "combat", "--width", "64").splitlines()
    assert max(map(len, said)) <= 64
    assert len(said) > len(alone("chart", "tokyo", "combat", "--width", "120").splitlines())


def test_more_than_a_topic_is_no_name_of_a_game(game):
    ann, _ = game
    said = ann.fails("chart", "units", "us")
    assert "There is no chart about 'units us'; did you mean units?" in said
    assert "no game" not in said
    assert "There is no game" in ann.fails("chart", "saipan-ann-bbo", "units")


def test_a_scenario_has_its_own_sequence_of_play(alone):
    """Three players of Race to Tokyo have a phase each, two of them both of two sides."""
    two = alone("chart", "tokyo", "sequence", "--width", "200")
    three = alone("chart", "tokyo", "sequence", "--scenario", "three", "--width", "200")
    assert two.splitlines()[0].endswith(", two: as this release has it.")
    assert three.splitlines()[0].endswith(", three: as this release has it.")
    assert two.splitlines()[1:] != three.splitlines()[1:]


def test_a_scenario_that_is_not_there_is_reported_with_those_that_are(alone):
    said = alone.fails("chart", "tokyo", "--scenario", "thre")
    assert "There is no scenario 'thre'" in said
    assert "Scenarios: two, three" in said


def test_a_game_here_has_its_own_scenario(game):
    ann, _ = game
    assert "Your game has its own" in ann.fails("chart", "saipan-ann-bob", "--scenario", "free")
