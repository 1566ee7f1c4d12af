"""The faults of standing orders that any game refuses, and which part of them answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from pbem.errors import FormError
from pbem.kit.contract import Question
from pbem.kit.typed.standing import answer_by, check_known, check_once, read_form


class Answers(msgspec.Struct, forbid_unknown_fields=True):
    """One part, the names that go first."""

    first: tuple[str, ...] = ()


def test_the_form_is_read_or_refused_with_the_game_and_the_place() -> None:
    assert read_form(Answers, {"first": ["a"]}, "Toy") == Answers(("a",))
    with pytest.raises(FormError, match=r"standing orders for Toy: .*`\$\.first`"):
        read_form(Answers, {"first": 1}, "Toy")


def test_unknown_names_are_refused() -> None:
    check_known(["a", "b"], {"a", "b", "c"}, "us has no unit")
    with pytest.raises(FormError, match="standing orders: us has no unit d"):
        check_known(["a", "d"], {"a", "b", "c"}, "us has no unit")


def test_a_list_names_each_once_but_two_lists_may_name_the_same() -> None:
    check_once([("a", "b"), ("a",)])
    with pytest.raises(FormError, match="standing orders: 7 is named twice in one line"):
        check_once([(), (1, 7, 3, 7)])


@pytest.mark.parametrize(
    ("standing", "said"),
    [
        ({"advance": ["a"]}, "advance at 1 with a"),
        ({"retreat": ["a"]}, None),
        ({"advance": None}, None),  # written out as nothing, which is none
        ({"advance": ["a"], "retreat": 7}, "advance at 1 with a"),  # left unread
    ],
)
def test_the_part_called_like_the_question_answers(standing: Any, said: str | None) -> None:
    class Parts(msgspec.Struct):
        advance: tuple[str, ...] | None = None
        retreat: tuple[str, ...] | None = None

    question = Question("us", "advance", "Who advances?", "7.8", ("advance",))
    answers: Any = {"advance": lambda at, part: f"advance at {at} with {' '.join(part)}"}

    def read(raw: Mapping[str, Any]) -> Parts:
        return read_form(Parts, raw, "Toy")

    assert answer_by(answers, read, question, standing, 1) == said
