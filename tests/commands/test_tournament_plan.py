"""Typing errors in a tournament's plan: each says the line, what stands there, and what could."""

from __future__ import annotations

import re

import msgspec
import pytest

from pbem.director.plan.founding import Plan, template, warnings
from pbem.games import registry
from pbem.log.file import read_events

PLAN = "name: Cup\nformat: swiss\nrounds: 3\ngame: saipan\n"
LIBRARY = ("Object ", "Expected `", "`$", "msgspec", "enum", "unknown field", "mapping values")
"""Words of the libraries that read a plan."""

TYPED = {
    "unknown word": (
        PLAN + "rouns: 3\n",
        "line 5: there is no 'rouns' in a plan of a tournament; did you mean rounds",
    ),
    "unknown word inside": (
        PLAN + "points: {win: 2, draw: 1, los: 0, bye: 2}\n",
        "there is no 'los' in points; did you mean loss? Choose one of: win, draw, loss, bye",
    ),
    "unknown word in a list": (
        PLAN + "ratings:\n- system: elo\n  start: 1500\n  claimed: true\n  digits: 1\n  kk: 20\n",
        "line 10: there is no 'kk' in ratings, number 1; did you mean k?",
    ),
    "missing": ("format: swiss\nrounds: 3\ngame: saipan\n", ".yaml: 'name: ...' is missing"),
    "missing inside": (
        PLAN + "points: {win: 2, draw: 1, loss: 0}\n", "line 5: points: 'bye: ...' is missing",
    ),
    "no number": (
        PLAN.replace("3", "three"), "line 3: rounds must be a whole number, 1 to 99, not 'three'",
    ),
    "too many": (PLAN.replace("3", "300"), "rounds must be a whole number, 1 to 99, not 300"),
    "less than nothing": (
        PLAN + "points: {win: -2, draw: 1, loss: 0, bye: 2}\n", "points, win must be a whole num",
    ),
    "no list": (PLAN + "ties: wins\n", "line 5: ties must be a list, as [one, another]"),
    "in a list": (
        PLAN + "ties:\n- wins\n- bucholz\n",
        "line 7: ties, number 2: there is no 'bucholz'; did you mean buchholz? Choose one of: buch",
    ),
    "neither yes nor no": (
        PLAN + "third: yes\n", "third must be true or false, not 'yes'",
    ),
    "no format": (PLAN.replace("swiss", "swis"), "line 2: format: there is no 'swis'; did you"),
    "no seeding": (PLAN + "seeding: lot\n", "did you mean lots? Choose one of: lots, rating"),
    "no dice": (PLAN + "dice: self\n", "Choose one of: opponents, umpire"),
    "no system": (
        PLAN + "ratings:\n- {system: elu, start: 1500}\n",
        "ratings, number 1, system: there is no 'elu'; did you mean elo? Choose one of: elo, area",
    ),
    "no mapping": (
        PLAN + "deputy: kim\n", "deputy must be names with values, {handle: ..., days: ...}, not",
    ),
    "text": ("Dear Dora, here is my plan\n", "is not a plan of a tournament. A plan of"),
    "nothing": ("# later\n", "is empty. A plan of a tournament has lines like"),
    "two colons": ("name: Cup: the second\n", "line 1, column 10: not YAML: a second ': ' in one"),
    "a tab": ("name: Cup\n\tformat: swiss\n", "line 2, column 1: not YAML: a tab"),
    "a bracket": (PLAN + "ties: [wins\n", "not YAML: an open bracket"),
    "no scenario": (PLAN + "scenario: historic\n", "did you mean historical?"),
    "terms": (PLAN + "points: {win: 1, draw: 2, loss: 0, bye: 2}\n", "the plan contradicts itself"),
}  # fmt: skip


@pytest.mark.parametrize("name", TYPED)
def test_a_typing_error_is_reported_in_plain_words(home, tmp_path, name):
    typed, reported = TYPED[name]
    dora = home("dora")
    plan = tmp_path / "cup.yaml"
    plan.write_text(typed)
    said = dora.fails("tournament", "found", str(plan))
    assert reported in said
    for word in (*LIBRARY, "found.terms"):
        assert word not in said
    assert not (dora.folder / "tournaments").exists()


