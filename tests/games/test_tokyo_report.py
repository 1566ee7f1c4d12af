"""Race to Tokyo in words: a sentence for every outcome, a position described, what is unsure."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem.games.tokyo.data import pack
from pbem.games.tokyo.data.tables import Tables
from pbem.games.tokyo.rules import outcomes as o
from pbem.games.tokyo.rules.ch11_setup import set_up
from pbem.games.tokyo.rules.position import Battle, Position
from pbem.games.tokyo.rules.setting import Setting
from pbem.games.tokyo.words.report import describe, report
from pbem.games.tokyo.words.wording import doubtful
from pbem.kit.contract import Outcome, Result
from pbem.kit.cups import Cups

TWO = Setting("two", {}, Tables(pack.load()))
THREE = Setting("three", {}, TWO.tables)
VOLUNTEERS = Setting("two", {"volunteers": True}, TWO.tables)
PRINTED = re.sub(rb'(provenance: "?)reconstructed', rb"\1printed, not", pack.export())
OWNERS = Setting("two", {}, Tables(pack.load(PRINTED)))

REPORTED: list[tuple[Outcome, str]] = [
    (
        o.PhaseBegun(paragraph="11.2", turn=1, army="8ag", phase="setup"),
        "The Eighth Army Group sets up.",
    ),
    (
        o.PhaseBegun(paragraph="8.5", turn=6, army="1ag", phase="ecorps"),
        (
            "Turn 6, April 1946, week 2: the Decision on E Corps of the First Army Group begins; "
            "Central Tokyo is worth 4 Victory Points from now on."
        ),
    ),
    (
        o.PhaseBegun(paragraph="3.0", turn=1, army="1ag", phase="recon"),
        (
            "Turn 1, March 1946, week 1: the Reconstitution Phase of the First Army Group begins, "
            "with a quota of 0 (reconstructed)."
        ),
    ),
    (
        o.PhaseBegun(paragraph="3.0", turn=4, army="jw", phase="recon"),
        (
            "Turn 4, March 1946, week 4: the Reconstitution Phase of Japan West (played by the "
            "First Army Group) begins, with a quota of 2 (reconstructed) and of the Strategic "
            "Reserve 2 in the west (reconstructed)."
        ),
    ),
    (
        o.PhaseBegun(paragraph="3.0", turn=2, army="je", phase="combat"),
        (
            "Turn 2, March 1946, week 2: the Combat Phase of Japan East (played by the "
            "Eighth Army Group) begins."
        ),
    ),
    (o.Deployed(paragraph="11.2", unit="1M", hex="2902"), "U.S. 1M lands in 2902."),
    (o.Placed(paragraph="8.3", unit="A1", hex="2902"), "U.S. A1 arrives in 2902."),
    (
        o.Placed(paragraph="7.25", unit="7", hex="2902", rebuilt=True),
        "U.S. 7 is reconstituted in 2902.",
    ),
    (
        o.Reconstituted(paragraph="7.21", unit="U22", hex="2411", counter="?30"),
        (
            "U22 comes out of the pool and enters, face down, in 2411 (Tokyo City (Nihonbashi))."
        ),
    ),
    (
        o.Entered(paragraph="8.1", unit="S1", hex="1125", counter="?31"),
        "Japanese S1 enters, face down, in 1125, from the Strategic Reserve.",
    ),
    (
        o.Entered(paragraph="8.1", unit="SR9", hex="1125"),
        "Japanese SR9 enters in 1125, from the Strategic Reserve.",
    ),
    (
        o.Freed(paragraph="8.2", units=("Z1", "1Ar"), army="je"),
        (
            "The 36th Army releases Japanese 1Ar and Z1 to Japan East (played by the "
            "Eighth Army Group)."
        ),
    ),
    (
        o.Freed(paragraph="8.2", units=("Z1",), army="jw"),
        "The 36th Army releases Japanese Z1 to Japan West (played by the First Army Group).",
    ),
    (
        o.Triggered(paragraph="8.2", hex="2913", by="8ag", army="jw", number=4),
        (
            "The Eighth Army Group took 2913 (Yokohama), so the 36th Army will release 4 "
            "units to Japan West (played by the First Army Group)."
        ),
    ),
    (
        o.Triggered(paragraph="8.2", hex="2812", by="8ag", army="jw", number=0),
        (
            "The Eighth Army Group took 2812 (Kawasaki), but the 36th Army has nothing "
            "left to release."
        ),
    ),
    (
        o.Triggered(paragraph="13.1", hex="tama", by="8ag", army="jw", number=1),
        (
            "The Eighth Army Group reached the Tama, so the 36th Army will release 1 unit "
            "to Japan West (played by the First Army Group)."
        ),
    ),
    (
        o.Triggered(paragraph="13.1", hex="across the tama", by="8ag", army="jw", number=8),
        (
            "The Eighth Army Group crossed the Tama, so the 36th Army will release 8 units "
            "to Japan West (played by the First Army Group)."
        ),
    ),
    (
        o.ECorpsCalled(paragraph="8.5", side="1ag"),
        (
            "The First Army Group calls E Corps (E1, E2, E3, E4 and HQ-E), which costs it 3 "
            "Victory Points unless Central Tokyo is taken."
        ),
    ),
    (
        o.Declined(paragraph="8.5", side="1ag", question="ecorps"),
        "The First Army Group does not call E Corps.",
    ),
    (
        o.Declined(paragraph="13.2", side="8ag", question="volunteer"),
        "The Eighth Army Group calls no Volunteer Corps: the die stands.",
    ),
    (o.Declined(paragraph="6.94", side="jp", question="advance"), "Japan does not advance."),
    (
        o.RollPledged(paragraph="5.5", units=("3Tk", "2Tk")),
        "Movement is rolled for Japanese 2Tk and 3Tk.",
    ),
    (
        o.RollPledged(paragraph="5.5", units=("3Tk",), path=("2504", "2503"), far=True),
        (
            "Movement is rolled for Japanese 3Tk, to move through 2504, 2503, as far as "
            "the die allows."
        ),
    ),
    (
        o.RollPledged(paragraph="5.5", units=("3Tk",), path=("2504",)),
        "Movement is rolled for Japanese 3Tk, to move through 2504.",
    ),
    (
        o.MovementRolled(paragraph="5.5", unit="3Tk", die=4),
        "Japanese 3Tk has 4 movement points in this phase.",
    ),
    (
        o.Moved(paragraph="5.0", unit="1M", path=("2703",)),
        "U.S. 1M moves to 2703 (Togane).",
    ),
    (
        o.Moved(paragraph="5.0", unit="U7", path=("2410", "2409", "2408")),
        "Japanese U7 moves to 2408 (Funabashi) through 2410, 2409.",
    ),
    (
        o.Moved(paragraph="5.5", unit="3Tk", path=()),
        "Japanese 3Tk cannot move: the die is too low.",
    ),
    (
        o.Removed(paragraph="5.3", unit="7", hex="2902", why="stacking"),
        "U.S. 7 is removed from 2902: two units shared the hex.",
    ),
    (
        o.Removed(paragraph="5.42", unit="7", hex="2313", why="strayed"),
        (
            "U.S. 7 is removed from 2313 (Tokyo City (Itabashi)): it stayed on the wrong "
            "side of the Operational Boundary."
        ),
    ),
    (
        o.Removed(paragraph="9.1", unit="HQ-X", hex="3117", why="beach"),
        "U.S. HQ-X is removed from 3117: a Japanese unit stands on its beach.",
    ),
    (
        o.AttackDeclared(paragraph="6.0", hex="2903", with_=("4M", "1M")),
        "U.S. 1M and 4M attack 2903.",
    ),
    (
        o.AttackDeclared(paragraph="6.0", hex="2902", with_=("U13",)),
        "Japanese U13 attacks 2902.",
    ),
    (
        o.TurnedUp(paragraph="2.53", unit="U7", counter="140", attack=2, defense=4),
        "Japanese U7 is revealed: 140, 2-4-3 (reconstructed).",
    ),
    (
        o.StrengthRolled(paragraph="6.62", unit="3Tk", die=5, strength=3),
        "Japanese 3Tk fights with strength 3 (die 5).",
    ),
    (
        o.Deserted(paragraph="6.61", unit="U7", hex="2411"),
        (
            "Japanese U7 has no defense and is removed from 2411 (Tokyo City (Nihonbashi))."
        ),
    ),
    (
        o.DieRolled(paragraph="6.1", attack=12, defense=4, odds="3:1", shift=0, column="3:1",
                    die=4, result="Dr"),
        "12 against 4, odds 3:1, die 4: Dr (reconstructed table).",
    ),
    (
        o.DieRolled(paragraph="6.1", attack=12, defense=4, odds="3:1", shift=-2, column="1:1",
                    die=4, result="Ar"),
        (
            "12 against 4, odds 3:1, shifted 2 columns to the left (reconstructed), die 4 on "
            "column 1:1: Ar (reconstructed table)."
        ),
    ),
    (
        o.DieRolled(paragraph="6.1", attack=30, defense=3, odds="10:1", shift=1, column="7:1",
                    die=6, result="Ex"),
        (
            "30 against 3, odds 10:1, shifted 1 column to the right (reconstructed), die 6 on "
            "column 7:1: Ex (reconstructed table)."
        ),
    ),
    (
        o.DieRolled(paragraph="6.1", attack=0, defense=3, odds="0:3", shift=1, column="1:4",
                    die=4, result="Ae"),
        "No strength against 3, resolved at 1:4, die 4: Ae (reconstructed table).",
    ),
    (
        o.DieVoided(paragraph="13.2", side="1ag"),
        "The First Army Group voids the die and must call a Volunteer Corps.",
    ),
    (
        o.DieRolledAgain(paragraph="13.2", column="3:1", die=2, result="Dr"),
        "The new die in the column 3:1 is 2: Dr (reconstructed table).",
    ),
    (
        o.VolunteerCalled(paragraph="13.2", side="1ag", number=3, total=5),
        (
            "The First Army Group calls a Volunteer Corps, number 3 (reconstructed): 5 in all, "
            "and 9 lose the game."
        ),
    ),
    (
        o.CombatResolved(paragraph="6.2", result="De"),
        "Result De: the defender is eliminated (reconstructed table).",
    ),
    (
        o.CombatResolved(paragraph="6.63", result="De"),
        "There is no combat: the defender is gone.",
    ),
    (
        o.CombatResolved(paragraph="6.63", result="Ae"),
        "There is no combat: no attacker is left.",
    ),
    (
        o.Eliminated(paragraph="6.2", unit="U7", hex="2408"),
        "Japanese U7 is eliminated in 2408 (Funabashi).",
    ),
    (
        o.Eliminated(
            paragraph="6.23",
            unit="U18",
            hex="3120",
            closed={"3020": "is held by 24", "3121": "is in the zone of control of 24 and 31"},
        ),
        (
            "Japanese U18 is eliminated in 3120, because it cannot retreat: 3020 is "
                "held by 24; 3121 is in the zone of control of 24 and 31."
        ),
    ),
    (
        o.ControlledByZone(paragraph="10.0", hex="3302", by="1ag"),
        "3302 (Ohara) counts for the First Army Group: its zone of control alone reaches it.",
    ),
    (
        o.ControlledByZone(paragraph="10.0", hex="2416", by="8ag"),
        (
            "2416 (Tachikawa) counts for the Eighth Army Group: its zone of control alone "
            "reaches it: 1 Victory Point (reconstructed)."
        ),
    ),
    (
        o.ControlledByZone(paragraph="10.0", hex="3302", by=""),
        (
            "3302 (Ohara) counts again for its last holder: no side's zone alone reaches it."
        ),
    ),
    (
        o.Retreated(paragraph="6.2", unit="7", origin="2803", hex="2802"),
        "U.S. 7 retreats from 2803 to 2802.",
    ),
    (
        o.Displaced(paragraph="6.22", unit="27", origin="2802", hex="2702"),
        "U.S. 27 makes room and moves from 2802 to 2702.",
    ),
    (o.Advanced(paragraph="6.9", unit="1M", path=("2803",)), "U.S. 1M advances to 2803."),
    (
        o.Advanced(paragraph="6.95", unit="13A", path=("3017", "2918")),
        "U.S. 13A advances to 2918 (Atsugi) through 3017.",
    ),
    (
        o.ControlChanged(paragraph="10.0", hex="2913", by="8ag"),
        (
            "The Eighth Army Group now controls 2913 (Yokohama): 4 Victory Points (reconstructed)."
        ),
    ),
    (
        o.ControlChanged(paragraph="10.0", hex="2913", by="jp"),
        "Japan now controls 2913 (Yokohama).",
    ),
    (
        o.ControlChanged(paragraph="10.0", hex="3302", by="1ag"),
        "The First Army Group now controls 3302 (Ohara).",
    ),
    (
        o.GameEnded(paragraph="10.0", winner="8ag", why="Turn 8 is over.",
                    points={"1ag": 20, "8ag": 24}),
        (
            "The Eighth Army Group wins: Turn 8 is over; Victory Points: First Army Group 20, "
            "Eighth Army Group 24 (reconstructed values)."
        ),
    ),
    (
        o.GameEnded(paragraph="10.0", winner=None, why="Turn 8 is over.",
                    points={"1ag": 20, "8ag": 20}),
        (
            "The game is a draw: Turn 8 is over; Victory Points: First Army Group 20, "
            "Eighth Army Group 20 (reconstructed values)."
        ),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("outcome", "sentence"), REPORTED)
def test_each_outcome_is_one_sentence(outcome: Outcome, sentence: str) -> None:
    assert report(TWO, outcome) == sentence


def test_no_outcome_is_left_without_a_sentence() -> None:
    kinds = [k for k in vars(o).values() if isinstance(k, type) and issubclass(k, Outcome)]
    assert {type(outcome) for outcome, _ in REPORTED} == set(kinds) - {Outcome}


def test_every_result_is_said_in_words() -> None:
    results = {row for rows in TWO.tables.data.combat.rows for row in rows}
    reported = {report(TWO, o.CombatResolved(paragraph="6.2", result=code)) for code in results}
    assert len(reported) == 5


def test_an_owner_who_typed_the_figures_in_reads_of_no_doubts() -> None:
    for outcome, sentence in REPORTED:
        reported = report(OWNERS, outcome)
        assert "reconstructed" not in reported
        assert reported[:12] == sentence[:12]
    assert doubtful(OWNERS) == {}
    assert not any("reconstructed" in line for line in describe(OWNERS, first(OWNERS)))


def test_what_is_doubtful_follows_the_data_and_the_options() -> None:
    parts = doubtful(TWO)["reconstructed"]
    assert {"the map", "the combat results table", "quotas", "the Japanese counters"} <= set(parts)
    assert len(parts) == len(set(parts))
    assert "what Central Tokyo is worth" not in parts  # 10.2 says it
    assert "what E Corps costs" not in parts  # 8.5 says it
    assert doubtful(VOLUNTEERS)["reconstructed"] == [*parts, "the Volunteer Corps"]


def test_what_lies_face_down_is_never_reported() -> None:
    for counter in ("?1", "?22"):
        for outcome in (
            o.Reconstituted(paragraph="7.21", unit="U22", hex="2411", counter=counter),
            o.Entered(paragraph="8.1", unit="S1", hex="1125", counter=counter),
        ):
            reported = report(TWO, outcome)
            assert "?" not in reported
            assert counter[1:] not in re.sub(r"U22|2411|1125|S1", "", reported)


# --- positions -----------------------------------------------------------------------------------


def first(setting: Setting = TWO) -> Position:
    return set_up(setting, Cups())


def middle() -> Position:
    """Turn 4, Japan West attacks the Eighth Army Group in Yokohama."""
    position = first()
    position.turn, position.army, position.phase = 4, "jw", "combat"
    for unit in ("U16", "U17", "U6"):
        del position.at[unit]
    position.at |= {"1M": "2606", "24": "2913", "13A": "2918", "2Tk": "2914", "7": "2703"}
    position.control = {"2606": "1ag", "2703": "1ag", "2913": "8ag", "2918": "8ag"}
    position.tokens["U7"] = "140"
    position.box, position.gone = ["96", "37"], ["HQ-III", "U6"]
    position.pending, position.pool, position.infantry = {"jw": 4}, 3, 7
    position.battle = Battle("jw", "2913", "24", ["2Tk"])
    return position


def test_the_first_position() -> None:
    assert describe(TWO, first()) == [
        "Turn 1 of 8, March 1946, week 1: Set-up of the First Army Group.",
        "Victory Points now: First Army Group 0, Eighth Army Group 0 (reconstructed values).",
        (
            "First Army Group: 0 on the map; still to come: 7, 27, 96, 1M, 4M, 6M, HQ-III, "
            "HQ-XXIV, A1 (turn 4), A2 (turn 4) and A3 (turn 4)."
        ),
        (
            "Eighth Army Group: 0 on the map; still to come: 24, 31, 37, 6, 32, 38, 97, 13A, 20A, "
            "HQ-X, HQ-XIV, HQ-XIII, B1 (turn 4), B2 (turn 4) and 11Abn (turn 5)."
        ),
        "Japan West (played by the First Army Group): 9 on the map, 8 of them face down.",
        "Japan East (played by the Eighth Army Group): 15 on the map, 13 of them face down.",
        "Pool: 4 counters. Strategic Reserve left: 8 infantry and 2 armor.",
        "36th Army, not released: 1Ar, 4Ar, Z1, Z2, Z3, Z4, Z5, Z6.",
        "First Army Group: deploy six units on your beach, then end setup.",
    ]


def test_a_position_in_the_middle_of_an_attack() -> None:
    lines = describe(TWO, middle())
    assert lines[:4] == [
        (
            "Turn 4 of 8, March 1946, week 4: Combat Phase of Japan West (played by the "
            "First Army Group)."
        ),
        "Victory Points now: First Army Group 3, Eighth Army Group 8 (reconstructed values).",
        "Held by the First Army Group: 2606 (Chiba), 2703 (Togane).",
        # Nobody stands in Kawasaki, and only the Eighth Army Group beside it (10.0).
        "Held by the Eighth Army Group: 2812 (Kawasaki), 2913 (Yokohama), 2918 (Atsugi).",
    ]
    assert lines[4].startswith(
        "First Army Group: 2 on the map; destroyed, to be reconstituted: 96; "
        "lost for good: HQ-III; still to come: 27, "
    )
    assert lines[6:] == [
        "Japan West (played by the First Army Group): 7 on the map, 6 of them face down.",
        "Japan East (played by the Eighth Army Group): 14 on the map, 11 of them face down.",
        "Pool: 3 counters. Strategic Reserve left: 7 infantry and 2 armor.",
        (
            "36th Army, not released: 1Ar, 4Ar, Z1, Z2, Z3, Z4, Z5, Z6; to be released next: "
            "4 for Japan West."
        ),
        "Under attack: 2913 (Yokohama), by Japanese 2Tk.",
        "To be rolled: attack on 2913.",
    ]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (
            {"army": "je", "phase": "recon", "quota": 2, "arrivals": {"east": 1, "west": 2}},
            (
                "Left in this phase: 2 to reconstitute (reconstructed) and of the Strategic "
                "Reserve 1 in the east and 2 in the west to enter (reconstructed)."
            ),
        ),
        ({"phase": "recon", "quota": 1}, "Left in this phase: 1 to reconstitute (reconstructed)."),
        (
            {"carried": {"8ag": 2}},
            "Eighth Army Group: 2 more of an earlier quota, whose beach was full.",
        ),
        ({"late": {"west": 1}}, "Shut out so far: of the Strategic Reserve 1 in the west."),
        ({"phase": "movement", "rolled": {"3Tk": 4}}, "Movement points rolled: 3Tk 4."),
        ({"phase": "movement", "still": ["U22", "U1"]}, "Not moving in this turn: U1, U22."),
        ({"phase": "combat", "strayed": {"1M": 3}}, "Across the Operational Boundary: 1M."),
        ({"ecorps": "8ag"}, "The Eighth Army Group called E Corps."),
        (
            {"called": {"1ag": 4}},
            "The First Army Group called Volunteer Corps: 4; 9 lose the game.",
        ),
        ({"phase": "movement", "pledged": ["3Tk"]}, "To be rolled: movement of 3Tk."),
        ({"phase": "ecorps"}, "Do you call E Corps?"),
    ],
)
def test_what_else_is_open_is_reported(change: dict[str, Any], line: str) -> None:
    position = first()
    assert line not in describe(TWO, position)
    position.at["1M"] = "2902"
    for name, value in change.items():
        setattr(position, name, value)
    reported = describe(TWO, position)
    assert line in reported


def test_a_result_not_carried_out_is_reported_with_its_doubt() -> None:
    position = middle()
    assert position.battle is not None
    position.battle.stage, position.battle.result = "retreat", "Dr"
    position.battle.retreating = ["24"]
    reported = describe(TWO, position)
    assert "Result Dr: the defender retreats (reconstructed table)." in reported


def test_three_players_have_one_japan() -> None:
    reported = describe(THREE, first(THREE))
    assert "Japan: 24 on the map, 21 of them face down." in reported
    assert (
        "Victory Points now: First Army Group 0, Eighth Army Group 0, Japan 19 "
        "(reconstructed values)."
    ) in reported


def test_the_end_is_reported() -> None:
    position = first()
    position.phase, position.ended = "over", Result(None, "Turn 8 is over.", "10.0")
    reported = describe(TWO, position)
    assert reported[0] == "Turn 1 of 8, March 1946, week 1: the game is over."
    assert reported[-1].startswith(
        "The game is a draw: Turn 8 is over; Victory Points: First Army Group 0, "
        "Eighth Army Group 0"
    )
