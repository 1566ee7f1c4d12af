"""Order lines of Race to Tokyo: docs/games/tokyo.md, both ways, and the answers to slips."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import FormError, IllegalOrder
from pbem.games.tokyo.data import pack
from pbem.games.tokyo.data.tables import Tables
from pbem.games.tokyo.rules.ch05_movement import check_move, paths
from pbem.games.tokyo.rules.orders import (
    FORMS,
    Advance,
    Attack,
    Call,
    Deploy,
    End,
    Enter,
    Exchange,
    Free,
    Move,
    Place,
    Recon,
    Remove,
    Retreat,
    RollFor,
    Volunteer,
)
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import Setting
from pbem.games.tokyo.rules.standing import Standing, check_standing, read
from pbem.games.tokyo.words.standing_text import parse_standing, print_standing
from pbem.games.tokyo.words.text import parse, print_order
from pbem.kit.contract import Order
from pbem.kit.typed.orders import Pass
from pbem.play.lists import merge

TABLES = Tables(pack.load())
TWO = Setting("two", {}, TABLES)
THREE = Setting("three", {}, TABLES)
HEXES = list(TABLES.terrain)
ARMOR = list(TABLES.armor)
FACE_DOWN = ["U1", "U7", "U21", "U22", "U130", "Z1", "Z6", "S1", "S8"]
GROUP = {
    group: [name for name, unit in TABLES.americans.items() if unit.group in {group, "E"}]
    for group in ("1ag", "8ag")
}
OWN = {
    "1ag": GROUP["1ag"] + ARMOR + FACE_DOWN,
    "8ag": GROUP["8ag"] + ARMOR + FACE_DOWN,
}

UNITS = {"7": "2702", "27": "2802", "13A": "3116", "HQ-X": "3217", "2Tk": "2917", "3Tk": "2505"}
JAPANESE = {"1Ar": "0912", "U7": "2703", "U16": "2416", "U17": "2416", "Z1": "0611"}
TOKENS = {"U7": "140", "U16": "?2", "U17": "96", "Z1": "?1"}


def at(army: str = "1ag", phase: str = "movement", **other: Any) -> Position:
    """Americans on their beaches and in Fujisawa, Japanese of both sides, two of them turned up."""
    more = {"locked": ["1Ar", "Z1"], "tokens": TOKENS, **other}
    return Position(2, army, phase, at={**UNITS, **JAPANESE}, **more)


ALONE = Position(2, "1ag", "movement", at={"7": "2702"})
NOBODY = Position(1, "1ag", "setup")


def p1(line: str, position: Position | None = None) -> Order:
    return parse(TWO, position or at(), "1ag", line)


def p8(line: str, position: Position | None = None) -> Order:
    return parse(TWO, position or at("8ag"), "8ag", line)


def jp(line: str, position: Position | None = None) -> Order:
    return parse(THREE, position or at("jp"), "jp", line)


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("deploy 1M 2902", {"do": "deploy", "unit": "1M", "hex": "2902"}),
        ("end setup", {"do": "end", "phase": "setup"}),
        ("call", {"do": "call"}),
        ("pass", {"do": "pass"}),
        ("place HQ-XXIV 2902", {"do": "place", "unit": "HQ-XXIV", "hex": "2902"}),
        ("recon 2413", {"do": "recon", "hex": "2413"}),
        ("enter infantry 1125", {"do": "enter", "kind": "infantry", "hex": "1125"}),
        ("enter armor 1125", {"do": "enter", "kind": "armor", "hex": "1125"}),
        ("free Z1 1Ar Z2 Z6", {"do": "free", "units": ["Z1", "1Ar", "Z2", "Z6"]}),
        ("end recon", {"do": "end", "phase": "recon"}),
        ("move 7 2703 2704", {"do": "move", "unit": "7", "path": ["2703", "2704"]}),
        (
            "move 2Tk 2916 2816 as far as it goes",
            {"do": "move", "unit": "2Tk", "path": ["2916", "2816"], "far": True},
        ),
        ("roll 2Tk SR9", {"do": "roll", "units": ["2Tk", "SR9"]}),
        ("remove U16", {"do": "remove", "unit": "U16"}),
        ("end movement", {"do": "end", "phase": "movement"}),
        ("attack 2703 with 7 27", {"do": "attack", "hex": "2703", "with": ["7", "27"]}),
        ("exchange 27", {"do": "exchange", "unit": "27"}),
        ("retreat 7 2802 2902", {"do": "retreat", "unit": "7", "to": ["2802", "2902"]}),
        ("advance 7 2703", {"do": "advance", "unit": "7", "path": ["2703"]}),
        ("advance 2Tk 2916 2816", {"do": "advance", "unit": "2Tk", "path": ["2916", "2816"]}),
        ("volunteer", {"do": "volunteer"}),
        ("end combat", {"do": "end", "phase": "combat"}),
    ],
)
def test_each_line_of_the_table(line: str, event: dict[str, Any]) -> None:
    order = p1(line)
    assert FORMS.write(order) == event
    assert print_order(order) == line


@pytest.mark.parametrize(
    "line",
    [
        "MOVE 2tk 2916 2816 AS FAR AS IT GOES",
        "  move\t2TK   2916,2816 as far as it goes # then the rest",
    ],
)
def test_case_blanks_commas_and_comments_do_not_matter(line: str) -> None:
    assert p1(line) == Move("2Tk", ("2916", "2816"), far=True)


def test_names_are_read_in_any_case() -> None:
    assert p1("place hq-xxiv 2902") == Place("HQ-XXIV", "2902")
    assert p1("deploy 1m 2902") == Deploy("1M", "2902")
    assert p1("remove u7") == Remove("U7")
    assert p8("deploy 13a 3217") == Deploy("13A", "3217")


def test_a_unit_that_an_order_before_it_brings_on_can_be_named() -> None:
    # Nothing of it stands on the map yet: after a draw a list goes on with the new name.
    assert "U22" not in at().tokens
    assert p1("move u22 2414") == Move("U22", ("2414",))
    assert p1("move S3 2414", NOBODY) == Move("S3", ("2414",))


# --- who may name whom -----------------------------------------------------------------------


def test_in_the_game_of_two_both_name_japanese_units_and_their_own_group() -> None:
    for name in (*ARMOR, *FACE_DOWN, "E1", "HQ-E"):
        assert p1(f"remove {name}") == p8(f"remove {name}") == Remove(name)
    assert p1("remove 1M") == Remove("1M")
    assert p8("remove 20A") == Remove("20A")


@pytest.mark.parametrize(
    ("setting", "side", "line", "words"),
    [
        (TWO, "8ag", "move 7 2703", "column 6: 7 is a unit of First Army Group; name one of yours"),
        (
            TWO,
            "1ag",
            "move 13a 2703",
            "column 6: 13A is a unit of Eighth Army Group; name one of yours",
        ),
        (THREE, "1ag", "move u7 2704", "column 6: U7 is a unit of Japan; name one of yours"),
        (THREE, "8ag", "roll 2Tk", "column 6: 2Tk is a unit of Japan; name one of yours"),
        (
            THREE,
            "jp",
            "move 7 2704",
            "column 6: 7 is a unit of First Army Group; name one of yours",
        ),
        (
            THREE,
            "jp",
            "move E1 2704",
            "column 6: E1 is a unit of First Army Group or Eighth Army Group; name one of yours",
        ),
    ],
)
def test_nobody_orders_a_unit_of_another(
    setting: Setting, side: str, line: str, words: str
) -> None:
    with pytest.raises(FormError) as caught:
        parse(setting, at(), side, line)
    assert words in str(caught.value)


def test_in_the_game_of_three_japan_names_every_japanese_unit() -> None:
    for name in (*ARMOR, *FACE_DOWN):
        assert jp(f"remove {name}") == Remove(name)


# --- paths -----------------------------------------------------------------------------------


def test_to_a_hex_is_the_cheapest_legal_path() -> None:
    found = paths(TWO, ALONE, "7")
    for goal, path in found.items():
        assert p1(f"move 7 to {goal}", ALONE) == Move("7", path)
        check_move(TWO, ALONE, Move("7", path))
    assert len(found) > 20


def test_every_hex_named_is_the_path_as_it_stands() -> None:
    assert p1("move 7 2802 2702 2801") == Move("7", ("2802", "2702", "2801"))


def test_to_a_hex_as_far_as_it_goes() -> None:
    armor = at("jw")
    goal = max(paths(TWO, armor, "2Tk"))
    path = paths(TWO, armor, "2Tk")[goal]
    assert p1(f"move 2Tk to {goal} as far as it goes", armor) == Move("2Tk", path, far=True)
    assert p1(f"move 2Tk to {goal}", armor) == Move("2Tk", path)


def test_as_far_as_it_goes_to_a_hex_out_of_reach_of_any_die() -> None:
    for rolled in ({}, {"3Tk": 2}):
        east = at("je", rolled=rolled)
        order = p8("move 3Tk to 1803 as far as it goes", east)
        path = ("2404", "2304", "2203", "2104", "2003", "1903", "1803")  # costs 8
        assert order == Move("3Tk", path, far=True)
        check_move(TWO, east, order)
        assert order.path[-1] not in paths(TWO, east, "3Tk")
        with pytest.raises(IllegalOrder) as caught:
            check_move(TWO, east, Move("3Tk", path))
        assert caught.value.paragraph == "5.0"


def test_as_far_as_it_goes_helps_nobody_but_japanese_armor() -> None:
    for unit, position in (("7", at()), ("U16", at("jw"))):
        order = p1(f"move {unit} to 2409 as far as it goes", position)
        with pytest.raises(IllegalOrder) as caught:
            check_move(TWO, position, order)
        assert caught.value.paragraph == "5.5"


def steps(order: Order, start: str) -> bool:
    """Whether a move is a chain of neighbours."""
    assert isinstance(order, Move)
    return all(b in TABLES.next_to[a] for a, b in pairwise((start, *order.path)))


@pytest.mark.parametrize(
    ("position", "line", "paragraph"),
    [
        (at(), "move 7 to 0511", "5.0"),  # too far, round the zone of the 36th Army
        (at(), "move 7 to 0711", "5.44"),  # into it
        (ALONE, "move 7 to 2518", "5.42"),  # over the Operational Boundary
        (at(), "move 7 to 4101", "5.1"),  # into the middle of the ocean
        (at(), "move 7 to 2703", "5.2"),  # U7 stands there
        (at("8ag"), "move 7 to 2801", "2.52"),  # another army moves
        (at("1ag", moved=["7"]), "move 7 to 2801", "5.0"),
    ],
)
def test_where_no_legal_path_leads_checking_reports_the_reason(
    position: Position, line: str, paragraph: str
) -> None:
    order = p1(line, position)
    assert isinstance(order, Move)
    assert order.path[-1] == line[-4:]
    assert steps(order, "2702") or order.path == ("4101",)
    with pytest.raises(IllegalOrder) as caught:
        check_move(TWO, position, order)
    assert caught.value.paragraph == paragraph


def test_where_no_legal_path_leads_the_shortest_that_terrain_allows() -> None:
    # Across the bay from Fujisawa to Chiba: round it, not through the water.
    order = p8("move 13A to 2606")
    assert isinstance(order, Move)
    assert steps(order, "3116")
    assert not {TABLES.terrain[number] for number in order.path} & {"ocean", "lake"}
    # A Japanese unit goes round Central Tokyo, an American one into it.
    assert "2412" not in p1_path("move U16 to 2409")
    assert p1_path("move 7 to 2412")[-1] == "2412"


def p1_path(line: str) -> tuple[str, ...]:
    order = p1(line)
    assert isinstance(order, Move)
    return order.path


def test_who_stands_nowhere_or_there_already_has_the_hex_alone() -> None:
    assert p1("move 1M to 2703") == Move("1M", ("2703",))
    assert p1("move U22 to 2703") == Move("U22", ("2703",))
    assert p1("move 7 to 2702") == Move("7", ("2702",))
    # Nobody ever gets to the middle of the ocean.
    assert p1("move 7 to 4101") == Move("7", ("4101",))


@pytest.mark.long
def test_every_path_over_the_map_fits_into_an_order() -> None:
    for goal in (*HEXES[::17], HEXES[-1]):
        for unit, read_line in (("7", p1), ("13A", p8)):
            order = read_line(f"move {unit} to {goal}")
            assert FORMS.read(FORMS.write(order)) == order


# --- dice for armor --------------------------------------------------------------------------


def test_roll_all_is_all_of_it_when_its_turn_comes() -> None:
    """So a list may say it before the Japanese phase begins."""
    for position in (at("1ag"), at("jw"), at("jw", rolled={"2Tk": 3})):
        assert p1("ROLL all", position) == RollFor()
    assert FORMS.write(RollFor()) == {"do": "roll"}
    assert print_order(RollFor()) == "roll all"


# --- slips -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "this line has no order"),
        ("# end combat", "this line has no order"),
        ("mvoe 7 2801", "column 1: 'mvoe' is not an order; did you mean move?"),
        ("atack 2703", "column 1: 'atack' is not an order; did you mean attack?"),
        ("xyzzy", "column 1: 'xyzzy' is not an order; write deploy, call, place"),
        ("move", "the line ends too early: a unit must follow"),
        ("move 7", "the line ends too early: a hex must follow"),
        ("move 7 to", "the line ends too early: a hex must follow"),
        ("move 72 2801", "column 6: you have no unit '72'; did you mean 7 or 27 or A2?"),
        ("move HQXXIV 2801", "you have no unit 'HQXXIV'; did you mean HQ-XXIV"),
        ("move 2Tj 2801", "you have no unit '2Tj'; did you mean 2Tk"),
        ("move U07 2801", "column 6: you have no unit 'U07'; did you mean U7"),
        ("move U0 2801", "column 6: you have no unit 'U0'"),
        ("move V7 2801", "you have no unit 'V7'; did you mean 7 or 27 or U7?"),
        ("move 2702 2801", "column 6: 2702 is a hex; name the unit in it, 7"),
        ("move 2416 2417", "column 6: 2416 is a hex; name the unit in it, U16 or U17"),
        ("move 2703 2801", "column 6: 2703 is a hex; name a unit"),
        ("move 3116 2801", "column 6: 3116 is a hex; name a unit"),
        ("move 2801 2802", "column 6: 2801 is a hex; name a unit"),
        ("move 7 28O1", "column 8: '28O1' is not a hex; a hex has four digits, column then row"),
        ("move 7 28O1", "did you mean 2801"),
        ("move 7 9901", "column 8: 9901 is off the map"),
        ("move 7 4201", "column 8: 4201 is off the map"),
        ("move 7 too 2801", "column 8: 'too' is not a hex; a hex has four digits"),
        ("move 7 too 2801", "; did you mean to?"),
        ("move 7 to 2801 2802", "column 16: '2802' is too much here"),
        ("move 7 2801 to 2802", "column 13: 'to' is not a hex"),
        ("move 2Tk 2916 az far as it goes", "column 15: 'az' is not a hex; a hex has four digits"),
        ("move 2Tk 2916 az far as it goes", "; did you mean as?"),
        (
            "move 2Tk 2916 as fra as it goes",
            "column 18: 'fra' is not a part of `as far as it goes`; did you mean far?",
        ),
        ("move 2Tk 2916 as far as it", "the line ends too early: goes must follow"),
        ("move 2Tk as far as it goes", "column 10: 'as' is not a hex"),
        ("move 2Tk 2916 as far as it goes on", "column 33: 'on' is too much here"),
        ("move 7 U7", "column 8: U7 is a unit in 2703; name a hex here"),
        ("move 7 hq-x", "column 8: hq-x is a unit in 3217; name a hex here"),
        ("move 7 4M", "column 8: 4M is a unit; name a hex here"),
        ("move 7 to 140", "column 11: 140 is a unit in 2703; name a hex here"),
        ("move 7 to Chiba", "column 11: 'Chiba' is not a hex; a hex has four digits"),
        ("move 7 to Chiba", "; Chiba is 2606"),
        ("move 7 to yokohma", "; Yokohama is 2913"),
        ("move 7 to Shinjuku", "; Shinjuku is 2413"),
        ("call me", "column 6: 'me' is too much here"),
        ("roll", "the line ends too early: a unit or `all` must follow"),
        ("move I 2701", "column 6: you have no unit 'I'"),
        ("attack 2703 with 7 and 27", "column 20: 'and' is not a name; put spaces or"),
        ("roll al", "column 6: you have no unit 'al'; did you mean all"),
        ("roll 2Tk 2Tk", "column 10: 2Tk is named twice; name it once"),
        ("roll all 2Tk", "column 10: '2Tk' is too much here"),
        ("free Z1 Z1", "column 9: Z1 is named twice"),
        ("free", "the line ends too early: a unit must follow"),
        ("attack", "the line ends too early: a hex must follow"),
        ("attack U7 with 7", "column 8: U7 is a unit in 2703; name a hex here"),
        ("attack 140 with 7", "column 8: 140 is a unit in 2703; name a hex here"),
        ("attack 2703", "the line ends too early: `with` must follow"),
        ("attack 2703 7", "column 13: '7' is not a part of `attack`; write with"),
        ("attack 2703 wth 7", "column 13: 'wth' is not a part of `attack`; did"),
        ("attack 2703 with", "the line ends too early: a unit must follow"),
        ("attack 2703 with 7 7", "column 20: 7 is named twice"),
        (
            "attack 2703 with 7 13A",
            "column 20: 13A is a unit of Eighth Army Group; name one of yours",
        ),
        ("attack 2703 with 7 2802", "column 20: 2802 is a hex; name the unit in it, 27"),
        (
            "enter armour 1125",
            "column 7: 'armour' is not a kind of `enter`; did you mean",
        ),
        (
            "enter 1125",
            "column 7: '1125' is not a kind of `enter`; write infantry, armor",
        ),
        ("enter armor", "the line ends too early: a hex must follow"),
        ("recon", "the line ends too early: a hex must follow"),
        ("recon U7", "column 7: U7 is a unit in 2703; name a hex here"),
        ("recon 2413 2414", "column 12: '2414' is too much here"),
        ("end mvement", "column 5: 'mvement' is not a phase of `end`; did you mean movem"),
        ("end", "the line ends too early: one of setup, recon, movement, combat must follow"),
        ("retreat 7", "the line ends too early: a hex must follow"),
        ("advance 2703 7", "column 9: 2703 is a hex; name a unit"),
        ("exchange 7 27", "column 12: '27' is too much here"),
        ("volunter", "column 1: 'volunter' is not an order; did you mean volunteer?"),
        ("end combat; end movement", "column 11: `;` separates orders"),
        ("end\ncombat", "one order a line"),
        ("end cömbat", "characters that no order has"),
    ],
)
def test_a_slip_is_reported_with_its_column_and_cure(line: str, words: str) -> None:
    with pytest.raises(FormError) as caught:
        p1(line)
    assert words in str(caught.value)


def test_nothing_is_suggested_that_shares_nothing() -> None:
    with pytest.raises(FormError) as caught:
        p1("move I 2701")
    assert "did you mean" not in str(caught.value)


def test_a_counter_turned_up_is_told_apart_from_the_unit() -> None:
    # U17 has turned out to be the 96th; the other group has a 96th Division.
    with pytest.raises(FormError) as caught:
        jp("move 140 2704")
    assert str(caught.value) == "column 6: 140 is the counter of U7; name the unit, U7"
    with pytest.raises(FormError, match="column 6: 96 is the counter of U17; name the unit, U17"):
        jp("move 96 2417")
    with pytest.raises(
        FormError, match="column 6: 96 is a unit of First Army Group; name one of yours"
    ):
        p8("move 96 2417")
    # In the game of two U17, west of the boundary, is the very side's that has the 96th.
    assert p1("move 96 2703") == Move("96", ("2703",))


def test_what_lies_face_down_is_reported_to_nobody() -> None:
    with pytest.raises(FormError) as caught:
        jp("move ?2 2417")
    assert "U16" not in str(caught.value)


# --- there and back --------------------------------------------------------------------------

hexes = st.sampled_from(HEXES)
any_path = st.lists(hexes, min_size=1, max_size=9).map(tuple)


def orders(names: list[str]) -> st.SearchStrategy[Order]:
    """Orders of every form about units with these names."""
    unit = st.sampled_from(names)
    some = st.lists(unit, min_size=1, max_size=6, unique=True).map(tuple)
    return st.one_of(
        st.builds(Deploy, unit, hexes),
        st.just(Call()),
        st.builds(Place, unit, hexes),
        st.builds(Recon, hexes),
        st.builds(Enter, st.sampled_from(["infantry", "armor"]), hexes),
        st.builds(Free, some),
        st.builds(Move, unit, any_path, st.booleans()),
        st.builds(RollFor, some),
        st.just(RollFor()),
        st.builds(Remove, unit),
        st.builds(Attack, hexes, some),
        st.builds(Exchange, unit),
        st.builds(Retreat, unit, any_path),
        st.builds(Advance, unit, st.lists(hexes, min_size=1, max_size=2).map(tuple)),
        st.just(Volunteer()),
        st.just(Pass()),
        st.builds(End, st.sampled_from(["setup", "recon", "movement", "combat"])),
    )


POSITIONS = [at(), at("je", "combat"), at("jp"), NOBODY]
WRITTEN = st.one_of(
    st.tuples(st.just(TWO), st.just("1ag"), orders(OWN["1ag"])),
    st.tuples(st.just(TWO), st.just("8ag"), orders(OWN["8ag"])),
    st.tuples(st.just(THREE), st.just("8ag"), orders(GROUP["8ag"])),
    st.tuples(st.just(THREE), st.just("jp"), orders(ARMOR + FACE_DOWN)),
)


@given(WRITTEN, st.sampled_from(POSITIONS))
def test_a_printed_order_reads_back(
    written: tuple[Setting, str, Order], position: Position
) -> None:
    setting, side, order = written
    line = print_order(order)
    for reported in (line, line.upper(), line.lower()):
        assert parse(setting, position, side, reported) == order
    assert FORMS.read(FORMS.write(order)) == order


VOCABULARY = """
deploy call place recon enter free move roll remove attack exchange retreat advance volunteer pass
end standing toward any none with to all as far as it goes infantry armor setup movement combat
7 13A U7 Z1 S1 1Ar E1 140 2702 2703 2412 4101 9999 007 -1 , ; # å ecorps
"""
WORDS = st.sampled_from(VOCABULARY.split())


@given(
    st.lists(WORDS, max_size=9).map(" ".join) | st.text(max_size=40),
    st.sampled_from([(TWO, "1ag"), (TWO, "8ag"), (THREE, "jp")]),
    st.sampled_from(POSITIONS),
)
def test_any_line_is_an_order_or_a_form_error(
    line: str, who: tuple[Setting, str], position: Position
) -> None:
    for reader in (parse, parse_standing):
        try:
            reported: Any = reader(*who[:1], position, who[1], line)
        except FormError as error:
            reported = str(error)
        assert reported


# --- standing orders ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("standing retreat toward 2702", {"retreat": {"toward": "2702"}}),
        ("standing retreat any", {"retreat": {"toward": "any"}}),
        ("standing retreat U7 2702 2802", {"retreat": {"units": {"U7": ["2702", "2802"]}}}),
        (
            "standing advance 2703 with 7 1M",
            {"advance": {"lines": [{"into": "2703", "with": ["7", "1M"]}]}},
        ),
        ("standing advance any with any", {"advance": {"lines": [{"into": "any", "with": "any"}]}}),
        ("standing advance none", {"advance": {"else": "none"}}),
        ("standing exchange 7 27", {"exchange": {"first": ["7", "27"]}}),
        ("standing exchange any", {"exchange": {"else": "any"}}),
        ("standing volunteer none", {"volunteer": "none"}),
        ("standing ecorps none", {"ecorps": "none"}),
        ("standing ecorps call", {"ecorps": "call"}),
        ("standing free Z1 1Ar", {"free": {"first": ["Z1", "1Ar"]}}),
        ("standing free any", {"free": {"else": "any"}}),
    ],
)
def test_each_line_of_standing_answers(line: str, part: dict[str, Any]) -> None:
    assert parse_standing(TWO, at(), "1ag", line) == part
    assert parse_standing(TWO, NOBODY, "1ag", f" {line.upper()} # so") == part
    assert print_standing(part) == [line]
    check_standing(TWO, "1ag", part)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("standing", "the line ends too early: one of retreat, advance, exchange, volunteer"),
        ("standng free any", "did you mean standing?"),
        ("standing fre any", "column 10: 'fre' is not a question with standing orders; did you"),
        ("standing retreat", "the line ends too early: a unit, `toward` or `any` must follow"),
        ("standing retreat ayn", "column 18: you have no unit 'ayn'; did you mean any"),
        ("standing retreat towards 2702", "; did you mean toward"),
        ("standing retreat toward U7", "column 25: U7 is a unit in 2703; name a hex here"),
        ("standing retreat 2702", "column 18: 2702 is a hex; name the unit in it, 7"),
        (
            "standing retreat 13A 2702",
            "column 18: 13A is a unit of Eighth Army Group; name one of yours",
        ),
        ("standing retreat 7", "the line ends too early: a hex must follow"),
        (
            "standing advance 2703 7",
            "column 23: '7' is not a part of `standing advance`; write with",
        ),
        ("standing advance nnoe", "column 18: 'nnoe' is not a hex; a hex has four digits"),
        ("standing advance nnoe", "; did you mean none?"),
        ("standing advance any with 7 7", "column 29: 7 is named twice"),
        ("standing exchange", "the line ends too early: a unit must follow"),
        ("standing exchange 7 any", "column 21: 'any' is too much here"),
        ("standing exchange anny", "column 19: you have no unit 'anny'; did you mean any"),
        (
            "standing volunteer",
            "the line ends too early: one of none, de, ae, ex, ar, dr must follow",
        ),
        (
            "standing volunteer any",
            "column 20: 'any' is not an answer about Volunteer Corps; write none",
        ),
        (
            "standing ecorps cal",
            "column 17: 'cal' is not an answer; did you mean call?",
        ),
        ("standing ecorps call now", "column 22: 'now' is too much here"),
    ],
)
def test_a_slip_in_a_standing_answer(line: str, words: str) -> None:
    with pytest.raises(FormError) as caught:
        parse_standing(TWO, at(), "1ag", line)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("standing", "words"),
    [
        ({"retreat": {"units": {"13A": ["2702"]}}}, "you have no unit 13A"),
        ({"retreat": {"units": {"u7": ["2702"]}}}, "you have no unit u7"),
        ({"retreat": {"units": {"7": ["9999"]}}}, "the map has no hex 9999"),
        ({"retreat": {"units": {"7": ["2702", "2702"]}}}, "2702 is named twice"),
        ({"retreat": {"units": {"7": []}}}, "standing orders for Race to Tokyo: "),
        ({"retreat": {"toward": "0000"}}, "the map has no hex 0000"),
        ({"retreat": {"toward": "home"}}, "standing orders for Race to Tokyo: "),
        ({"advance": {"lines": [{"into": "9999", "with": "any"}]}}, "the map has no hex 9999"),
        ({"advance": {"lines": [{"into": "any", "with": ["20A"]}]}}, "you have no unit 20A"),
        ({"advance": {"lines": [{"into": "any", "with": ["7", "7"]}]}}, "7 is named twice"),
        ({"advance": {"lines": [{"into": "any"}]}}, "standing orders for Race to Tokyo: "),
        ({"advance": {"else": "any"}}, "standing orders for Race to Tokyo: "),
        ({"exchange": {"first": ["8"]}}, "you have no unit 8"),
        ({"exchange": {"first": ["7", "27", "7"]}}, "7 is named twice"),
        ({"exchange": {"first": []}}, "standing orders for Race to Tokyo: "),
        ({"exchange": {"else": "none"}}, "standing orders for Race to Tokyo: "),
        ({"free": {"first": ["Z0"]}}, "you have no unit Z0"),
        ({"free": {"last": ["Z1"]}}, "standing orders for Race to Tokyo: "),
        ({"volunteer": "call"}, "standing orders for Race to Tokyo: "),
        ({"volunteer": {"on": ["De"]}}, "standing orders for Race to Tokyo: "),
        ({"volunteer": {"on": [], "in_all": 1}}, "standing orders for Race to Tokyo: "),
        ({"volunteer": {"on": ["De"], "in_all": -1}}, "standing orders for Race to Tokyo: "),
        ({"volunteer": {"on": ["De"], "in_all": 100}}, "standing orders for Race to Tokyo: "),
        ({"volunteer": {"on": ["De", "De"], "in_all": 1}}, "De is named twice"),
        ({"ecorps": "any"}, "standing orders for Race to Tokyo: "),
        ({"movement": "none"}, "standing orders for Race to Tokyo: "),
    ],
)
def test_what_is_no_standing_answer(standing: dict[str, Any], words: str) -> None:
    with pytest.raises(FormError) as caught:
        check_standing(TWO, "1ag", standing)
    assert words in str(caught.value)


def test_what_is_left_out_of_an_order_is_left_out_of_the_event() -> None:
    """Another spelling would be another event."""
    short = FORMS.write(parse(TWO, at(), "1ag", "move 7 2702"))
    assert short == {"do": "move", "unit": "7", "path": ["2702"]}
    assert FORMS.write(parse(TWO, at(), "1ag", "move 7 2702 as far as it goes")) == {
        **short, "far": True,
    }  # fmt: skip
    for spelt in ({**short, "far": False}, {**short, "far": None}, {"do": "roll", "units": []}):
        with pytest.raises(FormError):
            FORMS.read(spelt)


@pytest.mark.parametrize("limit", [0, 99])
def test_the_first_and_the_last_number_of_calls(limit: int) -> None:
    said = {"volunteer": {"on": ["De"], "in_all": limit}}
    check_standing(TWO, "1ag", said)
    assert parse_standing(TWO, at(), "1ag", f"standing volunteer De in all {limit}") == said
    with pytest.raises(FormError, match="not a number of calls from 0 to 99"):
        parse_standing(TWO, at(), "1ag", "standing volunteer De in all 100")


def test_in_the_game_of_three_each_answers_for_his_own() -> None:
    check_standing(THREE, "jp", {"free": {"first": ["Z1"]}})
    check_standing(THREE, "8ag", {"exchange": {"first": ["13A", "E1"]}})
    with pytest.raises(FormError, match="you have no unit 13A"):
        check_standing(THREE, "jp", {"exchange": {"first": ["13A"]}})
    with pytest.raises(FormError, match="you have no unit Z1"):
        check_standing(THREE, "1ag", {"free": {"first": ["Z1"]}})


def test_no_standing_answers_are_standing_answers() -> None:
    check_standing(TWO, "1ag", {})
    assert read({}) == Standing()
    assert print_standing({}) == []


own = st.sampled_from(OWN["8ag"])
some = st.lists(own, min_size=1, max_size=4, unique=True)
prefer = st.lists(hexes, min_size=1, max_size=3, unique=True)
line = st.fixed_dictionaries({"into": hexes | st.just("any"), "with": some | st.just("any")})


def part(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A part of standing orders that says something."""
    return st.fixed_dictionaries({}, optional=fields).filter(bool)