def test_every_word_of_the_template_is_one_of_a_plan(home, tmp_path):
    """Else the page that is printed says what is refused."""
    dora = home("dora")
    (tmp_path / "cup.yaml").write_text(template())
    dora("tournament", "found", str(tmp_path / "cup.yaml"))


def test_the_template_names_every_game_that_is_here():
    (line,) = (one for one in template().splitlines() if one.startswith("game: "))
    for name in set(registry.names()) - {"table"}:
        assert name in line
    assert "pbem games" not in template(full=True)  # that lists one's own games


def test_a_new_director_reads_a_short_plan_and_finds_every_field_in_the_full_one(home):
    dora = home("dora")
    short = dora("tournament", "found", "--template")
    full = dora("tournament", "found", "--template", "--full")
    assert len(short.split()) <= 110
    assert full.startswith(short)
    for name in Plan.__struct_fields__:
        assert re.search(rf"^(# )?{name}: ?|[{{ ]{name}: ", full, re.MULTILINE), name
    assert "--full works only with --template" in dora.fails("tournament", "found", "--full")


@pytest.mark.parametrize(
    ("game", "warned"),
    [
        ("singapore\nscenario: tiderace\noptions: {situation_cards: 'yes'}", "hands of cards"),
        (
            "singapore\nscenario: division\noptions: {logistics: hidden}\nsides: [[jp], [au, br]]",
            "hidden supplies",
        ),
        ("saipan", ""),
    ],
)
def test_substitutes_in_a_game_with_hidden_parts_are_warned_of(home, tmp_path, game, warned):
    """Nobody takes over a hand of cards or a hidden supply (docs/directing.md, Absences)."""
    dora, uma = home("dora"), home("uma")
    uma("card", "export", "--to", str(tmp_path / "uma.card"))
    dora("card", "import", str(tmp_path / "uma.card"))
    plan = f"name: Cup\nformat: swiss\nrounds: 3\ngame: {game}\numpire: uma\n"
    (tmp_path / "cup.yaml").write_text(plan + "substitutes: true\n")
    said = dora("tournament", "found", str(tmp_path / "cup.yaml"))
    assert ("No substitute can play while" in said) == bool(warned)
    assert warned in said
    (tmp_path / "cap.yaml").write_text(plan)
    assert "No substitute" not in dora("tournament", "found", str(tmp_path / "cap.yaml"))


def test_more_games_than_a_round_has_boards_are_warned_of():
    """A round has at most 1000 boards (docs/tournaments.md, 2)."""
    plan = Plan(name="Cup", format="swiss", rounds=3, game="saipan", games=4)
    assert any("at most 500 players" in one for one in warnings(plan))
    assert not any("boards" in one for one in warnings(msgspec.structs.replace(plan, games=2)))


@pytest.mark.parametrize(
    ("more", "reported"),
    [
        ("points: {win: 2, draw: 1, loss: 0, bye: 2}\n", "Check the plan: a bye gives 2 points"),
        ("ties: [buchholz, wins]\n", "Check the plan: buchholz is made for a Swiss"),
        ("points: {win: 2, draw: 1, loss: 0, bye: 0}\n", ""),
    ],
)
def test_a_round_robin_with_points_or_ties_of_a_swiss_is_warned_of(home, tmp_path, more, reported):
    dora = home("dora")
    plan = "name: Cup\nformat: round-robin\ngame: saipan\n"
    if not more.startswith("points"):
        plan += "points: {win: 2, draw: 1, loss: 0, bye: 0}\n"
    (tmp_path / "cup.yaml").write_text(plan + more)
    said = dora("tournament", "found", str(tmp_path / "cup.yaml"))
    assert ("Check the plan" in said) == bool(reported)
    assert reported in said
    found = next(iter(read_events(dora.folder / "tournaments" / "cup.tournament"))).data
    assert found["edition"] == 2
    if "ties" not in more:
        assert found["ties"] == ["direct", "sonneborn-berger", "wins"]
