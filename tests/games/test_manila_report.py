"""Manila in words: a sentence for every outcome, a position described, and what is not certain."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem.games.manila.data import pack
from pbem.games.manila.data.tables import Tables
from pbem.games.manila.rules import outcomes as o
from pbem.games.manila.rules.position import Action, Battle, Plan, Position, Retreat
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.words.report import describe, report
from pbem.games.manila.words.wording import doubtful
from pbem.kit.contract import Outcome, Result

SETTING = Setting("campaign", {}, Tables(pack.load()))
DOUBTS = re.compile(rb'(provenance: (?:>-\n *|")?)(second-hand|reconstructed)')
PRINTED = DOUBTS.sub(rb"\1printed", pack.export())
OWNERS = Setting("campaign", {"air": True}, Tables(pack.load(PRINTED)))
WITH_AIR = Setting("campaign", {"air": True}, Tables(pack.load()))

FIGHT: dict[str, Any] = {
    "paragraph": "9.5.5", "area": 10, "av": 14, "dv": 12, "american": (3, 4), "japanese": (2, 4),
    "air": 0, "at": 21, "dt": 18, "raw": "Success", "result": "Success",
}  # fmt: skip

REPORTED: list[tuple[Outcome, str]] = [
    (
        o.PhaseBegun(paragraph="6.1", turn=2, phase="dawn"),
        "Turn 2, Feb 9-11: the Dawn Phase begins.",
    ),
    (
        o.PhaseBegun(paragraph="6.5", turn=9, phase="end"),
        "Turn 9, Mar 2-4: the End Phase begins; every unit is Fresh again.",
    ),
    (o.Arrived(paragraph="6.1.1", unit="754/A", area=1), "754/A arrives in 1 (Caloocan)."),
    (o.Withdrawn(paragraph="6.1.2", unit="44/A"), "44/A is withdrawn for good."),
    (o.Withdrawn(paragraph="6.2.2", unit="44/A", until=4), "44/A is withdrawn until turn 4."),
    (
        o.MortalityRolled(paragraph="6.1.3", unit="Chase", die=2, fate="killed"),
        "Chase, die 2: killed in action.",
    ),
    (
        o.MortalityRolled(paragraph="6.1.3", unit="Chase", die=3, fate="wounded"),
        "Chase, die 3: lightly wounded, back at the next dawn.",
    ),
    (
        o.MortalityRolled(paragraph="6.1.3", unit="Chase", die=6, fate="returns"),
        "Chase, die 6: back in play at once.",
    ),
    (
        o.EventRolled(paragraph="6.2", roll=6, chart="pause 1st cavalry",
                      event="pause 1st cavalry"),
        "Random Event, roll 6: Pause 1st Cavalry: its units may move, not attack.",
    ),
    (
        o.EventRolled(paragraph="6.2", roll=6, chart="pause 1st cavalry", event="no result"),
        "Random Event, roll 6: Pause 1st Cavalry, no result this turn.",
    ),
    (
        o.EventRolled(paragraph="6.2", roll=10, chart="civilians", event="civilians"),
        "Random Event, roll 10: Civilians and Refugees: AV -1 in Mandatory Attacks.",
    ),
    (
        o.EventRolled(paragraph="6.2", roll=3, chart="kembu breakout", event="kembu breakout"),
        ("Random Event, roll 3: Kembu Group Breakout: 44/A, 44/B and 44/D are withdrawn until the "
        "next turn."),
    ),
    (
        o.EventRolled(paragraph="6.2", roll=4, chart="kembu offensive", event="kembu offensive"),
        "Random Event, roll 4: Kembu Group Offensive: Supply is rolled with 2 dice (second-hand).",
    ),
    (
        o.EventRolled(paragraph="6.2", roll=18, chart="shimbu breakout",
                      event="shimbu offensive"),
        ("Random Event, roll 18: Shimbu Group Breakout, so late in the game (second-hand) Shimbu "
        "Group Offensive: Supply is rolled with 2 dice (second-hand)."),
    ),
    (
        o.EventRolled(paragraph="6.2", roll=15, chart="iwabuchi breakout",
                      event="iwabuchi breakout"),
        ("Random Event, roll 15: Iwabuchi Orders Breakout: it happens from a die of 5 "
        "(second-hand)."),
    ),
    (
        o.BreakoutRolled(paragraph="6.2", die=5, happens=True),
        "Die 5: the Iwabuchi breakout happens; it needs 5 or more (second-hand).",
    ),
    (
        o.BreakoutRolled(paragraph="6.2", die=4, happens=False),
        "Die 4: the Iwabuchi breakout does not happen; it needs 5 or more (second-hand).",
    ),
    (
        o.BrokeOut(paragraph="6.2", area=10, counter="?7"),
        ("An Unrevealed Japanese unit breaks out in 10 (Cocomo Island), drawn at random (who picks "
        "it is reconstructed)."),
    ),
    (
        o.SupplyRolled(paragraph="6.3", roll=11, points=11, supply=13),
        "Supply roll 11: 13 Supply Points to spend.",
    ),
    (
        o.SupplyRolled(paragraph="6.3", roll=9, points=12, supply=12),
        "Supply roll 9, raised to 12: 12 Supply Points to spend.",
    ),
    (
        o.Bought(paragraph="6.3", artillery=7, engineer=3, cost=13),
        "The U.S. buys 7 Artillery and 3 Engineer for 13 Supply Points.",
    ),
    (
        o.Bought(paragraph="6.3", artillery=1, air=1, morale=1, cost=7),
        ("The U.S. buys 1 Artillery, 1 Air and 1 Morale for 7 Supply Points (the cost "
"of Air is reconstructed, the cost of Morale is second-hand)."),
    ),
    (
        o.ReturnedToPlay(paragraph="6.3", unit="637/A", area=1, cost=3),
        ("637/A comes back from Out of Action in 1 (Caloocan) for 3 Supply Points (the cost is "
        "second-hand)."),
    ),
    (o.MoraleChanged(paragraph="6.5", by=-1, morale=9), "American Morale falls by 1 to 9: Shaken."),
    (
        o.MoraleChanged(paragraph="6.3", by=1, morale=10),
        "American Morale rises by 1 to 10: Strong.",
    ),
    (o.AirReleased(paragraph="11.6"), "The U.S. may buy Air Support from now on."),
    (
        o.StreetsRolled(paragraph="6.4.1", area=10, die=3, effect="none"),
        "Bloody Streets in 10 (Cocomo Island), die 3: no effect.",
    ),
    (
        o.StreetsRolled(paragraph="6.4.1", area=10, die=6, effect="spent"),
        ("Bloody Streets in 10 (Cocomo Island), die 6: the units there become Spent and Morale "
        "falls."),
    ),
    (o.Activated(paragraph="8.1", area=9), "9 (Maypajo) is the Active Area."),
    (
        o.Moved(paragraph="8.0", unit="1/145", origin=1, path=(9, 10)),
        "1/145 moves from 1 to 10 (Cocomo Island) through 9.",
    ),
    (
        o.Moved(paragraph="8.0", unit="1/145", origin=9, path=(10,)),
        "1/145 moves from 9 to 10 (Cocomo Island).",
    ),
    (o.BecameSpent(paragraph="6.4.3", units=("1/145",)), "1/145 becomes Spent."),
    (
        o.BecameSpent(paragraph="6.2", units=("1/145", "637/A")),
        "1/145 and 637/A become Spent (second-hand).",
    ),
    (
        o.AttackDeclared(paragraph="9.1", area=10, units=("637/A", "1/145", "Whitcomb"),
                         mandatory=True),
        "637/A, 1/145 and Whitcomb attack 10 (Cocomo Island), a Mandatory Attack.",
    ),
    (
        o.AttackDeclared(paragraph="9.2", area=10, units=("637/A",), mandatory=False,
                         lead="637/A", artillery=2, engineer=1, barrage="1/145",
                         sniper="Whitcomb", retreat=(9, 1)),
        ("637/A attacks 10 (Cocomo Island), by choice; planned: lead 637/A, 2 Artillery and 1 "
        "Engineer, 1/145 is given up to a Barrage, Whitcomb to a Sniper, retreat to 9, 1."),
    ),
    (
        o.AttackDeclared(paragraph="9.1", area=10, units=("637/A",), mandatory=True,
                         barrage="break off"),
        "637/A attacks 10 (Cocomo Island), a Mandatory Attack; planned: break off at a Barrage.",
    ),
    (
        o.Revealed(paragraph="9.4", area=10, counter="Urban 9 Fanatic", factor=9,
                   strategy="Fanatic"),
        "The Japanese unit in 10 (Cocomo Island) is revealed: Defense Factor 9, Fanatic.",
    ),
    (
        o.BrokenOff(paragraph="9.4", area=10),
        "The attack on 10 (Cocomo Island) is broken off.",
    ),
    (
        o.FightJoined(paragraph="9.5", area=10, lead="637/A", artillery=2, engineer=1),
        "637/A leads the attack on 10 (Cocomo Island) with 2 Artillery and 1 Engineer.",
    ),
    (
        o.FightJoined(paragraph="9.5", area=10, lead="637/A"),
        "637/A leads the attack on 10 (Cocomo Island) without support.",
    ),
    (
        o.CombatResolved(**{**FIGHT, "result": "Stalemate"}),
        ("Attack on 10 (Cocomo Island): AV 14 and dice 3+4 make 21, DV 12 and dice 2+4 make 18: "
        "Success, which the Fanatic turns into a Stalemate."),
    ),
    (
        o.CombatResolved(**{**FIGHT, "japanese": (2, 5, 6), "dt": 23, "raw": "Repulse",
                            "result": "Repulse"}),
        ("Attack on 10 (Cocomo Island): AV 14 and dice 3+4 make 21, DV 12 and dice 2+5+6, the "
        "lowest dropped, make 23: Repulse."),
    ),
    (
        o.CombatResolved(**{**FIGHT, "dv": 8, "air": 4, "dt": 14}),
        ("Attack on 10 (Cocomo Island): AV 14 and dice 3+4 make 21, DV 8 (Air Support took 4 off) "
        "and dice 2+4 make 14: Success."),
    ),
    (
        o.OutOfAction(paragraph="9.4", unit="637/A", area=10),
        "637/A is lost in 10 (Cocomo Island) and is Out of Action.",
    ),
    (
        o.Captured(paragraph="9.5.5", area=10),
        "The U.S. captures 10 (Cocomo Island).",
    ),
    (
        o.Retreated(paragraph="9.5.7", unit="1/145", origin=10, area=9),
        "1/145 retreats from 10 to 9 (Maypajo).",
    ),
    (
        o.GameEnded(paragraph="10.1", winner="us", why="Automatic Victory."),
        "The U.S. wins: Automatic Victory.",
    ),
    (
        o.GameEnded(paragraph="10.2", winner="jp", why="No Operational Victory."),
        "The Japanese win: No Operational Victory.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("outcome", "sentence"), REPORTED)
def test_each_outcome_is_one_sentence(outcome: Outcome, sentence: str) -> None:
    assert report(SETTING, outcome) == sentence


def test_no_outcome_is_left_without_a_sentence() -> None:
    kinds = [k for k in vars(o).values() if isinstance(k, type) and issubclass(k, Outcome)]
    assert {type(outcome) for outcome, _ in REPORTED} == set(kinds) - {Outcome}


def test_every_event_of_the_chart_has_a_name() -> None:
    for number, event in enumerate(SETTING.tables.data.events.chart):
        rolled = o.EventRolled(paragraph="6.2", roll=number + 3, chart=event, event=event)
        assert event.split()[0].capitalize() in report(SETTING, rolled)


def test_an_owner_who_typed_the_figures_in_reads_of_no_doubts_about_them() -> None:
    for outcome, sentence in REPORTED:
        reported = report(OWNERS, outcome)
        assert "second-hand" not in reported
        # The choice of the Area is a rule of this module, not a figure of the data.
        assert ("reconstructed" in reported) == isinstance(outcome, o.BrokeOut)
        assert reported[:20] == sentence[:20]


def test_the_player_may_have_picked_the_area_of_a_breakout() -> None:
    setting = Setting("campaign", {"iwabuchi_target": "player"}, SETTING.tables)
    reported = report(setting, o.BrokeOut(paragraph="6.2", area=10, counter="?7"))
    assert reported.endswith("picked by the player (who picks it is reconstructed).")


def test_what_is_doubtful_follows_the_data_and_the_options() -> None:
    ours = "; ".join(doubtful(SETTING))
    assert "the costs of units and Morale" in ours
    assert "the Iwabuchi breakout happens (second-hand)" in ours
    assert "the map" not in ours
    assert "Air" not in ours
    assert "the cost of Air (reconstructed)" in doubtful(WITH_AIR)
    assert len(doubtful(OWNERS)) == 2


def first() -> Position:
    tables = SETTING.tables
    return Position(
        turn=1,
        phase="purchase",
        morale=19,
        supply=12,
        defenders={str(n): "?1" for n, area in tables.areas.items() if area.terrain},
        at={name: unit.area for name, unit in tables.units.items() if unit.turn == 1},
    )


def middle() -> Position:
    """Turn 5, an attack on a Contested Area going on."""
    position = first()
    position.turn, position.phase, position.morale, position.supply = 5, "combat", 9, 1
    for area in ("9", "3"):
        del position.defenders[area]
    position.defenders |= {"10": "Urban 9 Fanatic", "6": "Urban 7 Sniper 2"}
    position.at |= {"1/145": 10, "637/A": 10, "1/5": 6, "1/511": 29}
    position.spent = ["1/145"]
    position.markers |= {"artillery": 5, "engineer": 2}
    position.event = "kembu offensive"
    del position.at["Chase"], position.at["White"], position.at["44/D"]
    position.out, position.track, position.gone = {"44/D": 4}, {"Chase": 6}, ["White"]
    position.action = Action(area=9, contested=[6, 10], entered={"1/511": 30})
    position.battle = Battle(area=10, units=["637/A"], origins={}, plan=Plan(), stage="fight")
    return position


def test_the_first_position() -> None:
    assert describe(SETTING, first()) == [
        "Turn 1 of 9, Feb 6-8, 1945: Supply Phase.",
        "American Morale: 19, Strong (AV +1).",
        "Supply: 12 points; available: 0 Artillery and 0 Engineer.",
        "American Controlled: 3 Areas (1, 2, 30); 34 win, 37 (Intramuros) among them.",
        "On the Turn Track for turn 2: 1/187, 2/187, Hildebrand, 1/188, 2/188, Soule.",
        "On the Turn Track for turn 6: 754/A, 754/B.",
        "Buy support and morale, return units to play, then end supply.",
    ]


def test_a_position_in_the_middle_of_an_attack() -> None:
    assert describe(SETTING, middle()) == [
        "Turn 5 of 9, Feb 18-20, 1945: Combat Phase.",
        "American Morale: 9, Shaken (DV +1).",
        "Supply: 1 point; available: 5 Artillery and 2 Engineer.",
        "Random Event: Kembu Group Offensive: Supply is rolled with 2 dice (second-hand).",
        "American Controlled: 5 Areas (1, 2, 3, 9, 30); 34 win, 37 (Intramuros) among them.",
        (
            "Contested: 6 (San Francisco Del Monte Estate), 7 Sniper; 10 (Cocomo Island), "
            "9 Fanatic; 29 (Malibay Estate), Unrevealed."
        ),
        "Out of Action: 44/D.",
        "On the Turn Track for turn 6: 754/A, Chase, 754/B.",
        "Killed or withdrawn for good: White.",
        "Active Area: 9 (Maypajo).",
        "In a Japanese Area, not yet fought: 1/511.",
        "Under attack: 10 (Cocomo Island), by 637/A.",
        "Who leads the attack on Area 10, and with what support?",
    ]


@pytest.mark.parametrize(
    ("change", "last"),
    [
        ({"phase": "event"}, "To be rolled: the random event."),
        ({"phase": "supply"}, "To be rolled: Supply Points."),
        ({"phase": "dawn", "placing": ["Soule"]}, "Where do you place Soule?"),
        (
            {"phase": "streets", "streets": [10, 6]},
            "Which unit do the Bloody Streets of Area 10 cost?",
        ),
        (
            {
                "phase": "combat",
                "retreat": Retreat(origin=10, units=["1/145"], origins={"1/145": 9}),
            },
            "Where do these retreat to from Area 10: 1/145?",
        ),
    ],
)
def test_what_is_waited_for_comes_last(change: dict[str, Any], last: str) -> None:
    position = first()
    for name, value in change.items():
        setattr(position, name, value)
    assert describe(SETTING, position)[-1] == last


def test_support_in_a_fight_and_air_are_reported_where_they_are_played() -> None:
    position = middle()
    assert position.battle is not None
    position.battle.stage, position.battle.lead = "dice", "637/A"
    position.battle.support = {"artillery": 2, "engineer": 0, "air": 1}
    lines = describe(WITH_AIR, position)
    assert "Under attack: 10 (Cocomo Island), by 637/A, 2 Artillery and 1 Air." in lines
    assert "Supply: 1 point; available: 5 Artillery, 2 Engineer and 0 Air." in lines


@pytest.mark.parametrize(
    ("held", "reported"),
    [(("36", "37"), "35 Areas (all but 36 and 37)"), (("37",), "36 Areas (all but 37)"),
     ((), "37 Areas (all)")],
)  # fmt: skip
def test_the_fewer_areas_are_listed(held: tuple[str, ...], reported: str) -> None:
    position = first()
    position.defenders = dict.fromkeys(held, "?1")
    assert any(f"Controlled: {reported};" in line for line in describe(SETTING, position))


def test_the_end_is_reported() -> None:
    position = first()
    position.phase, position.ended = "over", Result("jp", "American Morale is 0.", "10.1")
    assert describe(SETTING, position)[0].endswith(": the game is over.")
    assert describe(SETTING, position)[-1] == "The Japanese win: American Morale is 0."
