"""Singapore: what no numbered case can show, and what its data must be."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from pbem.errors import FormError, IllegalOrder, PackError
from pbem.games.singapore.data.forms import ARMIES
from pbem.games.singapore.rules.cards.ch6_play import check_play
from pbem.games.singapore.rules.ch5_supply import supplies
from pbem.games.singapore.rules.fights.ch1_combat import chances, margin_of, result_of, tops
from pbem.games.singapore.rules.fights.ch2_tactics import bonus, defence_dice, must_drop
from pbem.games.singapore.rules.orders import PlayCard
from pbem.games.singapore.rules.position import Position, open_battle, open_war
from pbem.games.singapore.rules.theatre import is_ground
from pbem.kit.cups import Cups
from pbem.selfplay.unsigned import bind, rules_of

RULES: Any = rules_of("singapore")
OPTIONS = {name: option.default for name, option in RULES.options.items()}
OWN = RULES.export().decode()
DATA = RULES.data()


def game(pack: str = OWN, scenario: str = "battalion") -> Any:
    return RULES.game(scenario, OPTIONS, RULES.data(pack.encode()))


# --- one die in defence -----------------------------------------------------------------------


def test_a_flanked_unit_of_one_die_keeps_it_and_loses_a_point() -> None:
    """[2.12] No unit that stands in a line has one die in these data; an owner's may."""
    before = 'defence: {dice: [6, 6], provenance: "reconstructed: a pair'
    assert OWN.count(before) == 1
    one = game(OWN.replace(before, before.replace("[6, 6]", "[6]")))
    given = {"line": {"attacker": ["jv1", "ji1"], "defender": ["bi1"]}}
    for tactic, added, faces in (("flank", -2, (6,)), ("standard", 0, (6,))):
        position: Position = one.arrange(given, Cups())
        order = one.parse(position, "attacker", f"attack {tactic}")
        for outcome in one.adjudicate(position, order, Cups()):
            one.apply(position, outcome)
        battle = open_battle(position)
        assert defence_dice(one.setting, battle) == faces
        assert bonus(one.setting, battle) == added
        assert not must_drop(one.setting, battle)


def test_the_chances_against_one_flanked_die() -> None:
    """A tank against a six from which one is taken, worked out by counting."""
    found = chances((8, 8), (6,), -2)
    assert list(found.values()) == [
        Fraction(245, 384), Fraction(7, 32), Fraction(25, 384), Fraction(25, 384), Fraction(5, 384),
    ]  # fmt: skip
    assert margin_of((3, 2), (4,), -2) == 0, "a 4 that counts 3"


@pytest.mark.parametrize(
    ("margin", "result"),
    [
        (7, "defender eliminated"), (6, "defender eliminated"), (5, "defender suppressed"),
        (1, "defender suppressed"), (0, "draw"), (-1, "attacker suppressed"),
        (-5, "attacker suppressed"), (-6, "attacker eliminated"),
    ],
)  # fmt: skip
def test_margins(margin: int, result: str) -> None:
    assert result_of(margin) == result


def test_highest_dice_are_counted_one_by_one() -> None:
    assert dict(tops((4, 2))) == {1: 1, 2: 3, 3: 2, 4: 2}
    assert sum(tops((6, 6, 4)).values()) == 144


# --- data ---------------------------------------------------------------------------------------


def test_pieces_are_those_of_the_box() -> None:
    """122 playing pieces; seven Bren gun carriers, one of them in Seletar (errata)."""
    assert sum(sum(one.kinds.values()) for one in DATA.pieces.values()) == 122
    assert DATA.pieces["br"].kinds["vehicle"] == 7
    assert DATA.historic.deployment.br["Seletar"]["vehicle"] == 1


def test_who_is_set_up_and_who_arrives_are_all_the_pieces() -> None:
    sent = DATA.historic.deployment
    for army in ARMIES:
        count: Counter[str] = Counter(sent.off_map if army == "jp" else {})
        for units in getattr(sent, army).values():
            count.update(units)
        for arrival in getattr(DATA.historic.reinforcements, army):
            count.update(arrival.units)
        assert dict(count) == DATA.pieces[army].kinds


