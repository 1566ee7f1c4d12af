"""Order lines: the table of docs/games/saipan.md, both ways, and the answers to slips."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import FormError
from pbem.games.saipan.data import pack
from pbem.games.saipan.data.tables import Tables
from pbem.games.saipan.rules.orders import (
    FORMS,
    Advance,
    Attack,
    Beaches,
    Deploy,
    End,
    FinalFire,
    Land,
    Lose,
    Move,
    Retreat,
)
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.games.saipan.rules.standing import check_standing
from pbem.games.saipan.words.standing_text import parse_standing, print_standing
from pbem.games.saipan.words.text import parse, print_order
from pbem.kit.contract import Order
from pbem.kit.typed.orders import Pass
from pbem.play.lists import merge

SETTING = Setting("historical", {}, Tables(pack.load()))
US = list(SETTING.tables.units["us"])
JP = list(SETTING.tables.units["jp"])
HEXES = list(SETTING.tables.terrain)


def at(side: str = "us", phase: str = "movement", **us: str) -> Position:
    """The Japanese as set up, US units where they are named; ``_`` for the stroke in a name."""
    jp = {number: name for name, number in SETTING.tables.data.setup.hexes.items()}
    on = {"us": {number: unit.strip("u").replace("_", "/") for unit, number in us.items()}}
    return Position(2, side, phase, {**on, "jp": jp})


def us(line: str, position: Position | None = None) -> Order:
    return parse(SETTING, position or at(u1_2="1203"), "us", line)


def jp(line: str, position: Position | None = None) -> Order:
    return parse(SETTING, position or at("jp", u1_2="1203"), "jp", line)


@pytest.mark.parametrize(
    ("line", "event"),
    [
        (
            "beaches 1203 1102 1002 0902 0801 0802",
            {"do": "beaches", "hexes": ["0801", "0802", "0902", "1002", "1102", "1203"]},
        ),
        ("move 1/2 1204 1304", {"do": "move", "unit": "1/2", "path": ["1204", "1304"]}),
        ("land 1/2 1203", {"do": "land", "unit": "1/2", "hex": "1203"}),
        ("land 1/2 0802 from 0703", {"do": "land", "unit": "1/2", "hex": "0802", "sea": "0703"}),
        ("end movement", {"do": "end", "phase": "movement"}),
        ("end deployment", {"do": "end", "phase": "deployment"}),
        (
            "attack 317+16 with 1/2 2/2 barrage 3/10 gsp 4 banzai",
            {
                "do": "attack",
                "on": ["317", "16"],
                "with": ["1/2", "2/2"],
                "barrage": ["3/10"],
                "gsp": 4,
                "banzai": True,
            },
        ),
        ("attack 317 gsp 9", {"do": "attack", "on": ["317"], "gsp": 9}),
        ("attack 1103 with 1/2", {"do": "attack", "on": ["317"], "with": ["1/2"]}),
        ("end combat", {"do": "end", "phase": "combat"}),
        ("fpf 3/10 gsp 2 for 1/2", {"do": "fpf", "with": ["3/10"], "gsp": 2, "unit": "1/2"}),
        ("fpf gsp 3", {"do": "fpf", "gsp": 3}),
        ("retreat 1/2 1204 1304", {"do": "retreat", "unit": "1/2", "to": ["1204", "1304"]}),
        ("lose 2/2 1/2", {"do": "lose", "units": ["2/2", "1/2"]}),
        ("advance 1/2 1103", {"do": "advance", "unit": "1/2", "hex": "1103"}),
        ("pass", {"do": "pass"}),
    ],
)
def test_each_line_of_the_table(line: str, event: dict[str, Any]) -> None:
    assert FORMS.write(us(line)) == event


def test_the_japanese_deploy_and_name_the_units_of_their_enemy() -> None:
    assert jp("deploy 5-base 2406") == Deploy("5-Base", "2406")
    assert jp("attack 1203 with 317") == Attack(("1/2",), ("317",))
    assert jp("attack 3/10 barrage 3/10") == Attack(("3/10",), (), ("3/10",))


@pytest.mark.parametrize(
    "line",
    [
        "MOVE 1/2 1204",
        "  move\t1/2   1204  ",
        "move 1/2 1204 # why",
        "move 1/2 1204#x; y",
        "Move 1/2,1204",
    ],
)
def test_case_blanks_and_comments_do_not_matter(line: str) -> None:
    assert us(line) == Move("1/2", ("1204",))


def test_move_to_is_the_cheapest_path() -> None:
    # 1305 lies two clear hexes from 1203; through 1104 or round the marsh costs no less.
    order = us("move 1/2 to 1305", at(u1_2="1304"))
    assert order == Move("1/2", ("1305",))
    far = us("move 1/23 to 1405", at(u1_23="1204"))
    assert isinstance(far, Move)
    assert far.path[-1] == "1405"
    assert len(far.path) == 2
    assert print_order(far) == f"move 1/23 {far.path[0]} 1405"


def test_move_to_where_no_legal_path_leads_is_left_to_the_rules() -> None:
    assert isinstance(us("move 1/2 to 3418"), Move)
    assert us("move 1/2 to 0101") == Move("1/2", ("0101",))
    assert us("move 2/2 to 1204") == Move("2/2", ("1204",))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "this line has no order"),
        ("# only a comment", "this line has no order"),
        ("mvoe 1/2 1204", "column 1: 'mvoe' is not an order; did you mean move?"),
        ("move 1/2", "the line ends too early: a hex must follow"),
        ("move 9/2 1204", "column 6: you have no unit '9/2'; did you mean 1/2"),
        ("move 317 1204", "317 is a unit of Japan; name one of yours"),
        ("move 1203 1204", "1203 is a hex; name the unit in it, 1/2"),
        ("move 1/2 1204 13O4", "column 15: '13O4' is not a hex; a hex has four digits"),
        ("move 1/2 13O4", "did you mean 1304"),
        ("move 1/2 9901", "column 10: 9901 is off the map"),
        ("land 1/2 002", "column 10: '002' is not a hex"),
        ("land 1/2 0802 form 0703", "column 15: 'form' is not a part of `land`; did you mean"),
        ("end mvement", "did you mean movement?"),
        ("end", "the line ends too early: one of deployment, movement, combat must follow"),
        ("attack 371 with 1/2", "column 8: your opponent has no unit '371'; did you mean 317"),
        (
            "attack 1104 with 1/2",
            "column 8: your opponent has no unit in 1104; the nearest is 317 in 1103",
        ),
        ("attack 317+317 with 1/2", "column 12: 317 is named twice"),
        ("attack 317 with 1/2 1/2", "column 21: 1/2 is named twice"),
        ("attack 317 with 1/2 barrage 1/2", "1/2 is named twice"),
        ("attack 317 with 1/2 with 2/2", "column 21: `with` is there twice"),
        ("fpf 1/2 gsp 1 gsp 2", "column 15: `gsp` is there twice"),
        ("move 1/2 1204; x", "column 14: `;` separates orders, but this place allows only one"),
        ("attack 317 gps 2", "column 12: 'gps' is not a part of `attack`; did you mean gsp?"),
        ("attack 317 gsp two", "column 16: 'two' is not a number of points from 0 to 999"),
        ("attack 317 gsp 1000", "from 0 to 999"),
        ("fpf", "`pass` to decline"),
        ("pass now", "column 6: 'now' is too much here"),
        ("move 1/2\n1204", "one order a line"),
        ("påss", "characters that no order has"),
        ("pa\u017fs", "characters that no order has"),
        ("pass" + " " * 3000, "at most 2000"),
    ],
)
def test_a_slip_is_reported_with_its_column_and_cure(line: str, words: str) -> None:
    with pytest.raises(FormError) as caught:
        us(line)
    assert words in str(caught.value)


hexes = st.sampled_from(HEXES)
paths = st.lists(hexes, min_size=1, max_size=9).map(tuple)
own = st.sampled_from(US)
owns = st.lists(own, unique=True, max_size=6)
points = st.integers(0, 999)
orders: st.SearchStrategy[Order] = st.one_of(
    st.builds(Deploy, own, hexes),
    st.builds(Move, own, paths),
    st.builds(Land, own, hexes, st.none() | hexes),
    st.builds(End, st.sampled_from(["deployment", "movement", "combat"])),
    st.builds(Retreat, own | st.sampled_from(JP), paths),
    st.builds(Advance, own, hexes),
    st.just(Pass()),
    st.lists(hexes, min_size=1, unique=True).map(lambda found: Beaches(tuple(sorted(found)))),
    st.lists(own, min_size=1, unique=True).map(lambda found: Lose(tuple(found))),
    st.builds(FinalFire, owns.map(tuple), points, st.none() | own).filter(
        lambda fire: bool(fire.with_ or fire.gsp)
    ),
    st.tuples(
        st.lists(st.sampled_from(JP), min_size=1, max_size=4, unique=True),
        owns,
        st.integers(0, 6),
        points,
        st.booleans(),
    ).map(
        lambda reported: Attack(
            tuple(reported[0]),
            tuple(reported[1][: reported[2]]),
            tuple(reported[1][reported[2] :]),
            reported[3],
            reported[4],
        )
    ),
)


@given(orders)
def test_a_printed_order_reads_back(order: Order) -> None:
    assert us(print_order(order)) == order
    assert us(print_order(order).upper().replace("'", "")) == order


WORDS = st.sampled_from(
    [
        "move",
        "land",
        "attack",
        "fpf",
        "retreat",
        "lose",
        "advance",
        "pass",
        "end",
        "beaches",
        "deploy",
        "to",
        "with",
        "barrage",
        "gsp",
        "banzai",
        "for",
        "from",
        "+",
        ",",
        "#",
        "standing",
        "toward",
        "any",
        "none",
        "weakest",
        "1/2",
        "3/10",
        "317",
        "1203",
        "0802",
        "9999",
        "-1",
        "007",
        "movement",
        "combat",
        "16+317",
        "++",
        "å",
    ]
)
lines = st.lists(WORDS, max_size=9).map(" ".join) | st.text(max_size=40)


@given(lines, st.sampled_from(["us", "jp"]), st.sampled_from(["us", "jp"]))
def test_any_line_is_an_order_or_a_form_error(line: str, side: str, mover: str) -> None:
    position = at(mover, u1_2="1203", u3_10="1304")
    for reader in (parse, parse_standing):
        try:
            read = reader(SETTING, position, side, line)
        except FormError as error:
            reported = str(error)
        else:
            reported = "" if read is None else "read"
        assert reported


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("standing retreat 1/2 1204 1304", {"retreat": {"units": {"1/2": ["1204", "1304"]}}}),
        ("standing retreat toward 1203", {"retreat": {"toward": "1203"}}),
        ("standing retreat any", {"retreat": {"toward": "any"}}),
        (
            "standing fpf 1/2 with 3/10 4/10 gsp 2",
            {"fpf": {"lines": [{"for": "1/2", "with": ["3/10", "4/10"], "gsp": 2}]}},
        ),
        ("standing fpf any with 3/10", {"fpf": {"lines": [{"for": "any", "with": ["3/10"]}]}}),
        ("standing fpf none", {"fpf": {"else": "none"}}),
        ("standing fpf in all gsp 12", {"fpf": {"in_all": 12}}),
        ("standing fpf in all gsp 0", {"fpf": {"in_all": 0}}),
        (
            "standing advance 1103 with 1/2",
            {"advance": {"lines": [{"into": "1103", "with": ["1/2"]}]}},
        ),
        (
            "standing advance any with any",
            {"advance": {"lines": [{"into": "any", "with": "any"}]}},
        ),
        ("standing advance none", {"advance": {"else": "none"}}),
        ("standing lose 1/2 2/2", {"lose": {"first": ["1/2", "2/2"]}}),
        ("Standing Lose Weakest", {"lose": {"rest": "weakest"}}),
    ],
)
def test_each_line_of_standing_answers(line: str, part: dict[str, Any]) -> None:
    assert parse_standing(SETTING, at(u1_2="1203"), "us", line) == part
    assert [reported.lower() for reported in print_standing(part)] == [line.lower()]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("standing", "line ends"),
        ("standng fpf none", "did you mean standing?"),
        ("standing retrat any", "did you mean retreat?"),
        ("standing retreat anny", "you have no unit 'anny'"),
        ("standing fpf any", "write what fires"),
        ("standing fpf any gsp 1 gsp 2", "column 24: `gsp` is there twice"),
        ("standing fpf in gsp 3", "write all"),
        ("standing fpf in all 3", "write gsp"),
        ("", "this line has no standing order"),
        ("standing advance 1103 1/2", "write with"),
        ("standing lose", "line ends too early: a unit"),
    ],
)
def test_a_slip_in_a_standing_answer(line: str, words: str) -> None:
    with pytest.raises(FormError) as caught:
        parse_standing(SETTING, at(), "us", line)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (["1203", "120x"], "'120x'"),
        (["1203 1204"], "'1203 1204'"),
        (["1203", "12", "034 1204"], "'12'"),
        (["12034", "204"], "'12034'"),
        (["1203", "1204\n"], r"'1204\n'"),
    ],
)
def test_a_path_in_an_event_is_of_hexes(path: list[str], wrong: str) -> None:
    for raw in ({"do": "move", "unit": "1/2"}, {"do": "retreat", "unit": "1/2"}):
        field = "path" if raw["do"] == "move" else "to"
        assert FORMS.read({**raw, field: ["1203", "1204"]})
        with pytest.raises(FormError) as caught:
            FORMS.read({**raw, field: path})
        assert wrong in str(caught.value)


@pytest.mark.parametrize(
    ("standing", "words"),
    [
        ({"fpf": 3}, "standing orders for Saipan"),
        ({"advance": {"lines": [{"into": "any", "with": ["1/2", "1/2"]}]}}, "1/2 is named twice"),
        ({"fpf": {"lines": [{"for": "1/2", "with": ["3/10", "3/10"]}]}}, "3/10 is named twice"),
        ({"lose": {"first": ["1/2", "2/2", "1/2"]}}, "1/2 is named twice"),
        ({"retreat": {"units": {"1/2": ["1203", "1203"]}, "toward": "any"}}, "1203 is named twice"),
    ],
)
def test_standing_answers_in_an_event_are_looked_at_like_lines(
    standing: dict[str, Any], words: str
) -> None:
    with pytest.raises(FormError, match=words):
        check_standing(SETTING, "us", standing)


some = st.lists(own, min_size=1, max_size=4, unique=True)
wholes = st.fixed_dictionaries(
    {},
    optional={
        "retreat": st.fixed_dictionaries(
            {"toward": hexes | st.just("any")},
            optional={
                "units": st.dictionaries(own, st.lists(hexes, min_size=1, max_size=3), min_size=1)
            },
        ),
        "fpf": st.fixed_dictionaries(
            {
                "lines": st.lists(
                    st.fixed_dictionaries(
                        {"for": own | st.just("any"), "with": some},
                        optional={"gsp": st.integers(1, 999)},
                    ),
                    min_size=1,
                    max_size=4,
                )
            },
            optional={"else": st.just("none")},
        ),
        "advance": st.fixed_dictionaries(
            {"else": st.just("none")},
            optional={
                "lines": st.lists(
                    st.fixed_dictionaries(
                        {"into": hexes | st.just("any"), "with": some | st.just("any")}
                    ),
                    min_size=1,
                    max_size=4,
                )
            },
        ),
        "lose": st.fixed_dictionaries({"rest": st.just("weakest")}, optional={"first": some}),
    },
)


@given(wholes)
def test_printed_standing_answers_read_back(whole: dict[str, Any]) -> None:
    read: dict[str, Any] = {}
    for line in print_standing(whole):
        merge(read, parse_standing(SETTING, at(), "us", line))
    assert read == whole
