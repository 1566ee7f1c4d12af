"""Order lines of Meiktila: the tables of its page, both ways, and the answers to slips."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import FormError
from pbem.games.meiktila.data import pack
from pbem.games.meiktila.data.tables import Tables
from pbem.games.meiktila.rules import orders as o
from pbem.games.meiktila.rules.orders import FORMS
from pbem.games.meiktila.rules.position import Activation, Part, Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.games.meiktila.rules.standing import check_standing
from pbem.games.meiktila.words.standing_text import parse_standing, print_standing
from pbem.games.meiktila.words.text import parse, print_order
from pbem.kit.contract import Order
from pbem.kit.typed.orders import Pass
from pbem.play.lists import merge

SETTING = Setting({}, Tables(pack.load()))
UNITS = list(SETTING.tables.units)
LAND = list(SETTING.tables.land)


def at(side: str = "al", phase: str = "movement", **given_: Any) -> Position:
    """A brigade in Meiktila, a regiment in M8; the marker that activates everybody is up."""
    start = Position(3, phase, side, 4, control=dict.fromkeys(SETTING.tables.objectives, "al"))
    start.at = {"WY1": "H11", "GR17": "H11", "FFR412": "I10", "PH5": "J11", "GR13": "M7",
                "1/55": "M8", "2/55": "M8", "1/214": "N8"}  # fmt: skip
    marker = "A-ALL" if side == "al" else "J-ALL"
    start.activation = Activation(marker, side, mode="move-attack")
    for name, value in given_.items():
        setattr(start, name, value)
    return start


def read(line: str, side: str = "al", **given_: Any) -> Order:
    return parse(SETTING, at(side, **given_), side, line)


@pytest.mark.parametrize(
    ("side", "line", "event"),
    [
        ("al", "deploy WY1 H11", {"do": "deploy", "unit": "WY1", "hex": "H11"}),
        ("jp", "deploy 1/55 N1 dug", {"do": "deploy", "unit": "1/55", "hex": "N1", "dug": True}),
        ("al", "end setup", {"do": "end", "phase": "setup"}),
        (
            "al",
            "allot supply 2 north 1 south 1",
            {"do": "allot", "supply": 2, "north": 1, "south": 1},
        ),
        ("al", "allot south 3", {"do": "allot", "south": 3}),
        ("al", "allot", {"do": "allot"}),
        ("al", "land BDRI J11", {"do": "land", "unit": "BDRI", "hex": "J11"}),
        ("al", "land BDRI J11 full", {"do": "land", "unit": "BDRI", "hex": "J11", "full": True}),
        (
            "jp",
            "edges north 1/55 2/55 south 1/214",
            {"do": "edges", "north": ["1/55", "2/55"], "south": ["1/214"]},
        ),
        ("jp", "edges", {"do": "edges"}),
        ("al", "open A-48", {"do": "open", "marker": "A-48"}),
        ("al", "activate attack-move", {"do": "activate", "mode": "attack-move"}),
        (
            "jp",
            "activate move-attack enter NFM 1/106 replace 1/55 commit 1/56",
            {
                "do": "activate",
                "mode": "move-attack",
                "enter": ["NFM", "1/106"],
                "replace": ["1/55"],
                "commit": ["1/56"],
            },
        ),
        ("al", "move WY1 I11 J12", {"do": "move", "unit": "WY1", "path": ["I11", "J12"]}),
        ("jp", "enter NFM N1 N2", {"do": "enter", "unit": "NFM", "path": ["N1", "N2"]}),
        ("al", "dig WY1", {"do": "dig", "unit": "WY1"}),
        ("al", "end activation", {"do": "end", "phase": "activation"}),
        ("al", "end movement", {"do": "end", "phase": "movement"}),
        ("al", "end combat passing", {"do": "end", "phase": "combat", "passing": True}),
        ("al", "attack M8 with GR13", {"do": "attack", "hex": "M8", "with": ["GR13"]}),
        (
            "jp",
            "attack M7 with 1/55 2/55 1/214 banzai 1/55 1/214 guns NFM air 1 advance 2/55",
            {
                "do": "attack",
                "hex": "M7",
                "with": ["1/55", "2/55", "1/214"],
                "banzai": ["1/55", "1/214"],
                "guns": ["NFM"],
                "air": 1,
                "advance": ["2/55"],
            },
        ),
        (
            "jp",
            "attack M7 with 1/55 stay",
            {"do": "attack", "hex": "M7", "with": ["1/55"], "stay": True},
        ),
        (
            "al",
            "defend guns FD129 SP18 air 2 town GR13 dug GR13 PH5",
            {
                "do": "defend",
                "guns": ["FD129", "SP18"],
                "air": 2,
                "town": "GR13",
                "dug": ["GR13", "PH5"],
            },
        ),
        ("jp", "plan 1/55 step", {"do": "plan", "parts": [{"unit": "1/55"}]}),
        (
            "jp",
            "plan 1/55 to M9 M10 2/55 step 1/214 off",
            {
                "do": "plan",
                "parts": [
                    {"unit": "1/55", "to": ["M9", "M10"]},
                    {"unit": "2/55"},
                    {"unit": "1/214", "off": True},
                ],
            },
        ),
        ("jp", "advance 1/55 2/55", {"do": "advance", "units": ["1/55", "2/55"]}),
        ("al", "remove WY1", {"do": "remove", "units": ["WY1"]}),
        ("al", "pass", {"do": "pass"}),
    ],
)
def test_each_line_of_the_table(side: str, line: str, event: dict[str, Any]) -> None:
    order = read(line, side)
    assert FORMS.write(order) == event
    assert print_order(order) == line


def test_a_defence_that_adds_nothing_is_a_pass() -> None:
    assert read("defend") == Pass()


@pytest.mark.parametrize(
    "line",
    [
        "ATTACK m8 WITH gr13 ph5 AIR 1",
        "attack M8 with GR13, PH5, air 1",
        "  attack\tM8  with GR13 PH5 air 1 # before they dig in",
    ],
)
def test_case_blanks_commas_and_comments_do_not_matter(line: str) -> None:
    assert read(line) == o.Attack("M8", ("GR13", "PH5"), air=1)


def test_the_parts_of_an_attack_stand_in_any_order() -> None:
    straight = read("attack M7 with 1/55 banzai 1/55 guns NFM air 1 advance 1/55", "jp")
    turned = read("attack M7 with 1/55 advance 1/55 air 1 guns NFM banzai 1/55", "jp")
    assert turned == straight


# --- paths -----------------------------------------------------------------------------------


def test_to_a_hex_goes_the_cheapest_way() -> None:
    # By the road I10, J10, K9 costs two points; straight over I11 and J11 more than that.
    assert read("move WY1 to K9") == o.Move("WY1", ("I10", "J10", "K9"))


def test_every_hex_named_is_left_as_it_is() -> None:
    assert read("move WY1 I11 J11") == o.Move("WY1", ("I11", "J11"))


def test_to_where_no_legal_way_leads_the_shortest_over_land_reports_why_not() -> None:
    order = read("move WY1 to M8")
    assert isinstance(order, o.Move)
    assert order.path[-1] == "M8"
    assert not set(order.path) & {"G12", "G13", "H12", "H13", "G9", "G10"}
    assert read("move WY1 to H12") == o.Move("WY1", ("H12",))
    assert read("move BDRI to H11") == o.Move("BDRI", ("H11",))


def test_an_entry_to_a_hex_begins_at_the_edge() -> None:
    order = read("enter 1/106 to N19", "jp")
    assert order == o.Enter("1/106", ("N20", "N19"))
    assert read("enter NFM to B2", "jp") == o.Enter("NFM", ("B1", "B2"))
    # If nobody can come there in one move, it is the hex alone: refusing it says why.
    assert read("enter NFM to H11", "jp") == o.Enter("NFM", ("H11",))


# --- slips -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "this line has no order"),
        ("# end combat", "this line has no order"),
        ("atack M8", "column 1: 'atack' is not an order; did you mean attack?"),
        ("attack", "the line ends too early: a hex must follow"),
        ("attack Q8", "column 8: Q8 is off the map"),
        ("attack M21", "column 8: M21 is off the map"),
        ("attack M 8", "column 8: 'M' is not a hex; write a letter and a number, as in M7"),
        ("attack 0812", "column 8: '0812' is not a hex"),
        ("attack Meiktila", "Meiktila is H11"),
        ("attack Seyva with GR13", "Seywa is M7"),
        ("attack 1/55 with GR13", "column 8: 1/55 is a unit in M8; name a hex here"),
        ("attack NFM with GR13", "column 8: NFM is a unit; name a hex here"),
        (
            "attack M8 GR13",
            "column 11: 'GR13' is not a part of `attack`; write with",
        ),
        ("attack M8 with", "the line ends too early: a unit must follow"),
        (
            "attack M8 with GR14",
            "column 16: you have no unit 'GR14'; did you mean GR17 or GR13",
        ),
        ("attack M8 with 1/55", "column 16: 1/55 is a unit of your opponent; name one of yours"),
        ("attack M8 with M7", "column 16: M7 is a hex; name the unit in it, GR13"),
        ("attack M8 with J10", "column 16: J10 is a hex; name a unit"),
        ("attack M8 with GR13 GR13", "column 21: GR13 is named twice; name it once"),
        (
            "attack M8 with GR13 bansai PH5",
            "column 21: you have no unit 'bansai'; did you mean banzai?",
        ),
        ("attack M8 with GR13 air", "the line ends too early: a number of air units must follow"),
        ("attack M8 with GR13 air 6", "column 25: '6' is not a number of air units from 0 to 5"),
        ("attack M8 with GR13 air 1 air 1", "column 27: `air` is there twice"),
        ("attack M8 with GR13 stay advance GR13", "cannot name units that advance"),
        ("move", "the line ends too early: a unit must follow"),
        ("move WY1", "the line ends too early: a hex must follow"),
        ("move WY1 to", "the line ends too early: a hex must follow"),
        ("move WY1 too J11", "column 10: 'too' is not a hex"),
        ("move WY1 to J11 K11", "column 17: 'K11' is too much here"),
        ("move H11 J11", "column 6: H11 is a hex; name the unit in it, WY1 or GR17"),
        ("move wy2 J11", "column 6: you have no unit 'wy2'; did you mean WY1?"),
        ("deploy WY1", "the line ends too early: a hex must follow"),
        ("deploy WY1 H11 dig", "column 16: 'dig' is not a part of `deploy`; did you mean dug?"),
        ("allot air 2", "column 7: 'air' is not a part of `allot`; write supply, north, south"),
        ("allot suply 2", "column 7: 'suply' is not a part of `allot`; did you mean supply?"),
        ("allot supply two", "column 14: 'two' is not a number of air units from 0 to 5"),
        ("allot supply 1 supply 1", "column 16: `supply` is there twice"),
        ("land BDRI J11 ful", "column 15: 'ful' is not a part of `land`; did you mean full?"),
        ("open J-49", "column 6: J-49 is a marker of your opponent"),
        ("open A-47", "column 6: you have no marker 'A-47'; did you mean A-48?"),
        ("open", "the line ends too early: a marker must follow"),
        ("activate", "the line ends too early: one of move-attack, attack-move must follow"),
        ("activate move", "column 10: 'move' is not a mode; write move-attack, attack-move"),
        ("activate move-atack", "did you mean move-attack?"),
        (
            "activate move-attack WY1",
            "column 22: 'WY1' is not a part of `activate`; write enter, replace",
        ),
        ("activate move-attack replace", "the line ends too early: a unit must follow"),
        ("plan GR13", "the line ends too early: one of step, to, off must follow"),
        ("plan GR13 too L7", "column 11: 'too' is not a way to pay; did you mean to?"),
        ("plan GR13 to", "the line ends too early: a hex must follow"),
        ("plan GR13 to L7 PH6 step", "column 17: 'PH6' is not a hex"),
        ("defend gun FD129", "column 8: 'gun' is not a part of `defend`; did you mean guns?"),
        ("defend town M7", "column 13: M7 is a hex; name the unit in it, GR13"),
        ("end", "the line ends too early: one of setup, activation, movement, combat must follow"),
        ("end turn", "column 5: 'turn' is not a phase of `end`; write setup, activation"),
        ("end combat pass", "column 12: 'pass' is not a part of `end`; write passing"),
        ("advance", "the line ends too early: a unit must follow"),
        ("dig H11", "column 5: H11 is a hex; name the unit in it, WY1 or GR17"),
        ("pass now", "column 6: 'now' is too much here"),
        ("end combat; end movement", "column 11: `;` separates orders"),
        ("end\ncombat", "one order a line"),
        ("end cömbat", "characters that no order has"),
    ],
)
def test_a_slip_is_reported_with_its_column_and_cure(line: str, words: str) -> None:
    with pytest.raises(FormError) as caught:
        FORMS.read(FORMS.write(read(line)))
    assert words in str(caught.value)


# --- there and back --------------------------------------------------------------------------


allied = st.sampled_from([unit for unit in UNITS if SETTING.side(unit) == "al"])
markers = st.sampled_from(SETTING.tables.markers_of("al"))
hexes = st.sampled_from(LAND)
planes = st.integers(0, 5)
some = st.lists(allied, min_size=1, max_size=5, unique=True).map(tuple)
none_or_some = st.just(()) | some
paths = st.lists(hexes, min_size=1, max_size=6).map(tuple)
parts = st.builds(Part, allied, st.just(()) | paths) | st.builds(Part, allied, off=st.just(True))
ORDERS: st.SearchStrategy[Order] = st.one_of(
    st.builds(o.Deploy, allied, hexes, st.booleans()),
    st.builds(o.Allot, planes, planes, planes),
    st.builds(o.Land, allied, hexes, st.booleans()),
    st.builds(o.Edges, none_or_some, none_or_some),
    st.builds(o.Open, markers),
    st.builds(
        o.Activate,
        st.sampled_from(["move-attack", "attack-move"]),
        none_or_some,
        none_or_some,
        none_or_some,
    ),
    st.builds(o.Enter, allied, paths),
    st.builds(o.Move, allied, paths),
    st.builds(o.Dig, allied),
    st.builds(o.Attack, hexes, some, none_or_some, none_or_some, planes, none_or_some),
    st.builds(o.Attack, hexes, some, air=planes, stay=st.just(True)),
    st.builds(o.Defend, none_or_some, planes, st.just("") | allied, none_or_some).filter(
        lambda one: one != o.Defend()
    ),
    st.builds(o.Plan, st.lists(parts, min_size=1, max_size=4).map(tuple)),
    st.builds(o.Advance, some),
    st.builds(o.Remove, some),
    st.builds(o.End, st.sampled_from(["setup", "activation", "movement", "combat"]), st.booleans()),
)


@given(ORDERS)
def test_a_printed_order_reads_back(order: Order) -> None:
    assert read(print_order(order)) == order
    assert read(print_order(order).upper()) == order
    assert read(print_order(order).lower()) == order


VOCABULARY = """
deploy allot land edges open activate enter move dig attack defend plan advance remove pass end
standing with banzai guns air stay to step off full dug supply north south in all none any usual
move-attack attack-move replace commit setup combat passing how retreat : , ; # 9 -1 007 M7 H12 Q9
WY1 1/55 A-48 J-49 å
"""
WORDS = st.sampled_from(VOCABULARY.split())


@given(st.lists(WORDS, max_size=9).map(" ".join) | st.text(max_size=40))
def test_any_line_is_an_order_or_a_form_error(line: str) -> None:
    for reader in (parse, parse_standing):
        for side in ("al", "jp"):
            try:
                reported: Any = reader(SETTING, at(side), side, line)
            except FormError as error:
                reported = str(error)
            assert reported


# --- standing orders ------------------------------------------------------------------------


STANDING: list[tuple[str, list[str], dict[str, Any]]] = [
    (
        "al",
        ["standing allot supply 2 north 1 south 1"],
        {"allot": {"supply": 2, "north": 1, "south": 1}},
    ),
    ("al", ["standing land J11 F12"], {"land": ["J11", "F12"]}),
    ("al", ["standing land none"], {"land": "none"}),
    ("jp", ["standing edges any"], {"edges": "any"}),
    ("jp", ["standing edges south"], {"edges": "south"}),
    (
        "al",
        ["standing opener A-ALL A-48", "standing opener any"],
        {"opener": {"first": ["A-ALL", "A-48"], "else": "any"}},
    ),
    ("al", ["standing defend none"], {"defend": "none"}),
    (
        "al",
        ["standing defend guns in all 3 air 1 in all 4"],
        {"defend": {"guns": {"in_all": 3}, "air": {"each": 1, "in_all": 4}}},
    ),
    ("jp", ["standing hold step 1/55 2/55"], {"hold": {"how": "step", "first": ["1/55", "2/55"]}}),
    ("jp", ["standing hold retreat N1"], {"hold": {"how": "retreat", "toward": "N1"}}),
    (
        "al",
        ["standing losses retreat any WY1"],
        {"losses": {"how": "retreat", "toward": "any", "first": ["WY1"]}},
    ),
    ("al", ["standing advance all"], {"advance": "all"}),
    ("al", ["standing advance none"], {"advance": "none"}),
    ("al", ["standing advance WY1 GR17"], {"advance": ["WY1", "GR17"]}),
    (
        "al",
        ["standing remove FD129 FD1I", "standing remove any"],
        {"remove": {"first": ["FD129", "FD1I"], "else": "any"}},
    ),
]


@pytest.mark.parametrize(("side", "lines", "standing"), STANDING, ids=str)
def test_standing_answers_read_and_print(
    side: str, lines: list[str], standing: dict[str, Any]
) -> None:
    whole: dict[str, Any] = {}
    for line in lines:
        part = parse_standing(SETTING, at(side), side, line)
        assert parse_standing(SETTING, at(side), side, f" {line.upper()} # so") == part
        merge(whole, part)
    assert whole == standing
    check_standing(SETTING, side, whole)
    assert print_standing(whole) == lines


@pytest.mark.parametrize("question", [
    "allot", "land", "edges", "opener", "defend", "hold", "losses", "advance", "remove"
])  # fmt: skip
def test_every_question_that_interrupts_has_the_usual_answer(question: str) -> None:
    line = f"standing {question} usual"
    assert parse_standing(SETTING, at(), "al", line) == {question: "usual"}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("standing", "the line ends too early"),
        ("standing alot supply 1", "did you mean allot?"),
        ("standing movement any", "column 10: 'movement' is not a question"),
        ("standing allot supply 3", "column 23: '3' is not a number of air units from 0 to 2"),
        ("standing defend air 1", "the line ends too early: in must follow"),
        ("standing defend guns 3", "column 22: '3' is not a part of `in all`; write in"),
        (
            "standing defend air 6 in all 1",
            "column 21: '6' is not a number of air units from 0 to 5",
        ),
        ("standing hold stand", "column 15: 'stand' is not a way to pay; write step, retreat"),
        ("standing hold retreat H12x", "column 23: 'H12x' is not a hex"),
        ("standing edges west", "column 16: 'west' is not an answer about edges; write any"),
        ("standing opener J-ALL", "column 17: J-ALL is a marker of your opponent"),
        ("standing advance 1/55", "column 18: 1/55 is a unit of your opponent; name one of yours"),
    ],
)
def test_a_slip_in_a_standing_answer_is_reported_with_its_column(line: str, words: str) -> None:
    with pytest.raises(FormError) as caught:
        parse_standing(SETTING, at(), "al", line)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("side", "standing", "words"),
    [
        ("al", {"advance": ["1/55"]}, "you have no unit 1/55"),
        ("al", {"land": ["H12"]}, "the map has no land hex H12"),
        ("al", {"opener": {"first": ["J-49"]}}, "you have no marker J-49"),
        ("jp", {"hold": {"how": "step", "first": ["1/55", "1/55"]}}, "1/55"),
        ("jp", {"hold": {"how": "stand"}}, "stand"),
        ("jp", {"movement": "any"}, "movement"),
    ],
)
def test_standing_answers_of_no_sense_are_refused(
    side: str, standing: dict[str, Any], words: str
) -> None:
    with pytest.raises(FormError) as caught:
        check_standing(SETTING, side, standing)
    assert words in str(caught.value)
