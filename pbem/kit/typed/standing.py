"""Standing orders: what any game refuses in their form, and which part answers a question."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from pbem.errors import FormError
from pbem.kit.contract import Order, Question
from pbem.kit.typed.orders import twice

USUAL: Literal["usual"] = "usual"
"""The word for the usual answer, which the rules find when the question is asked.

``standing QUESTION usual`` leaves one question to it, ``standing usual`` every one that no other
line of the list is about (`spell_out`).
"""

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")


def read_form(form: type[S], standing: Mapping[str, Any], title: str) -> S:
    """Read standing orders.

    Questions that are left to the default response have no field of the form.

    Args:
        form: The form of all standing orders of the game.
        standing: The standing orders.
        title: The title of the game, for messages.

    Raises:
        FormError: They do not have the form.
    """
    known = form.__struct_fields__
    said = {q: part for q, part in standing.items() if part != USUAL or q not in known}
    try:
        return msgspec.convert(said, form)
    except msgspec.ValidationError as error:
        raise FormError(f"standing orders for {title}: {error}") from None


def with_usual(form: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """Return a form of standing orders in which `USUAL` may stand for every part: for schemas."""
    fields = [
        (field.encode_name, field.type | Literal["usual"], None)
        for field in msgspec.structs.fields(form)
    ]
    about = {"__doc__": form.__doc__}
    return msgspec.defstruct(form.__name__, fields, namespace=about, forbid_unknown_fields=True)


def check_known(names: Iterable[T], known: Container[T], who_lacks: str) -> None:
    """Check that all names are known.

    Args:
        names: The names.
        known: The known names.
        who_lacks: The words before the unknown name in the message.

    Raises:
        FormError: A name is unknown.
    """
    for name in names:
        if name not in known:
            raise FormError(f"standing orders: {who_lacks} {name}")


def check_once(lists: Iterable[tuple[T, ...]]) -> None:
    """Raise `FormError` where a list names something twice."""
    for names in lists:
        name = twice(names)
        if name is not None:
            raise FormError(f"standing orders: {name} is named twice in one line")


def answer_by(
    answers: Mapping[str, Callable[..., Order | None]],
    read: Callable[[Mapping[str, Any]], msgspec.Struct],
    question: Question,
    standing: Mapping[str, Any],
    *at: Any,
) -> Order | None:
    """Let the part named like the question answer it; None if it is missing or null.

    Args:
        answers: Name of a question -> its function.
        read: Reads standing orders into their form.
        question: The question.
        standing: The standing orders.
        at: The setting and the position, which the functions take before their part.
    """
    if question.name not in standing:
        return None
    # The other parts are left unread: of a question they say nothing.
    part = getattr(read({question.name: standing[question.name]}), question.name)
    return None if part is None else answers[question.name](*at, part)


def spell_out(standing: dict[str, Any], usual: Mapping[str, Any]) -> None:
    """Add the ``usual`` answers to every question about which ``standing`` says nothing.

    A question that the player has answered themselves is answered by their lines alone: with a
    usual line beside it, their own `none` would be an exception to somebody else's rule.
    """
    for question, part in usual.items():
        standing.setdefault(question, msgspec.to_builtins(part))


def count_down(standing: Mapping[str, Any], way: Sequence[str], spent: int) -> Mapping[str, Any]:
    """Return standing orders with a limit lowered by what was spent.

    They are unchanged if the player gave no such limit. ``standing`` itself belongs to the log and
    is never changed.

    Args:
        standing: The standing orders.
        way: The keys that lead to the limit.
        spent: The spent amount.
    """
    name, *rest = way
    part = standing.get(name)
    if rest and isinstance(part, Mapping):
        return {**standing, name: count_down(part, rest, spent)}
    if rest or part is None:
        return standing
    return {**standing, name: part - spent}
