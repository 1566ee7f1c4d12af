"""Positions that no game can reach are refused, each by what is wrong with it."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.cases.run import Case, run_case
from pbem.kit.cups import Cups
from pbem.selfplay.simulate import Setup, bind
from pbem.selfplay.unsigned import rules_of


def failed(name: str, given: dict[str, Any], then: dict[str, Any] | None = None) -> str:
    case = Case("x", "7.4", "A case", [{"then": {}}], then or {}, given)
    return "\n".join(run_case(rules_of(name), case).failed)


def infantry(number: int) -> list[str]:
    """So many battalions that are in Manila from the first turn on."""
    units = bind(Setup("manila", "campaign")).setting.tables.units  # type: ignore[attr-defined]
    return [name for name, unit in units.items() if not unit.leader and unit.turn == 1][:number]


MANILA = {"clear": True, "areas": {"9": "7 Ambush", "10": "american"}}


@pytest.mark.parametrize(
    ("given", "reported"),
    [
        ({"units": dict.fromkeys(infantry(7), "10")}, "Area 10 holds 6 Infantry and Armor"),
        ({"morale": 25}, "morale: the track ends at 19"),
        ({"morale": -1}, "Expected `int` >= 0 at morale"),
        ({"supply": -1}, "Expected `int` >= 0 at supply"),
        ({"markers": {"artillery": -1}}, "Expected `int` >= 0"),
        ({"markers": {"artillery": 99}}, "there are"),
        ({"markers": {"artilery": 1}}, "Invalid enum value 'artilery'"),
        ({"markers": {"air": 1}}, "air needs the option air"),
        ({"units": {"637/A": "9"}, "areas": {"9": "hidden"}}, "637/A is in Area 9 with an Unreve"),
        ({"units": {"637/A": "9"}, "areas": {"9": "hidden 7 Ambush"}}, "with an Unrevealed unit"),
        ({"areas": {"9": "7 Ambush", "10": "7 Ambush", "11": "7 Ambush"}}, "there are 2 of 7 Amb"),
        ({"areas": {"9": "77 Ambush"}}, "no Urban counter '77 Ambush'"),
        ({"areas": {"99": "hidden"}}, "there is no Area '99'"),
        ({"units": {"637/X": "9"}}, "'637/X' is not an American unit; did you mean 637/"),
        ({"units": {"637/A": "turn 2"}, "turn": 3}, "637/A came back on turn 2, and it is turn 3"),
        ({"units": {"637/A": "out"}}, "there was no turn before turn 1"),
        ({"units": {"637/A": "10 spent"}, "phase": "event"}, "every unit is Fresh again"),
        ({"event": "civilians", "phase": "event"}, "no event is rolled before"),
        ({"event": "pause 1st cavalry", "turn": 1}, "on turn 1 the event is no result"),
        ({"event": "pause 1st cavalry", "last_event": "pause 1st cavalry", "turn": 4},
         "on turn 4 after pause 1st cavalry the event is no result"),
        ({"phase": "streets"}, "no Urban or Fort Area is Contested"),
        ({"phase": "fighting"}, "no phase 'fighting' (use dawn, "),
        ({"bloody": [10]}, "'10' is not a Contested Urban or Fort Area"),
        ({"placing": ["637/A"]}, "units are placed only in the phase dawn"),
        ({"active": {"area": 10, "entered": {"637/A": 10}}}, "not a Fresh unit in a Japanese Area"),
        ({"active": 9, "phase": "purchase"}, "Areas are activated only in the combat phase"),
        ({"turn": 99}, "the game has 9 turns"),
    ],
)  # fmt: skip
def test_manila(given: dict[str, Any], reported: str) -> None:
    assert reported in failed("manila", {**MANILA, **given})


def test_units_of_manila_have_their_time() -> None:
    tables = bind(Setup("manila", "campaign")).setting.tables  # type: ignore[attr-defined]
    later = next(name for name, unit in tables.units.items() if unit.turn > 1)
    assert f"{later} does not come before turn" in failed(
        "manila", {**MANILA, "units": {later: "10"}}
    )
    gone = tables.data.withdrawal.battalion[0]
    late = {**MANILA, "turn": tables.data.withdrawal.turn + 1, "units": {gone: "10"}}
    assert f"{gone} leaves for good on turn" in failed("manila", late)


TOKYO = {"turn": 4, "phase": "1ag movement", "clear": True}


@pytest.mark.parametrize(
    ("given", "reported"),
    [
        ({"units": {"7": "2504", "U1": "2504"}}, "2504 has 7, U1 in it, and only one unit"),
        ({"units": {"7": "2504", "27": "2504"}, "phase": "1ag combat"}, "2504 has 27, 7 in it"),
        ({"units": {"24": "2914", "31": "2914"}}, "2914 has 24, 31 in it"),
        ({"units": {"U1": "2412"}}, "no Japanese unit is ever in Central Tokyo"),
        ({"units": {"7": "9999"}}, "7 cannot be at '9999'"),
        ({"units": {"7x": "2504"}}, "there is no unit '7x'; did you mean 7?"),
        ({"units": {"U1": "2404", "U2": "2405"}, "counters": {"U1": "140", "U2": "140"}},
         "U1 and U2 cannot both be 140"),
        ({"units": {"U1": "2404"}, "counters": {"U1": "SR1"}}, "U1 cannot be SR1, which is in the"),
        ({"units": {"U1": "2404"}, "counters": {"U1": "140"}, "pool": ["140"]},
         "140 is U1 on the map, so it is not in the pool"),
        ({"pool": ["140", "140"]}, "pool: 140 is there twice"),
        ({"pool": 99}, "at most 31 counters can be in it"),
        ({"pool": -1}, "Expected"),
        ({"reserve": {"infantry": 9}}, "only 8 infantry are left"),
        ({"units": {"E1": "2504"}, "turn": 7}, "E1 belongs to E Corps, but ecorps does not say"),
        ({"ecorps": "1ag"}, "no player can call it before turn 6"),
        ({"units": {"A1": "2504"}, "turn": 3}, "A1 does not come before turn 4"),
        ({"units": {"HQ-III": "box"}}, "HQ-III leaves the game when it is destroyed"),
        ({"units": {"7": "gone"}}, "7 goes into the box when it is destroyed, and is never gone"),
        ({"units": {"U1": "box"}}, "only Americans are in the box"),
        ({"control": {"2504": "1ag"}}, "'2504' is not a hex with a town or city"),
        ({"palace_turn": 3}, "nobody controls Central Tokyo"),
        ({"phase": "1ag ecorps"}, "E Corps is called once, from turn 6 on"),
        ({"phase": "je setup"}, "belongs only to the Americans"),
        ({"phase": "1ag setup"}, "the set-up is before turn 1"),
        ({"phase": "jp movement"}, "no phase 'jp movement'"),
        ({"phase": "jw movement", "turn": 1}, "jw has no part in turn 1"),
        ({"freed": ["Z1"]}, "freed: 'Z1' is not a unit in the zone of the 36th Army"),
        ({"pending": {"je": 1}}, "pending: only 0 units are not released yet"),
        ({"triggers": ["2504"]}, "triggers: '2504' is not a trigger"),
        ({"late": {"east": 99}}, "late: east: not so many are left in the reserve"),
        ({"carried": {"1ag": 1}}, "carried: 1ag: not so many are in its box"),
        ({"quota": 2}, "quota and arrivals belong to a recon phase"),
        ({"moved": ["7"], "phase": "1ag combat"}, "moved belongs to a movement phase"),
        ({"moved": ["U1"], "units": {"U1": "2404"}}, "'U1' is not a unit of the army to act"),
        ({"chits": [1]}, "chits and called need the option volunteers"),
        ({"options": {"volunteers": True}, "chits": [9]}, "no more 9"),
        ({"options": {"volunteers": True}, "called": {"1ag": 1}}, "are worth 0 together"),
        ({"options": {"volunteers": True}, "chits": [], "called": {"1ag": 9}},
         "the game is over in this position: 1ag called Volunteer Corps worth 9."),
        ({"turn": 9}, "the game has 8 turns, not 9"),
    ],
)  # fmt: skip
def test_tokyo(given: dict[str, Any], reported: str) -> None:
    assert reported in failed("tokyo", {**TOKYO, **given})


SAIPAN = {"turn": 3, "phase": "us combat", "clear": True}


@pytest.mark.parametrize(
    ("given", "reported"),
    [
        ({"units": {"us": {"1/2": "1205", "1/6": "1205"}}}, "1205 has 1/2 in it, so 1/6 cannot"),
        ({"units": {"us": {"1/2": "1205"}, "jp": {"317": "1205"}}}, "1205 has 1/2 in it"),
        ({"units": {"us": {"1/2": "0101"}}}, "'0101' is not a land hex"),
        ({"units": {"us": {"1/2": "sea 0703 for 0802"}, "jp": {"317": "0802"}}},
         "1/2 can wait at sea only in the U.S. part of turn 1"),
        ({"turn": 1, "units": {"us": {"1/2": "sea 0703 for 0802"}}}, "nobody holds 0802"),
        ({"turn": 1, "units": {"us": {"1/10": "1205"}}}, "1/10 is not infantry"),
        ({"turn": 1, "units": {"us": {
            "1/2": "1205", "2/2": "1206", "3/2": "1207", "1/6": "1305", "2/6": "1306",
            "3/6": "1307", "1/8": "1405"}}},
         "at most 6 U.S. units land on turn 1"),
        ({"beachheads": ["1306"]}, "1306 is not a Beach hex"),
        ({"beachheads": ["1203"], "units": {"jp": {"317": "1203"}}}, "317 in 1203 would have dest"),
        ({"beachheads": ["1203"], "turn": 1}, "there is none before the Japanese part of turn 1"),
        ({"beaches": ["1203"]}, "six different hexes are needed, but 1 are given"),
        ({"beaches": ["1306"]}, "1306 is not a Beach hex"),
        ({"phase": "reveal"}, "the phase reveal is only in turn 1 of the scenario free"),
        ({"gsp": {"us": 11}}, "us has 10 points a turn in this game"),
        ({"gsp": {"us": -1}}, "Expected `int` >= 0"),
        ({"moved": ["1/2"], "units": {"us": {"1/2": "1205"}}}, "moved belongs to a movement phase"),
        ({"fought": ["1/2"]}, "'1/2' is not a unit of us that has been in play"),
        ({"fired": ["317"], "units": {"jp": {"317": "1306"}}}, "not an artillery of jp"),
        ({"landed": ["1/2"], "phase": "jp movement"}, "landed belongs to a us movement or combat"),
        ({"turn": 99}, "the game has"),
    ],
)  # fmt: skip
def test_saipan(given: dict[str, Any], reported: str) -> None:
    assert reported in failed("saipan", {**SAIPAN, **given})


# --- without `clear` -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "reported"),
    [
        ({"level": 9}, "the supply level is at most 8"),
        ({"level": 0, "phase": "markers", "initiative": "jp", "units": {"WY1": "H11"}},
         "at 0, every Allied unit on the map is out of supply (7.1.1); write WY1 at `oos` too"),
        ({"level": 0, "phase": "combat jp", "units": {"WY1": "H11", "GR13": "H11", "1/55": "B1"},
          "oos": ["GR13"]}, "write WY1 at `oos` too"),
        ({"turn": 11}, "the game has 10 turns, not 11"),
        ({"units": {"WY1": "H12"}}, "WY1 cannot be at 'H12'"),
        ({"units": {"WY1": "H4", "1/55": "H4"}}, "both sides are in H4 (6.3)"),
        ({"units": {"1/56": "H1"}}, "1/56 comes only with the option kimura (11.2)"),
        ({"units": {"1/14": "H1"}, "reduced": ["1/14"]}, "1/14 has only one step"),
        ({"units": {"WY1": "H4"}, "fired": ["WY1"]}, "WY1 is not a gun"),
        ({"dug": {"H4": 1}}, "there is no unit in H4 (8.4)"),
        ({"phase": "allot"}, "there are no Allied air units; write `air`"),
        ({"phase": "markers"}, "name the side with the initiative"),
        ({"phase": "opener jp", "initiative": "jp"}, "no marker is in play"),
    ],
)  # fmt: skip
def test_meiktila(given: dict[str, Any], reported: str) -> None:
    assert reported in failed("meiktila", given)


@pytest.mark.parametrize("phase", ["air", "supply", "land", "allied status"])
def test_at_level_0_nobody_of_meiktila_is_marked_before_the_status_dice(phase: str) -> None:
    given = {"level": 0, "phase": phase, "initiative": "jp", "units": {"WY1": "H11", "1/55": "B1"}}
    assert "oos" not in failed("meiktila", given)


def test_without_clear_manila_stands_as_on_its_turn() -> None:
    game: Any = bind(Setup("manila", "campaign"))
    tables = game.setting.tables
    leaving = tables.data.withdrawal
    for turn in range(1, 10):
        at = game.arrange({"turn": turn, "phase": "purchase"}, Cups())
        gone = leaving.battalion if turn >= leaving.turn else ()
        come = {name for name, unit in tables.units.items() if unit.turn <= turn} - {*gone}
        assert {*at.at} == come
        assert {*at.gone} == {*gone}
        assert all(at.american(area) for area in at.at.values())
    # The example of play: the six of the 11th Airborne come to Area 30 on turn 2.
    second = game.arrange({"turn": 2, "phase": "purchase"}, Cups()).at
    assert {second[name] for name in ("1/187", "2/187", "1/188", "2/188", "Soule")} == {30}
    # A Dawn begins with what that turn brings, so it does so once.
    for turn in range(2, 10):
        dawn = game.arrange({"turn": turn, "phase": "dawn"}, Cups())
        after = game.arrange({"turn": turn, "phase": "purchase"}, Cups())
        assert {*dawn.at} | {*dawn.placing} == {*after.at}
        assert {*dawn.gone} == {*after.gone}


def test_without_clear_the_others_stand_as_set_up() -> None:
    for name, phase in (("saipan", "us movement"), ("tokyo", "1ag recon")):
        scenario = next(iter(rules_of(name).scenarios))
        game = bind(Setup(name, scenario))
        begun, later = game.set_up(Cups()), game.arrange({"turn": 3}, Cups())
        assert game.facts_of(later)["units"] == game.facts_of(begun)["units"]
        assert game.facts_of(later)["phase"] == phase
