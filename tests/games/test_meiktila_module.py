"""Meiktila's own answers, lists and reports: by its page, its charts and the rulebook.

The usual answers with what each is worth, the forms of standing orders, the facts of guards, the
lists of legal orders, and how far units go. Movement is in half points, as on the page.
"""

from __future__ import annotations

from typing import Any

import pytest

from pbem.client.views.legal import Legal, legal_in
from pbem.errors import FormError, IllegalOrder
from pbem.games.meiktila.rules import orders as o
from pbem.games.meiktila.rules import usual
from pbem.games.meiktila.rules.standing import read
from pbem.kit.typed.orders import Pass
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, begin, bind

STEP, LAST = 20, 35
"""The cost of a step, and of a unit's last one (the page, *What is usual*)."""


class Faces:
    """Dice that fall as the test says."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        assert 1 <= self.faces[0] <= n, (purpose, paragraph)
        return self.faces.pop(0) - 1


def at(phase: str, units: dict[str, str], *, options: dict[str, Any] | None = None,
       **given: Any) -> Play:  # fmt: skip
    """A position with these units alone."""
    play = begin(bind(Setup("meiktila", "meiktila", options or {})))
    play.position = play.game.arrange({"phase": phase, "units": units} | given, play.cups)
    play.await_need()
    return play


def orders(play: Play, *lines: str) -> Play:
    """Let the player who is asked write lines, one after the other."""
    for line in lines:
        assert play.asked is not None
        order = read_line(play, line)
        play.order(play.seats[play.asked.side], [play.game.write_order(order)])
    return play


def dice(play: Play, *faces: int) -> Play:
    play.roll(Faces(*faces))
    return play


def read_line(play: Play, line: str) -> Any:
    assert play.asked is not None
    return play.game.parse(play.position, play.asked.side, line)


def legal(play: Play) -> set[str]:
    return set(map(play.game.text, play.game.legal(play.position)))


def about(play: Play, word: str) -> Legal:
    assert play.asked is not None
    return legal_in(play, play.asked, word, viewer=play.asked.side)


# --- the usual answers -----------------------------------------------------------------------


def worth(play: Play, line: str) -> int:
    """Return what a line weighs as an answer to the question that is open."""
    game: Any = play.game
    assert play.asked is not None
    return usual.worth(game.setting, play.position, play.asked, read_line(play, line))


def usually(play: Play) -> str:
    game: Any = play.game
    assert play.asked is not None
    return play.game.text(usual.answer(game.setting, play.position, play.asked))


FOES = {"GR13": "H11", "1/55": "B1", "2/55": "C2", "3/55": "D1", "1/106": "P20"}
"""Three Japanese of the north and one of the 49th Division, which is southern."""


@pytest.mark.parametrize(
    ("level", "line", "points"),
    [
        (4, "allot", 4 * 7),
        (4, "allot supply 2", 2 * 24 + 2 * 7),
        (7, "allot supply 2", 2 * 6 + 2 * 7),
        (4, "allot north 1", 3 * 2 + 3 * 7),
        (4, "allot south 2", 2 * 2 + 2 * 7),
        (4, "allot supply 1 north 2 south 1", 24 + 2 * 3 * 2 + 2),
    ],
)
def test_what_an_allotment_is_worth(level: int, line: str, points: int) -> None:
    play = at("allot", FOES, air=4, level=level, initiative="jp")
    assert worth(play, line) == points


def test_who_is_asked_for_the_air_units_is_reported_what_allot_alone_means() -> None:
    """[5.2] It stands first in the list, by itself: all of them fly in combat."""
    play = at("allot", FOES, air=4, level=4, initiative="jp")
    assert play.asked is not None
    assert play.asked.prompt == (
        "4 air units: which fly supply, or interdict? The others fight; allot alone: all."
    )
    first = next(iter(play.game.legal(play.position)))
    assert play.game.text(first) == "allot"
    done, *_ = play.game.adjudicate(play.position, first, play.cups)
    assert done.combat == 4


def test_air_flies_supply_below_level_7_and_combat_above() -> None:
    assert usually(at("allot", FOES, air=4, level=6, initiative="jp")) == "allot supply 2"
    assert usually(at("allot", FOES, air=4, level=7, initiative="jp")) == "allot"


def test_a_landing_is_worth_its_steps_less_how_near_the_enemy_stands() -> None:
    """Two Japanese one hex and three hexes from J11: 3 and 1 less; one at four hexes: nothing."""
    units = {"GR13": "H11", "1/55": "J12", "2/55": "J14", "3/55": "J15"}
    play = at("land", units, landing=2, initiative="jp")
    assert worth(play, "land BDRI J11") == 100 - 3 - 1
    assert worth(play, "land BDRI J11 full") == 200 - 3 - 1
    assert worth(play, "land BDRI M7 full") == 200
    assert worth(play, "pass") == 0


@pytest.mark.parametrize(
    ("interdiction", "north", "south"),
    [
        ({"north": 1, "south": 0}, -1, 0),
        ({"north": 0, "south": 1}, 0, -1),
        ({"north": 1, "south": 1}, 0, 0),
    ],
)
def test_nobody_is_named_to_the_edge_that_is_more_interdicted(
    interdiction: dict[str, int], north: int, south: int
) -> None:
    play = at("edges", {"GR13": "H11", "1/55": "H4"}, interdiction=interdiction, initiative="jp")
    assert worth(play, "edges") == 0
    assert worth(play, "edges north 1/55") == north
    assert worth(play, "edges south 1/55") == south


def test_the_marker_for_most_units_opens_one_with_a_die_counts_three() -> None:
    """Two battalions of the 55th, two of the 106th and one of the 214th: J-18 is for three."""
    units = {"GR13": "H11", "1/55": "B1", "2/55": "B2", "1/106": "P20", "2/106": "P19",
             "1/214": "N1"}  # fmt: skip
    play = at("opener jp", units, initiative="jp", known=["J-ALL", "J-DR1", "J-18"])
    assert worth(play, "open J-ALL") == 2 * 5
    assert worth(play, "open J-DR1") == 2 * 3
    assert worth(play, "open J-18") == 2 * 3
    assert worth(play, "pass") < 0
    assert usually(play) == "open J-ALL"


def test_a_defence_weighs_columns_guns_and_air_units() -> None:
    """6 against 3: two points of guns make it 1-1, an air unit too; a column counts 10."""
    units = {"GR13": "H4", "MTN21": "H6", "1/55": "H3", "2/55": "H3"}
    play = at("combat jp", units, air=1, reduced=["GR13"])
    play = orders(play, "attack H4 with 1/55 2/55")
    nothing = worth(play, "pass")
    assert worth(play, "defend guns MTN21") == nothing + 10 - 6
    assert worth(play, "defend air 1") == nothing + 10 - 7
    assert worth(play, "defend guns MTN21 air 1") == nothing + 20 - 6 - 7
    assert usually(play) == "defend guns MTN21 air 1"


def test_a_gun_that_changes_no_column_stays_silent_and_so_a_pass_is_usual() -> None:
    """At 1-3, beyond which the table does not go, nothing is worth what it costs."""
    units = {"GR13": "H4", "SIKH1": "H4", "PUN615": "H4", "MTN21": "H6", "1/55": "H3"}
    play = orders(at("combat jp", units, air=1), "attack H4 with 1/55")
    assert worth(play, "defend guns MTN21") == worth(play, "pass") - 6
    assert worth(play, "defend air 1") == worth(play, "pass") - 7
    assert usually(play) == "pass"


def test_a_bonus_goes_to_the_strongest() -> None:
    """I10 is a town: WY1 defends with 4, PH5 with 2, which is two worse."""
    units = {"WY1": "I10", "PH5": "I10", "1/55": "I9"}
    play = orders(at("combat jp", units), "attack I10 with 1/55")
    assert worth(play, "defend town WY1") == worth(play, "pass")
    assert worth(play, "defend town PH5") == worth(play, "pass") - 2
    assert usually(play) == "pass", "of equals the first: nothing is named"


def held(units: dict[str, str], attack: str, *faces: int, **given: Any) -> Play:
    """A result that the defender has to pay for."""
    return dice(orders(at("combat jp", units, **given), attack), *faces)


def test_a_step_costs_less_than_the_last_one() -> None:
    """Six faces: 20 for a step, 35 for the last; leaving the map is the last of all."""
    units = {"GR13": "H2", "SIKH1": "H2", "1/55": "H3", "2/55": "H3", "3/55": "H3"}
    play = held(units, "attack H2 with 1/55 2/55 3/55", 6, reduced=["SIKH1"])
    assert worth(play, "plan GR13 step") == -6 * STEP
    assert worth(play, "plan SIKH1 step") == -6 * LAST
    edge = held(
        {"GR13": "H1", "1/55": "H2", "2/55": "H2", "3/55": "H2"},
        "attack H1 with 1/55 2/55 3/55", 6,
    )  # fmt: skip
    assert worth(edge, "plan GR13 off") < worth(edge, "plan GR13 step")


@pytest.mark.parametrize(
    ("units", "hexes", "to", "leaves"),
    [
        ({"GR13": "H4"}, "H3", "H5", 0),
        ({"GR13": "I10"}, "I9", "I11", 6),
        ({"GR13": "J11"}, "J10", "J12", 45),
        ({"GR13": "J11", "SIKH1": "J11"}, "J10", "J12", 22),
        ({"GR13": "H11"}, "H10", "I11", 120),
        ({"GR13": "H11", "SIKH1": "H11"}, "H10", "I11", 60),
    ],
)
def test_a_retreat_gives_up_what_is_held(
    units: dict[str, str], hexes: str, to: str, leaves: int
) -> None:
    """The factor is 4: four faces of six pass, each costs 4 and what is left; two cost a step.

    No enemy stands nearer to where it ends than two hexes, and each of three takes 2 off.
    """
    foes = dict.fromkeys(("1/55", "2/55", "3/55"), hexes)
    play = at("combat jp", units | foes)
    play = orders(play, f"attack {hexes_of(units)} with 1/55 2/55 3/55")
    if play.asked is not None:
        play = orders(play, "pass")
    town = hexes_of(units) == "I10"
    play = dice(play, 6)
    passes = 5 if town else 4
    far = 3 * (4 - 2)
    assert worth(play, f"plan GR13 to {to}") == -(6 - passes) * STEP - passes * (leaves + 4) - far


def hexes_of(units: dict[str, str]) -> str:
    return units["GR13"]


def attackers(*faces: int, tanks: bool = False) -> Play:
    """Allied attackers that have to pay; with ``tanks`` an anti-tank unit stood in the hex."""
    units = {"WY1": "H5", "SIKH1": "G4", "FFR412": "H5", "1/55": "H4"}
    units |= {"PH5": "H5", "AT-1": "H4"} if tanks else {}
    play = orders(at("combat al", units), "attack H4 with WY1 SIKH1")
    return dice(play, *faces)


def test_an_attacker_gives_up_a_hex_only_where_nobody_stays() -> None:
    """The hexes of these attackers are worth nothing; an airfield's is, if it is left empty."""
    units = {"WY1": "J11", "FFR412": "J11", "SIKH1": "J11", "1/55": "J10", "2/55": "J10"}
    play = dice(orders(at("combat al", units), "attack J10 with WY1"), 3)
    stays = worth(play, "plan WY1 to J12")
    alone = dice(
        orders(at("combat al", {k: v for k, v in units.items() if k not in {"FFR412", "SIKH1"}}),
               "attack J10 with WY1"), 3,
    )  # fmt: skip
    leaves = worth(alone, "plan WY1 to J12")
    assert stays - leaves == 4 * 45


