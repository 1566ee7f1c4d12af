"""Meiktila in words: a sentence for every outcome, a position described, what is not certain."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem.games.meiktila.data import pack
from pbem.games.meiktila.data.tables import Tables
from pbem.games.meiktila.rules import outcomes as o
from pbem.games.meiktila.rules.position import Part, Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.games.meiktila.words.report import describe, reconstructed, report
from pbem.kit.contract import Outcome

SETTING = Setting({}, Tables(pack.load()))
PRINTED = re.sub(rb"reconstructed", b"printed", pack.export())
OWNERS = Setting({}, Tables(pack.load(PRINTED)))

ATTACK: dict[str, Any] = {
    "paragraph": "6.5", "side": "jp", "hex": "M7", "with_": ("1/55", "2/55"), "banzai": (),
    "guns": (), "air": 0, "advance": None, "oos": (),
}  # fmt: skip
DEFENCE: dict[str, Any] = {
    "paragraph": "6.5.1",
    "side": "al",
    "guns": (),
    "air": 0,
    "town": "",
    "dug": (),
}
ROLLED: dict[str, Any] = {
    "paragraph": "6.5", "hex": "M7", "attack": 16, "defence": 7, "odds": "2-1", "shift": 0,
    "column": "2-1", "die": 4, "result": "1/1",
}  # fmt: skip


def begun(phase: str, side: str = "", turn: int = 1) -> o.PhaseBegun:
    return o.PhaseBegun(paragraph="4.0", turn=turn, phase=phase, side=side)


REPORTED: list[tuple[Outcome, str]] = [
    (begun("setup", "al"), "The Allies set up."),
    (begun("setup", "jp"), "The Japanese set up."),
    (begun("air", turn=10), "Turn 10, 14 March, begins with air power and initiative."),
    (begun("movement", "jp"), "The Japanese movement begins."),
    (begun("combat", "al"), "The Allied combat begins."),
    (begun("opener", "jp"), "The Japanese have the initiative."),
    (o.Deployed(paragraph="10.0", unit="WY1", hex="H11"), "WY1 sets up in H11 (Meiktila)."),
    (
        o.Deployed(paragraph="10.0", unit="1/55", hex="N1", dug=True),
        "1/55 sets up in N1, in an Improved Position.",
    ),
    (
        o.Deployed(paragraph="10.0", unit="1/55", hex="A1", left="L1"),
        "1/55 sets up in A1; its Improved Position in L1 is gone.",
    ),
    (
        o.AirRolled(paragraph="4.1", die=1, allied=1, sentai=False),
        "The air die is 1: the Allies get 1 air unit.",
    ),
    (
        o.AirRolled(paragraph="4.1", die=6, allied=0, sentai=False),
        "The air die is 6: the Allies get 0 air units.",
    ),
    (
        o.AirRolled(paragraph="4.1", die=6, allied=0, sentai=True),
        "The air die is 6: the 64 Sentai flies for the Japanese.",
    ),
    (
        o.InitiativeRolled(paragraph="4.1", allied=3, japanese=5, bonus=1, side="jp"),
        "The Japanese win the initiative (Allies 3 + 1, Japanese 5).",
    ),
    (
        o.InitiativeRolled(paragraph="4.1", allied=3, japanese=3, bonus=0, side=""),
        "The initiative is a tie (Allies 3, Japanese 3), so both sides roll again.",
    ),
    (
        o.Allotted(paragraph="5.2", supply=2, north=1, south=0, combat=2),
        (
            "The Allies use 2 air units for Air Supply, 1 for interdiction in the north, 0 in the "
            "south, and keep 2 for combat."
        ),
    ),
    (
        o.SupplyRolled(paragraph="7.1.1", die=5, modified=7, level=6),
        "The Allied Supply Level is 6 (die 5, modified to 7).",
    ),
    (
        o.Landed(paragraph="8.1.1", unit="BDRI", hex="J11", full=False),
        "BDRI lands at J11 (Meiktila East) with one step.",
    ),
    (
        o.Landed(paragraph="8.1.1", unit="BDRI", hex="J11", full=True),
        "BDRI lands at J11 (Meiktila East) at full strength.",
    ),
    (
        o.StatusRolled(paragraph="7.1.2", unit="WY1", die=5, modified=5, supplied=False),
        "WY1 is out of supply (die 5).",
    ),
    (
        o.StatusRolled(
            paragraph="7.1.3", unit="1/55", die=2, modified=4, supplied=True, edge="north"
        ),
        "1/55 traces supply to the north and is in supply (die 2 + 2).",
    ),
    (o.CutOff(paragraph="4.2.1", unit="WY1"), "WY1 has no supply line and is out of supply."),
    (
        o.OutOfSupply(paragraph="7.1.1", units=("WY1", "GR17")),
        "Supply level 0 puts WY1 and GR17 out of supply.",
    ),
    (
        o.EdgesDeclared(paragraph="7.1.3", north=("1/55", "2/55"), south=("1/214",)),
        "The Japanese trace supply to the north for 1/55 and 2/55, and to the south for 1/214.",
    ),
    (
        o.EdgesDeclared(paragraph="7.1.3", north=(), south=("1/214",)),
        "The Japanese trace supply to the south for 1/214.",
    ),
    (
        o.EdgesDeclared(paragraph="7.1.3", north=(), south=()),
        "The Japanese trace supply to no edge.",
    ),
    (
        o.MarkersDrawn(paragraph="6.1.1", side="jp", known=("J-ALL", "J-49"), hidden=0),
        "Japanese markers in play: J-ALL and J-49.",
    ),
    (
        o.MarkersDrawn(paragraph="6.1.1", side="al", known=(), hidden=1),
        "The Allies have 1 marker in play, face down.",
    ),
    (o.MarkerUp(paragraph="4.3", marker="J-49", side="jp", opened=True), "J-49 acts first."),
    (
        o.MarkerUp(paragraph="4.3", marker="A-DR", side="al", opened=False),
        "A-DR comes out of the cup.",
    ),
    (o.NumberRolled(paragraph="6.1.1", marker="A-DR", number=1), "A-DR activates 1 unit."),
    (
        o.MarkerIdle(paragraph="4.3", marker="J-49", side="jp"),
        "J-49 can activate nobody and is set aside.",
    ),
    (o.Passed(paragraph="4.3", side="jp", void=2), "The Japanese pass and void 2 markers."),
    (
        o.Activated(paragraph="6.1.1", marker="A-48", mode="attack-move"),
        "Units of A-48 attack, then move.",
    ),
    (
        o.Activated(
            paragraph="6.1.1",
            marker="J-ALL",
            mode="move-attack",
            enter=("NFM",),
            replace=("1/55", "2/55"),
            commit=("1/56",),
        ),
        (
            "Units of J-ALL move, then attack; NFM rolls to enter; 1/55 and 2/55 roll for a "
            "replacement; 1/56 rolls to leave the reserve."
        ),
    ),
    (o.ActivationEnded(paragraph="6.1.1", marker="J-ALL"), "J-ALL is done."),
    (o.EntryRolled(paragraph="8.1.2", unit="NFM", die=1, enters=True), "NFM may enter (die 1)."),
    (o.EntryRolled(paragraph="8.1.2", unit="NFM", die=6, enters=False), "NFM waits (die 6)."),
    (
        o.CommitRolled(paragraph="11.2", unit="1/56", die=1, enters=True, barred=False),
        "1/56 is committed from the Strategic Reserve (die 1).",
    ),
    (
        o.CommitRolled(paragraph="11.2", unit="1/56", die=5, enters=False, barred=False),
        "1/56 stays in the Strategic Reserve (die 5).",
    ),
    (
        o.CommitRolled(paragraph="11.2", unit="1/56", die=6, enters=False, barred=True),
        "1/56 stays in the Strategic Reserve for good (die 6).",
    ),
    (
        o.ReplacementRolled(
            paragraph="8.1.4", unit="1/106", die=3, modified=3, edge="south", taken=True
        ),
        "1/106 gets a step from the south (die 3).",
    ),
    (
        o.ReplacementRolled(
            paragraph="8.1.4", unit="1/106", die=3, modified=5, edge="south", taken=False
        ),
        "1/106 gets no replacement from the south (die 3 + 2).",
    ),
    (
        o.Replaced(paragraph="8.1.3", unit="WY1"),
        "WY1 is at full strength and cannot attack in this turn.",
    ),
    (
        o.Moved(
            paragraph="6.2", unit="WY1", path=("I10", "J10"), spent=2, forced=False, zone=False
        ),
        "WY1 moves to J10 through I10 (cost 1).",
    ),
    (
        o.Moved(paragraph="6.2.1", unit="WY1", path=("I10",), spent=7, forced=True, zone=False),
        "WY1 force-marches to I10 (cost 3½).",
    ),
    (
        o.Moved(
            paragraph="8.1.2",
            unit="NFM",
            path=("N1",),
            spent=1,
            forced=False,
            zone=False,
            entered=True,
        ),
        "NFM enters and moves to N1 (cost ½).",
    ),
    (o.ControlChanged(paragraph="9.1", hex="M7", by="jp"), "The Japanese take M7 (Seywa)."),
    (o.Dug(paragraph="8.4", unit="WY1", hex="H11"), "WY1 digs in, in H11."),
    (
        o.PositionsGone(paragraph="8.4", hex="H11", number=2),
        "The last unit left H11, so 2 Improved Positions are removed.",
    ),
    (o.AttackDeclared(**ATTACK), "1/55 and 2/55 attack M7 (Seywa)."),
    (
        o.AttackDeclared(
            **{
                **ATTACK,
                "banzai": ("1/55",),
                "guns": ("NFM",),
                "air": 1,
                "advance": ("2/55",),
                "oos": ("2/55", "GR13"),
            }
        ),
        (
            "1/55 and 2/55 attack M7 (Seywa); charging: 1/55; guns: NFM; advancing if it is "
            "empty: 2/55; out of supply: 2/55, GR13; 1 air unit."
        ),
    ),
    (
        o.AttackDeclared(**{**ATTACK, "advance": ()}),
        "1/55 and 2/55 attack M7 (Seywa); nobody will advance.",
    ),
    (o.Fired(paragraph="8.5", unit="NFM", attacking=True), "NFM fires in the attack."),
    (o.Fired(paragraph="8.5", unit="FD129", attacking=False), "FD129 fires in the defence."),
    (o.LevelFell(paragraph="7.1.1", level=3, die=0), "The Allied Supply Level is 3."),
    (o.LevelFell(paragraph="7.1.1", level=2, die=5), "The Allied Supply Level is 2 (die 5)."),
    (o.Defended(**DEFENCE), "The defence adds nothing."),
    (
        o.Defended(
            **{**DEFENCE, "guns": ("FD129",), "air": 2, "town": "GR13", "dug": ("GR13", "PH5")}
        ),
        (
            "The defence adds guns FD129; 2 air units; the town for GR13; Improved "
            "Positions for GR13, PH5."
        ),
    ),
    (
        o.CombatRolled(**ROLLED),
        "In M7, 16 against 7 is 2-1; die 4 gives 1/1 (reconstructed table).",
    ),
    (
        o.CombatRolled(**{**ROLLED, "shift": 1, "column": "3-1"}),
        "In M7, 16 against 7 is 2-1, shifted +1 to 3-1; die 4 gives 1/1 (reconstructed table).",
    ),
    (
        o.LossesPlanned(
            paragraph="6.5.3",
            side="jp",
            parts=(Part("1/55", ("M9",)), Part("2/55"), Part("3/55", off=True)),
        ),
        (
            "The Japanese plan their losses: 1/55 retreats to M9, 2/55 loses a step, 3/55 retreats "
            "off the map."
        ),
    ),
    (
        o.PlanStopped(paragraph="6.5.3", unit="1/55"),
        "1/55 cannot go as planned, so the plan ends before it.",
    ),
    (
        o.RetreatRolled(paragraph="6.5.3", unit="1/55", die=2, modified=2, factor=3, passed=True),
        "1/55 can retreat (die 2 against 3).",
    ),
    (
        o.RetreatRolled(paragraph="6.5.3", unit="GR13", die=5, modified=6, factor=4, passed=False),
        "GR13 cannot retreat (die 5 + 1 against 4).",
    ),
    (
        o.Retreated(paragraph="6.5.3", unit="1/55", path=("M9", "M10")),
        "1/55 retreats to M10 through M9.",
    ),
    (o.StepLost(paragraph="6.5.3", unit="1/55", hex="M8"), "1/55 in M8 loses a step."),
    (
        o.Eliminated(paragraph="6.5.3", unit="1/55", hex="M8", steps=1, why="combat"),
        "1/55 in M8 is eliminated (1 step).",
    ),
    (
        o.Eliminated(paragraph="6.3", unit="1/55", hex="M8", steps=2, why="stacking"),
        "1/55 in M8 is lost to stacking (2 steps).",
    ),
    (
        o.Eliminated(paragraph="6.5.3", unit="1/55", hex="N1", steps=2, why="retreat"),
        "1/55 in N1 leaves the map and is lost (2 steps).",
    ),
    (
        o.Eliminated(paragraph="11.1", unit="1/55", hex="M8", steps=1, why="banzai"),
        "1/55 in M8 is spent in its charge (1 step).",
    ),
    (o.Advanced(paragraph="6.5.4", unit="1/55", hex="M7"), "1/55 advances into M7 (Seywa)."),
    (
        o.Declined(paragraph="6.5.4", side="jp", question="advance"),
        "The Japanese do not advance.",
    ),
    (
        o.BanzaiChecked(paragraph="11.1", unit="1/55", die=1, factor=3, lost=False),
        "1/55 comes through its charge (die 1 against 3).",
    ),
    (
        o.BanzaiChecked(paragraph="11.1", unit="1/55", die=5, factor=3, lost=True),
        "1/55 loses a step in its charge (die 5 against 3).",
    ),
    (
        o.CombatWentOn(paragraph="6.5.2", hex="M7", stage="losses"),
        "In M7, the attackers take their half of the result next.",
    ),
    (
        o.CombatWentOn(paragraph="6.5.4", hex="M7", stage="advance"),
        "In M7, both sides have taken their losses.",
    ),
    (o.CombatWentOn(paragraph="11.1", hex="M7", stage="banzai"), "In M7, nobody else advances."),
    (o.CombatEnded(paragraph="6.5", hex="M7"), "The combat for M7 is over."),
    (
        o.MarkersRemoved(paragraph="4.4", oos=("1/55", "WY1"), fired=("FD129", "WY1")),
        "Out of Supply and Fired markers are removed from WY1, FD129 and 1/55.",
    ),
    (
        o.Scored(paragraph="9.1", side="jp", points=1, why="the Allied Supply Level is 0"),
        "The Japanese score 1 point: the Allied Supply Level is 0.",
    ),
    (
        o.Scored(paragraph="9.1", side="al", points=5, why="holds Meiktila"),
        "The Allies score 5 points: they hold Meiktila.",
    ),
    (
        o.GameEnded(paragraph="9.2", winner="jp", why="a Japanese victory: 1 against 3"),
        "The game is over: a Japanese victory: 1 against 3.",
    ),
]


@pytest.mark.parametrize(("outcome", "words"), REPORTED, ids=lambda one: type(one).__name__)
def test_each_outcome_is_one_sentence(outcome: Outcome, words: str) -> None:
    assert report(SETTING, outcome) == words


def test_every_outcome_of_the_rules_is_reported() -> None:
    kinds = {
        kind for kind in vars(o).values() if isinstance(kind, type) and issubclass(kind, Outcome)
    }
    assert {type(outcome) for outcome, _ in REPORTED} == kinds - {Outcome}


@pytest.mark.parametrize(
    "phase",
    ["setup", "air", "allot", "supply", "land", "allied status", "edges", "japanese status",
     "markers", "opener", "cup", "number", "activation", "requests", "movement", "combat",
     "stacking", "end", "over"],
)  # fmt: skip
def test_every_phase_has_a_sentence(phase: str) -> None:
    reported = report(SETTING, begun(phase, "al"))
    assert reported[0].isupper()
    assert reported.endswith(".")
    assert "{" not in reported


def test_an_owner_of_the_printed_game_reads_no_doubt() -> None:
    assert (
        report(OWNERS, o.CombatRolled(**ROLLED)) == "In M7, 16 against 7 is 2-1; die 4 gives 1/1."
    )
    assert reconstructed(OWNERS.tables.data) == []
    assert reconstructed(SETTING.tables.data)


# --- positions -------------------------------------------------------------------------------


def reported(**given: Any) -> list[str]:
    start = Position(3, "movement", "jp", 4, control={"H11": "al", "M7": "al"})
    for here in SETTING.tables.objectives:
        start.control.setdefault(here, "al")
    for name, value in given.items():
        setattr(start, name, value)
    return describe(SETTING, start)


def test_a_position_begins_with_turn_level_and_points() -> None:
    assert reported(vp={"al": 2, "jp": 5})[:3] == [
        "Turn 3 of 10, 7 March: movement (Japanese).",
        "Allied Supply Level: 4 of 8.",
        "Victory Points: Allied 2, Japanese 5.",
    ]


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (
            {"supply_air": 2, "interdiction": {"north": 0, "south": 1}, "air": 1},
            "Allied air: 2 on Air Supply, 1 on interdiction south, 1 for combat.",
        ),
        ({"sentai": "ready"}, "The 64 Sentai: ready."),
        (
            {"known": ["J-49"], "hidden": {"al": 1, "jp": 0}},
            "In the cup: J-49, 1 Allied, unseen.",
        ),
        ({"up": ["J-ALL", "A-48"]}, "Markers turned up: J-ALL, A-48."),
        ({"passed": ["jp"]}, "Passed: Japanese."),
        (
            {"control": dict.fromkeys(("H11", "D7", "F12", "J11"), "al") | {"M7": "jp"}},
            "In Japanese hands: M7 (Seywa).",
        ),
        ({"reduced": ["1/55", "WY1"]}, "Reduced: WY1, 1/55."),
        ({"oos": ["1/55", "WY1"]}, "Out of supply: WY1, 1/55."),
        ({"fired": ["SP18", "FD129"]}, "Fired: FD129, SP18."),
        ({"gone": ["1/55"]}, "Eliminated: 1/55."),
        ({"dug": {"M7": 2, "H11": 1}}, "Improved Positions: H11 1, M7 2."),
        (
            {"at": {"GR13": "K9", "WY1": "K9", "FFR412": "K9", "1/55": "N4"}},
            "Too many stand in K9 for the end of the turn (6.3).",
        ),
        ({"barred": ["1/56"]}, "In the Strategic Reserve for good: 1/56."),
    ],
)
def test_a_position_reports_what_lies_on_the_table(given: dict[str, Any], line: str) -> None:
    assert line in reported(**given)
    assert line not in reported()


def test_who_is_still_to_come_is_reported_and_the_reserve_only_where_it_may() -> None:
    away = "Japanese units still to come: "
    (line,) = [line for line in reported() if line.startswith(away)]
    assert "NFM" in line
    assert "1/56" not in line
    asked = Setting({"kimura": True}, SETTING.tables)
    allied = dict.fromkeys(SETTING.tables.objectives, "al")
    position = Position(3, "movement", "jp", 4, control=allied)
    (line,) = [line for line in describe(asked, position) if line.startswith(away)]
    assert "1/56" in line
