"""Order lists as text: lines, parts of lines, comments, guards, and the answers to slips."""

from __future__ import annotations

import pytest

from pbem.errors import FormError
from pbem.kit.contract import Fact, Names
from pbem.kit.typed.words import Words, read_order
from pbem.play.guards import known_fact
from pbem.play.lists import read_text, read_yaml, write_text
from toy.group import END, FIRE, STOP, Group, attack, move, when


@pytest.fixture
def play(tmp_path):
    return Group.joined(tmp_path).table.play


def read(play, text):
    return read_text(play, "red", text)


@pytest.mark.parametrize(
    ("text", "orders", "lines"),
    [
        ("move 1\nend", [move(1), END], [1, 2]),
        ("move 1; end", [move(1), END], [1, 1]),
        ("\nmove 1;move 2 ;end\nfire", [move(1), move(2), END, FIRE], [2, 2, 2, 3]),
        ("move 1; stop; end", [move(1), STOP, END], [1, 1, 1]),
        (";; move 1 ; ;\n;", [move(1)], [1]),
        ("move 1 # end; fire", [move(1)], [1]),
        ("move 1# end", [move(1)], [1]),
        ("# move 1; end\nend", [END], [2]),
    ],
)
def test_a_semicolon_parts_orders_and_only_a_hash_begins_a_comment(play, text, orders, lines):
    parsed = read(play, text)
    assert parsed.orders == orders
    assert parsed.lines == lines


def test_the_colon_after_a_side_is_no_end_of_a_guard(play):
    play.game.facts = {"alive": Fact(("UNIT",), "UNIT is there", "yes or no")}
    play.game.names = {"UNIT": Names(("red:1/2", "blue:1/2", "blue:3/4", "red"))}
    play.game.fact = lambda *_: True
    for text in ("if alive red:1/2: move 1", "if alive red:1/2:move 1"):
        (order,) = read(play, text).orders
        assert (order["when"]["args"], order["then"]) == (["red:1/2"], move(1))
    (order,) = read(play, "if alive red: move 1").orders
    assert order["when"]["args"] == ["red"]


def test_a_side_may_be_left_out_and_capitals_do_not_count(play):
    """One spelling stands in the event, whatever the player writes: their own unit comes first."""
    play.game.facts = {"alive": Fact(("UNIT",), "UNIT is there", "yes or no")}
    play.game.names = {"UNIT": Names(("red:1/2", "blue:1/2", "blue:3/4a"), "[UZ][1-9]")}
    play.game.fact = lambda *_: True
    spelt = {"1/2": "red:1/2", "3/4A": "blue:3/4a", "z5": "Z5"}
    for reported, name in spelt.items():
        (order,) = read(play, f"if alive {reported}: move 1").orders
        assert order["when"]["args"] == [name]
        assert write_text(play, [order]) == [f"if alive {name}: move 1"]
    (order,) = read_text(play, "blue", "if alive 1/2: move 1").orders
    assert order["when"]["args"] == ["blue:1/2"]
    with pytest.raises(FormError, match="there is no UNIT 'z0'"):
        read(play, "if alive z0: move 1")


def first(order):
    return when(order, "round", op="=", value=1)


def test_a_guard_covers_every_order_after_it_on_its_line(play):
    parsed = read(play, "if round = 1: move 1; attack blue; stop\nend")
    assert parsed.orders == [first(move(1)), first(attack("blue")), first(STOP), END]
    assert parsed.lines == [1, 1, 1, 2]
    written = ["if round = 1: move 1", "if round = 1: attack blue", "if round = 1: stop", "end"]
    assert write_text(play, parsed.orders) == written
    assert read(play, "\n".join(written)).orders == parsed.orders


def test_guards_of_one_line_add_up(play):
    parsed = read(play, "move 1; if round = 1: attack blue; if round > 1: if round < 9: end; end")
    inner = when(when(END, "round", op="<", value=9), "round", op=">", value=1)
    assert parsed.orders == [move(1), first(attack("blue")), first(inner), first(inner)]
    assert read(play, "\n".join(write_text(play, parsed.orders))).orders == parsed.orders


def test_a_guard_that_does_not_hold_leaves_out_its_whole_line(play):
    play.order("ann", read(play, "if round > 1: move 1; end").orders)
    assert play.asked.side == "red"
    assert play.position.ground["red"] == 1


def test_each_order_of_a_guarded_line_is_looked_at_when_its_turn_comes(play):
    """After the first order the round may be another one: nothing was decided for all of them."""
    play.seats = dict.fromkeys(play.seats, "ann")
    play.order("ann", read(play, "if round = 1: end; end; end").orders)
    assert (play.position.round, play.asked.side) == (2, "red")