def test_an_anti_tank_unit_makes_allied_attackers_retreat_worse() -> None:
    """One is added to their dice (8.3): a face less of the six passes, and costs a step instead."""
    plain, met = attackers(2), attackers(2, tanks=True)
    assert worth(plain, "plan WY1 to H6") == -2 * STEP - 4 * 4 - 2
    assert worth(met, "plan WY1 to H6") == -3 * STEP - 3 * 4 - 2 - 2


def gone_in(reduced: list[str], *others: str) -> Play:
    """GR13's hex is empty, and the Japanese are asked who advances."""
    units = {"GR13": "H4", "1/55": "H3", "2/55": "H3", "3/55": "H3"}
    units |= dict(zip(("WY1", "FFR412", "SIKH1"), others, strict=False))
    play = orders(at("combat jp", units, reduced=["GR13", *reduced]), "attack H4 with 1/55 2/55")
    return orders(dice(play, 6), "plan GR13 step")


def test_an_advance_weighs_those_who_go_against_the_enemies_around() -> None:
    """Battalions defend with 3, reduced ones with 2; each hex with enemies takes 6 away."""
    free = gone_in([])
    assert worth(free, "advance 1/55") == 1 + 3
    assert worth(free, "advance 1/55 2/55") == 1 + 6
    assert worth(free, "pass") == 0
    faced = gone_in(["1/55"], "H5")
    assert worth(faced, "advance 2/55") == -(6 - 3)
    assert worth(faced, "advance 1/55 2/55") == -(6 - 5)
    assert usually(faced) == "pass"


