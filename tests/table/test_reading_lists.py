"""Order lists as text: lines, parts of lines, comments, guards, and what a slip is told."""

from __future__ import annotations

import pytest

from pbem.errors import FormError
from pbem.table.lists import read_text, write_text
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


def first(order):
    return when(order, "round", op="=", value=1)


def test_a_guard_covers_every_order_behind_it_on_its_line(play):
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


def test_standing_answers_cannot_be_guarded(play):
    for text in ("if round = 1: standing fire yes", "if round = 1: move 1; standing fire yes"):
        with pytest.raises(FormError, match="a line of their own"):
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
    for guard, ground in (("round = 1", 2), ("round = 2", 1), ("strength pink = 1", 1)):
        told = asked_to_read(play, f"if {guard}: move 1; attack blue")
        assert [found for found, _ in told] == [1, ground]


def test_the_columns_of_a_part_are_those_of_the_line(play):
    """What the game counts columns in begins where the line begins."""
    lines = [line for _, line in asked_to_read(play, " move 1 ; if round = 1: attack blue;end")]
    assert [line.strip() for line in lines] == ["move 1", "attack blue", "end"]
    assert [len(line) - len(line.lstrip()) for line in lines] == [1, 24, 36]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mvoe 1; end", "line 1, 'mvoe 1': "),
        ("move 1\nmove 1; mvoe 1; end # so", "line 2, 'mvoe 1': "),
        ("move 1; if round 1; end", "line 1, 'if round 1': a guard is written"),
        ("if round = 1:; end", "line 1, 'if round = 1:': a guard is written"),
        ("end; " + "x" * 80, f"line 1, '{'x' * 60}...': "),
    ],
)
def test_a_slip_is_told_with_its_line_and_the_order_in_it(play, text, words):
    with pytest.raises(FormError) as caught:
        read(play, text)
    assert str(caught.value).startswith(words)
