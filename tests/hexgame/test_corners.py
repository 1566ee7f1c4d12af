"""Corners of the rules of docs/hex-games.md, and data that are large or odd."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import process_time
from typing import Any

import pytest

from hexgame import games
from pbem.errors import FormError, IllegalOrder
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.defaults.made import for_game
from pbem.kit.dice import ForcedDice
from pbem.kit.hexgame.game import MODULES, HexGame
from pbem.kit.hexgame.module import rules_of
from pbem.kit.hexgame.rules import questions, retreats
from pbem.kit.hexgame.rules.outcomes import PhaseBegun, PlanWritten
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting, Hooks

MILL = games.FILES["mill"].read_text()


def made(text: str, **more: Any) -> Any:
    rules = rules_of(text.encode(), **more)()
    return rules.game("mill", {}, rules.data())


def test_a_unit_that_comes_back_to_its_hex_stops_beside_an_enemy() -> None:
    """A unit stops in a hex beside an enemy; one that begins there may leave (`enter: stop`)."""
    game = made(MILL.replace("faces: [3-2-5]", "faces: [3-2-9]"))
    position = game.arrange({"clear": True, "units": {"R3": "0303", "B1": "0403"}}, Cups())
    game.check(position, game.parse(position, "red", "move R3 0203 0303"))
    with pytest.raises(IllegalOrder, match="R3 must stop in 0303, which is beside an enemy"):
        game.check(position, game.parse(position, "red", "move R3 0203 0303 0302"))


def test_what_follows_is_asked_after_a_plan_is_sealed_too() -> None:
    """`follows` gives outcomes that follow from an outcome: any of them."""
    seen: list[type[Outcome]] = []

    def follows(_: HexSetting, __: HexPosition, outcome: Outcome) -> Iterator[Outcome]:
        seen.append(type(outcome))
        return iter(())

    game = made(MILL, hooks=Hooks(follows=follows))
    position = game.arrange({"phase": "blue plan"}, Cups())
    for outcome in game.sealed(position, "plan"):
        game.apply(position, outcome)
    assert seen == [PlanWritten, PhaseBegun]


def test_a_hex_that_is_held_at_first_changes_hands() -> None:
    """The last side whose unit ended a move in a hex holds it, whether or not it scores."""
    game = made(MILL.replace("0505: blue}", "0505: blue, 0203: blue}"))
    position = game.set_up(Cups())
    for outcome in game.adjudicate(position, game.parse(position, "red", "move R2 0203"), Cups()):
        game.apply(position, outcome)
    assert game.fact(position, "holder", ("0203",)) == "red"


def test_a_plan_that_is_shown_after_an_early_end_does_not_speak_of_the_last_turn() -> None:
    """`at_once` ends the game before the last turn; a plan that is sealed is shown then."""
    game = made(MILL.replace("count: 4, why: Red has", "count: 1, why: Red has"))
    given = {"turn": 1, "phase": "blue movement", "units": {"R1": "lost"}}
    position = game.arrange(given, Cups())
    end = game.parse(position, "blue", "end movement")
    outcomes = []
    for outcome in game.adjudicate(position, end, Cups()):
        game.apply(position, outcome)
        outcomes.append(game.report(outcome))
    assert outcomes[-1] == "Turn 1: the game is decided, and Blue must show the plan."
    assert "the last turn" not in " ".join(game.describe(position))


def test_an_enemy_unit_that_is_not_on_the_map_is_no_target() -> None:
    game = made(MILL)
    position = game.arrange({"phase": "red combat", "units": {"B2": "lost"}}, Cups())
    with pytest.raises(FormError, match=r"column 8: B2 is not on the map; name a hex"):
        game.parse(position, "red", "attack B2 with R1")


def test_only_units_of_the_side_that_plays_have_moved_in_a_case() -> None:
    with pytest.raises(FormError, match="'B1' is not a unit of red in play"):
        made(MILL).arrange({"units": {"B1": "lost"}, "moved": ["B1"]}, Cups())


def test_a_unit_that_a_case_puts_in_play_is_not_in_the_cup() -> None:
    salt, cups = games.game("salt"), Cups()
    given = {"turn": 3, "phase": "raiders draw", "drawn": ["K5"], "units": {"K4": "0701"}}
    salt.arrange(given, cups)
    assert cups.members == {"cup": ["K6"]}


@pytest.mark.parametrize(
    "renamed",
    [
        {"kind: horse": "kind: at", "{horse: 3}": "{at: 3}"},
        {"clear: {": "entry: {"},
        {"id: red,": "id: at,", "side: red": "side: at", "  red:\n": "  at:\n"},
        {"    north: {": "    hexes: {"},
    ],
)
def test_a_word_of_a_game_may_be_called_like_a_field(renamed: dict[str, str]) -> None:
    text = MILL
    for old, new in renamed.items():
        assert old in text
        text = text.replace(old, new)
    assert made(text).set_up(Cups()).at["R1"] == "0102"


def test_a_large_map_with_many_kinds_of_units_loads_quickly() -> None:
    """Each kind of unit has its own costs, but nobody asks for those of all hexes."""
    row = " ".join("." * 99)
    lines = [f"    - {{name: {one}{n}, text: A, kind: {one.lower()}{n}, faces: [1-1-3], at: {at}}}"
             for one, column in (("R", 1), ("B", 9)) for n in range(1, 99)
             for at in [f"{column:02d}{n:02d}"]]  # fmt: skip
    parts = [
        MILL[: MILL.index("map:")],
        'map:\n  provenance: "x"\n  columns: 99\n  rows: 99\n  low_columns: even\n  grid:\n',
        f'    - "{row}"\n' * 99,
        'terrain:\n  clear: {symbol: ".", cost: 1}\nunits:\n',
        "\n".join(["  red:", *lines[:98], "  blue:", *lines[98:], ""]),
        MILL[MILL.index("movement:") : MILL.index("plan:")],
        MILL[MILL.index("combat:") :],
    ]
    begun = process_time()
    made("".join(parts)).set_up(Cups())
    assert process_time() - begun < 5


def test_what_is_remembered_of_a_large_map_has_a_limit() -> None:
    """Sets of hexes in supply are remembered: of 9,801 hexes each takes half a megabyte."""
    grid = "".join(f'    - "{" ".join("." * 99)}"\n' for _ in range(99))
    start, end = MILL.index("  columns: 6"), MILL.index("  places:")
    size = "  columns: 99\n  rows: 99\n  low_columns: even\n  grid:\n"
    tables = made(MILL[:start] + size + grid + MILL[end:]).setting.tables
    assert tables.in_supply.cache_info().maxsize * len(tables.terrain) <= 1_000_000


def test_a_unit_whose_way_a_lost_friend_held_open_loses_a_step_too() -> None:
    """A hex beside an enemy is open only while a friend is there; who has none loses a step."""
    text = (games.FOLDER / "sealers" / "sealers.yaml").read_text()
    assert "zones: closed, stuck: step" in text
    text = text.replace("zones: closed, stuck: step", "zones: friends, stuck: step")
    rules = rules_of(text.encode())()
    options = {word: option.default for word, option in rules.of(rules.data()).options.items()}
    game = rules.game("sealers", options, rules.data())
    units = {
        "E2": "0905", "E3": "0707", "F2": "0805", "G1": "0907", "U1": "0907", "G2": "0807",
        "G3": "0807", "U2": "0806",
    }  # fmt: skip
    given = {"turn": 4, "phase": "blockade combat", "clear": True, "plan": "north", "units": units}
    position = game.arrange(given, Cups())
    attack = game.parse(position, "blockade", "attack 0707 with U2 G2")
    for outcome in game.adjudicate(position, attack, Cups()):
        game.apply(position, outcome)
    for outcome in game.roll(position, ForcedDice([1]), Cups()):
        game.apply(position, outcome)
    assert "U2" not in position.at
    assert position.steps["G2"] == 1
    assert position.at["G2"] == "0807"


@pytest.mark.parametrize(
    ("units", "why"),
    [
        ({"R1": "0202", "B1": "0505"}, "0505 has an enemy in it"),
        ({"R1": "0202"}, "0505 is too far for R1, which has 3 movement points"),
    ],
)
def test_a_hex_that_no_way_leads_to_is_refused_for_what_is_wrong(
    units: dict[str, str], why: str
) -> None:
    """`move UNIT to HEX` is refused for the hex, and not for the way that there is not."""
    game = made(MILL)
    position = game.arrange({"clear": True, "units": units}, Cups())
    with pytest.raises(IllegalOrder, match=why):
        game.check(position, game.parse(position, "red", "move R1 to 0505"))


class LastAlone(questions.Questions):
    """Questions of a game in which a retreat goes to the last hex that the base lists."""

    every = replace(
        questions.ASKING,
        answers={
            **questions.ASKING.answers,
            "retreat": lambda setting, position: iter(
                list(retreats.legal_retreats(setting, position))[-1:]
            ),
        },
    )


class LastGame(HexGame):
    modules = replace(MODULES, questions=for_game(LastAlone))


def test_a_default_response_is_one_of_the_games_own_legal_answers() -> None:
    """Also if a game replaces the questions of the base."""
    game = made(MILL, made=LastGame)
    units = {"R1": "0303", "R2": "0304", "B1": "0403"}
    given = {"clear": True, "phase": "red combat", "units": units}
    position = game.arrange(given, Cups())
    attack = game.parse(position, "red", "attack 0403 with R1 R2")
    for outcome in game.adjudicate(position, attack, Cups()):
        game.apply(position, outcome)
    for outcome in game.roll(position, ForcedDice([5]), Cups()):
        game.apply(position, outcome)
    need, usual = game.need(position), game.sensible_standing("blue")
    assert game.standing_answer(position, need, usual) in list(game.legal(position))


def test_the_number_of_a_hex_is_its_points() -> None:
    """It does not grow if the hex may also win the game at once."""
    line = "    - {side: red, what: hexes, hexes: [0403], count: 1, why: Red has the mill}\n"
    text = MILL.replace("  at_once:\n", f"  at_once:\n{line}")
    game = made(text)
    marks = {one.id: one.mark for one in game.picture(game.set_up(Cups())).spaces if one.mark}
    assert marks == {"0403": "3", "0505": "2"}


def test_a_hex_that_can_be_reached_is_not_called_too_far() -> None:
    """Without `to`, each hex of the way is named."""
    game = made(MILL)
    position = game.arrange({"clear": True, "units": {"R3": "0104", "B1": "0505"}}, Cups())
    game.check(position, game.parse(position, "red", "move R3 to 0304"))
    with pytest.raises(IllegalOrder, match=r"0304 is not beside 0104 \[3\.0\]"):
        game.check(position, game.parse(position, "red", "move R3 0304"))