def test_an_advance_against_as_much_as_goes_is_made() -> None:
    faced = gone_in([], "H5")
    assert worth(faced, "advance 1/55 2/55") == 1 + 6
    assert usually(faced) == "advance 1/55 2/55"


def test_the_fewest_steps_and_factors_are_lost_to_stacking() -> None:
    """One of three formations has to go: the reduced battalion, one step and a defence of 2."""
    units = {"GR13": "H11", "1/55": "H3", "1/106": "H3", "1/214": "H3"}
    play = orders(at("combat jp", units, reduced=["1/106"]), "end combat")
    assert worth(play, "remove 1/106") == -(20 + 2)
    assert worth(play, "remove 1/55") == -(2 * 20 + 3)
    assert usually(play) == "remove 1/106"


# --- standing orders ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "standing",
    [
        {"allot": {"supply": 3}},
        {"allot": {"supply": -1}},
        {"land": "J11"},
        {"land": ["77"]},
        {"edges": "west"},
        {"opener": {"first": ["J-49"], "else": "none"}},
        {"defend": {"guns": {"in_all": 100}}},
        {"defend": "some"},
        {"hold": {"how": "run"}},
        {"hold": {"how": "retreat", "toward": "no hex"}},
        {"losses": {"how": "retreat", "toward": "H11 "}},
        {"advance": "some"},
        {"remove": {"first": [], "else": "none"}},
        {"sing": "any"},
    ],
)
def test_what_is_no_standing_answer_is_refused(standing: dict[str, Any]) -> None:
    with pytest.raises(FormError, match="Meiktila"):
        read(standing)