FACTS = {
    "morale": Fact((), "how they feel", "number"),
    "american": Fact(("AREA",), "AREA is American", "yes or no"),
    "strategy": Fact(("AREA",), "what is in AREA", "text", ("", "hidden", "Elite", "Last Stand")),
    "at": Fact(("UNIT",), "the hex of UNIT, or nothing", "text", ("",), "[0-9]{4}"),
}
NAMES = {"AREA": Names(("9", "10")), "UNIT": Names(("1/2",))}


@pytest.fixture
def reporting(play):
    """A play whose game knows facts of every sort."""
    play.game.facts, play.game.names = FACTS, NAMES
    play.game.fact = lambda *_: 0
    return play


@pytest.mark.parametrize(
    ("guard", "value", "written"),
    [
        ("morale > -3", -3, "morale > -3"),
        ("strategy 10 = elite", "Elite", "strategy 10 = Elite"),
        ("strategy 10 != last  stand", "Last Stand", "strategy 10 != Last Stand"),
        ("strategy 10 = Nothing", "", "strategy 10 = nothing"),
        ("at 1/2 = 1204", "1204", "at 1/2 = 1204"),
        ("at 1/2 = 0802", "0802", "at 1/2 = 0802"),
        ("at 1/2 = nothing", "", "at 1/2 = nothing"),
    ],
)
def test_a_fact_is_compared_with_what_it_may_be(reporting, guard, value, written):
    """A hex is text with its leading zero, a word is spelt as the game spells it."""
    (order,) = read(reporting, f"if {guard}: end").orders
    assert order["when"]["value"] == value
    assert write_text(reporting, [order]) == [f"if {written}: end"]


@pytest.mark.parametrize(
    ("guard", "words"),
    [
        ("morale > x", "`morale` is a number, so it cannot be 'x'"),
        ("morale", "`morale` is a number: compare it, as in `morale > 1`"),
        ("strategy 10", "`strategy 10` is a text: compare it, as in `strategy 10 = Last Stand`"),
        (
            "strategy 10 > Elite",
            "text: compare it with = or !=",
        ),
        ("american 11", "there is no AREA '11'; did you mean 10?"),
        ("american 9 = 1", "`american 9` is yes or no: write `american 9` or `not american 9`"),
        ("american 9 = maybe", "`american 9` is yes or no: write `american 9` or `not american 9`"),
        ("strategy 10 = Elyte", "`strategy 10` is never 'Elyte'; did you mean Elite?"),
        ("not strategy 10 = hiden", "`strategy 10` is never 'hiden'; did you mean hidden?"),
        ("morale > 1 and strategy 10 = 9", "`strategy 10` is never '9'; what is in AREA"),
        ("at 1/2 = 12O4", "`at 1/2` is never '12O4'; the hex of UNIT, or nothing"),
        ("moral > 1", "this game has no fact 'moral'; did you mean morale?"),
    ],
)
def test_a_value_that_a_fact_never_has_is_reported(reporting, guard, words):
    for line in (f"if {guard}: end", f"if morale > 1: if {guard}: stop"):
        with pytest.raises(FormError) as caught:
            read(reporting, line)
        assert str(caught.value).endswith(words)


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("{fact: morale, args: [], op: '>', value: true}", "a number, so it cannot be True"),
        ("{fact: strategy, args: ['9'], op: '=', value: Elyte}", "did you mean Elite"),
        ("{fact: at, args: ['1/2'], op: '=', value: 1204}", 'write "1204"'),
        (
            "{any: [{not: {fact: morale, args: [], op: '=', value: x}}]}",
            "a number, so it cannot be 'x'",
        ),
        ("{fact: american, args: ['9'], op: '=', value: true}", "write `american 9` or"),
        ("{fact: american, args: ['9']}", None),
    ],
)
def test_values_are_judged_in_yaml_too(reporting, condition, words):
    written = f"orders: [{{do: if, when: {condition}, then: {{do: end}}}}]".encode()
    if words is None:
        assert read_yaml(reporting, written, "o.yaml").orders[0]["do"] == "if"
        return
    with pytest.raises(FormError) as caught:
        read_yaml(reporting, written, "o.yaml")
    assert str(caught.value).startswith("o.yaml, order 1: ")
    assert words in str(caught.value)


def test_conditions_without_end_are_refused(play):
    for text in (
        "not " * 5_000 + "round = 1",
        "round = 1: " + "if round = 1: " * 8 + "if round = 1",
        "round = 1: " + "if round = 1: " * 40_000 + "if round = 1",
    ):
        with pytest.raises(FormError, match="nested more than 8 deep"):
            read(play, f"if {text}: move 1")