first = part(first=some, **{"else": st.just("any")})
wholes = part(
    retreat=part(
        units=st.dictionaries(own, prefer, min_size=1, max_size=3), toward=hexes | st.just("any")
    ),
    advance=part(lines=st.lists(line, min_size=1, max_size=4), **{"else": st.just("none")}),
    exchange=first,
    volunteer=st.just("none"),
    ecorps=st.sampled_from(["none", "call"]),
    free=first,
)


@given(wholes, st.sampled_from(POSITIONS))
def test_printed_standing_answers_read_back(whole: dict[str, Any], position: Position) -> None:
    check_standing(TWO, "8ag", whole)
    again: dict[str, Any] = {}
    for reported in print_standing(whole):
        merge(again, parse_standing(TWO, position, "8ag", reported))
    assert again == whole
    assert msgspec.json.decode(msgspec.json.encode(read(whole))) == whole


@pytest.mark.parametrize(
    "raw", [{"do": "attack", "hex": "2703", "with": []}, {"do": "free", "units": []}]
)
def test_an_order_of_nobody_is_none(raw: dict[str, Any]) -> None:
    """`roll` alone may name nobody: it is for all the armor then."""
    with pytest.raises(FormError):
        FORMS.read(raw)
    assert FORMS.read({"do": "roll"})