def test_an_entry_that_may_lack_room_has_one_kind() -> None:
    """[R43] As many as find room come, unasked: that is right while they are alike (4.16)."""
    for setup in (DATA.historic, DATA.tiderace):
        for army in ARMIES:
            for arrival in getattr(setup.reinforcements, army) or ():
                on_axis = DATA.map.sectors[arrival.place].axis is not None
                assert on_axis or len(arrival.units) == 1, arrival


def test_armies_collect_what_they_do() -> None:
    """Reconstructed: Japan short and shrinking, the Commonwealth steady; 56, 30 and 42 in all."""
    income = DATA.historic.supply.income
    assert [sum(getattr(income, army)) for army in ARMIES] == [56, 30, 42]


def test_everybody_of_the_commonwealth_begins_in_supply() -> None:
    """Without bridges too, and the Japanese by their axes."""
    one = game(scenario="division")
    war = open_war(one.set_up(Cups()))
    for unit, place in war.at.items():
        if is_ground(one.setting, unit):
            assert supplies(one.setting, war, war.of(unit), place), unit


def test_the_map_is_whole() -> None:
    """35 sectors and nine axes, six by land and three by sea; rivers, roads and lines."""
    sectors, edges = DATA.map.sectors, DATA.map.edges
    axes = {name: sector.axis for name, sector in sectors.items() if sector.axis}
    assert len(sectors) - len(axes) == 35
    assert Counter(axes.values()) == {"land": 6, "sea": 3}
    assert sorted(axes) == [f"Axis-{letter}" for letter in "ABCDEFGHI"]
    assert len(edges) == 98
    assert sum(edge.water for edge in edges) == 34
    assert sum(edge.road for edge in edges) == 43
    assert sum(edge.spikes is not None for edge in edges) == 5
    by_pair = {frozenset(edge.between): edge for edge in edges}
    assert by_pair[frozenset(("Buloh", "Kranji"))].water, "the errata put a river there"
    assert by_pair[frozenset(("Choa-Chu-Kang", "Tengah"))].spikes == "Tengah"
    assert [name for name, sector in sectors.items() if sector.objective] == [
        "Bukit-Timah", "Singapore-City", "MacRitchie",
    ]  # fmt: skip
    assert (
        sum(len(sector.batteries) for sector in sectors.values())
        == DATA.pieces["br"].kinds["fixed"]
    )


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("between: [Sarimbun, Buloh]", "between: [Sarimbun, Bulloh]", "there is no sector Bulloh"),
        ("between: [Sarimbun, Buloh]", "between: [Buloh, Buloh]", "are here twice"),
        ("spikes: Tengah", "spikes: Kranji", "spikes must point at one of the two sectors"),
        ("active: [Axis-A", "active: [Kranji, Axis-A", "Kranji is not an axis of attack"),
        ("suppressed: 8, eliminated: 11", "suppressed: 8, eliminated: 8", "write a higher number"),
        ("Kallang: {fighter: 2}", "Kallang: {fighter: 3}", "3 units of br fighter"),
        ("first: 08N", "first: 8N", "write a period as a date and D or N"),
        ("first: 08N", "first: 09D", "there are 21 numbers for 20 periods"),
        ("jp: [4, 3, 4, 3,", "jp: [4, 3, 4,", "there are 20 numbers for 21 periods"),
        ("until: 15N", "until: 25N", "there is no period 25N"),
        ("infantry: 6, field: 2, fighter: 1", "infantry: 31, field: 2, fighter: 1", "30 pieces"),
        ("  kranji:\n", "  krangi:\n", "is not allowed; write one of"),
    ],
)
def test_a_contradiction_in_a_pack_is_reported(was: str, now: str, said: str) -> None:
    assert was in OWN
    with pytest.raises(PackError, match=said):
        RULES.data(OWN.replace(was, now, 1).encode())


# --- supply -------------------------------------------------------------------------------------