@pytest.mark.parametrize("toward", ["any", "H11", "P20"])
def test_a_retreat_goes_toward_any_hex(toward: str) -> None:
    found = read({"hold": {"how": "retreat", "toward": toward}}).hold
    assert found is not None
    assert found.toward == toward


# --- facts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "answer"),
    [
        ("empty H4", True),
        ("empty H11", False),
        ("empty J12", False),
        ("alive GR13", True),
        ("alive 1/55", False),
        ("alive 3/55", True),
        ("at GR13", "H11"),
        ("at 1/55", ""),
        ("at 3/55", ""),
        ("reduced WY1", True),
        ("reduced GR13", False),
        ("oos GR13", True),
        ("oos WY1", False),
        ("fired FD129", True),
        ("fired GR13", False),
        ("holder J11", "jp"),
        ("holder H11", "al"),
        ("holder H4", ""),
        ("turn", 7),
        ("level", 3),
        ("vp_al", 12),
        ("vp_jp", 5),
        ("air", 2),
        ("sentai", True),
    ],
)
def test_a_fact_is_what_the_page_says(fact: str, answer: object) -> None:
    play = at(
        "combat al",
        {"GR13": "H11", "WY1": "H11", "FD129": "H11", "2/55": "J12", "1/55": "gone"},
        turn=7, level=3, vp={"al": 12, "jp": 5}, air=2, sentai="ready", reduced=["WY1"],
        oos=["GR13"], fired=["FD129"], control={"J11": "jp"},
    )  # fmt: skip
    name, *args = fact.split()
    assert play.game.fact(play.position, name, args) == answer


