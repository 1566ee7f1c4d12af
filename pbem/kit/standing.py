"""Standing answers: what any game refuses in their form, and which part answers a question."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from pbem.errors import FormError
from pbem.kit.contract import Order, Question
from pbem.kit.orders import twice

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")


def read_form(form: type[S], standing: Mapping[str, Any], title: str) -> S:
    """Read standing answers of the game ``title``; raise `FormError` where they are none."""
    try:
        return msgspec.convert(standing, form)
    except msgspec.ValidationError as error:
        raise FormError(f"standing answers of {title}: {error}") from None


def check_known(names: Iterable[T], known: Container[T], who_lacks: str) -> None:
    """Raise `FormError` where a name is not ``known``; ``who_lacks`` stands before it."""
    for name in names:
        if name not in known:
            raise FormError(f"standing answers: {who_lacks} {name}")


def check_once(lists: Iterable[tuple[T, ...]]) -> None:
    """Raise `FormError` where a list names something twice."""
    for names in lists:
        name = twice(names)
        if name is not None:
            raise FormError(f"standing answers: {name} is named twice in one line")


def answer_by(
    answers: Mapping[str, Callable[..., Order | None]],
    read: Callable[[Mapping[str, Any]], msgspec.Struct],
    question: Question,
    standing: Mapping[str, Any],
    *at: Any,
) -> Order | None:
    """Let the part that is called like the question answer it; None where there is none, or null.

    ``at``: the setting and the position, which the ``answers`` take before their part.
    """
    if question.name not in standing:
        return None
    # The other parts are left unread: of a question they say nothing.
    part = getattr(read({question.name: standing[question.name]}), question.name)
    return None if part is None else answers[question.name](*at, part)
