"""Order lines of Manila: the table of docs/games/manila.md, both ways, and the answers to slips."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import FormError
from pbem.games.manila.data import pack
from pbem.games.manila.data.tables import Tables
from pbem.games.manila.rules.ch08_movement import paths
from pbem.games.manila.rules.orders import (
    FORMS,
    Activate,
    Attack,
    Barrage,
    Breakout,
    Buy,
    End,
    Fight,
    Move,
    Place,
    Retreat,
    Return,
    Sniper,
    Streets,
)
from pbem.games.manila.rules.position import Action, Position
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.rules.standing import Standing, check_standing, read
from pbem.games.manila.words.standing_text import parse_standing, print_standing
from pbem.games.manila.words.text import parse, print_order
from pbem.kit.contract import Order
from pbem.play.lists import merge

SETTING = Setting("campaign", {}, Tables(pack.load()))
UNITS = list(SETTING.tables.units)
AREAS = list(SETTING.tables.areas)


def at(*vacant: int, **known: Any) -> Position:
    """Three units in 9 and one in 1; the Japanese hold all but 1, 2, 9, 30 and ``vacant``."""
    american = {1, 2, 9, 30, *vacant}
    defenders = {str(area): "?1" for area in AREAS if area not in american}
    units = {"1/145": 9, "637/A": 9, "Whitcomb": 9, "1/129": 1}
    return Position(2, "combat", 19, defenders | known.pop("seen", {}), at=units, **known)


NOBODY = msgspec.structs.replace(at(), at={})


def us(line: str, position: Position | None = None) -> Order:
    return parse(SETTING, position or at(), "us", line)


@pytest.mark.parametrize(
    ("line", "event"),
    [
        (
            "place 1/187 Hildebrand 30",
            {"do": "place", "units": ["1/187", "Hildebrand"], "area": 30},
        ),
        ("breakout 37", {"do": "breakout", "area": 37}),
        (
            "buy artillery 3 engineer 1 air 2 morale 4",
            {"do": "buy", "artillery": 3, "engineer": 1, "air": 2, "morale": 4},
        ),
        ("buy morale 1", {"do": "buy", "morale": 1}),
        ("return 1/145 to 1", {"do": "return", "unit": "1/145", "area": 1}),
        ("end supply", {"do": "end", "phase": "supply"}),
        ("end combat", {"do": "end", "phase": "combat"}),
        ("streets 22 Whitcomb", {"do": "streets", "area": 22, "unit": "Whitcomb"}),
        ("activate 9", {"do": "activate", "area": 9}),
        (
            "activate 9: 1/145 637/A to 10",
            {"do": "activate", "area": 9, "units": ["1/145", "637/A"], "path": [10]},
        ),
        (
            "move 1/145 Whitcomb to 2 3",
            {"do": "move", "units": ["1/145", "Whitcomb"], "path": [2, 3]},
        ),
        ("attack 10", {"do": "attack", "area": 10}),
        (
            (
                "attack 10 with 1/145 637/A lead 637/A artillery 4 engineer 1 air 1 "
                "if barrage lose 1/145 if sniper lose Whitcomb retreat to 9 1"
            ),
            {
                "do": "attack",
                "area": 10,
                "with": ["1/145", "637/A"],
                "lead": "637/A",
                "artillery": 4,
                "engineer": 1,
                "air": 1,
                "barrage": "1/145",
                "sniper": "Whitcomb",
                "retreat": [9, 1],
            },
        ),
        ("attack 10 if barrage break off", {"do": "attack", "area": 10, "barrage": "break off"}),
        (
            "fight lead 637/A artillery 4 air 1",
            {"do": "fight", "lead": "637/A", "artillery": 4, "air": 1},
        ),
        ("fight lead 302RCN engineer 2", {"do": "fight", "lead": "302RCN", "engineer": 2}),
        ("barrage lose 1/145", {"do": "barrage", "lose": "1/145"}),
        ("barrage break off", {"do": "barrage"}),
        ("sniper Whitcomb", {"do": "sniper", "unit": "Whitcomb"}),
        ("retreat 1/145 637/A to 9", {"do": "retreat", "units": ["1/145", "637/A"], "area": 9}),
    ],
)
def test_each_line_of_the_table(line: str, event: dict[str, Any]) -> None:
    order = us(line)
    assert FORMS.write(order) == event
    assert print_order(order) == line


@pytest.mark.parametrize(
    "line",
    [
        "ACTIVATE 9: 1/145 637/a TO 10",
        "activate 9:1/145,637/A to 10",
        "  activate\t9 :  1/145 , 637/A to 10 # then the attack",
    ],
)
def test_case_blanks_commas_and_comments_do_not_matter(line: str) -> None:
    assert us(line) == Activate(9, ("1/145", "637/A"), (10,))


def test_a_leader_is_named_in_any_case() -> None:
    assert us("sniper WHITCOMB") == Sniper("Whitcomb")
    assert us("attack 10 if sniper lose whitcomb") == Attack(10, sniper="Whitcomb")


def test_the_parts_of_an_attack_stand_in_any_order() -> None:
    straight = us(
        "attack 10 with 1/145 637/A lead 637/A artillery 2 if barrage lose 1/145 "
        "if sniper lose Whitcomb retreat to 9 1"
    )
    turned = us(
        "attack 10 retreat to 9 1 if sniper lose Whitcomb artillery 2 with 1/145 637/A "
        "if barrage lose 1/145 lead 637/A"
    )
    assert turned == straight


def test_buying_nothing_of_a_kind_is_left_out() -> None:
    assert FORMS.write(us("buy air 0 artillery 2")) == {"do": "buy", "artillery": 2}


# --- paths -----------------------------------------------------------------------------------


def test_to_an_adjacent_area_is_the_step_whatever_it_costs() -> None:
    assert us("activate 9: 1/145 to 8") == Activate(9, ("1/145",), (8,))
    assert us("move 1/145 to 8") == Move(("1/145",), (8,))


def test_to_an_adjacent_area_goes_no_other_way_where_the_step_is_illegal() -> None:
    # From the Contested 9 nobody goes straight to 10; by 1 a legal path leads there (8.3.2).
    contested = at(seen={"9": "Urban 5 Ambush"})
    assert paths(SETTING, contested, "1/145", 9)[10] == (1, 10)
    assert us("activate 9: 1/145 to 10", contested) == Activate(9, ("1/145",), (10,))


def test_to_one_area_farther_off_is_the_cheapest_legal_path() -> None:
    # By 8 it is as short and lower in number, but a unit stops in 8: the Japanese hold it.
    assert us("activate 9: 1/145 to 12", at(10)) == Activate(9, ("1/145",), (10, 12))
    moving = at(10, action=Action(9, []))
    assert us("move 637/A Whitcomb to 12", moving) == Move(("637/A", "Whitcomb"), (10, 12))


def test_a_path_that_names_every_area_is_left_as_it_is() -> None:
    assert us("activate 9: 1/145 to 8 12", at(10)) == Activate(9, ("1/145",), (8, 12))
    assert us("move 1/145 to 30 3 30") == Move(("1/145",), (30, 3, 30))


def test_to_where_no_legal_path_leads_is_the_shortest_on_the_map() -> None:
    assert us("activate 9: 1/145 to 12") == Activate(9, ("1/145",), (8, 12))
    # By 7 or 8: the lower number.
    assert us("activate 9: 1/145 to 14") == Activate(9, ("1/145",), (7, 14))
    # Nobody moves across the water between 12 and 37.
    assert us("activate 9: 1/145 to 37") == Activate(9, ("1/145",), (8, 12, 35, 37))


def test_to_where_the_unit_may_not_move_at_all_is_the_shortest_on_the_map() -> None:
    # No Area is active; then another one is; then the unit is Spent.
    assert us("move 1/145 to 12", at(10)) == Move(("1/145",), (8, 12))
    assert us("move 1/145 to 12", at(10, action=Action(1, []))) == Move(("1/145",), (8, 12))
    spent = at(10, action=Action(9, []), spent=["1/145"])
    assert us("move 1/145 to 12", spent) == Move(("1/145",), (8, 12))
    assert us("activate 1: 1/145 to 12", at(10)) == Activate(1, ("1/145",), (8, 12))


def test_who_stands_nowhere_or_there_already_has_the_area_alone() -> None:
    assert us("move 3/148 to 12") == Move(("3/148",), (12,))
    assert us("move 1/145 to 9") == Move(("1/145",), (9,))


# --- slips -----------------------------------------------------------------------------------


SEEN = {"10": "Urban 9 Fanatic", "22": "Fort 8 Fanatic", "12": "Urban 5 Sniper"}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "this line has no order"),
        ("# end combat", "this line has no order"),
        ("atack 10", "column 1: 'atack' is not an order; did you mean attack?"),
        ("pass", "column 1: 'pass' is not an order; write place, breakout, buy"),
        ("attack", "the line ends too early: an Area must follow"),
        ("attack 99", "column 8: there is no Area 99; did you mean 9 or 19 or 29?"),
        ("attack 44", "column 8: there is no Area 44"),
        ("attack 09", "column 8: there is no Area 09; did you mean 9"),
        (
            "attack Tondo",
            "column 8: 'Tondo' is not an Area; write the number of an Area; Tondo is 12",
        ),
        ("attack Intramurs", "Intramuros is 37"),
        ("attack Pasay", "Pasay McKinley Road is 24"),
        ("attack xyzzy", "column 8: 'xyzzy' is not an Area; write the number of an Area"),
        ("attack 1/145", "column 8: 1/145 is a unit in Area 9; name an Area here"),
        ("attack Haugen", "column 8: Haugen is a unit; name an Area here"),
        (
            "attack fanatic",
            (
                "column 8: Fanatic is a Japanese counter (9 Fanatic in 10, 8 Fanatic in 22); "
                "name the Area"
            ),
        ),
        ("attack 9 Fanatic", "column 10: Fanatic is a Japanese counter (9 Fanatic in 10, "),
        ("attack Elite", "column 8: Elite is a Japanese counter; name the Area"),
        ("attack 10 led 637/A", "column 11: 'led' is not a part of an attack; did you mean lead?"),
        ("attack 10 lead", "the line ends too early: a unit must follow"),
        ("attack 10 lead 1/146", "column 16: you have no unit '1/146'; did you mean 1/145"),
        (
            "attack 10 lead Witcomb",
            "column 16: you have no unit 'Witcomb'; did you mean Whitcomb?",
        ),
        (
            "attack 10 lead Sniper",
            "column 16: Sniper is a Japanese counter (5 Sniper in 12); name one of your units",
        ),
        (
            "attack 10 lead 9",
            "column 16: 9 is an Area; name a unit here; in it: 1/145, 637/A, Whitcomb",
        ),
        ("attack 10 with 2 1/145", "column 16: 2 is an Area; name a unit here"),
        ("attack 10 with 1/145 1/145", "column 22: 1/145 is named twice; name it once"),
        (
            "attack 10 with 1/145 leed 637/A",
            "column 22: you have no unit 'leed'; did you mean lead?",
        ),
        ("attack 10 lead 637/A lead 1/145", "column 22: `lead` is there twice"),
        (
            "attack 10 if sniper lose White if sniper lose Chase",
            "column 32: `if sniper` is there twice",
        ),
        (
            "attack 10 if snipre lose White",
            "column 14: 'snipre' is not a case that an attack provides for; did you mean sniper?",
        ),
        ("attack 10 if", "the line ends too early: one of barrage, sniper must follow"),
        (
            "attack 10 if sniper White",
            "column 21: 'White' is not an answer to a Sniper; write lose",
        ),
        ("attack 10 if barrage break", "the line ends too early: off must follow"),
        (
            "attack 10 if barrage break of",
            "column 28: 'of' is not an end of `break off`; did you mean off?",
        ),
        (
            "attack 10 if barrage loose 1/145",
            "column 22: 'loose' is not an answer to a Barrage; did you mean lose?",
        ),
        ("attack 10 retreat 9", "column 19: '9' is not a word before an Area; write to"),
        ("attack 10 retreat to 9 9", "column 24: 9 is named twice; name it once"),
        (
            "attack 10 retreat to 9 leda 637/A",
            "column 24: 'leda' is not an Area; write the number of an Area; did you mean lead?",
        ),
        ("attack 10 lead 637/A artillery", "the line ends too early: a number of artillery"),
        (
            "attack 10 lead 637/A artillery two",
            "column 32: 'two' is not a number of artillery from 0 to 99",
        ),
        ("attack 10 artillery 2", "support needs a lead, as in `lead 637/A artillery 2`"),
        ("fight artillery 2", "ends too early: `lead` must follow"),
        ("fight 637/A", "column 7: '637/A' is not a part of `fight`; write lead, artillery"),
        ("fight lead 637/A air 100", "column 22: '100' is not a number of air from 0 to 99"),
        (
            "activate 9 1/145 to 10",
            "column 12: '1/145' is not a mark between the Area and the units that move; write :",
        ),
        ("activate 9:", "the line ends too early: a unit must follow"),
        ("activate 9: 1/145", "the line ends too early: to must follow"),
        ("activate: 9", "column 9: ':' is not an Area"),
        ("move 1/145 10", "column 12: 10 is an Area; name a unit here, or write `to` before it"),
        ("move 1/145 too 10", "column 12: you have no unit 'too'; did you mean to?"),
        ("move 1/145 to", "the line ends too early: an Area must follow"),
        ("move to 10", "column 6: you have no unit 'to'"),
        ("move 1/145 to 10 1O", "column 18: '1O' is not an Area"),
        ("move 1/145 637/A 1/145 to 10", "column 18: 1/145 is named twice"),
        ("place 1/187", "the line ends too early: an Area must follow"),
        ("place 1/187 1/187 30", "column 13: 1/187 is named twice"),
        ("place 1/187 2/187", "column 13: 2/187 is a unit; name an Area here"),
        ("buy", "write what, as in `buy artillery 3`"),
        ("buy artillery 0", "write what"),
        ("buy artilery 2", "column 5: 'artilery' is not a part of `buy`; did you mean artillery?"),
        ("buy air 1 air 2", "column 11: `air` is there twice"),
        ("return 1/145 1", "column 14: '1' is not a part of `return`; write to"),
        ("end suply", "column 5: 'suply' is not a phase of `end`; did you mean supply?"),
        ("end", "the line ends too early: one of supply, combat must follow"),
        ("streets Whitcomb 22", "column 9: Whitcomb is a unit in Area 9; name an Area here"),
        ("barrage", "the line ends too early: one of lose, break must follow"),
        ("sniper", "the line ends too early: a unit must follow"),
        ("sniper Wite", "column 8: you have no unit 'Wite'; did you mean White?"),
        ("retreat 1/145 to 9 1", "column 20: '1' is too much here"),
        ("end combat; end supply", "column 11: `;` separates orders"),
        ("end\ncombat", "one order a line"),
        ("end cömbat", "characters that no order has"),
    ],
)
def test_a_slip_is_reported_with_its_column_and_cure(line: str, words: str) -> None:
    with pytest.raises(FormError) as caught:
        us(line, at(seen=SEEN))
    assert words in str(caught.value)


# --- there and back --------------------------------------------------------------------------


unit = st.sampled_from(UNITS)
area = st.sampled_from(AREAS)
count = st.integers(0, 99)
some_units = st.lists(unit, min_size=1, max_size=6, unique=True).map(tuple)
some_areas = st.lists(area, min_size=1, max_size=5, unique=True).map(tuple)
any_path = st.lists(area, min_size=1, max_size=5).map(tuple)
none_or_units = st.just(()) | some_units
none_or_areas = st.just(()) | some_areas
attacks = st.one_of(
    st.builds(
        Attack,
        area,
        none_or_units,
        unit,
        count,
        count,
        count,
        st.none() | st.just("break off") | unit,
        st.none() | unit,
        none_or_areas,
    ),
    st.builds(Attack, area, none_or_units, barrage=st.none() | unit, retreat=none_or_areas),
)
standing_still: st.SearchStrategy[Order] = st.one_of(
    st.builds(Place, some_units, area),
    st.builds(Breakout, area),
    st.builds(Buy, count, count, count, count).filter(
        lambda buy: bool(buy.artillery or buy.engineer or buy.air or buy.morale)
    ),
    st.builds(Return, unit, area),
    st.builds(End, st.sampled_from(["supply", "combat"])),
    st.builds(Streets, area, unit),
    st.builds(Activate, area),
    attacks,
    st.builds(Fight, unit, count, count, count),
    st.builds(Barrage, st.none() | unit),
    st.builds(Sniper, unit),
    st.builds(Retreat, some_units, area),
)
moves = st.builds(Activate, area, some_units, any_path) | st.builds(Move, some_units, any_path)
POSITIONS = [at(), at(10, action=Action(9, [])), at(7, 8, seen=SEEN), NOBODY]


@given(standing_still, st.sampled_from(POSITIONS))
def test_a_printed_order_reads_back(order: Order, position: Position) -> None:
    assert us(print_order(order), position) == order
    assert us(print_order(order).upper(), position) == order
    assert us(print_order(order).lower(), position) == order


@given(moves, st.sampled_from(POSITIONS))
def test_a_printed_move_reads_back(order: Activate | Move, position: Position) -> None:
    """Always where it names two Areas or more; one Area where it is adjacent, as it must be."""
    here = position.at.get(order.units[0])
    if here is not None and len(order.path) == 1:
        order = msgspec.structs.replace(order, path=SETTING.tables.next_to[here][:1])
    assert us(print_order(order), position) == order
    assert us(print_order(order).upper(), position) == order


VOCABULARY = """
activate attack barrage breakout buy end fight move place retreat return sniper streets standing
with lead artillery engineer air morale if lose break off to first any weakest strongest supply
combat : , ; # 9 10 37 99 -1 007 1/145 637/A Whitcomb Fanatic å
"""
WORDS = st.sampled_from(VOCABULARY.split())


@given(
    st.lists(WORDS, max_size=9).map(" ".join) | st.text(max_size=40),
    st.sampled_from(POSITIONS),
)
def test_any_line_is_an_order_or_a_form_error(line: str, position: Position) -> None:
    for reader in (parse, parse_standing):
        try:
            reported: Any = reader(SETTING, position, "us", line)
        except FormError as error:
            reported = str(error)
        assert reported


# --- standing orders ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("standing barrage lose 1/145 2/145", {"barrage": {"lose": ["1/145", "2/145"]}}),
        ("standing barrage lose weakest", {"barrage": {"else": "weakest"}}),
        ("standing barrage break off", {"barrage": {"else": "break off"}}),
        ("standing fight lead 637/A 637/B", {"fight": {"lead": ["637/A", "637/B"]}}),
        ("standing fight strongest", {"fight": {"else": "strongest"}}),
        (
            "standing fight artillery 4 engineer 1 air 1",
            {"fight": {"artillery": 4, "engineer": 1, "air": 1}},
        ),
        ("standing fight air 1", {"fight": {"air": 1}}),
        ("standing barrage in all 2", {"barrage": {"in_all": 2}}),
        (
            "standing fight in all artillery 4 engineer 0",
            {"fight": {"in_all": {"artillery": 4, "engineer": 0}}},
        ),
        ("standing sniper White Chase", {"sniper": {"first": ["White", "Chase"]}}),
        ("standing sniper any", {"sniper": {"else": "any"}}),
        ("standing retreat first Whitcomb 1/145", {"retreat": {"first": ["Whitcomb", "1/145"]}}),
        ("standing retreat to 9 1", {"retreat": {"to": [9, 1]}}),
        ("standing retreat any", {"retreat": {"else": "any"}}),
        ("standing streets 637/A", {"streets": {"first": ["637/A"]}}),
        ("standing streets weakest", {"streets": {"else": "weakest"}}),
        ("standing place 754/A 1 2", {"place": {"units": {"754/A": [1, 2]}}}),
        ("standing place to 30 27 28", {"place": {"to": [30, 27, 28]}}),
        ("standing breakout 37 36", {"breakout": {"first": [37, 36]}}),
        ("standing breakout any", {"breakout": {"else": "any"}}),
    ],
)
def test_each_line_of_standing_answers(line: str, part: dict[str, Any]) -> None:
    assert parse_standing(SETTING, at(), "us", line) == part
    assert parse_standing(SETTING, at(), "us", f" {line.upper()} # so") == part
    assert print_standing(part) == [line]
    check_standing(SETTING, "us", part)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("standing", "the line ends too early: one of barrage, fight, sniper"),
        ("standng sniper any", "did you mean standing?"),
        (
            "standing snipr any",
            "column 10: 'snipr' is not a question with standing orders; did you",
        ),
        ("standing sniper", "the line ends too early: a unit must follow"),
        ("standing sniper anny", "column 17: you have no unit 'anny'; did you mean any?"),
        ("standing sniper White any", "column 23: 'any' is too much here"),
        ("standing sniper Wite", "did you mean White?"),
        ("standing barrage lose", "the line ends too early: a unit must follow"),
        (
            "standing barrage lose weakst",
            "column 23: you have no unit 'weakst'; did you mean weakest?",
        ),
        ("standing barrage lose 1/145 1/145", "column 29: 1/145 is named twice"),
        ("standing barrage brake off", "column 18: 'brake' is not an answer to a Barrage"),
        ("standing fight", "write the support, as in `standing fight artillery 2`"),
        ("standing fight artillery 0", "write the support"),
        ("standing fight in all", "write what is limited, as in `in all artillery 4`"),
        ("standing barrage in all", "the line ends too early: a number of units must follow"),
        ("standing fight air 1 air 2", "column 22: `air` is there twice"),
        (
            "standing fight led 637/A",
            "column 16: 'led' is not a part of a standing fight; did you mean lead?",
        ),
        (
            "standing retreat 9",
            "column 18: '9' is not a part of a standing retreat; write first, to",
        ),
        ("standing retreat to", "the line ends too early: an Area must follow"),
        ("standing retreat to 9 9", "column 23: 9 is named twice"),
        ("standing place 9", "column 16: 9 is an Area; name a unit here, or write `to` before it"),
        ("standing place 754/A", "the line ends too early: an Area must follow"),
        ("standing place 754/A 1 1", "column 24: 1 is named twice"),
        (
            "standing breakout ayn",
            "column 19: 'ayn' is not an Area; write the number of an Area; did you mean any?",
        ),
        (
            "standing streets Fanatic",
            "column 18: Fanatic is a Japanese counter; name one of your units",
        ),
    ],
)
def test_a_slip_in_a_standing_answer(line: str, words: str) -> None:
    with pytest.raises(FormError) as caught:
        parse_standing(SETTING, at(), "us", line)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("standing", "words"),
    [
        ({"sniper": {"first": ["9/9"]}}, "you have no unit 9/9"),
        ({"barrage": {"lose": ["1/145", "Fanatic"]}}, "you have no unit Fanatic"),
        ({"fight": {"lead": ["1/999"]}}, "you have no unit 1/999"),
        ({"retreat": {"first": ["1/999"], "to": [9]}}, "you have no unit 1/999"),
        ({"streets": {"first": ["1/999"]}}, "you have no unit 1/999"),
        ({"place": {"units": {"1/999": [9]}}}, "you have no unit 1/999"),
        ({"place": {"units": {"1/187": [99]}}}, "the map has no Area 99"),
        ({"place": {"to": [30, 38]}}, "the map has no Area 38"),
        ({"retreat": {"to": [38]}}, "the map has no Area 38"),
        ({"breakout": {"first": [38]}}, "the map has no Area 38"),
        ({"sniper": {"first": ["White", "Chase", "White"]}}, "White is named twice"),
        ({"retreat": {"to": [9, 1, 9]}}, "9 is named twice"),
        ({"place": {"units": {"1/187": [30, 30]}}}, "30 is named twice"),
        ({"sniper": {}}, "standing sniper: this line says nothing; leave it out"),
        ({"fight": {"artillery": 0}}, "standing fight: this line says nothing; leave it out"),
        ({"sniper": {"first": []}}, "standing orders for Manila: "),
        ({"place": {"units": {}}}, "standing orders for Manila: "),
        ({"place": {"units": {"1/187": []}}}, "standing orders for Manila: "),
        ({"barrage": {"else": "any"}}, "standing orders for Manila: "),
        ({"sniper": {"else": "weakest"}}, "standing orders for Manila: "),
        ({"sniper": {"last": ["White"]}}, "standing orders for Manila: "),
        ({"ambush": {"first": ["White"]}}, "standing orders for Manila: "),
        ({"fight": {"air": 100}}, "standing orders for Manila: "),
        ({"breakout": {"first": ["37"]}}, "standing orders for Manila: "),
    ],
)
def test_what_is_no_standing_answer(standing: dict[str, Any], words: str) -> None:
    with pytest.raises(FormError) as caught:
        check_standing(SETTING, "us", standing)
    assert words in str(caught.value)


def test_no_standing_answers_are_standing_answers() -> None:
    check_standing(SETTING, "us", {})
    assert read({}) == Standing()
    assert print_standing({}) == []


def part(otherwise: list[str], **lists: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A part of standing orders that says something."""
    words = {"else": st.sampled_from(otherwise)} if otherwise else {}
    return st.fixed_dictionaries({}, optional={**words, **lists}).filter(bool)


first = some_units.map(list)
to = some_areas.map(list)
most = st.integers(1, 99)
wholes = st.fixed_dictionaries(
    {},
    optional={
        "barrage": part(["weakest", "break off"], lose=first),
        "fight": part(["strongest"], lead=first, artillery=most, engineer=most, air=most),
        "sniper": part(["any"], first=first),
        "retreat": part(["any"], first=first, to=to),
        "streets": part(["weakest"], first=first),
        "place": part([], units=st.dictionaries(unit, to, min_size=1, max_size=4), to=to),
        "breakout": part(["any"], first=to),
    },
)


@given(wholes, st.sampled_from(POSITIONS))
def test_printed_standing_answers_read_back(whole: dict[str, Any], position: Position) -> None:
    check_standing(SETTING, "us", whole)
    again: dict[str, Any] = {}
    for line in print_standing(whole):
        merge(again, parse_standing(SETTING, position, "us", line))
    assert again == whole
    assert msgspec.json.decode(msgspec.json.encode(read(whole))) == whole