def test_the_sentai_that_has_flown_flies_no_more() -> None:
    play = at("combat al", {"GR13": "H11"}, sentai="used")
    assert play.game.fact(play.position, "sentai", []) is False


# --- legal orders ----------------------------------------------------------------------------


def test_a_marker_has_two_modes_a_pass_and_an_end() -> None:
    play = at("activation al", {"GR13": "H11"}, initiative="al", up=["A-ALL"], known=["A-DR"])
    assert legal(play) == {
        "activate move-attack", "activate attack-move", "pass", "end activation",
    }  # fmt: skip


def test_who_has_no_marker_in_the_cup_has_nothing_to_pass() -> None:
    play = at("activation al", {"GR13": "H11"}, initiative="al", up=["A-ALL"])
    assert legal(play) == {"activate move-attack", "activate attack-move", "end activation"}


def test_each_infantry_unit_attacks_alone_and_all_together() -> None:
    play = at("combat al", {"GR13": "H5", "WY1": "G4", "1/55": "H4"})
    assert legal(play) == {
        "attack H4 with GR13", "attack H4 with WY1", "attack H4 with WY1 GR13",
        "dig GR13", "dig WY1", "end combat",
    }  # fmt: skip


def test_armour_alone_attacks_nobody() -> None:
    """[8.2] With infantry or a gun it does."""
    play = at("combat al", {"PH5": "H5", "1/55": "H4"})
    assert not any(line.startswith("attack") for line in legal(play))
    with_gun = at("combat al", {"PH5": "H5", "MTN21": "H6", "1/55": "H4"})
    assert "attack H4 with PH5 guns MTN21" in legal(with_gun)


def test_a_number_of_one_lets_one_unit_attack() -> None:
    """[6.1.1] A-DR with a 1 activates one unit: both together are not offered, and refused."""
    units = {"GR13": "H5", "WY1": "G4", "1/55": "H4"}
    play = at("combat al", units, up=["A-DR"], number=1, initiative="al")
    assert {line for line in legal(play) if line.startswith("attack")} == {
        "attack H4 with GR13", "attack H4 with WY1",
    }  # fmt: skip
    with pytest.raises(IllegalOrder, match="activates 1 unit,"):
        play.game.check(play.position, o.Attack("H4", ("GR13", "WY1")))


def test_who_has_acted_leaves_room_for_the_rest_of_the_number() -> None:
    """[6.1.1] Of two units of A-DR one has acted: one more may, not both together."""
    units = {"GR13": "H5", "WY1": "G4", "FFH": "J11", "1/55": "H4"}
    play = at("combat al", units, up=["A-DR"], number=2, counted=["FFH"], initiative="al")
    assert {line for line in legal(play) if line.startswith("attack")} == {
        "attack H4 with GR13", "attack H4 with WY1",
    }  # fmt: skip


def test_one_air_unit_flies_supply_north_south_or_in_combat() -> None:
    assert legal(at("allot", FOES, air=1, initiative="jp")) == {
        "allot", "allot supply 1", "allot north 1", "allot south 1",
    }  # fmt: skip


def test_a_result_is_paid_by_a_step_or_a_retreat_out_of_the_zones() -> None:
    """[6.5.3] The zone of H3 holds G3 and I3: three hexes beside H4 are outside it."""
    units = {"GR13": "H4", "1/55": "H3", "2/55": "H3", "3/55": "H3"}
    play = held(units, "attack H4 with 1/55 2/55 3/55", 6)
    assert legal(play) == {
        "plan GR13 step", "plan GR13 to G4", "plan GR13 to I4", "plan GR13 to H5",
    }  # fmt: skip


def test_who_is_lost_to_stacking_is_listed_though_the_next_initiative_may_be_tied_for_ever() -> (
    None
):
    """The answer ends the turn; [4.1] a tie is rolled again, so its dice have no end of ways."""
    units = {"GR13": "H11", "1/55": "H3", "1/106": "H3", "1/214": "H3"}
    play = orders(at("combat jp", units), "end combat")
    found = about(play, "")
    assert set(found.lines) == {"remove 1/55", "remove 1/106", "remove 1/214"}
    assert found.odds == {}