def test_the_dice_for_a_supply_point_are_counted_whole() -> None:
    """[5.7] 3d6, at most half of the tokens: of 22 no more than 11."""
    one = game(scenario="division")
    given = {
        "clear": True, "units": {"ji1": "Axis-A", "ai1": "Tanglin"},
        "control": {"Kranji": "jp"}, "stock": {"au": 22},
        "debts": [{"place": "Kranji", "army": "au", "to": "jp"}],
    }  # fmt: skip
    position: Position = one.arrange(given, Cups())
    assert one.need(position).purpose == "supply lost in Kranji"
    falls = {sum(shown) + 3: chance for chance, shown in one.falls(position, Cups())}
    assert sum(falls.values()) == 1
    assert falls[3] == Fraction(1, 216)
    assert falls[10] == Fraction(27, 216)
    assert sum(chance for total, chance in falls.items() if total >= 11) == Fraction(1, 2)
    assert len(falls) == 9, "3 to 11"


def test_supply_is_given_only_where_there_is_some() -> None:
    one = game(scenario="brigade")
    with pytest.raises(FormError, match="this scenario has no supply"):
        one.arrange({"clear": True, "units": {"ji1": "Axis-A"}, "stock": {"jp": 3}}, Cups())


def test_guards_may_ask_for_tokens_and_supply() -> None:
    one = game(scenario="division")
    position: Position = one.set_up(Cups())
    assert one.fact(position, "stock", ("jp",)) == 40
    assert one.fact(position, "supplied", ("ai1",)) is True
    assert one.fact(position, "supplied", ("jf1",)) is False, "planes need none"
    without = game(scenario="brigade")
    assert without.fact(without.set_up(Cups()), "stock", ("jp",)) == 0
    assert without.fact(without.set_up(Cups()), "supplied", ("ai1",)) is False


@pytest.mark.parametrize(
    ("scenario", "options", "steps"),
    [
        ("division", {"logistics": "public"}, ["pools", "air"]),
        ("brigade", {"deployment": "free"}, ["deploy-br", "deploy-au", "deploy-jp", "air"]),
        (
            "corps",
            {"deployment": "free", "logistics": "public"},
            ["pools", "deploy-br", "deploy-au", "deploy-jp", "deal", "before-refuel"],
        ),
        ("tiderace", {}, ["air"]),
        ("tiderace", {"situation_cards": True}, ["deal", "before-refuel"]),
    ],
)
def test_the_sequence_of_play_has_what_comes_before_the_first_turn(
    scenario: str, options: dict[str, Any], steps: list[str]
) -> None:
    """[7.1, 7.2, 6.2] Each step is in the chart, and the one that follows it is named."""
    one: Any = bind(RULES, scenario, options)
    reported = next(chart for chart in one.charts() if chart.topic == "sequence")
    position: Position = one.set_up(Cups())
    assert position.phase == steps[0]
    for step, after in pairwise(steps):
        position.phase = step
        assert one.stage(position) == step
        assert one.coming(position) == after
    assert {*steps, "refuel"} <= {row.cells[0] for row in reported.rows}


# --- what is said, and what is refused --------------------------------------------------------


def test_a_plane_that_has_not_to_land_is_named() -> None:
    """[4.1] Somebody has to land another one."""
    war = game(scenario="brigade")
    units = {"bf1": "Pandan", "bf2": "Kallang", "bi1": "Bedok"}
    given = {"scenario": "brigade", "clear": True, "turn": "br", "phase": "refuel", "units": units}
    position = war.arrange({**given, "air": {"bf1": "mission"}}, Cups())
    with pytest.raises(IllegalOrder, match="bf2 does not have to land"):
        war.check(position, war.parse(position, "br", "land bf2 Kallang"))


def test_a_card_is_refused_where_there_are_none() -> None:
    """[6.1] An order that came by no list."""
    war = game(scenario="division")
    position = war.arrange({"clear": True, "units": {"ji1": "Axis-A"}}, Cups())
    with pytest.raises(IllegalOrder) as refused:
        check_play(war.setting, position, PlayCard("situation#1", 0, "D2a", ("ji1",)))
    assert refused.value.paragraph == "6.1"


def test_nobody_fights_without_a_battle() -> None:
    with pytest.raises(ValueError, match="no battle is open"):
        open_battle(Position())


def test_no_standing_answer_strikes_with_nobody() -> None:
    """`none` says that; a number counts those who strike at a pair, from 1."""
    with pytest.raises(FormError):
        game().check_standing("attacker", {"strikes": {"each": 0}})
    game().check_standing("attacker", {"strikes": {"each": 1}})
