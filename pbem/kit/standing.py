"""The form of standing answers: what any game refuses in them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from pbem.errors import FormError
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