@pytest.mark.parametrize(
    "within", ["round = 1", "round = 1 and round < 3", "round = 1 or round = 2"]
)
def test_a_condition_is_as_deep_in_text_as_in_an_event(play, within):
    """Eight deep, the fact among them (protocol section 4); `and` and `or` are a level too."""
    most = 7 if within == "round = 1" else 6
    for nots in range(most + 1):
        text = f"if {'not ' * nots}{within}: move 1"
        (order,) = read(play, text).orders
        assert write_text(play, [order]) == [text]
    with pytest.raises(FormError, match="conditions are nested more than 8 deep"):
        read(play, f"if {'not ' * (most + 1)}{within}: move 1")


def test_a_line_of_text_is_no_yaml_order(play):
    """An author who writes lines into a file called .yaml learns where lines belong."""
    with pytest.raises(FormError, match=r"^o\.yaml, order 2: .*put lines into a file without"):
        read_yaml(play, b"orders: [{do: end}, move 1]", "o.yaml")
    with pytest.raises(FormError) as caught:
        read_yaml(play, b"orders: [{do: mvoe}]", "o.yaml")
    assert str(caught.value).startswith("o.yaml, order 1: ")
    assert not str(caught.value).endswith("None")
    assert "without the ending .yaml" not in str(caught.value)


def test_standing_answers_cannot_be_guarded(play):
    for text in ("if round = 1: standing fire yes", "if round = 1: move 1; standing fire yes"):
        with pytest.raises(FormError, match="lines of their own"):
            read(play, text)


def test_standing_answers_and_orders_may_share_a_line(play):
    parsed = read(play, "standing fire yes; move 1; standing retreat 2 # and so on")
    assert parsed.standing == {"fire": True, "retreat": 2}
    assert parsed.orders == [move(1)]
    assert parsed.lines == [1]


class Watched:
    """A game that keeps what it is asked to read: the ground of red, and the line."""

    def __init__(self, game):
        self.game = game
        self.asked = []

    def __getattr__(self, name):
        return getattr(self.game, name)

    def parse(self, position, side, line):
        self.asked.append((position.ground["red"], line))
        return self.game.parse(position, side, line)


def asked_to_read(play, text):
    copy = play.copy()
    copy.game = Watched(play.game)
    read(copy, text)
    return copy.game.asked


def test_each_part_is_read_where_the_parts_before_it_lead(play):
    grounds = [ground for ground, _ in asked_to_read(play, "move 1; attack blue\nadvance; end")]
    assert grounds == [1, 2, 2, 2]


def test_a_guard_that_holds_lets_the_next_order_count_on_its_own(play):
    for guard, ground in (("round = 1", 2), ("round = 2", 1), ("strength blue = 1", 1)):
        reported = asked_to_read(play, f"if {guard}: move 1; attack blue")
        assert [found for found, _ in reported] == [1, ground]


def test_the_columns_of_a_part_are_those_of_the_line(play):
    """The columns of the game begin where the line begins."""
    lines = [line for _, line in asked_to_read(play, " move 1 ; if round = 1: attack blue;end")]
    assert [line.strip() for line in lines] == ["move 1", "attack blue", "end"]
    assert [len(line) - len(line.lstrip()) for line in lines] == [1, 24, 36]


def test_the_column_reported_is_that_of_the_line_it_stands_beside(play):
    """Not of the order quoted, which may begin anywhere in the line."""

    def parse(position, side, line):
        return read_order(Words(line), {"go": lambda words: words.take("a place").text})

    play.game.parse = parse
    play.game.write_order = lambda order: {"do": "go", "n": order}
    for text, words in (
        ("go on; og on", "line 1, column 8, 'og on': 'og' is not an order"),
        (
            "go on\nif round = 1: og on",
            "line 2, column 15, 'if round = 1: og on': 'og' is not an order",
        ),
        ("go", "line 1, 'go': the line ends too early: a place must follow"),
    ):
        with pytest.raises(FormError) as caught:
            read(play, text)
        assert str(caught.value).startswith(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mvoe 1; end", "line 1, 'mvoe 1': "),
        ("move 1\nmove 1; mvoe 1; end # so", "line 2, 'mvoe 1': "),
        ("move 1; if round 1; end", "line 1, 'if round 1': write a condition before an order"),
        ("if round = 1:; end", "line 1, 'if round = 1:': write a condition before an order"),
        ("end; " + "x" * 80, f"line 1, '{'x' * 60}...': "),
    ],
)
def test_a_slip_is_reported_with_its_line_and_the_order_in_it(play, text, words):
    with pytest.raises(FormError) as caught:
        read(play, text)
    assert str(caught.value).startswith(words)


def test_about_how_much_a_fact_is_asked(play):
    with pytest.raises(FormError, match=r"^the fact round needs nothing after it$"):
        known_fact("round", ["red"], play.game)
    with pytest.raises(FormError, match=r"^the fact round needs nothing after it$"):
        known_fact("round", "red", play.game)
    assert known_fact("round", [], play.game).args == ()
