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


def test_a_guard_reaches_up_to_the_semicolon(play):
    parsed = read(play, "if round = 1: move 1; attack blue; if round = 2: if round > 1: stop; end")
    inner = when(STOP, "round", op=">", value=1)
    assert parsed.orders == [
        when(move(1), "round", op="=", value=1),
        attack("blue"),
        when(inner, "round", op="=", value=2),
        END,
    ]
    assert read(play, "; ".join(write_text(play, parsed.orders))).orders == parsed.orders


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
