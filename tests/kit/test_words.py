"""Reading a line word by word: columns, choices, lists, parts, and the answers to slips."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.errors import FormError
from pbem.kit.typed.words import LONGEST, Word, Words, read_order, read_standing


def reported(read: Callable[[], Any]) -> str:
    with pytest.raises(FormError) as caught:
        read()
    return str(caught.value)


def test_words_stand_apart_by_blanks_and_commas_and_marks_stand_alone() -> None:
    words = Words(" go a,b+c:  d+ # e; f", marks="+:")
    taken = [words.take("a word") for _ in range(words.left())]
    assert [word.text for word in taken] == ["go", "a", "b", "+", "c", ":", "d", "+"]
    assert [word.column for word in taken] == [2, 5, 7, 8, 9, 10, 13, 14]
    assert words.done()
    assert Words("a+b").take("a word").text == "a+b"


def test_a_hash_ends_the_line_wherever_it_stands() -> None:
    assert Words("# all of it").done()
    assert Words("go#on").take("a word").text == "go"


def test_peek_and_take_if_do_not_mind_the_case() -> None:
    words = Words("GO on")
    assert words.peek() == "go"
    assert not words.take_if("on")
    assert words.take_if("on", "go")
    assert words.left() == 1
    assert words.take("a word") == Word("on", 4)
    assert words.peek() == ""
    assert not words.take_if("on")
    assert reported(lambda: words.take("a hex")) == "the line ends too early: a hex must follow"


def test_a_choice_is_one_of_its_words() -> None:
    assert Words("GO").choice("order", ("stay", "go")) == "go"
    assert reported(lambda: Words("og").choice("order", ("stay", "go"))) == (
        "column 1: 'og' is not an order; did you mean go?"
    )
    assert reported(lambda: Words(" x").choice("order", ("stay", "go"))) == (
        "column 2: 'x' is not an order; write stay, go"
    )
    assert reported(lambda: Words("").choice("order", ("stay", "go"))) == (
        "the line ends too early: one of stay, go must follow"
    )
    assert reported(lambda: Words("").choice("word before a hex", ("to",))) == (
        "the line ends too early: to must follow"
    )


def test_words_that_nobody_read_are_too_much() -> None:
    words = Words("go on")
    words.take("a word")
    assert reported(words.end).startswith("column 4: 'on' is too much here")
    words.take("a word")
    words.end()


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("99", 99), ("007", 7)])
def test_a_number_has_its_bounds(text: str, number: int) -> None:
    assert Words(text).number("points", 99) == number


@pytest.mark.parametrize("text", ["100", "-1", "1.5", "two", "0000001", "1e3"])
def test_what_is_no_number_is_reported_the_bounds(text: str) -> None:
    said = reported(lambda: Words(text).number("points", 99))
    assert said == f"column 1: {text!r} is not a number of points from 0 to 99"


def test_a_name_is_found_as_it_stands_first_then_in_any_case() -> None:
    assert Word("ab", 1).among(["AB", "ab"]) == "ab"
    assert Word("Ab", 1).among(["AB", "ab"]) == "AB"
    assert Word("a", 1).among(["AB", "ab"]) is None


def test_a_list_goes_on_to_the_end_or_a_word_that_stops_it() -> None:
    def letters(line: str, *, once: bool = False) -> tuple[str, ...]:
        words = Words(line)
        found = words.several(lambda: words.take("a letter").text, ("to", "with"), once=once)
        assert words.peek() in ("", "to", "with")
        return found

    assert letters("a b a") == ("a", "b", "a")
    assert letters("a b TO c") == ("a", "b")
    # The first word of a list is never the one that stops it.
    assert letters("to with") == ("to",)
    assert letters("a b", once=True) == ("a", "b")
    assert reported(lambda: letters("a b  a", once=True)) == (
        "column 6: a is named twice; name it once"
    )
    assert reported(lambda: letters("")) == "the line ends too early: a letter must follow"


def test_parts_stand_in_any_order_each_once() -> None:
    def parts(line: str) -> dict[str, int]:
        words = Words(line)
        names = words.parts(lambda: words.choice("part", ("gsp", "air")))
        return {name: words.number(name, 9) for name in names}

    assert parts("") == {}
    assert list(parts("air 2 gsp 1").items()) == [("air", 2), ("gsp", 1)]
    assert reported(lambda: parts("air 2 AIR 1")) == (
        "column 7: `air` is there twice; write it once"
    )
    assert reported(lambda: parts("air 2 arty 1")).startswith("column 7: 'arty' is not a part")


def test_an_order_is_read_by_its_first_word_and_to_its_end() -> None:
    readers = {"go": lambda words: words.take("a place").text, "stay": lambda _: "here"}
    assert read_order(Words("Go home"), readers) == "home"
    assert read_order(Words("stay # there"), readers) == "here"
    assert "this line has no order" in reported(lambda: read_order(Words(" # go"), readers))
    assert "did you mean stay?" in reported(lambda: read_order(Words("sty"), readers))
    assert "column 9: 'now'" in reported(lambda: read_order(Words("go home now"), readers))


def test_a_standing_answer_says_what_it_is_about() -> None:
    readers = {"retreat": lambda words: words.take("a place").text}
    assert read_standing(Words("Standing Retreat home"), readers) == {"retreat": "home"}
    assert "no standing order" in reported(lambda: read_standing(Words(""), readers))
    assert "did you mean standing?" in reported(lambda: read_standing(Words("standng"), readers))
    assert "did you mean retreat?" in reported(
        lambda: read_standing(Words("standing retrat"), readers)
    )
    assert "column 23: 'now'" in reported(
        lambda: read_standing(Words("standing retreat home now"), readers)
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("go; on", "column 3: `;` separates orders, but this place allows only one"),
        ("go\non", "write one order a line"),
        ("go\u2028on", "write one order a line"),
        ("gö", "column 1: 'gö' has characters that no order has; write plain letters"),
        ("go \x07", "column 4: '\\x07' has characters that no order has; write plain letters"),
        ("x" * (LONGEST + 1), f"the line has {LONGEST + 1} characters; write at most {LONGEST}"),
    ],
)
def test_a_line_that_cannot_be_split(line: str, words: str) -> None:
    assert reported(lambda: Words(line)) == words


def test_the_longest_line() -> None:
    assert Words("x" * LONGEST).left() == 1


def test_a_second_order_on_a_line_is_reported_how_orders_are_separated() -> None:
    def go(words: Words) -> tuple[str, ...]:
        return words.several(lambda: words.choice("place", ("home", "town")))

    readers = {"go": go, "stay": lambda words: ("here",)}
    part = "; put `;` before `stay` if it begins another order"
    assert reported(lambda: read_order(Words("go home stay"), readers)).endswith(part)
    assert reported(lambda: read_order(Words("stay stay"), readers)).endswith(part)
    assert "another order" not in reported(lambda: read_order(Words("go hime"), readers))
    assert "another order" not in reported(lambda: read_order(Words("stay now"), readers))
    assert "another order" not in reported(lambda: read_order(Words("go"), readers))


def test_a_line_that_begins_with_a_unit_is_reported_what_to_write() -> None:
    class Units(Words):
        def is_unit(self, word: Word) -> bool:
            return word.among(("302RCN",)) is not None

    readers = {"move": lambda words: words.take("a unit").text}
    assert reported(lambda: read_order(Units(" 302rcn to 7"), readers)) == (
        "column 2: 302rcn is a unit; write what it does, as in `move 302rcn to 7`"
    )
    assert "is not an order" in reported(lambda: read_order(Units("303 to 7"), readers))
    assert read_order(Units("move 302RCN"), readers) == "302RCN"