def test_what_air_units_may_do_is_listed_though_every_unit_rolls_for_supply_then() -> None:
    """[7.1.2] The dice of ten units fall in far too many ways: no odds stand beside an answer."""
    allied = ("GR13", "WY1", "FFR412", "GR17", "PH5", "DH9", "LC16", "BG4", "FFH", "RAJ67")
    units = dict.fromkeys(allied, "H11") | {"1/55": "B1"}
    found = about(at("allot", units, air=2, initiative="jp"), "")
    assert "allot supply 2" in found.lines
    assert found.odds == {}


# --- reach -----------------------------------------------------------------------------------


def reached(unit: str, units: dict[str, str], **given: Any) -> dict[str, int | None]:
    side = "jp" if "/" in unit else "al"
    found = about(at(f"movement {side}", units, **given), unit).reach
    assert found is not None
    assert found.unit == unit
    return found.places


def test_clear_hexes_cost_a_point_and_a_forced_march_goes_twice_as_far() -> None:
    """GR13 has 3 points, 6 halves: three hexes, six in a forced march (6.2.1)."""
    places = reached("GR13", {"GR13": "H4"})
    assert (places["H5"], places["H6"], places["H7"]) == (2, 4, 6)
    assert (places["I4"], places["H1"], places["N4"]) == (2, 6, 12)
    assert "O4" not in places


def test_jungle_costs_two_points_and_a_road_half_a_point() -> None:
    """F4 is jungle beside G4; along the road from H10 to G8 it is two hexes."""
    assert reached("GR13", {"GR13": "G4"})["F4"] == 4
    by_road = reached("GR13", {"GR13": "H10"})
    assert (by_road["H9"], by_road["G8"], by_road["F8"]) == (1, 2, 3)


def test_a_zone_costs_nothing_to_enter_and_two_points_to_cross() -> None:
    """[6.4] 1/55 in H7: H6 is in its zone, and G6 too, two points from there."""
    places = reached("GR13", {"GR13": "H5", "1/55": "H7"})
    assert places["H6"] == 2
    assert "H7" not in places
    assert reached("GR13", {"GR13": "H6", "1/55": "H7"})["G6"] == 4


def test_who_begins_in_a_zone_makes_no_forced_march() -> None:
    places = reached("GR13", {"GR13": "H6", "1/55": "H7"})
    assert places["H3"] == 6
    assert "H2" not in places


def test_an_improved_position_costs_a_point_more_and_is_not_passed() -> None:
    """[6.4, 8.4] A point to enter its zone, one to leave it; nobody goes on within the zone."""
    dug = {"H7": 1}
    assert reached("GR13", {"GR13": "H5", "1/55": "H7"}, dug=dug)["H6"] == 4
    inside = reached("GR13", {"GR13": "H6", "1/55": "H7"}, dug=dug)
    assert inside["H5"] == 4
    assert "G6" not in inside
    assert "I6" not in inside


def test_out_of_supply_a_unit_has_half_its_points_rounded_up() -> None:
    """[7.2] Two of three points; four hexes in a forced march."""
    places = reached("GR13", {"GR13": "H4"}, oos=["GR13"])
    assert places["H6"] == 4
    assert places["H8"] == 8
    assert "L4" in places
    assert "M4" not in places


def test_who_has_too_few_points_is_reported_how_many_he_has_and_needs() -> None:
    play = at("movement al", {"GR13": "H6", "1/55": "H7"})
    with pytest.raises(IllegalOrder, match=r"has 3 movement points, but this costs 4 \[6.2\]"):
        play.game.check(play.position, read_line(play, "move GR13 H5 H4 H3 H2"))
    road = at("movement al", {"GR13": "H10", "1/55": "I10"})
    with pytest.raises(IllegalOrder, match=r"has 3 movement points, but this costs 4½ \[6.2\]"):
        road.game.check(road.position, read_line(road, "move GR13 H9 H8 H7 H6 H5"))


def test_nothing_to_defend_with_is_a_pass() -> None:
    units = {"GR13": "H4", "MTN21": "H6", "1/55": "H3"}
    play = orders(at("combat jp", units), "attack H4 with 1/55")
    assert read_line(play, "defend") == Pass()
